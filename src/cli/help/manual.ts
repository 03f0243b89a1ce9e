/** The manual page, in roff with the macros of man(7): made from the same tables as the help, when the package is built. */
import { bothNames, inTheirOrder, sentence, shownName } from '../help.ts'
import { type CommandName, SETTINGS, type Setting } from '../settings.ts'
import { VERSION } from '../version.ts'
import { COMMAND_HELP, READERS } from './readers.ts'
import { byTopic } from './topics.ts'
import { USAGES } from './usages.ts'

/** The page for section 1. It has no date: the same source makes the same page. */
export function manualPage(): string {
  return [
    '.\\" Made from the tables of the program when it is built.',
    `.TH TRANSLATION\\-MCP 1 "" "translation\\-mcp ${roff(VERSION)}" "User Commands"`,
    ...section('NAME', 'translation-mcp - files translated from chat, editor or terminal, with plan, cost and consent'),
    ...heading('SYNOPSIS'),
    ...['[OPTION]...', 'COMMAND [OPTION]... [OPERAND]...', 'help [COMMAND | settings]'].flatMap((rest, index) => [
      ...(index === 0 ? [] : ['.br']),
      '.B translation\\-mcp',
      roff(rest),
    ]),
    ...section(
      'DESCRIPTION',
      'Without a command it serves an assistant that starts it, by the Model Context Protocol over standard input and output. ' +
        'The commands are for people, in a terminal or in CI. ' +
        'The whole translation service is inside the program; a hosted one is used where an address is given.',
    ),
    ...READERS.flatMap(({ title, commands }) => [
      ...heading(`COMMANDS ${title.toUpperCase()}`),
      ...inTheirOrder(commands).flatMap(commandPart),
    ]),
    ...section(
      'SETTINGS',
      'Each command takes some of these. A flag comes before its variable; a secret has a variable only.',
    ),
    ...byTopic(SETTINGS.filter(({ from }) => from !== 'flag')).flatMap(({ title, settings }) => [
      `.SS "${roff(title)}"`,
      ...settings.flatMap(setting => term(bothNames(setting), sentence(setting))),
    ]),
    ...heading('EXIT STATUS'),
    ...EXIT_STATUS.flatMap(([status, words]) => term(status, words)),
    ...heading('ENVIRONMENT'),
    ...term('NO_COLOR', 'where it is set, nothing is coloured'),
    ...term('FORCE_COLOR', 'colours also where the output is no terminal; 0: none'),
    ...term('TRANSLATION_...', 'see SETTINGS'),
    '',
  ].join('\n')
}

const EXIT_STATUS = [
  ['0', 'done'],
  ['1', 'failed, or out of step'],
  ['2', 'the command line or a setting was not understood, or cannot be used here'],
  ['3', 'done, with lines left in their source'],
] as const

function commandPart(name: CommandName): string[] {
  const { usage, summary } = USAGES[name]
  const options = SETTINGS.filter(({ commands, from }) => from === 'flag' && commands.includes(name))
  return [
    `.SS "${roff(name === 'stdio' ? '(no command)' : name)}"`,
    ...usage.flatMap((line, index) => [...(index === 0 ? [] : ['.br']), roff(line)]),
    '.PP',
    roff(`${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`),
    ...options.flatMap((setting: Setting) => term(shownName(setting), sentence(setting, name))),
    '.PP',
    'Examples:',
    ...COMMAND_HELP[name].examples.flatMap(([line, does]) => term(`translation-mcp ${line}`.trim(), does)),
  ]
}

function heading(title: string): string[] {
  return [`.SH "${roff(title)}"`]
}

function section(title: string, text: string): string[] {
  return [...heading(title), roff(text)]
}

function term(name: string, words: string): string[] {
  return ['.TP', `\\fB${roff(name)}\\fR`, roff(words)]
}

/**
 * A text as a line of roff: what would be a request, an escape or the end of an argument is written out, a hyphen stays one that can be copied,
 * and other characters than ASCII come by their code points, which each formatter knows.
 */
function roff(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replaceAll('`', '\\(ga')
    .replaceAll("'", '\\(aq')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replace(/[\u0080-\u{10ffff}]/gu, character => `\\[u${hex(character)}]`)
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
}

import { settingsByFlag } from './arguments.ts'
import { indented, rows } from './help/layout.ts'
import { COMMAND_HELP, READERS } from './help/readers.ts'
import { byTopic, type TopicGroup } from './help/topics.ts'
import { USAGES } from './help/usages.ts'
import { type Paint, unpainted } from './paint.ts'
import { COMMAND_NAMES, type CommandName, SETTINGS, type Setting } from './settings.ts'

/** What `translation-mcp --help` prints: one screen with every command, by who uses it. */
export function generalHelp(paint: Paint = unpainted): string {
  return lines(
    'translation-mcp: files translated from chat, editor or terminal, with consent.',
    ...READERS.flatMap(({ title, commands }) => {
      return ['', paint('heading', title), ...rows(inTheirOrder(commands).flatMap(rowOf), 19)]
    }),
    '',
    'translation-mcp COMMAND --help  options and examples (also: help COMMAND)',
    'translation-mcp help settings   every setting, with its variable and its default',
    'Exit status: 0 done, 1 failed, 2 not understood, 3 lines left in their source.',
  )
}

/** The commands of a reader, in the order that the table gives them. */
export function inTheirOrder(commands: Readonly<Partial<Record<CommandName, unknown>>>): readonly CommandName[] {
  const order = Object.keys(commands)
  return COMMAND_NAMES.filter(name => order.includes(name)).toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
}

/** A command's row, with the names of those that stand beside it. */
function rowOf(name: CommandName): [string, string][] {
  const { row } = COMMAND_HELP[name]
  if (typeof row !== 'string') return []
  const beside = COMMAND_NAMES.filter(other => {
    const { row: own } = COMMAND_HELP[other]
    return typeof own !== 'string' && own.beside === name
  })
  return [[name === 'stdio' ? '(no command)' : [name, ...beside].join(', '), row]]
}

/** What `translation-mcp help settings` prints: every setting with its variable, by topic. */
export function settingsHelp(paint: Paint = unpainted): string {
  const settings = SETTINGS.filter(({ from }) => from !== 'flag')
  return lines(
    ...indented('Settings. A flag comes before its variable; a secret has a variable only.', 0),
    ...byTopic(settings).flatMap(({ title, settings: own }) => [
      '',
      paint('heading', title),
      ...own.flatMap(setting => [`  ${bothNames(setting)}`, ...indented(sentence(setting), 6)]),
    ]),
    '',
    'translation-mcp COMMAND --help shows which of them a command takes.',
  )
}

/** So many options need no headings of their own. */
const FEW_OPTIONS = 6

/** What `translation-mcp COMMAND --help` prints: usage, examples, its own options in full, and the names of the settings it takes too. */
export function commandHelp(command: CommandName, paint: Paint = unpainted): string {
  const { usage, summary } = USAGES[command]
  const { examples, topics } = COMMAND_HELP[command]
  const taken = SETTINGS.filter(({ commands }) => commands.includes(command))
  const options = taken.filter(({ from }) => from === 'flag')
  const told = byTopic(taken.filter(({ from }) => from !== 'flag'))
  const full = told.filter(({ topic }) => topics.includes(topic))
  const groups = [
    ...(options.length > FEW_OPTIONS ? byTopic(options) : [{ title: 'Options', settings: options }]),
    ...full,
  ]
  return lines(
    ...usage,
    '',
    ...indented(`${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`, 0),
    '',
    paint('heading', 'Examples'),
    ...examples.flatMap(([line, does]) => [`  ${`translation-mcp ${line}`.trim()}`, ...indented(does, 6)]),
    ...groups
      .filter(({ settings }) => settings.length > 0)
      .flatMap(({ title, settings }) => [
        '',
        paint('heading', title),
        ...rows(
          settings.map(setting => [shownName(setting), sentence(setting, command)] as const),
          22,
        ),
      ]),
    ...namesOnly(
      told.filter(group => !full.includes(group)),
      settingsByFlag(command),
      paint,
    ),
  )
}

function namesOnly(groups: readonly TopicGroup[], flags: readonly Setting[], paint: Paint): string[] {
  if (groups.length === 0) return []
  return [
    '',
    paint('heading', 'Settings that it takes too: `translation-mcp help settings` tells each'),
    ...groups.flatMap(({ title, settings }) => [
      `  ${title}`,
      ...indented(settings.map(one => (flags.includes(one) ? `--${one.flag}` : one.variable)).join(', '), 6),
    ]),
  ]
}

/** The settings as the table of docs/settings.md, in Markdown. */
export function settingsTable(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const code = (text: string | undefined) => (text === undefined ? '' : `\`${cell(text)}\``)
  const defaultCell = (fallback: string | undefined, unset = '') =>
    fallback === undefined ? cell(unset) : code(fallback)
  const all = SETTINGS.filter(({ from }) => from !== 'flag').map(
    ({ flag, value, variable, kind, help, unset, fallback }) =>
      `| ${flag === undefined ? '' : code([`--${flag}`, value].filter(Boolean).join(' '))} | ${code(variable)} | ${defaultCell(kind === 'switch' ? 'off' : fallback, unset)} | ${cell(help)} |`,
  )
  return lines('| flag | variable | default | what it is |', '|---|---|---|---|', ...all)
}

function flagWithValue({ flag, value, short }: Setting): string {
  const written = flag === undefined ? '' : `--${flag}${value === undefined ? '' : ` ${value}`}`
  return short === undefined ? written : `-${short}, ${written}`
}

/** A setting as a command's help names it: by its flag, else by its variable. */
export function shownName(setting: Setting): string {
  return flagWithValue(setting) || (setting.variable ?? '')
}

/** By both, as the list of all settings names it. */
export function bothNames(setting: Setting): string {
  return [flagWithValue(setting), setting.variable ?? ''].filter(Boolean).join('  ')
}

/** What a setting means to a command, and what holds where it is not given. */
export function sentence(setting: Setting, command?: CommandName): string {
  const { help: general, help_in, unset, unset_in, fallback } = setting
  const help = (command && help_in?.[command]) ?? general
  const otherwise = (command && unset_in?.[command]) ?? unset ?? fallback
  return otherwise === undefined ? help : `${help} (default: ${otherwise})`
}

function lines(...texts: readonly string[]): string {
  return `${texts.join('\n')}\n`
}

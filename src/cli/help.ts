import { COMMANDS } from './commands.ts'
import { COMMAND_NAMES, type CommandName, SETTINGS, type Setting } from './settings.ts'

/** What `translation-mcp --help` prints: the commands, then every setting. */
export function generalHelp(): string {
  return lines(
    'translation-mcp: files translated from chat, editor or terminal, with plan, cost and consent.',
    '',
    'Commands',
    ...columns(COMMAND_NAMES.map(name => [name === 'stdio' ? '(none)' : name, COMMANDS[name].summary])),
    '',
    'Settings (a flag comes before its variable)',
    ...columns(SETTINGS.filter(({ from }) => from !== 'flag').map(setting => [nameOf(setting), sentence(setting)])),
    '',
    'translation-mcp COMMAND --help shows what one command takes. --version shows the version.',
    'Exit status: 0 done, 1 failed, 2 the command line or a setting was not understood, 3 done with lines left in their source.',
  )
}

/** What `translation-mcp COMMAND --help` prints. */
export function commandHelp(command: CommandName): string {
  const { usage, summary } = COMMANDS[command]
  const taken = SETTINGS.filter(({ commands }) => commands.includes(command))
  const group = (title: string, settings: readonly Setting[]) =>
    settings.length === 0
      ? []
      : ['', title, ...columns(settings.map(setting => [nameOf(setting), sentence(setting, command)]))]
  return lines(
    ...usage,
    '',
    `${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`,
    ...group(
      'Options',
      taken.filter(({ from }) => from === 'flag'),
    ),
    ...group(
      'Settings',
      taken.filter(({ from }) => from !== 'flag'),
    ),
  )
}

/** The settings as the table of docs/settings.md, in Markdown. */
export function settingsTable(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const code = (text: string | undefined) => (text === undefined ? '' : `\`${cell(text)}\``)
  const rows = SETTINGS.filter(({ from }) => from !== 'flag').map(
    ({ flag, value, variable, help, unset, fallback }) =>
      `| ${flag === undefined ? '' : code(`--${flag} ${value}`)} | ${code(variable)} | ${fallback === undefined ? cell(unset ?? '') : code(fallback)} | ${cell(help)} |`,
  )
  return lines('| flag | variable | default | what it is |', '|---|---|---|---|', ...rows)
}

function nameOf({ flag, value, variable, short }: Setting): string {
  const written = flag === undefined ? '' : `--${flag}${value === undefined ? '' : ` ${value}`}`
  return [short === undefined ? written : `-${short}, ${written}`, variable ?? ''].filter(Boolean).join('  ')
}

function sentence({ help: general, help_in, unset, unset_in, fallback }: Setting, command?: CommandName): string {
  const help = (command && help_in?.[command]) ?? general
  const otherwise = (command && unset_in?.[command]) ?? unset ?? fallback
  return otherwise === undefined ? help : `${help} (default: ${otherwise})`
}

/** Rows of a name and its words. A short name shares its line with the words; a long one has them on the next line, indented. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = 12
  return rows.flatMap(([name, words]) =>
    name.length <= width ? [`  ${name.padEnd(width)} ${words}`] : [`  ${name}`, `      ${words}`],
  )
}

function lines(...texts: readonly string[]): string {
  return `${texts.join('\n')}\n`
}

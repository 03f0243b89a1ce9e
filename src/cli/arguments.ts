import { parseArgs } from 'node:util'
import { COMMAND_NAMES, type CommandName, SETTINGS, type Setting } from './settings.ts'
import { nearest, UsageError } from './usage.ts'

/** A command line in its parts. The values are not checked yet. */
export interface CommandLine {
  readonly command: CommandName
  /** False where no command was named. */
  readonly named: boolean
  readonly operands: readonly string[]
  readonly asks: 'help' | 'settings' | 'version' | undefined
  /** By the name of the setting: the texts for a setting with a value, `true` for a switch. */
  readonly given: ReadonlyMap<string, readonly string[] | true>
}

const FLAGS = new Map<string, Setting>()
for (const setting of SETTINGS)
  if (setting.flag !== undefined && !FLAGS.has(setting.flag)) FLAGS.set(setting.flag, setting)
const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  ...Object.fromEntries([...FLAGS].map(([name, setting]) => [name, optionOf(setting)])),
} as const

function optionOf({ kind, short }: Setting) {
  return { type: kind === 'switch' ? 'boolean' : 'string', ...(short === undefined ? {} : { short }) } as const
}

/**
 * Reads a command line. Flags may stand before and after the command, as `--flag value` or `--flag=value`.
 *
 * @throws {UsageError} names the unknown word, and the nearest known one
 */
export function readArguments(argv: readonly string[]): CommandLine {
  const { tokens } = parseArgs({
    args: [...argv],
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const words: string[] = []
  const given = new Map<string, readonly string[] | true>()
  let asks: CommandLine['asks']
  const used: Setting[] = []
  let unknown: { readonly name: string; readonly rawName: string } | undefined
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    if (token.name === 'help' || token.name === 'version') {
      asks ??= token.name
      continue
    }
    const setting = FLAGS.get(token.name)
    if (!setting) {
      unknown ??= token
      continue
    }
    used.push(setting)
    given.set(setting.name, givenValue(setting, token.value, given.get(setting.name)))
  }
  if (unknown !== undefined) throw unknownFlag(unknown, words[0])
  if (words[0] === HELP && asks !== 'version') return helpAsked(words[1], given)
  const [command, operands] = commandOf(words)
  for (const setting of used) {
    const meant = settingsByFlag(command).find(({ flag }) => flag === setting.flag)
    if (meant === undefined && asks === undefined) throw misplaced(setting, command)
    const value = given.get(setting.name)
    if (meant === undefined || meant === setting || value === undefined) continue
    // The flag means another setting to this command.
    given.delete(setting.name)
    given.set(meant.name, value)
  }
  return { command, named: words.length > 0, operands, asks, given }
}

/** The word that asks for help in place of a command, and what it takes besides a command. */
export const HELP = 'help'
export const HELP_ON_SETTINGS = 'settings'

/** `help`, `help settings` and `help COMMAND`. Nothing else of the command line matters then. */
function helpAsked(word: string | undefined, given: CommandLine['given']): CommandLine {
  const about = { operands: [], given, named: word !== undefined } as const
  if (word === undefined || word === HELP) return { ...about, command: 'stdio', named: false, asks: 'help' }
  if (word === HELP_ON_SETTINGS) return { ...about, command: 'stdio', asks: 'settings' }
  const [command] = commandOf([word], [HELP_ON_SETTINGS])
  return { ...about, command, asks: 'help' }
}

function givenValue(
  { kind, flag, value: shown }: Setting,
  value: string | undefined,
  before: readonly string[] | true | undefined,
) {
  if (kind === 'switch') {
    if (value !== undefined) throw new UsageError(`--${flag} takes no value.`)
    return true
  }
  // If a known flag stands in place of a value, the value was forgotten.
  if (value === undefined || (value.startsWith('--') && FLAGS.has(value.slice(2)))) {
    throw new UsageError(`--${flag} needs a value: --${flag} ${shown}.`)
  }
  return [...(kind === 'list' && Array.isArray(before) ? before : []), value]
}

function commandOf(
  [word, ...operands]: readonly string[],
  others: readonly string[] = [HELP],
): [CommandName, string[]] {
  if (word === undefined) return ['stdio', []]
  const command = COMMAND_NAMES.find(name => name === word)
  if (command !== undefined) return [command, operands]
  const near = nearest(word.toLowerCase(), [...COMMAND_NAMES, ...others])
  const hint = near === undefined ? `The commands are: ${COMMAND_NAMES.join(', ')}.` : `Did you mean ${near}?`
  throw new UsageError(`There is no command "${word}". ${hint}`)
}

/** Where the command is known, a flag that it takes is offered before one that is nearer and that it refuses. */
function unknownFlag({ name, rawName }: { readonly name: string; readonly rawName: string }, word: string | undefined) {
  const variable = SETTINGS.find(
    setting => setting.flag === undefined && setting.name.replaceAll('_', '-') === name,
  )?.variable
  if (variable !== undefined) {
    return new UsageError(
      `${rawName} is not a flag: argument lists can be seen by others. Set ${variable} in the environment.`,
    )
  }
  const command = COMMAND_NAMES.find(known => known === word)
  const own = command === undefined ? [] : flagsOf(command)
  const near = nearest(name, [...own, 'help', 'version']) ?? nearest(name, [...FLAGS.keys()])
  const hint = near === undefined ? '' : ` Did you mean --${near}?`
  return new UsageError(`There is no flag ${rawName}.${hint}`)
}

/** The settings that a command takes by flags. Of two with one flag the later one is meant; the other one has its variable only. */
export function settingsByFlag(command: CommandName): readonly Setting[] {
  const taken = SETTINGS.filter(({ flag, commands }) => flag !== undefined && commands.includes(command))
  return [...new Map(taken.map(setting => [setting.flag, setting])).values()]
}

/** The flags that a command takes, without their dashes. */
export function flagsOf(command: CommandName): readonly string[] {
  return settingsByFlag(command).flatMap(({ flag }) => flag ?? [])
}

function misplaced({ flag = '', commands }: Setting, command: CommandName): UsageError {
  const where = command === 'stdio' ? 'the program without a command' : command
  const near = nearest(flag, flagsOf(command))
  const hint = near === undefined ? '' : ` Did you mean --${near}?`
  return new UsageError(`${where} does not take --${flag}.${hint} These do: ${commands.join(', ')}.`)
}

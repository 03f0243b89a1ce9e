import { SUPPORTED_TAGS } from '../../service/domain/languages.ts'
import { HELP, HELP_ON_SETTINGS, settingsByFlag } from '../arguments.ts'
import type { CommandHelp } from '../help/command-help.ts'
import { COMMAND_HELP } from '../help/readers.ts'
import { USAGES } from '../help/usages.ts'
import { COMMAND_NAMES, type CommandName, type Setting } from '../settings.ts'

/** What a value is: one of some words, language tags separated by commas, a file or folder, or what only the person knows. */
export type Completed = readonly string[] | 'languages' | 'paths' | 'unknown'

/** A flag of a command as a shell completes it. */
export interface CompletedFlag {
  readonly flag: string
  readonly short?: string | undefined
  /** In a few words. */
  readonly brief: string
  /** Undefined where it takes no value. */
  readonly value?: Completed | undefined
}

/** A command as a shell completes it. */
export interface CompletedCommand {
  readonly name: string
  readonly brief: string
  readonly flags: readonly CompletedFlag[]
  /** The words that may come first. */
  readonly orders: readonly string[]
  /** The words that may follow an order. */
  readonly after: ReadonlyMap<string, readonly string[]>
  readonly files: CommandHelp['files']
}

/** All commands, with `help`, from the tables that the program itself reads. `stdio` is what runs where none is named. */
export function completedCommands(): readonly CompletedCommand[] {
  const commands = COMMAND_NAMES.map(name => completedCommand(name))
  const help = { flags: [], orders: [...COMMAND_NAMES, HELP_ON_SETTINGS], after: new Map(), files: [] }
  return [...commands, { name: HELP, brief: 'what a command takes, with examples', ...help }]
}

function completedCommand(name: CommandName): CompletedCommand {
  const { usage, summary } = USAGES[name]
  const flags = settingsByFlag(name).map(setting => completedFlag(setting, name))
  const { row, files } = COMMAND_HELP[name]
  const brief = typeof row === 'string' ? row : summary
  return { name, brief: inShort(brief), flags: [...flags, HELP_FLAG], ...ordersOf(usage), files }
}

const HELP_FLAG = { flag: 'help', short: 'h', brief: 'options and examples' }
const ORDER = /^[a-z]+(?:-[a-z]+)*$/

/** The words of a command that its usage shows: `keys list`, and `completions bash|zsh|fish`. */
function ordersOf(usage: readonly string[]): Pick<CompletedCommand, 'orders' | 'after'> {
  const orders = new Set<string>()
  const after = new Map<string, readonly string[]>()
  for (const line of usage) {
    const [, , first = '', second = ''] = line.split(' ')
    for (const word of first.split('|')) if (ORDER.test(word)) orders.add(word)
    if (orders.has(first) && second.includes('|')) after.set(first, second.split('|'))
  }
  return { orders: [...orders], after }
}

function completedFlag(setting: Setting, command: CommandName): CompletedFlag {
  const { flag = '', short, help, help_in, kind } = setting
  const own = help.split('; ').find(clause => clause.startsWith(`${command}: `))
  const brief = inShort(help_in?.[command] ?? own?.slice(`${command}: `.length) ?? help)
  return { flag, short, brief, value: kind === 'switch' ? undefined : completedValue(setting) }
}

const PATHS: ReadonlySet<string | undefined> = new Set(['DIR', 'PATH', 'FILE'])
const LANGUAGES: ReadonlySet<string | undefined> = new Set(['TAG', 'TAGS'])

function completedValue({ choices, value }: Setting): Completed {
  if (choices.length > 0) return choices
  if (LANGUAGES.has(value)) return 'languages'
  return PATHS.has(value) ? 'paths' : 'unknown'
}

/** The tags that a shell offers. */
export const OFFERED_TAGS: readonly string[] = SUPPORTED_TAGS

const MOST_LETTERS = 60

/** The first clause of a help text, as a shell shows it beside a word. */
function inShort(text: string): string {
  const [clause = ''] = text.split(/[;(]/)
  // A single word before a colon says of what the clause is: `off: nothing is remembered`.
  const words = (/^\S+: /.test(clause) ? clause : clause.replace(/:.*/s, '')).trim()
  return words.length <= MOST_LETTERS ? words : `${words.slice(0, MOST_LETTERS).replace(/\s+\S*$/, '')}…`
}

/** Which value each flag takes, by command. A flag that means the same to all of them stands once, for `*`. */
export function valuesByFlag(
  commands: readonly CompletedCommand[],
): readonly { readonly command: string; readonly flag: CompletedFlag; readonly value: Completed }[] {
  const names = [...new Set(commands.flatMap(({ flags }) => flags.map(({ flag }) => flag)))]
  return names.flatMap(name => {
    const all = commands.flatMap(({ name: command, flags }) =>
      flags.flatMap(flag =>
        flag.flag === name && flag.value !== undefined ? [{ command, flag, value: flag.value }] : [],
      ),
    )
    const [first] = all
    if (first === undefined) return []
    const isOne = all.every(({ value }) => String(value) === String(first.value))
    return isOne ? [{ ...first, command: '*' }] : all
  })
}

import path from 'node:path'
import type { CommandLine } from './arguments.ts'
import { SETTINGS, type Setting, type Settings, SettingsSchema } from './settings.ts'
import { nearest, UsageError } from './usage.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const PREFIX = 'TRANSLATION_'

/**
 * Reads the settings of one command: the flag, else the environment, else the default. A setting that the command does not take is
 * not read. An empty variable counts as unset.
 *
 * @throws {UsageError} names the flag or the variable, and what is accepted; never the value of a secret
 */
export function readSettings(line: CommandLine, environment: Environment): Settings {
  const { settings, refused } = readWhatFits(line, environment)
  const [first] = refused
  if (first !== undefined) throw first.error
  return settings
}

/** A setting that cannot be read. */
export interface RefusedSetting {
  /** The flag or the variable. */
  readonly source: string
  readonly error: UsageError
}

/** The same without those that cannot be read, which are named: for a command that tells what is wrong. */
export function readWhatFits(
  { command, given }: CommandLine,
  environment: Environment,
): { readonly settings: Settings; readonly refused: readonly RefusedSetting[] } {
  return parsedTexts(
    SETTINGS.filter(({ commands }) => commands.includes(command)),
    given,
    environment,
  )
}

/** The variables of any command that cannot be read. */
export function refusedVariables(environment: Environment): readonly RefusedSetting[] {
  return parsedTexts(
    SETTINGS.filter(({ variable }) => variable !== undefined),
    new Map(),
    environment,
  ).refused
}

function parsedTexts(taken: readonly Setting[], given: CommandLine['given'], environment: Environment) {
  const refused: RefusedSetting[] = []
  let left = taken
  for (;;) {
    const texts: Texts = {}
    for (const setting of left) {
      const value = flagValue(setting, given) ?? variableValue(setting, environment)
      if (value !== undefined) put(texts, setting.path, value)
    }
    const parsed = SettingsSchema.safeParse(texts)
    if (parsed.success) return { settings: parsed.data, refused }
    const [issue] = parsed.error.issues
    const at = issue?.path.join('.') ?? ''
    const wrong = left.find(one => at === one.path.join('.') || at.startsWith(`${one.path.join('.')}.`))
    if (wrong === undefined) throw new UsageError(`${at} must be ${issue?.message}.`)
    refused.push(refusal(wrong, issue?.message ?? 'another value', given, environment))
    left = left.filter(setting => setting !== wrong)
  }
}

/** The texts that people wrote, by the names of the settings. */
interface Texts {
  [name: string]: unknown
}

function put(texts: Texts, path: readonly string[], value: unknown): void {
  const [name = '', ...deeper] = path
  if (deeper.length === 0) texts[name] = value
  else put(groupIn(texts, name), deeper, value)
}

function groupIn(texts: Texts, name: string): Texts {
  const known = texts[name]
  if (isGroup(known)) return known
  const group: Texts = {}
  texts[name] = group
  return group
}

function isGroup(value: unknown): value is Texts {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Warnings for variables that begin like settings of this program but are none. Most likely they are mistyped. */
export function unknownVariables(environment: Environment): string[] {
  const known = SETTINGS.flatMap(({ variable }) => (variable === undefined ? [] : [variable]))
  return Object.keys(environment)
    .filter(name => name.startsWith(PREFIX) && environment[name] !== '' && !known.includes(name))
    .sort()
    .map(name => {
      const near = nearest(name, known)
      return `${name} is not a setting of this program${near === undefined ? '' : `; did you mean ${near}?`}`
    })
}

function flagValue({ name, kind }: Setting, given: CommandLine['given']): unknown {
  const value = given.get(name)
  return Array.isArray(value) && kind === 'value' ? value.at(-1) : value
}

function variableValue({ variable, kind }: Setting, environment: Environment): unknown {
  const value = variable === undefined ? undefined : environment[variable]
  if (value === undefined || value === '') return undefined
  if (kind === 'switch') return SWITCHED.get(value) ?? value
  return kind === 'list' ? value.split(path.delimiter).filter(part => part !== '') : value
}

/** A switch of the command line, as its variable says it. */
const SWITCHED: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['off', false],
])

function refusal(
  setting: Setting,
  accepted: string,
  given: CommandLine['given'],
  environment: Environment,
): RefusedSetting {
  const source = (given.has(setting.name) ? `--${setting.flag}` : setting.variable) ?? setting.name
  const value = flagValue(setting, given) ?? variableValue(setting, environment)
  const shown = setting.from === 'environment' || isSensitive(value) ? '' : `, not "${value}"`
  const near = shown === '' || typeof value !== 'string' ? undefined : nearest(value.toLowerCase(), setting.choices)
  const meant = near === undefined ? '' : ` Did you mean ${near}?`
  return { source, error: new UsageError(`${source} must be ${accepted}${shown}.${meant}`) }
}

/** True for a value that a message must not repeat: an address may hold a password before `@`, or a secret after `?`. */
function isSensitive(value: unknown): boolean {
  return typeof value !== 'string' || value.includes('@') || value.includes('?')
}

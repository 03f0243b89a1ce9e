import path from 'node:path'
import type { CommandLine } from './arguments.ts'
import { SETTINGS, type Setting, type Settings, SettingsSchema } from './settings.ts'
import { nearest, UsageError } from './usage.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const PREFIX = 'TRANSLATION_'

/**
 * The settings of one command: flag, else environment, else default. A variable of another command is read by that one only; an
 * empty one counts as unset.
 *
 * @throws UsageError naming the flag or the variable, and what is accepted; never the value of a secret
 */
export function readSettings({ command, given }: CommandLine, environment: Environment): Settings {
  const texts: Record<string, unknown> = {}
  for (const setting of SETTINGS) {
    if (!setting.commands.includes(command)) continue
    const value = flagValue(setting, given) ?? variableValue(setting, environment)
    if (value !== undefined) texts[setting.name] = value
  }
  const parsed = SettingsSchema.safeParse(texts)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw refused(String(issue?.path[0]), issue?.message ?? 'another value', given, environment)
}

/** Variables that look like ours and are not: most likely a slip of the pen, so worth a line. */
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
  return kind === 'list' ? value.split(path.delimiter).filter(part => part !== '') : value
}

function refused(name: string, accepted: string, given: CommandLine['given'], environment: Environment): UsageError {
  const setting = SETTINGS.find(one => one.name === name)
  if (setting === undefined) return new UsageError(`${name} must be ${accepted}.`)
  const source = given.has(name) ? `--${setting.flag}` : setting.variable
  const value = flagValue(setting, given) ?? variableValue(setting, environment)
  const shown = setting.from === 'environment' || isSensitive(value) ? '' : `, not "${value}"`
  return new UsageError(`${source} must be ${accepted}${shown}.`)
}

/** An address with a user name in it may hold a password. */
function isSensitive(value: unknown): boolean {
  return typeof value !== 'string' || value.includes('@') || value.includes('?')
}

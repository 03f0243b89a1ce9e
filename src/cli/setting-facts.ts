import * as z from 'zod'

/** The commands. The first one runs when the command line names none. */
export const COMMAND_NAMES = [
  'stdio',
  'http',
  'service',
  'worker',
  'login',
  'logout',
  'keys',
  'engine',
  'engine-keys',
  'credits',
  'memory',
  'glossary',
  'files',
  'backup',
  'restore',
  'move',
  'members',
  'workspaces',
  'audit',
  'demo',
  'setup',
  'status',
  'doctor',
  'verify',
  'translate',
  'init',
  'sync',
  'watch',
  'check',
  'review',
  'approve',
  'allow',
  'completions',
] as const
export type CommandName = (typeof COMMAND_NAMES)[number]

/** What the command line, the environment, the help and the documentation say about a setting; the rest follows from its name. */
export interface SettingFacts {
  readonly help: string
  /** The same for commands to which it means something else. */
  readonly help_in?: Readonly<Partial<Record<CommandName, string>>>
  /** The name of the value in help, such as DIR; absent for a switch. */
  readonly value?: string
  /** The default in words, where the schema does not hold it. */
  readonly unset?: string
  /** The same for commands that have another default. */
  readonly unset_in?: Readonly<Partial<Record<CommandName, string>>>
  readonly commands: readonly CommandName[]
  /** Where it may be given. An option of one command has no variable. A secret has no flag, since others can see argument lists. */
  readonly from: 'both' | 'flag' | 'environment'
  readonly short?: string
  /** The flag, where it is not made from the name: two commands may mean two settings by one flag. */
  readonly flag?: string
}

/** The facts of each setting, by its schema. */
export const about = z.registry<SettingFacts>()

/** Commands that call a service, embedded or hosted. */
export const AGENTS = ['stdio', 'http', 'translate', 'sync', 'watch', 'status', 'doctor'] as const
/** Commands that may start the service inside this program. */
export const HOSTS = ['stdio', 'http', 'translate', 'sync', 'watch', 'status', 'glossary', 'service', 'worker'] as const
/** Commands that use the engines of the service inside this program, or look at them. */
export const ENGINE_USERS = [...HOSTS, 'doctor', 'engine'] as const
/** Commands that read or keep anything of the user's. */
export const ALL = COMMAND_NAMES.filter(name => name !== 'completions' && name !== 'demo')
/** Commands that may make a new data folder. */
export const OWNERS = [...HOSTS, 'keys', 'credits', 'memory', 'files', 'members', 'workspaces', 'audit'] as const
/** Commands that look for a sign-in at a hosted service. */
export const SIGNED_IN = [...AGENTS, 'glossary', 'verify', 'login', 'logout'] as const
export const both = { from: 'both' } as const
export const flag = { from: 'flag' } as const
export const environment = { from: 'environment' } as const

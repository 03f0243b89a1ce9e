import type { CommandName } from '../settings.ts'
import type { Topic } from './topics.ts'

/** What help shows of a command besides its usage and its options. */
export interface CommandHelp {
  /** Its line in the list of all commands, at most 57 characters; or the command beside which it stands there. */
  readonly row: string | { readonly beside: CommandName }
  /** Command lines that are understood as they stand, without the name of the program, each with what comes of it. */
  readonly examples: readonly (readonly [line: string, does: string])[]
  /** Of these settings the help tells all; of the others that the command takes only their names. */
  readonly topics: readonly Topic[]
  /** Where it takes files: at every place, or after these orders. */
  readonly files?: 'everywhere' | readonly string[]
}

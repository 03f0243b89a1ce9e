import type { Writable } from 'node:stream'
import type { Clock } from '../client/deadline.ts'
import type { Environment } from './config.ts'
import type { Settings } from './settings.ts'

/** What a command gets. */
export interface Invocation {
  readonly settings: Settings
  readonly operands: readonly string[]
  readonly env: Environment
  /** The folder in which the program was started, absolute: relative paths of the command line begin there. */
  readonly working: string
  /** For results; with `stdio` only for MCP messages. */
  readonly stdout: Writable
  /** For progress, questions and errors. */
  readonly stderr: Writable
  /** Tells the time and waits between attempts of a call; default: the clock of the system. */
  readonly clock?: Clock | undefined
}

/** How a command ended: 0 done, 1 failed, 3 done with lines left in their source. Status 2 is for usage. */
export type ExitStatus = 0 | 1 | 3

/** Runs a command and gives the exit status. @throws {UsageError} the operands do not fit the command */
export type Command = (invocation: Invocation) => Promise<ExitStatus>

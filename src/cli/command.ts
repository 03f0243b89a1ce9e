import type { Writable } from 'node:stream'
import type { Clock } from '../client/deadline.ts'
import type { Environment } from './config.ts'
import type { Settings } from './settings.ts'

/** What a command gets. */
export interface Invocation {
  readonly settings: Settings
  readonly operands: readonly string[]
  readonly env: Environment
  /** For results; under `stdio` for the protocol alone. */
  readonly stdout: Writable
  /** For progress, questions and complaints. */
  readonly stderr: Writable
  /** Tells the time and pauses between attempts of a call; the system's unless given. */
  readonly clock?: Clock | undefined
}

/** Runs a command. 0: done, 1: failed. @throws {UsageError} for operands that make no sense */
export type Command = (invocation: Invocation) => Promise<0 | 1>

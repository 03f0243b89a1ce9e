import type { Writable } from 'node:stream'
import type { Environment } from './config.ts'
import type { Settings } from './settings.ts'

/** What a command is run with. */
export interface Invocation {
  readonly settings: Settings
  readonly operands: readonly string[]
  readonly env: Environment
  /** For results; under `stdio` for the protocol alone. */
  readonly stdout: Writable
  /** For progress, questions and complaints. */
  readonly stderr: Writable
}

/** Runs a command. 0: done, 1: failed. @throws {UsageError} for operands that make no sense */
export type Command = (invocation: Invocation) => Promise<0 | 1>

import type { Writable } from 'node:stream'
import { redactor } from '../client/redact.ts'
import type { Settings } from './settings.ts'

/** Tells the operator of a fault. */
export type Report = (event: string, error: unknown) => void

/** Reports as one line to stderr, credentials and links made unreadable; with its stack under log level debug. */
export function createReport(stderr: Writable, { log_level, api_key }: Settings): Report {
  const redact = redactor(api_key ?? '')
  return (event, error) => {
    if (log_level === 'silent') return
    const detail = error instanceof Error ? (log_level === 'debug' ? error.stack : error.message) : String(error)
    stderr.write(`translation-mcp: ${event}: ${redact(detail ?? '')}\n`)
  }
}

import type { Writable } from 'node:stream'
import { redactor } from '../client/redact.ts'
import { linesWithCodes } from '../contract/hidden.ts'
import type { Log } from '../service/ports.ts'
import type { Settings } from './settings.ts'

/** Tells the operator of a fault. */
export type ReportFault = (event: string, error: unknown) => void

/** Reports each fault as a line on stderr, without credentials and links. With log level debug the stack is shown too. */
export function createReport(stderr: Writable, { log_level, api_key }: Settings): ReportFault {
  const redact = redactor(api_key ?? '')
  return (event, error) => {
    if (log_level === 'silent') return
    const detail = error instanceof Error ? (log_level === 'debug' ? error.stack : error.message) : String(error)
    stderr.write(`translation-mcp: ${event}: ${linesWithCodes(redact(detail ?? ''))}\n`)
  }
}

/** The log of the service inside this program for a person: plain lines. Where a progress bar is drawn again, each first clears its row. */
export function createPlainLog(stderr: Writable, { log_level }: Settings, redraws = false): Log {
  const tell = (message: string, { why, code, stack }: Record<string, unknown> = {}) => {
    const words = [message, why ?? code].filter(word => typeof word === 'string').join(' ')
    const place = log_level === 'debug' && typeof stack === 'string' ? `\n${stack}` : ''
    stderr.write(`${redraws ? '\r\x1b[2K' : ''}translation-mcp: ${linesWithCodes(words)}${place}\n`)
  }
  return {
    warn: (message, facts) => void ((log_level === 'warn' || log_level === 'debug') && tell(message, facts)),
    error: (message, facts) => void (log_level !== 'silent' && tell(message, facts)),
  }
}

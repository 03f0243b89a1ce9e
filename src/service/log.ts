import { writeSync } from 'node:fs'
import type { Logger } from 'pino'
import { idsOf, SILENT, type Telemetry } from '../contract/telemetry.ts'
import type { Log } from './ports.ts'

export type LogLevel = 'silent' | 'error' | 'warn' | 'debug'

const NAME = 'translation-service'
/** Pino's numbers. */
const LEVELS = { warn: 40, error: 50 } as const

/** A log to standard error, one JSON line each, with the ids of the trace where there is one. Pino is loaded with the first line there is to write. */
export function createLog(level: LogLevel = 'warn', telemetry: Pick<Telemetry, 'place'> = SILENT): Log {
  let loading: Promise<Logger> | undefined
  const logger = () => {
    loading ??= import('pino').then(({ pino }) => {
      const redact = ['*.authorization', '*.secret', '*.key', 'authorization', 'secret', 'key']
      return pino({ name: NAME, level, redact }, pino.destination({ fd: 2, sync: true }))
    })
    return loading
  }
  async function write(of: keyof typeof LEVELS, message: string, facts: Record<string, unknown>): Promise<void> {
    try {
      const log = await logger()
      log[of](facts, message)
    } catch {
      // Without an open file left, or access to its own program, pino cannot be loaded: that must not end the process.
      loading = undefined
      if (level === 'silent' || (level === 'error' && of === 'warn')) return
      writePlainly({ level: LEVELS[of], time: Date.now(), name: NAME, code: facts.code, msg: message })
    }
  }
  return {
    warn: (message, facts = {}) => void write('warn', message, { ...idsOf(telemetry), ...facts }),
    error: (message, facts = {}) => void write('error', message, { ...idsOf(telemetry), ...facts }),
  }
}

function writePlainly(line: Record<string, unknown>): void {
  try {
    writeSync(2, `${JSON.stringify(line)}\n`)
  } catch {
    // Nobody can be told.
  }
}

import type { Logger } from 'pino'
import type { Log } from './ports.ts'

export type LogLevel = 'silent' | 'error' | 'warn' | 'debug'

/** A log to standard error, one JSON line each. Pino is loaded with the first line there is to write. */
export function createLog(level: LogLevel = 'warn'): Log {
  let loading: Promise<Logger> | undefined
  const logger = () => {
    loading ??= import('pino').then(({ pino }) => {
      const redact = ['*.authorization', '*.secret', '*.key', 'authorization', 'secret', 'key']
      return pino({ name: 'translation-service', level, redact }, pino.destination({ fd: 2, sync: true }))
    })
    return loading
  }
  return {
    warn: (message, facts = {}) => void logger().then(log => log.warn(facts, message)),
    error: (message, facts = {}) => void logger().then(log => log.error(facts, message)),
  }
}

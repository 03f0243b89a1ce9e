import * as z from 'zod'
import { onOff, whole } from './kinds.ts'
import { about, both, environment } from './setting-facts.ts'

const SERVERS = ['http', 'service', 'worker'] as const

/** Settings of what an operator is told while `http`, `service` or `worker` runs. Traces are set by the variables of OpenTelemetry. */
export const telemetrySettings = {
  metrics_port: whole(0, 65_535)
    .optional()
    .register(about, {
      ...both,
      value: 'N',
      commands: SERVERS,
      help: 'port of its own for metrics, at /metrics; for this machine alone unless TRANSLATION_METRICS_TOKEN is set',
      unset: 'no metrics',
    }),
  metrics_token: z
    .string()
    .regex(/^[\x21-\x7e]{32,}$/, 'at least 32 characters without spaces')
    .optional()
    .register(about, {
      ...environment,
      value: 'TEXT',
      commands: SERVERS,
      help: 'bearer token for metrics, which are then served on --host too',
      unset: 'this machine alone may read them',
    }),
  request_log: onOff()
    .prefault('off')
    .register(about, {
      ...both,
      value: 'on|off',
      commands: SERVERS,
      help: 'on: a line of JSON for each request, on standard error',
    }),
}

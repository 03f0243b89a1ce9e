import { choice, nameOfSchema, whole } from './kinds.ts'
import { about, both } from './setting-facts.ts'

const WORKING = ['http', 'service', 'worker'] as const

/** How much of the work of the service inside this program a process does. */
export const workSettings = {
  workers: whole(0, 64)
    .optional()
    .register(about, {
      ...both,
      value: 'N',
      commands: WORKING,
      help: 'threads that do the work; 0 leaves it to translation-mcp worker',
      unset: 'processors less one, at least 2',
    }),
  jobs_at_once: whole(1, 256)
    .optional()
    .register(about, {
      ...both,
      value: 'N',
      commands: WORKING,
      help: 'translations that are worked on at the same time',
      unset: '4, or one a thread',
    }),
  drain_seconds: whole(0, 3600)
    .optional()
    .register(about, {
      ...both,
      value: 'N',
      commands: WORKING,
      help: 'how long work under way may go on after SIGTERM',
      unset: '20 for worker, else 0',
    }),
  jobs_engine: choice(['auto', 'pg-boss', 'leases'])
    .default('auto')
    .register(about, {
      ...both,
      value: 'auto|pg-boss|leases',
      commands: WORKING,
      help: 'who asks again for work not taken up; auto: pg-boss (Node 22.12) with worker or --workers 0, else leases alone',
    }),
  jobs_schema: nameOfSchema()
    .default('translation_jobs')
    .register(about, {
      ...both,
      value: 'NAME',
      commands: WORKING,
      help: 'schema for the tables of pg-boss',
    }),
}

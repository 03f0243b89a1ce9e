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
      help: 'threads that do the work; 0 for http and service: all of it is left to translation-mcp worker',
      unset: 'one fewer than processors, and at least 2',
    }),
  jobs_at_once: whole(1, 256)
    .optional()
    .register(about, {
      ...both,
      value: 'N',
      commands: WORKING,
      help: 'translations that are worked on at the same time; most of the time each waits for its engine',
      unset: '4, or one in each thread where there are more',
    }),
  drain_seconds: whole(0, 3600)
    .optional()
    .register(about, {
      ...both,
      value: 'N',
      commands: WORKING,
      help: 'how long work under way may go on after SIGTERM; then it is given back, and another process goes on with it',
      unset: '20 for worker, 0 for http and service',
    }),
  jobs_engine: choice(['auto', 'pg-boss', 'leases'])
    .default('auto')
    .register(about, {
      ...both,
      value: 'auto|pg-boss|leases',
      commands: WORKING,
      help: 'what asks again for work that nobody took up; pg-boss: jobs in PostgreSQL too, from Node 22.12 on; leases: each process looks by itself; auto: pg-boss for worker and for --workers 0, where it can run',
    }),
  jobs_schema: nameOfSchema()
    .default('translation_jobs')
    .register(about, {
      ...both,
      value: 'NAME',
      commands: WORKING,
      help: 'schema of the PostgreSQL database that the tables of pg-boss are in; it is made where it is not there',
    }),
}

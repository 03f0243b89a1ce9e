import { type SharedState, SILENT, type Telemetry } from '../contract/telemetry.ts'
import { createLog } from './log.ts'
import { openState } from './open-state.ts'
import { startPass } from './pass.ts'
import type { Jobs, Log } from './ports.ts'
import type { ServiceSettings } from './settings.ts'
import { sharedState } from './store/shared-state.ts'
import { startWakeEngine } from './wake-engine.ts'
import { createJobs, type JobsParts } from './worker/jobs.ts'
import { startThread } from './worker/link.ts'
import { THREAD } from './worker/ready-thread.ts'

export interface WorkOptions {
  /** See ServiceOptions. */
  readonly dataDir: string
  readonly settings?: Partial<ServiceSettings>
  readonly log?: Log
  /** See ServiceOptions. */
  readonly telemetry?: Telemetry
  /** See ServiceOptions. */
  readonly jobs?: (parts: JobsParts) => Jobs
}

/** A process that works, and serves nobody. */
export interface RunningWork {
  /** What its database says of work and credits, for metrics. */
  sharedState(): Promise<SharedState>
  /** Lets work under way end within the time that is set for it, gives the rest back and ends. A second call changes nothing. */
  close(): Promise<void>
}

const inThread = (parts: JobsParts): Jobs => createJobs(parts, startThread(THREAD))

/**
 * Does the work of the batches of a data folder, and the scheduled pass, and takes no requests: those come to other processes on the
 * same database and files.
 *
 * @throws {NewerSchema} when a newer program wrote the folder
 */
export async function startWork({
  dataDir,
  settings: given,
  log = createLog(),
  telemetry = SILENT,
  jobs: made = inThread,
}: WorkOptions): Promise<RunningWork> {
  const clock = Date.now
  const opened = await openState({ dataDir, settings: given, clock, log, telemetry })
  const { db, newId, settings, files, data, letGo } = opened
  const jobs = made({ db, clock, log, telemetry, data })
  const pass = startPass({ db, files, clock, newId, log, settings })
  const engine = startWakeEngine({ db, database: data.database, settings, jobs, pass, log })
  jobs.wake()
  let closing: Promise<void> | undefined
  return {
    sharedState: () => sharedState(db, clock()),
    close() {
      closing ??= Promise.all([pass.stopPass(), engine.close()])
        .then(() => jobs.close())
        .then(letGo)
        .then(() => db.destroy())
      return closing
    },
  }
}

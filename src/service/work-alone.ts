import { databaseOf, filesFolder, openDataFolder } from './data-folder.ts'
import { fingerprintsOf } from './engine/fingerprint.ts'
import { makeFilesFolder, openFiles } from './files/blobs.ts'
import { createLog } from './log.ts'
import { startPass } from './pass.ts'
import type { Jobs, Log } from './ports.ts'
import { DEFAULT_SETTINGS, type ServiceSettings } from './settings.ts'
import { holdsFiles } from './store/results.ts'
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
  readonly jobs?: (parts: JobsParts) => Jobs
}

/** A process that works, and serves nobody. */
export interface RunningWork {
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
  jobs: made = inThread,
}: WorkOptions): Promise<RunningWork> {
  const clock = Date.now
  const wanted = { ...DEFAULT_SETTINGS, ...given }
  const { db, newId, fingerprint_secret } = await openDataFolder(dataDir, wanted, clock, {
    kind: 'start',
    allowance: given?.monthly_credits,
  })
  const settings = { ...wanted, prints: fingerprintsOf(wanted, fingerprint_secret) }
  const folder = filesFolder(dataDir)
  try {
    // See startService: a folder that has gone must not be replaced by an empty one.
    if (!(await holdsFiles(db))) await makeFilesFolder(folder)
  } catch (error) {
    await db.destroy()
    throw error
  }
  const files = openFiles(folder, () => newId('blb'))
  const data = { database: databaseOf(dataDir, settings), filesFolder: folder, settings }
  const jobs = made({ db, clock, log, data })
  const pass = startPass({ db, files, clock, newId, log, settings })
  const engine = startWakeEngine({ db, database: data.database, settings, jobs, pass, log })
  jobs.wake()
  let closing: Promise<void> | undefined
  return {
    close() {
      closing ??= Promise.all([pass.stopPass(), engine.close()])
        .then(() => jobs.close())
        .then(() => db.destroy())
      return closing
    },
  }
}

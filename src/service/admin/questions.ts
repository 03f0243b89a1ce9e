import { type QuestionDesk, questionDesk } from '../consent/questions.ts'
import { databaseOf, openDataFolder } from '../data-folder.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { sharedSealing } from '../shared-secrets.ts'
import { type UploadDesk, uploadDesk } from '../upload-desk.ts'
import type { AdminOptions } from './desk.ts'

/** What a process works with that has no service of its own, and keeps questions and uploads in a data folder all the same. */
export interface OpenedDesks {
  readonly questions: QuestionDesk
  readonly uploads: UploadDesk
  close(): Promise<void>
}

/** The desks over a data folder that this process does not have open yet. */
export async function openDesks(
  options: Pick<AdminOptions, 'dataDir' | 'settings'> & { readonly clock: () => number },
): Promise<OpenedDesks> {
  const { dataDir, clock } = options
  const settings = { ...DEFAULT_SETTINGS, ...options.settings }
  const { db, newId } = await openDataFolder(dataDir, settings, clock)
  const sealing = sharedSealing(databaseOf(dataDir, settings), settings)
  const desks = { questions: questionDesk({ db, newId, clock }), uploads: uploadDesk({ db, clock, sealing }) }
  return { ...desks, close: () => db.destroy() }
}

import { type QuestionDesk, questionDesk } from '../consent/questions.ts'
import { openDataFolder } from '../data-folder.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import type { AdminOptions } from './desk.ts'

/** The desk over a data folder that this process does not have open yet. */
export async function openQuestions(
  options: Pick<AdminOptions, 'dataDir' | 'settings'> & { readonly clock: () => number },
): Promise<{ readonly desk: QuestionDesk; close(): Promise<void> }> {
  const { dataDir, settings, clock } = options
  const { db, newId } = await openDataFolder(dataDir, { ...DEFAULT_SETTINGS, ...settings }, clock)
  return { desk: questionDesk({ db, newId, clock }), close: () => db.destroy() }
}

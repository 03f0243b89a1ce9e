import { readLock } from '../lock/index.ts'
import { unfinishedLines } from './history.ts'
import type { OpenedProject } from './open.ts'
import { placeOfWork } from './work-folder.ts'

/**
 * The project with what its lock would say, had no run been cut off between writing translations and writing the lock. Else that run's own
 * words would be taken for a person's.
 */
export async function withUnfinished(opened: OpenedProject, root?: string): Promise<OpenedProject> {
  const lines = await unfinishedLines((await placeOfWork(opened.folder, root)).place)
  if (lines === '') return opened
  const { places } = readLock(`${lines}${opened.lock_text ?? ''}`)
  return { ...opened, lock: { ...opened.lock, places } }
}

import { clearMemory, measureMemory } from '../store/memory.ts'
import { type AdminOptions, at } from './desk.ts'

/** How much the translation memory holds. */
export function showMemory(options: AdminOptions): Promise<{ translations: number; characters: number }> {
  return at(options, ({ db, workspace }) => measureMemory(db, workspace.id))
}

/** Empties the translation memory. Answers with what it held. */
export function emptyMemory(options: AdminOptions): Promise<{ translations: number; characters: number }> {
  return at(options, async ({ db, workspace }) => {
    const held = await measureMemory(db, workspace.id)
    await clearMemory(db, workspace.id)
    return held
  })
}

import { recordEvent } from '../store/audit.ts'
import { clearMemory, measureMemory } from '../store/memory.ts'
import { type AdminOptions, at } from './desk.ts'

/** How much the translation memory holds. */
export function showMemory(options: AdminOptions): Promise<{ translations: number; characters: number }> {
  return at(options, ({ db, workspace }) => measureMemory(db, workspace.id))
}

/** Empties the translation memory. Answers with what it held. */
export function emptyMemory(options: AdminOptions): Promise<{ translations: number; characters: number }> {
  return at(options, async ({ db, workspace, now, newId }) => {
    const held = await measureMemory(db, workspace.id)
    const detail = { translations: held.translations, by: 'operator' }
    await recordEvent(db, { now, newId }, { kind: 'memory_cleared', workspace_id: workspace.id, detail })
    await clearMemory(db, workspace.id)
    return held
  })
}

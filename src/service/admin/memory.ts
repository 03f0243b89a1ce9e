import { recordEvent } from '../store/audit.ts'
import { clearEarlier, measureEarlier } from '../store/earlier-memory.ts'
import { forgetPart, measureMemory } from '../store/memory.ts'
import { type AdminOptions, at } from './desk.ts'

/** How much a memory holds: translations, and their characters. */
export interface MemorySize {
  readonly translations: number
  readonly characters: number
}

/** How much the translation memory holds. */
export function showMemory(options: AdminOptions): Promise<MemorySize> {
  return at(options, ({ db, workspace }) => measureAll(db, workspace.id))
}

/** Empties the translation memory. Answers with what it held. */
export function emptyMemory(options: AdminOptions): Promise<MemorySize> {
  return at(options, async ({ db, workspace, now, newId }) => {
    const held = await measureAll(db, workspace.id)
    const detail = { translations: held.translations, by: 'operator' }
    await recordEvent(db, { now, newId }, { kind: 'memory_cleared', workspace_id: workspace.id, detail })
    await forgetPart(db, workspace.id)
    await clearEarlier(db, workspace.id)
    return held
  })
}

type Desk = Parameters<Parameters<typeof at>[1]>[0]

async function measureAll(db: Desk['db'], workspaceId: string): Promise<MemorySize> {
  const [held, earlier] = [await measureMemory(db, workspaceId), await measureEarlier(db, workspaceId)]
  return {
    translations: held.translations + earlier.translations,
    characters: held.characters + earlier.characters,
  }
}

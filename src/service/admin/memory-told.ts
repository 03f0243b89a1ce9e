import { recordEvent } from '../store/audit.ts'
import { write } from '../store/database.ts'
import { IMPORTED, type RememberedRow, TOLD } from '../store/memory-rows.ts'
import { replaceTold, toldLine } from '../store/memory-told.ts'
import { type AdminDesk, type AdminOptions, at } from './desk.ts'

/** A text of a project's file and its translation. Its hash is one of those of translation/line.ts. */
export interface PairToTell extends Pick<RememberedRow, 'source' | 'text' | 'text_hash' | 'file_name' | 'part'> {
  /** What it is known by in the project: of several with one name the first is taken. */
  readonly name: string
  /** True where a person wrote it, or took it over. */
  readonly of_person: boolean
}

/** What is told of one pair of languages. */
export interface Telling {
  readonly project: string
  /** As the service writes tags. */
  readonly source_language: string
  readonly target_language: string
  readonly pairs: readonly PairToTell[]
}

/** Makes the memory of a project know what its files have, in place of what it was told before. */
export async function tellMemory(options: AdminOptions, tellings: readonly Telling[]): Promise<void> {
  await at(options, async desk => {
    const { db, workspace, now, newId } = desk
    for (const telling of tellings) {
      const { project, source_language, target_language, pairs } = telling
      const asked = { workspace_id: workspace.id, project, source_language, target_language }
      await replaceTold(db, asked, toldRows(telling, desk))
      const detail = { translations: pairs.length, by: 'operator', file: TOLD }
      await write(db, tx =>
        recordEvent(tx, { now, newId }, { kind: 'memory_imported', workspace_id: workspace.id, detail }),
      )
    }
  })
}

function toldRows(
  { project, source_language, target_language, pairs }: Telling,
  { workspace, now }: Pick<AdminDesk, 'workspace' | 'now'>,
): readonly RememberedRow[] {
  const rows = new Map<string, RememberedRow>()
  for (const { name, of_person, ...pair } of pairs) {
    const line = toldLine(project, JSON.stringify([source_language, target_language, name]))
    if (rows.has(line)) continue
    rows.set(line, {
      ...{ ...pair, workspace_id: workspace.id, line, project, source_language, target_language },
      ...{ sense: null, author: TOLD, engine: of_person ? IMPORTED : TOLD, corrected: of_person ? 1 : 0 },
      ...{ created_at: now, used_at: now },
    })
  }
  return [...rows.values()]
}

import type { PlaceholderSyntax } from '../../formats/index.ts'
import { recordEvent } from '../store/audit.ts'
import { write } from '../store/database.ts'
import { IMPORTED, type RememberedRow, TOLD } from '../store/memory-rows.ts'
import { replaceTold, toldLine } from '../store/memory-told.ts'
import { importedHasher, isLabel, textHasher } from '../translation/line.ts'
import { type AdminDesk, type AdminOptions, at } from './desk.ts'

/** A text of a project's file and its translation. */
export interface PairToTell {
  readonly source: string
  readonly text: string
  readonly syntax: PlaceholderSyntax | undefined
  /** The file of the translation and the key there: what a pair is known by. */
  readonly file_name: string
  readonly part: string
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

/**
 * Makes the memory of a project know what its files have, in place of what it was told before. What a person wrote is used for equal texts of
 * the project, but labels, whose translation depends on their place (ENG-3); all of it serves as an example.
 */
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
  const languages = { source: source_language, target: target_language }
  const [everywhere, alone] = [importedHasher(languages), textHasher(languages)]
  const rows = new Map<string, RememberedRow>()
  for (const { source, text, syntax, file_name, part, of_person } of pairs) {
    const isUsed = of_person && !isLabel({ text: source, syntax })
    const own = JSON.stringify([source_language, target_language, isUsed ? source : [file_name, part]])
    const line = toldLine(project, own)
    if (rows.has(line)) continue
    const text_hash = isUsed ? everywhere(source) : alone(source)
    rows.set(line, {
      ...{ workspace_id: workspace.id, line, project, text_hash },
      ...{ source_language, target_language, source, text, part, sense: null, author: TOLD, file_name },
      ...{ engine: of_person ? IMPORTED : TOLD, corrected: of_person ? 1 : 0, created_at: now, used_at: now },
    })
  }
  return [...rows.values()]
}

import { recordEvent } from '../store/audit.ts'
import { write } from '../store/database.ts'
import { putImported, type StandingLine, standingLines } from '../store/memory-imports.ts'
import { IMPORTED, type RememberedRow } from '../store/memory-rows.ts'
import { turn } from '../store/slices.ts'
import { type AdminDesk, type AdminOptions, at } from './desk.ts'

/** A translation that comes in. Its hashes are those of translation/line.ts. */
export type IncomingLine = Pick<RememberedRow, 'line' | 'project' | 'text_hash' | 'source' | 'text' | 'part'> &
  Pick<RememberedRow, 'source_language' | 'target_language' | 'file_name' | 'engine' | 'corrected'> & {
    /** When it was written, in milliseconds since 1970; undefined where that is not known. */
    readonly created_at: number | undefined
  }

/** What an import did: how many translations were added, changed, there already, and left as they are since they were made here. */
export interface ImportCounts {
  readonly added: number
  readonly changed: number
  readonly same: number
  readonly kept: number
}

interface ImportWish {
  /** The name of the file, for the audit log. */
  readonly file: string
  /** Nothing is written. */
  readonly dry_run: boolean
}

const ROWS_AT_ONCE = 500

/**
 * Takes translations into the memory, in slices, and notes it in the audit log. Each slice is written whole or not at all; the same
 * import again completes one that was ended between. No line may be there twice in the same project.
 */
export async function importMemory(
  options: AdminOptions,
  lines: readonly IncomingLine[],
  { file, dry_run }: ImportWish,
): Promise<ImportCounts> {
  return await at(options, async desk => {
    const { workspace, now, newId } = desk
    const sum = { added: 0, changed: 0, same: 0, kept: 0 }
    const detail = { translations: lines.length, by: 'operator', file }
    for (let from = 0; from < lines.length; from += ROWS_AT_ONCE) {
      const slice = lines.slice(from, from + ROWS_AT_ONCE)
      const counts = await write(desk.db, async tx => {
        const standing = await standingLines(tx, workspace.id, [...new Set(slice.map(({ line }) => line))])
        if (dry_run) return countsOf(slice, standing)
        if (from === 0) {
          await recordEvent(tx, { now, newId }, { kind: 'memory_imported', workspace_id: workspace.id, detail })
        }
        await putImported(
          tx,
          slice.map(line => rowOf(line, desk)),
        )
        return countsOf(slice, standing)
      })
      for (const what of ['added', 'changed', 'same', 'kept'] as const) sum[what] += counts[what]
      await turn()
    }
    return sum
  })
}

function rowOf({ created_at, ...line }: IncomingLine, { workspace, now }: AdminDesk): RememberedRow {
  const created = Math.min(created_at ?? now, now)
  return { ...line, workspace_id: workspace.id, sense: null, author: 'operator', created_at: created, used_at: now }
}

/** What becomes of each of these, by what stands there before. */
function countsOf(slice: readonly IncomingLine[], standing: readonly StandingLine[]): ImportCounts {
  const before = new Map(standing.map(row => [`${row.line} ${row.project}`, row]))
  const counts = { added: 0, changed: 0, same: 0, kept: 0 }
  for (const { line, project, text, engine } of slice) {
    const there = before.get(`${line} ${project}`)
    if (there === undefined) counts.added += 1
    else if (there.text === text) counts.same += 1
    else counts[there.engine === IMPORTED && engine === IMPORTED ? 'changed' : 'kept'] += 1
  }
  return counts
}

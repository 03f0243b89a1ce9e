import Sqlite from 'libsql'
import { type Database, write } from './database.ts'
import { NO_ERROR } from './outcomes.ts'
import type { TranslationRow } from './schema.ts'

/** A finished segment. `finding` says why its source is kept, `note` what a person may want to look at; null when all is well. */
export type Kept = Pick<TranslationRow, 'source_hash' | 'text' | 'finding'> &
  Partial<Pick<TranslationRow, 'repaired' | 'note'>>

/**
 * Keeps finished segments at once, so that a killed job asks for none twice. The job has made progress: its attempts count
 * anew, and what it waited for is there.
 */
export function keepTranslations(
  db: Database,
  batchId: string,
  language: string,
  kept: readonly Kept[],
): Promise<void> {
  return write(db, async tx => {
    if (kept.length === 0) return
    const rows = kept.map(row => ({ batch_id: batchId, language, repaired: 0, note: null, ...row }))
    await tx.replaceInto('translations').values(rows).execute()
    await tx
      .updateTable('batches')
      .set({ attempts: 0, ...NO_ERROR })
      .where('id', '=', batchId)
      .execute()
  })
}

const ROWS_AT_ONCE = 2000

/** Forgets the segments of a batch that has ended, in slices, so that no other writer waits long. */
export async function forgetTranslations(db: Database, batchId: string): Promise<void> {
  for (;;) {
    const slice = db.selectFrom('translations').select(['language', 'source_hash']).where('batch_id', '=', batchId)
    const result = await db
      .deleteFrom('translations')
      .where('batch_id', '=', batchId)
      .where(is =>
        is(is.refTuple('language', 'source_hash'), 'in', slice.limit(ROWS_AT_ONCE).$asTuple('language', 'source_hash')),
      )
      .executeTakeFirst()
    if (result.numDeletedRows < BigInt(ROWS_AT_ONCE)) return
  }
}

/** A kept segment as it was put there, with the number it was handed out under; null where it was not. */
export type Found = Pick<TranslationRow, 'text' | 'finding' | 'repaired' | 'note'> & { readonly number: number | null }

/** Looks kept segments up one by one while a file is written. */
export interface KeptTranslations {
  find(batchId: string, language: string, sourceHash: string): Found | undefined
  close(): void
}

/**
 * Opens kept translations for looking up without waiting: a format asks for each text as it passes it, and all of them together
 * may not fit in memory.
 */
export function openKeptTranslations(databaseFile: string): KeptTranslations {
  const sqlite = new Sqlite(databaseFile, { readonly: true })
  // A text with U+0000 in it comes back cut off there unless it is quoted.
  const statement = sqlite.prepare(
    `select json_quote(translations.text) as text, finding, repaired, translations.note, number
      from translations left join segments using (batch_id, language, source_hash)
      where batch_id = ? and language = ? and source_hash = ?`,
  )
  return {
    find(batchId, language, sourceHash) {
      const row: unknown = statement.get([batchId, language, sourceHash])
      return isKept(row) ? { ...row, text: JSON.parse(row.text) } : undefined
    },
    close: () => void sqlite.close(),
  }
}

function isKept(row: unknown): row is Found {
  return typeof row === 'object' && row !== null && 'text' in row && typeof row.text === 'string' && 'finding' in row
}

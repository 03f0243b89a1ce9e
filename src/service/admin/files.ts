import { filesPlaceOf } from '../data-folder.ts'
import { AdminRefused } from '../domain/admin.ts'
import { timestamp } from '../domain/time.ts'
import { openOwnedFiles } from '../owned-files.ts'
import { forgetSegments } from '../segments/index.ts'
import { recordEvent } from '../store/audit.ts'
import { findBatch, targetsColumn } from '../store/batches.ts'
import type { Database } from '../store/database.ts'
import { type KeptFile, letGo, listKept } from '../store/kept-files.ts'
import { holdsFiles } from '../store/results.ts'
import { forgetTranslations } from '../store/translations.ts'
import { type AdminDesk, type AdminOptions, at } from './desk.ts'

/** The files that are kept for one translation. Sizes in bytes, moments RFC 3339. */
export interface KeptFiles {
  readonly batch_id: string
  readonly name: string | null
  readonly status: string
  /** Null and none without a plan. */
  readonly source_language: string | null
  readonly target_languages: readonly string[]
  readonly created_at: string
  readonly expires_at: string
  readonly original: { readonly file_name: string; readonly size_bytes: number }
  /** Null where there is none yet. */
  readonly result: { readonly file_name: string; readonly size_bytes: number } | null
}

/** What of it is wanted; what is left out limits nothing. */
export interface KeptQuery {
  /** Those created before this moment, in milliseconds. */
  readonly before?: number | undefined
  /** Those that follow this id. */
  readonly after?: string | undefined
  readonly limit?: number | undefined
}

/** How many rows are read at once. */
const PAGE = 500

/**
 * Hands out what files of the workspace are kept, one translation at a time, newest first.
 *
 * @returns the id of the last one, where older ones were left out
 * @throws {AdminRefused} translation_not_found, for an `after` that is none of the workspace
 */
export function readKept(
  options: AdminOptions,
  { limit = Number.POSITIVE_INFINITY, ...wanted }: KeptQuery,
  take: (kept: KeptFiles) => Promise<void> | void,
): Promise<string | undefined> {
  return at(options, async ({ db, workspace }) => {
    let { after } = wanted
    if (after !== undefined) await requireKnown(db, workspace.id, after)
    let left = limit
    for (;;) {
      const most = Math.min(PAGE, left)
      const found = await listKept(db, workspace.id, { ...wanted, after, limit: most + 1 })
      for (const row of found.slice(0, most)) await take(view(row))
      after = found.slice(0, most).at(-1)?.id ?? after
      left -= most
      if (found.length <= most) return undefined
      if (left === 0) return after
    }
  })
}

async function requireKnown(db: Database, workspaceId: string, id: string): Promise<void> {
  if ((await findBatch(db, workspaceId, id)) !== undefined) return
  throw new AdminRefused(
    'translation_not_found',
    `There is no translation ${id} in this workspace. Start without --cursor.`,
  )
}

/** What became of one order to delete: done, or why not. */
export interface Deleted {
  readonly batch_id: string
  readonly outcome: 'deleted' | 'unknown' | 'gone' | 'at_work'
}

/** Which files are to be deleted: those of these translations, or of all that were created before a moment in milliseconds. */
export type ToDelete = { readonly ids: readonly string[] } | { readonly before: number }

/**
 * Deletes the originals and results of translations, with the segments and single translations that are kept of them. What is worked
 * on keeps its files. Each is a transaction of its own, with its line in the audit log: what was deleted before a failure stays deleted.
 */
export function deleteKept(
  options: AdminOptions,
  which: ToDelete,
  take: (deleted: Deleted) => Promise<void> | void,
): Promise<void> {
  return at(options, async desk => {
    const { db, clock } = desk
    const place = filesPlaceOf(options.dataDir, desk.settings)
    const files = await openOwnedFiles(place, { db, clock, newName: () => desk.newId('blb') })
    // Before any row is changed: what cannot be removed now would stay for a while.
    if (await holdsFiles(db)) await files.look()
    for await (const id of 'ids' in which ? which.ids : olderThan(desk, which.before)) {
      const gone = await letGo(desk.db, desk.workspace.id, id, async (tx, { file_bytes, result_bytes }) => {
        const detail = { by: 'operator', bytes: file_bytes + (result_bytes ?? 0) }
        const event = { kind: 'files_deleted', workspace_id: desk.workspace.id, batch_id: id, detail } as const
        await recordEvent(tx, desk, event)
      })
      if ('blobs' in gone) {
        for (const blob of gone.blobs) await files.remove(blob)
        await forgetSegments(desk.db, id)
        await forgetTranslations(desk.db, id)
      }
      await take({ batch_id: id, outcome: 'blobs' in gone ? 'deleted' : gone.refused })
    }
  })
}

async function* olderThan({ db, workspace }: AdminDesk, before: number): AsyncGenerator<string> {
  let after: string | undefined
  for (;;) {
    const found = await listKept(db, workspace.id, { before, after, limit: PAGE })
    for (const { id } of found) yield id
    after = found.at(-1)?.id
    if (after === undefined) return
  }
}

function view({ id, name, status, created_at, file_expires_at, ...row }: KeptFile): KeptFiles {
  const { file_name, file_bytes, result_name, result_bytes, source_language } = row
  return {
    batch_id: id,
    name,
    status,
    source_language,
    target_languages: targetsColumn.read(row.target_languages_json),
    created_at: timestamp(created_at),
    expires_at: timestamp(file_expires_at),
    original: { file_name, size_bytes: file_bytes },
    result: result_name === null ? null : { file_name: result_name, size_bytes: result_bytes ?? 0 },
  }
}

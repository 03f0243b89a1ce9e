import { LIMITS, STATE_HEADER } from '../../contract/limits.ts'
import { api } from '../../contract/operations.ts'
import { housekeepingRefusal } from '../domain/batch-state.ts'
import type { Position } from '../domain/cursor.ts'
import { ServiceError } from '../domain/errors.ts'
import { fold } from '../domain/fold.ts'
import { filterTag } from '../domain/languages.ts'
import { stateWord } from '../domain/moved.ts'
import { visible } from '../domain/visible.ts'
import { type Call, type Deps, handle } from '../http/route.ts'
import { languagesIn } from '../planner/language-search.ts'
import { languageCalled } from '../planner/prose/language-names.ts'
import {
  type BatchFilters,
  type BatchPosition,
  findBatchPlans,
  listBatches,
  requireBatch,
  updateBatch,
} from '../store/batches.ts'
import { write } from '../store/database.ts'
import type { BatchRow } from '../store/schema.ts'
import { viewBatch, viewBatchPlan } from '../views/batch.ts'
import { withObstacle } from '../views/waiting-work.ts'
import { waitedFor } from './batch-wait.ts'

export const listBatchesRoute = handle(api.batches.list, async ({ query, caller }, deps) => {
  const { db, cursors } = deps
  const limit = query.limit ?? LIMITS.page_size.default
  const filters = filtersOf(query)
  const list = [api.batches.list.id, caller.workspace.id, filters]
  const after = query.cursor === undefined ? undefined : positionIn(cursors.read(query.cursor, list))
  const rows = await listBatches(db, caller.workspace.id, filters, after, limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const has_more = rows.length > limit && last !== undefined
  const next_cursor = has_more ? cursors.write([last.created_at, last.id], list) : null
  return { data: page.map(row => viewBatch(told(row, deps))), has_more, next_cursor, limit }
})

function filtersOf(query: Call<typeof api.batches.list>['query']): BatchFilters {
  const { status, archived = false, quality_tier, created_after, created_before, search, target_language } = query
  const named = search !== undefined && query.search_languages === true ? languagesIn(search) : undefined
  return {
    status,
    archived,
    quality_tier,
    created_after: created_after === undefined ? undefined : Date.parse(created_after),
    created_before: created_before === undefined ? undefined : Date.parse(created_before),
    search: search === undefined ? undefined : fold(search),
    searched_languages: named && { languages: named.languages, words: named.words.map(fold) },
    target_language: target_language === undefined ? undefined : listedLanguage(target_language),
  }
}

/** @throws {ServiceError} language_not_supported */
function listedLanguage(target_language: string): string {
  const tag = filterTag(target_language)
  if (tag !== undefined) return tag
  const meant = languageCalled(target_language)
  const instead = meant === undefined ? '' : ` Its tag here is ${meant}.`
  const message = `“${visible(target_language, 60)}” is not the tag of a supported language.${instead}`
  throw new ServiceError('language_not_supported', message, { param: 'target_language' })
}

export const batchPlansRoute = handle(api.batches.plans, async ({ query, caller }, { db }) => {
  const ids = [...new Set(query.ids)]
  const found = await findBatchPlans(db, caller.workspace.id, ids)
  const byId = new Map(found.map(row => [row.id, row]))
  const data = ids.flatMap(id => byId.get(id) ?? []).map(viewBatchPlan)
  return { data, has_more: false, next_cursor: null, limit: LIMITS.batch_plans }
})

function positionIn([created_at, id]: Position): BatchPosition {
  return { created_at: Number(created_at), id: String(id) }
}

export const getBatchRoute = handle(api.batches.get, async (call, deps) => {
  const { params, query, caller } = call
  const waits = (query.wait_ms ?? 0) > 0
  const row = waits ? await waitedFor(call, deps) : await requireBatch(deps.db, caller.workspace.id, params.batch_id)
  return { data: viewBatch(told(row, deps)), headers: { [STATE_HEADER]: stateWord(row) }, waited: waits }
})

/** With the reason why nobody works on it, where that is so. */
function told(row: BatchRow, { settings, clock }: Deps): BatchRow {
  return withObstacle(row, { prints: settings.prints, lease_ms: settings.lease_seconds * 1000 }, clock())
}

export const updateBatchRoute = handle(api.batches.update, ({ params, body, caller }, { db }) =>
  write(db, async tx => {
    const batch = await requireBatch(tx, caller.workspace.id, params.batch_id)
    const refusal = housekeepingRefusal({ status: batch.status, archived: batch.archived === 1 }, body)
    if (refusal !== undefined) throw new ServiceError('batch_not_editable', refusal)
    const name = body.name === undefined ? {} : { name: body.name, search_key: fold(body.name) }
    const archived = body.archived === undefined ? {} : { archived: body.archived ? 1 : 0 }
    const change = { ...name, ...archived }
    return { data: viewBatch(Object.keys(change).length === 0 ? batch : await updateBatch(tx, batch.id, change)) }
  }),
)

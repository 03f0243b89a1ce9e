import * as z from 'zod'
import { ApiError } from '../../client/errors.ts'
import { BATCH_STATUSES, type Batch, QUALITY_TIERS } from '../../contract/batch.ts'
import { isVarietyOf } from '../../contract/language-tags.ts'
import { LIMITS } from '../../contract/limits.ts'
import { api } from '../../contract/operations.ts'
import { type BatchPlans, batchPlans, offeredPlans } from '../batch-plans.ts'
import type { CallContext, McpSettings } from '../context.ts'
import { batchLine, shownBatch } from '../render/batch.ts'
import { DATA_NOTICE, quoted } from '../render/data.ts'
import { counted } from '../render/numbers.ts'
import { languageLabel } from '../render/plan.ts'
import { BatchRow, common, momentInput } from '../shapes.ts'
import { awaitsTranslations, step, stepToCreate } from '../steps.ts'
import { tool } from '../tool.ts'

const { search_length, page_size, language_tag_length } = LIMITS

const input = z.strictObject({
  limit: z.number().int().min(1).max(50).default(page_size.default),
  cursor: z.string().min(1).optional().describe('next_cursor of the last page, with the same filters'),
  status: z.enum(BATCH_STATUSES).optional(),
  archived: z.boolean().optional().describe('true lists the archived ones instead'),
  quality_tier: z.enum(QUALITY_TIERS).optional(),
  target_language: z.string().min(1).max(language_tag_length).optional().describe('tag; fr finds fr-CA too'),
  created_after: momentInput.optional().describe('date or RFC 3339 time'),
  created_before: momentInput.optional(),
  search: z
    .string()
    .min(search_length.min)
    .max(search_length.max)
    .optional()
    .describe('part of the file name or new name, a target language ("French"), or both'),
})
type Input = z.output<typeof input>

export const listBatches = tool({
  name: 'list_batches',
  title: 'List translations',
  description:
    'Lists translations, newest first, with state, words and cost, a page at a time. ' +
    'Finds a batch_id, and what waits or runs; get_batch shows one with its plan.',
  effect: 'read',
  calls: [api.batches.list, api.batches.plans],
  input,
  output: z.looseObject({
    batches: z.array(BatchRow),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
    ...common,
  }),
  run: async (asked, context) => {
    const [page, archived] = await Promise.all([pageOf(asked, context), archivedMatching(asked, context)])
    const { listed, plans, has_more, next_cursor, request_id } = page
    const isStuck = has_more && (next_cursor === null || next_cursor === asked.cursor)
    return {
      data: {
        batches: listed.map(batch => shownBatch(batch, plans.get(batch.id))),
        has_more,
        next_cursor,
        ...archived,
        ...(isStuck && { warnings: [STUCK] }),
        data_notice: DATA_NOTICE,
        request_id,
        next_step: nextAfterList(listed, asked, has_more && !isStuck ? next_cursor : null, context.parts.settings),
      },
      lines: [
        headOf(listed.length, asked, has_more),
        ...archivedLine(archived),
        ...listed.map(batch => batchLine(batch, plans.get(batch.id))),
      ],
    }
  },
})

const STUCK =
  'There are more translations, but the service does not say where they go on (no new next_cursor). created_before, with the created_at of the last one, lists older ones.'

function headOf(count: number, asked: Input, has_more: boolean): string {
  const more = has_more ? '; there are more' : ''
  return count === 0
    ? `No ${asked.cursor === undefined ? '' : 'more '}translations${filters(asked)}${more}.`
    : `${counted(count, 'translation')}${filters(asked)}, newest first${more}:`
}

/** A page, with the languages of its translations where the service says them. */
async function pageOf(asked: Input, context: CallContext) {
  const page = await listPage(asked, context)
  const plans = await plansFor(page.data, asked, context)
  return { ...page, plans, listed: page.data.filter(isInto(asked, plans)) }
}

/** Asked for where there is nothing to ask for: whether the service says languages shows all the same. No service has it. */
const NO_BATCH = 'none'

/**
 * The languages of these translations. A filter by language holds only where the service says them: one that does not know the filter
 * ignores it, or finds nothing by it.
 *
 * @throws {ApiError} resource_not_found of batches.plans, where a filter needs what the service does not offer
 */
async function plansFor(
  batches: readonly Batch[],
  { target_language }: Input,
  context: CallContext,
): Promise<BatchPlans> {
  const ids = batches.map(({ id }) => id)
  if (target_language === undefined) return await offeredPlans(ids, context)
  return await batchPlans(ids.length === 0 ? [NO_BATCH] : ids, context)
}

/** True for a translation that the filter by language means; what else a service answered is never shown as filtered. */
function isInto({ target_language }: Input, plans: BatchPlans): (batch: Batch) => boolean {
  if (target_language === undefined) return () => true
  return ({ id }) => plans.get(id)?.target_languages.some(tag => isVarietyOf(tag, target_language)) === true
}

/** How many archived translations the same filters find; `more`: there are further ones. */
interface Archived {
  readonly archived_matching?: number
  readonly archived_more?: true
}

/** Of the first page alone, and of a list without archived ones. A fault leaves it open: the list is told all the same. */
async function archivedMatching(asked: Input, context: CallContext): Promise<Archived> {
  if (asked.archived === true || asked.cursor !== undefined) return {}
  try {
    const wanted = { ...asked, archived: true, limit: 50 }
    const { data, has_more } = await listPage(wanted, context)
    const ids = asked.target_language === undefined ? [] : data.map(({ id }) => id)
    const plans = await batchPlans(ids, context)
    const archived_matching = data.filter(({ archived }) => archived).filter(isInto(asked, plans)).length
    return { archived_matching, ...(has_more && { archived_more: true }) }
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'cancelled') return {}
    throw error
  }
}

function archivedLine({ archived_matching = 0, archived_more }: Archived): string[] {
  if (archived_matching === 0) return []
  const many = archived_more
    ? 'or more archived ones match'
    : archived_matching === 1
      ? 'archived one matches'
      : 'archived ones match'
  return [`${archived_matching} ${many}; archived: true lists them.`]
}

/** A page. Where the caller named no limit and the service refuses ours, it is asked for as many as it gives by itself. */
async function listPage(asked: Input, { parts: { client }, signal }: CallContext) {
  const { limit, ...rest } = asked
  const list = (query: typeof rest) => {
    const search_languages = query.search === undefined ? undefined : true
    return client.call(api.batches.list, { query: { ...query, search_languages } }, { signal })
  }
  try {
    return await list(asked)
  } catch (error) {
    const tooMany = error instanceof ApiError && error.code === 'invalid_parameter' && error.param === 'limit'
    if (tooMany && limit === page_size.default) return list(rest)
    throw error
  }
}

/** The filters in words, so that an empty list is not taken for an empty workspace. */
function filters({
  status,
  archived,
  quality_tier,
  target_language,
  created_after,
  created_before,
  search,
}: Input): string {
  const words = [
    archived ? 'archived' : '',
    status ?? '',
    quality_tier === undefined ? '' : `${quality_tier} quality`,
    target_language === undefined ? '' : `into ${languageLabel(target_language)}`,
    created_after === undefined ? '' : `created after ${created_after}`,
    created_before === undefined ? '' : `created before ${created_before}`,
    search === undefined ? '' : `matching ${quoted(search)}`,
  ].filter(Boolean)
  return words.length === 0 ? '' : ` (${words.join(', ')})`
}

function nextAfterList(batches: readonly Batch[], asked: Input, cursor: string | null, settings: McpSettings): string {
  if (cursor !== null) return step('list_batches', { ...asked, cursor })
  const [newest] = batches
  const wanted = batches.find(awaitsTranslations) ?? newest
  if (wanted) return step('get_batch', { batch_id: wanted.id })
  const filtered = filters(asked) !== '' || asked.cursor !== undefined
  return filtered ? step('list_batches', {}) : stepToCreate(settings)
}

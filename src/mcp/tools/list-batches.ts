import * as z from 'zod'
import { ApiError } from '../../client/errors.ts'
import { BATCH_STATUSES, type Batch, QUALITY_TIERS } from '../../contract/batch.ts'
import { LIMITS } from '../../contract/limits.ts'
import { api } from '../../contract/operations.ts'
import type { CallContext, McpSettings } from '../context.ts'
import { batchLine, shownBatch } from '../render/batch.ts'
import { DATA_NOTICE, quoted } from '../render/data.ts'
import { counted } from '../render/numbers.ts'
import { BatchRow, common, momentInput } from '../shapes.ts'
import { awaitsTranslations, step, stepToCreate } from '../steps.ts'
import { tool } from '../tool.ts'

const { search_length, page_size } = LIMITS

const input = z.strictObject({
  limit: z.number().int().min(1).max(50).default(page_size.default),
  cursor: z.string().min(1).optional().describe('next_cursor of the last page, with the same filters'),
  status: z.enum(BATCH_STATUSES).optional(),
  archived: z.boolean().optional().describe('true lists the archived ones instead'),
  quality_tier: z.enum(QUALITY_TIERS).optional(),
  created_after: momentInput.optional().describe('date or RFC 3339 time'),
  created_before: momentInput.optional(),
  search: z
    .string()
    .min(search_length.min)
    .max(search_length.max)
    .optional()
    .describe('part of the name; unless renamed, that is the file name'),
})
type Input = z.output<typeof input>

export const listBatches = tool({
  name: 'list_batches',
  title: 'List translations',
  description:
    'Lists translations, newest first, with state, words and cost, a page at a time. ' +
    'Finds a batch_id, and what waits or runs; get_batch shows one with its plan.',
  effect: 'read',
  calls: [api.batches.list],
  input,
  output: z.looseObject({
    batches: z.array(BatchRow),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
    ...common,
  }),
  run: async (asked, context) => {
    const { data, has_more, next_cursor, request_id } = await pageOf(asked, context)
    const more = has_more ? '; there are more' : ''
    const isStuck = has_more && (next_cursor === null || next_cursor === asked.cursor)
    return {
      data: {
        batches: data.map(shownBatch),
        has_more,
        next_cursor,
        ...(isStuck && { warnings: [STUCK] }),
        data_notice: DATA_NOTICE,
        request_id,
        next_step: nextAfterList(data, asked, has_more && !isStuck ? next_cursor : null, context.parts.settings),
      },
      lines: [
        data.length === 0
          ? `No ${asked.cursor === undefined ? '' : 'more '}translations${filters(asked)}.`
          : `${counted(data.length, 'translation')}${filters(asked)}, newest first${more}:`,
        ...data.map(batchLine),
      ],
    }
  },
})

const STUCK =
  'There are more translations, but the service does not say where they go on (no new next_cursor). created_before, with the created_at of the last one, lists older ones.'

/** A page. Where the caller named no limit and the service refuses ours, it is asked for as many as it gives by itself. */
async function pageOf(asked: Input, { parts: { client }, signal }: CallContext) {
  const { limit, ...rest } = asked
  const list = (query: typeof rest) => client.call(api.batches.list, { query }, { signal })
  try {
    return await list(asked)
  } catch (error) {
    const tooMany = error instanceof ApiError && error.code === 'invalid_parameter' && error.param === 'limit'
    if (tooMany && limit === page_size.default) return list(rest)
    throw error
  }
}

/** The filters in words, so that an empty list is not taken for an empty workspace. */
function filters({ status, archived, quality_tier, created_after, created_before, search }: Input): string {
  const words = [
    archived ? 'archived' : '',
    status ?? '',
    quality_tier === undefined ? '' : `${quality_tier} quality`,
    created_after === undefined ? '' : `created after ${created_after}`,
    created_before === undefined ? '' : `created before ${created_before}`,
    search === undefined ? '' : `with ${quoted(search)} in the name`,
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

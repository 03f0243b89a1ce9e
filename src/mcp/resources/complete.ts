import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server'
import { api } from '../../contract/operations.ts'
import type { CallContext } from '../context.ts'

const NONE: CompleteResult = { completion: { values: [], hasMore: false } }
/** The most values an answer may carry (MCP, completion), and a page of the API. */
const MOST = 100

/** The newest values, and whether there are more. */
interface Known {
  readonly values: readonly string[]
  readonly has_more: boolean
}

type Find = (context: CallContext) => Promise<Known>

/** Finds the values for each parameter of the resource templates. */
const FINDERS: ReadonlyMap<string, Find> = new Map<string, Find>([
  [
    'batch_id',
    async ({ parts, signal }) => {
      const { data, has_more } = await parts.client.call(api.batches.list, { query: { limit: MOST } }, { signal })
      return { values: data.map(batch => batch.id), has_more }
    },
  ],
  [
    'language_pair',
    async ({ parts, signal }) => {
      const { data, has_more } = await parts.client.call(api.glossaries.list, { query: { limit: MOST } }, { signal })
      return { values: data.map(glossary => glossary.language_pair), has_more }
    },
  ],
])

/** Completes an argument of a resource template. No values for an unknown argument, or if the call of the service fails. */
export async function completeArgument(params: CompleteRequestParams, context: CallContext): Promise<CompleteResult> {
  const find = params.ref.type === 'ref/resource' ? FINDERS.get(params.argument.name) : undefined
  const known = await find?.(context).catch(() => undefined)
  if (known === undefined) return NONE
  const typed = params.argument.value.toLowerCase()
  const values = known.values.filter(value => value.toLowerCase().startsWith(typed))
  // The total is known only if the first page has everything.
  const total = known.has_more ? {} : { total: values.length }
  return { completion: { values, ...total, hasMore: known.has_more } }
}

import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server'
import { api } from '../../contract/operations.ts'
import type { CallContext } from '../context.ts'

const NONE: CompleteResult = { completion: { values: [], hasMore: false } }
/** The most values an answer may carry (MCP, completion). */
const MOST = 100

type Find = (typed: string, context: CallContext) => Promise<readonly string[]>

/** What completes the parameters of resource templates. */
const FINDERS: Record<string, Find> = {
  batch_id: async (_typed, { parts, signal }) => {
    const { data } = await parts.client.call(api.batches.list, { query: { limit: MOST } }, { signal })
    return data.map(batch => batch.id)
  },
  language_pair: async (_typed, { parts, signal }) => {
    const { data } = await parts.client.call(api.glossaries.list, { query: { limit: MOST } }, { signal })
    return data.map(glossary => glossary.language_pair)
  },
}

/** Completes an argument of a resource template; nothing for what we do not know, and nothing when the service does not answer. */
export async function completeArgument(params: CompleteRequestParams, context: CallContext): Promise<CompleteResult> {
  const find = params.ref.type === 'ref/resource' ? FINDERS[params.argument.name] : undefined
  if (!find) return NONE
  const typed = params.argument.value.toLowerCase()
  const known = await find(typed, context).catch(() => [])
  const values = known.filter(value => value.toLowerCase().startsWith(typed))
  return { completion: { values: values.slice(0, MOST), total: values.length, hasMore: values.length > MOST } }
}

import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server'
import { api } from '../contract/operations.ts'
import type { CallContext } from './context.ts'
import { promptArgument } from './prompts/index.ts'
import type { Completes } from './prompts/prompt.ts'

const NONE: CompleteResult = { completion: { values: [], hasMore: false } }
/** The most values an answer may carry (MCP, completion), and a page of the API. */
const MOST = 100

/** The values, and whether there are more. A value is found by what it begins with, or by one of its other names. */
interface Known {
  readonly values: readonly { readonly value: string; readonly names?: readonly string[] }[]
  readonly has_more: boolean
}

/** Finds what an argument may hold: the newest translations, the glossaries, all languages. */
const FINDERS: Record<Completes, (context: CallContext) => Promise<Known>> = {
  batch_id: async ({ parts, signal }) => {
    const { data, has_more } = await parts.client.call(api.batches.list, { query: { limit: MOST } }, { signal })
    const values = data.map(({ id, name, file_name }) => ({ value: id, names: [name ?? '', file_name ?? ''] }))
    return { values, has_more }
  },
  language_pair: async ({ parts, signal }) => {
    const { data, has_more } = await parts.client.call(api.glossaries.list, { query: { limit: MOST } }, { signal })
    return { values: data.map(({ language_pair }) => ({ value: language_pair })), has_more }
  },
  languages: async ({ parts, signal }) => {
    const values: { value: string; names: string[] }[] = []
    for await (const { data } of parts.client.pages(api.languages.list, {}, { signal })) {
      values.push(...data.map(({ tag, name }) => ({ value: tag, names: [name] })))
    }
    return { values, has_more: false }
  },
}

const PARAMETERS: ReadonlyMap<string, Completes> = new Map([
  ['batch_id', 'batch_id'],
  ['language_pair', 'language_pair'],
])

/**
 * Completes an argument of a resource template or of a prompt. No values for an unknown argument, or if the call of the service
 * fails: a person who types goes on typing.
 */
export async function completeArgument(params: CompleteRequestParams, context: CallContext): Promise<CompleteResult> {
  const { ref, argument } = params
  const completes =
    ref.type === 'ref/prompt' ? promptArgument(ref.name, argument.name)?.completes : PARAMETERS.get(argument.name)
  if (completes === undefined) return NONE
  const known = await FINDERS[completes](context).catch(() => undefined)
  if (known === undefined) return NONE
  const several = completes === 'languages'
  const before = several ? (/^.*[,;]\s*/s.exec(argument.value)?.[0] ?? '') : ''
  const typed = argument.value.slice(before.length).toLowerCase()
  const found = known.values.filter(({ value, names = [] }) =>
    [value, ...names].some(name => name.toLowerCase().startsWith(typed)),
  )
  const values = found.slice(0, MOST).map(({ value }) => `${before}${value}`)
  // The total is known only if the first page has everything.
  const total = known.has_more ? {} : { total: found.length }
  return { completion: { values, ...total, hasMore: known.has_more || found.length > MOST } }
}

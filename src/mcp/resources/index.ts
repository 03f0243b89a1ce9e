import {
  INTERNAL_ERROR,
  ProtocolError,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import { ApiError } from '../../client/errors.ts'
import { api } from '../../contract/operations.ts'
import type { CallContext } from '../context.ts'
import { failureText } from '../failure.ts'
import { currentPlan } from '../plans.ts'
import { shownBatch } from '../render/batch.ts'
import { DATA_NOTICE } from '../render/data.ts'
import { shownGlossary, shownTerm } from '../render/glossary.ts'
import { shownPlan } from '../render/plan.ts'
import { awaitsTranslations, nextFor } from '../steps.ts'

const JSON_TYPE = 'application/json'

/** Resources with a fixed address. Each has a tool twin, since many hosts show tools only (MCP-2). */
export const RESOURCES = [
  {
    uri: 'translation://usage',
    name: 'usage',
    title: 'Usage of the last 30 days',
    description: 'Credits used, translations completed and words translated. The same as get_usage.',
    mimeType: JSON_TYPE,
  },
  {
    uri: 'translation://credits',
    name: 'credits',
    title: 'Credit balance and grants',
    description: 'The balance, its grants and the next refill. The same as get_account.',
    mimeType: JSON_TYPE,
  },
] as const

/** Resources with a parameter; completions are in complete.ts. */
export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: 'translation://batches/{batch_id}',
    name: 'batch',
    title: 'A translation',
    description: 'State, progress and plan of one translation. The same as get_batch.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: 'translation://glossaries/{language_pair}',
    name: 'glossary',
    title: 'A glossary',
    description: 'The terms of a language pair such as en-de. The same as get_glossary.',
    mimeType: JSON_TYPE,
  },
] as const

type Read = (parameter: string, context: CallContext) => Promise<unknown>

const READERS: readonly { readonly pattern: RegExp; readonly read: Read }[] = [
  {
    pattern: /^translation:\/\/usage$/,
    read: async (_none, { parts, signal }) => (await parts.client.call(api.usage.get, {}, { signal })).data,
  },
  {
    pattern: /^translation:\/\/credits$/,
    read: async (_none, { parts, signal }) => (await parts.client.call(api.credits.get, {}, { signal })).data,
  },
  {
    pattern: /^translation:\/\/batches\/([^/?#]+)$/,
    read: async (batch_id, context) => {
      const { parts, signal } = context
      const { data: batch } = await parts.client.call(api.batches.get, { params: { batch_id } }, { signal })
      const planned = batch.status === 'awaiting_review' || awaitsTranslations(batch)
      const plan = planned ? ((await currentPlan(batch_id, context))?.plan ?? null) : null
      return {
        batch: shownBatch(batch),
        plan: plan === null ? null : shownPlan(plan),
        data_notice: DATA_NOTICE,
        next_step: nextFor(batch, plan),
      }
    },
  },
  {
    pattern: /^translation:\/\/glossaries\/([^/?#]+)$/,
    read: async (language_pair, { parts, signal }) => {
      const { data } = await parts.client.call(api.glossaries.get, { params: { language_pair } }, { signal })
      return { glossary: { ...shownGlossary(data), terms: data.terms.map(shownTerm) }, data_notice: DATA_NOTICE }
    },
  },
]

const ABSENT = new Set<string>([
  'batch_not_found',
  'glossary_not_found',
  'invalid_language_pair',
  'language_not_supported',
])

/**
 * Reads one resource as JSON.
 *
 * @throws ResourceNotFoundError for an address that is none of ours, or a thing that is not there; ProtocolError with the words
 * a tool would use for any other failure
 */
export async function readResource(uri: string, context: CallContext): Promise<ReadResourceResult> {
  for (const { pattern, read } of READERS) {
    const found = pattern.exec(uri)
    if (!found) continue
    try {
      const content = await read(decodeURIComponent(found[1] ?? ''), context)
      return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(content, null, 2) }] }
    } catch (error) {
      if (error instanceof URIError || (error instanceof ApiError && ABSENT.has(error.code)))
        throw new ResourceNotFoundError(uri)
      const words = failureText(error, { tool: 'reading the resource', effect: 'read', report: context.parts.report })
      throw new ProtocolError(INTERNAL_ERROR, words)
    }
  }
  throw new ResourceNotFoundError(uri)
}

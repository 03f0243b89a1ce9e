import * as z from 'zod'
import { ApiError } from '../../client/errors.ts'
import type { Prices } from '../../contract/account.ts'
import { withCodes } from '../../contract/hidden.ts'
import { api } from '../../contract/operations.ts'
import type { CallContext } from '../context.ts'
import { missingPiece } from '../offered.ts'
import { consentLine, setCaps } from '../render/consent.ts'
import { grantsLine } from '../render/credits.ts'
import { visible } from '../render/data.ts'
import { limitLines } from '../render/limits.ts'
import { listed } from '../render/list.ts'
import { bytes, count, counted, moment } from '../render/numbers.ts'
import { common } from '../shapes.ts'
import { AGENT, step, stepToCreate } from '../steps.ts'
import { tool } from '../tool.ts'

const loose = z.looseObject({})

export const getAccount = tool({
  name: 'get_account',
  title: 'Account, credits and what is possible',
  description:
    'Shows the workspace, the credit balance and its grants, prices, limits, what this connection may do, file formats, and folders and engine of this server. ' +
    'Use it first when something is refused or when asked what is possible; for spending over time use get_usage.',
  effect: 'read',
  calls: [api.account.get, api.credits.get, api.prices.get],
  input: z.strictObject({}),
  output: z.looseObject({
    workspace: z.looseObject({ name: z.string(), plan: z.string() }),
    credit_balance: z.number(),
    credits: z.looseObject({
      monthly_allowance: z.number().nullable(),
      grants: z.array(loose),
    }),
    entitlements: loose,
    credential: z.looseObject({ kind: z.string(), scopes: z.array(z.string()) }),
    capabilities: z.looseObject({ batch_creation: z.boolean(), supported_formats: z.array(z.string()) }),
    local: z.looseObject({ engine: z.string().nullable(), allowed_folders: z.array(z.string()), consent: z.string() }),
    ...common,
  }),
  run: async (_input, context) => {
    const { client, settings, folders } = context.parts
    const options = { signal: context.signal }
    const [account, credits, { prices, line: priced }, allowed, limits] = await Promise.all([
      client.call(api.account.get, {}, options),
      client.call(api.credits.get, {}, options),
      offeredPrices(context),
      settings.transport === 'stdio' ? folders.allowed() : [],
      context.parts.limits?.(context.caller?.subject),
    ])
    const { workspace, credit_balance, entitlements, credential, capabilities } = account.data
    const { monthly_allowance, next_refill_estimated_at, grants } = credits.data
    const engine = settings.engine ?? (settings.agent ? AGENT : null)
    const local = {
      engine,
      allowed_folders: allowed.map(withCodes),
      consent: settings.consent,
      ask_above_tokens: settings.ask_above_tokens,
      caps: setCaps(settings),
      embedded: settings.embedded,
    }
    const refill =
      next_refill_estimated_at === null ? '' : ` Next refill about ${moment(next_refill_estimated_at)} (an estimate).`
    return {
      data: {
        workspace: { ...workspace, name: visible(workspace.name) },
        credit_balance,
        credits: { monthly_allowance, next_refill_estimated_at, grants },
        ...(prices && { prices }),
        ...(limits && { limits: limits.map(limit => ({ ...limit })) }),
        entitlements,
        credential,
        capabilities,
        local,
        request_id: account.request_id,
        next_step: capabilities.batch_creation ? stepToCreate(settings) : step('list_batches', {}),
      },
      lines: [
        `Workspace ${visible(workspace.name)} (${workspace.plan} plan): ${counted(credit_balance, 'credit')} left ${grantsLine(credits.data)}.${refill}`,
        ...(priced === '' ? [] : [priced]),
        ...limitLines(limits ?? []),
        `Credential: ${credential.kind} ${credential.prefix}… with ${listed(credential.scopes)}.`,
        `Creating translations: ${creating(capabilities.batch_creation, credential.scopes)}. Formats: ${capabilities.supported_formats.join(', ')}; a file may have up to ${bytes(entitlements.max_upload_bytes)}, in some formats less.`,
        `Quality tiers: ${entitlements.quality_tiers.join(', ')}. Glossaries: ${limit(entitlements.max_glossaries)}, terms in each: ${limit(entitlements.max_terms_per_glossary)}.`,
        `This server: engine ${engine === AGENT ? 'agent (you translate, free of credits)' : (engine ?? (settings.embedded ? 'none named, planning finds one or says how to get one' : 'as the service chooses'))}.`,
        consentLine(context),
        ...(allowed.length > 0 ? [`Folders it may touch: ${allowed.map(withCodes).join(', ')}.`] : []),
      ],
    }
  },
})

/** The account is not held up by its prices for longer. */
const PRICES_MS = 3000

/** The prices of the service, or why they are not known: it may be another service, which does not say them. */
async function offeredPrices({ parts, signal }: CallContext): Promise<{ prices?: Prices; line: string }> {
  try {
    const prices = (await parts.client.call(api.prices.get, {}, { signal, deadlineMs: PRICES_MS })).data
    return { prices, line: pricesLine(prices) }
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'cancelled') return { line: missingPiece(error, {}) ?? '' }
    throw error
  }
}

function pricesLine({ rates, free }: Prices): string {
  const tiers = rates.map(({ quality_tier, credits_per_word }) => `${visible(quality_tier)} ${credits_per_word}`)
  const none = free.length === 0 ? '' : ` Free: ${listed(free.map(text => visible(text)))}.`
  return `Credits for a word into each language, where the engine charges credits: ${tiers.join(', ')}.${none}`
}

/** Says whether translations can be created and approved. If not, either the service has it switched off or a scope is missing. */
function creating(possible: boolean, scopes: readonly string[]): string {
  if (possible) return 'yes'
  return scopes.includes(CREATE)
    ? 'no, the service has it switched off'
    : `not with this connection, which lacks ${CREATE}`
}

const CREATE = 'batches:create'

function limit(number: number | null): string {
  return number === null ? 'no limit' : `up to ${count(number)}`
}

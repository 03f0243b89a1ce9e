import * as z from 'zod'
import { apiAddress } from '../../auth/authority.ts'
import { systemCause } from '../../auth/failure.ts'
import { parseJson } from '../../client/errors.ts'
import { headerValue } from '../../client/transport.ts'
import { urlOf } from '../../contract/url.ts'
import { USER_AGENT } from '../version.ts'

/** What an address answered to a request without a credential. No text of the answer is kept: it may say anything. */
export type ServiceAnswer =
  | { readonly kind: 'late'; readonly ms: number }
  | { readonly kind: 'unreachable'; readonly cause: string | undefined }
  | {
      readonly kind: 'answered'
      readonly status: number
      /** True where it is an answer of the Translation Service API: data or an error in its envelope. */
      readonly is_api: boolean
      /** Where a redirect leads, without user, query and fragment. */
      readonly leads_to: string | undefined
      /** By how much its clock is ahead of ours, in milliseconds; undefined where it does not tell the time. */
      readonly ahead_ms: number | undefined
    }

/** How long an answer may take, in milliseconds. */
const PATIENCE_MS = 8000

const Envelope = z.union([
  z.looseObject({ data: z.unknown(), request_id: z.string() }),
  z.looseObject({ error: z.looseObject({ code: z.string() }) }),
])

/** Asks an address of the API for the account without a credential, which any service refuses. Never throws. */
export async function askService(
  api_url: string,
  clock: () => number,
  patience_ms: number = PATIENCE_MS,
): Promise<ServiceAnswer> {
  const address = `${apiAddress(api_url)}/v1/account`
  // Not by fetch, which refuses some ports that a call takes.
  const { request } = await import('undici')
  const signal = AbortSignal.timeout(patience_ms)
  const sent = clock()
  try {
    const headers = { accept: 'application/json', 'user-agent': USER_AGENT }
    const answer = await request(address, { method: 'GET', headers, signal })
    const between = (sent + clock()) / 2
    const text = await answer.body.text()
    const date = Date.parse(headerValue(answer.headers, 'date') ?? '')
    return {
      kind: 'answered',
      status: answer.statusCode,
      is_api: Envelope.safeParse(parseJson(text)).success,
      leads_to:
        answer.statusCode >= 300 && answer.statusCode < 400
          ? plainly(headerValue(answer.headers, 'location'), address)
          : undefined,
      ahead_ms: Number.isNaN(date) ? undefined : date - between,
    }
  } catch (error) {
    return signal.aborted ? { kind: 'late', ms: patience_ms } : { kind: 'unreachable', cause: systemCause(error) }
  }
}

function plainly(location: string | undefined, base: string): string | undefined {
  const url = location === undefined ? undefined : urlOf(location, base)
  return url === undefined ? undefined : `${url.origin}${url.pathname}`
}

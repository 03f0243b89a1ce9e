import type { Dispatcher } from 'undici'
import { urlOf } from '../contract/url.ts'
import { ApiError } from './errors.ts'
import { headerValue } from './transport.ts'

/** Redirects after which the same is asked for elsewhere (RFC 9110 § 15.4). */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const MOST_HOPS = 5

/**
 * Asks for a file at a link and wherever that redirects to, also on other origins: a link needs no credential, and none is sent with it.
 *
 * @throws {ApiError} link_refused, where a redirect leads nowhere, from https to http, or on and on
 */
export async function following(
  link: URL,
  ask: (at: URL) => Promise<Dispatcher.ResponseData>,
): Promise<Dispatcher.ResponseData> {
  let at = link
  for (let hop = 0; ; hop += 1) {
    const response = await ask(at)
    const { statusCode: status, headers, body } = response
    if (!REDIRECTS.has(status)) return response
    // A body that is destroyed half read emits an error, which says nothing here.
    body.on('error', () => undefined).destroy()
    const next = hop < MOST_HOPS ? nextPlace(at, headerValue(headers, 'location')) : undefined
    if (next === undefined) throw nowhere(status)
    at = next
  }
}

/** The address that a redirect leads to; undefined where that is none to fetch a file from. */
export function nextPlace(from: URL, location: string | undefined): URL | undefined {
  const to = location === undefined ? undefined : urlOf(location, from)
  if (to === undefined || to.username !== '' || to.password !== '') return undefined
  return to.protocol === 'https:' || (to.protocol === 'http:' && from.protocol === 'http:') ? to : undefined
}

function nowhere(status: number): ApiError {
  const message = `The link redirects (${status}) to no place that a file can be fetched from.`
  return new ApiError({ code: 'link_refused', status, message })
}

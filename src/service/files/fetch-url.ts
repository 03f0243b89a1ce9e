import { lookup as resolve } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type Limited, limited } from '../../contract/limited.ts'
import { urlOf } from '../../contract/url.ts'
import { isPublicAddress } from '../domain/addresses.ts'
import { ServiceError } from '../domain/errors.ts'
import type { Fetched, FetchFile } from '../ports.ts'

/** What a fetch uses from outside; all of it has a default. Addresses that are not public can be allowed only here, by no setting. */
export interface Fetching {
  readonly lookup?: (host: string) => Promise<readonly { address: string; family: number }[]>
  readonly allowAddress?: (address: string) => boolean
  /** Certificate authorities besides the well-known ones, in PEM. */
  readonly ca?: string
  /** Limits the time of a fetch, which `signal` may stop sooner; default 30 s. */
  readonly limit?: (signal: AbortSignal) => Limited
}

const TIMEOUT_MS = 30_000

/**
 * Makes the function that fetches `file_url`: HTTPS only, no redirects, public addresses only. It connects to the very address that
 * it checked, so that a host name that resolves to another address a moment later reaches nothing (CRE-3).
 */
export function createFetchFile(fetching: Fetching = {}): FetchFile {
  const { allowAddress = isPublicAddress, limit = signal => limited(TIMEOUT_MS, signal) } = fetching
  const resolver = fetching.lookup ?? (host => resolve(host, { all: true, verbatim: true }))
  const lookup: LookupFunction = (host, options, done) => {
    resolver(host).then(
      found => {
        const allowed = found.every(({ address }) => allowAddress(address))
        const [first] = found
        if (first === undefined || !allowed) return done(new NotPublic(), '', 0)
        return options.all === true ? done(null, [...found]) : done(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    )
  }
  return async (given, signal) => {
    const url = readUrl(given)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !allowAddress(host)) throw failed(NOT_PUBLIC)
    const time = limit(signal)
    try {
      const response = await send(url, { lookup, signal: time.signal, ...(fetching.ca && { ca: fetching.ca }) })
      return read(url, response, time)
    } catch (error) {
      time.end()
      throw error
    }
  }
}

class NotPublic extends Error {}

const NOT_PUBLIC = 'its address is not on the public internet'

function readUrl(given: string): URL {
  const url = urlOf(given)
  if (url === undefined) throw failed('it is not an address')
  if (url.protocol !== 'https:') throw failed('only https:// addresses are fetched')
  if (url.username !== '' || url.password !== '') throw failed('an address must not carry a user name or password')
  return url
}

function send(
  url: URL,
  options: { lookup: LookupFunction; signal: AbortSignal; ca?: string },
): Promise<IncomingMessage> {
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'translation-service' }
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, headers, agent: false }, resolve)
    sent.on('error', error => reject(failed(reasonOf(error))))
    sent.end()
  })
}

function read(url: URL, response: IncomingMessage, time: Limited): Fetched {
  const status = response.statusCode ?? 0
  const refusal = refusalOf(status, response.headers['content-encoding'])
  if (refusal !== undefined) {
    response.destroy()
    throw failed(refusal)
  }
  const length = Number(response.headers['content-length'] ?? Number.NaN)
  return {
    fileName: nameFrom(response.headers['content-disposition']) ?? nameIn(url),
    size: Number.isSafeInteger(length) ? length : undefined,
    body: bytesOf(response, time),
    close() {
      time.end()
      response.destroy()
    },
  }
}

function refusalOf(status: number, encoding: string | undefined): string | undefined {
  if (status >= 300 && status < 400) return 'it redirects, and redirects are not followed: give the final address'
  if (status !== 200) return `its server answered with status ${status}`
  if (encoding !== undefined && encoding !== 'identity') return 'its server sent it compressed'
  return undefined
}

async function* bytesOf(response: IncomingMessage, time: Limited): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response) yield chunk
  } catch (error) {
    // A response that is aborted while it is read ends like a broken connection.
    throw failed(time.signal.aborted ? TOO_LONG : reasonOf(error))
  } finally {
    time.end()
  }
}

/** The last step of the path, decoded. */
function nameIn(url: URL): string | undefined {
  const last = url.pathname.split('/').at(-1) ?? ''
  return last === '' ? undefined : decoded(last)
}

/** The file name of a Content-Disposition, `filename*` first (RFC 6266). */
function nameFrom(disposition: string | undefined): string | undefined {
  const extended = disposition?.match(/filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i)?.[1]
  if (extended !== undefined) return decoded(extended)
  const plain = disposition?.match(/filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i)
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const TOO_LONG = 'it took too long'

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host name does not exist',
  EAI_AGAIN: 'its host name could not be resolved now',
  ECONNREFUSED: 'its server refused the connection',
  ECONNRESET: 'its server broke the connection off',
  EHOSTUNREACH: 'its server cannot be reached',
  ENETUNREACH: 'its server cannot be reached',
  ABORT_ERR: TOO_LONG,
  CERT_HAS_EXPIRED: 'the certificate of its server has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of its server is for another name',
}

function reasonOf(error: unknown): string {
  if (error instanceof NotPublic) return NOT_PUBLIC
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.includes('CERT') || code.includes('SIGNED'))
    return REASONS[code] ?? 'the certificate of its server is not trusted'
  return REASONS[code] ?? 'the connection to its server failed'
}

function failed(reason: string): ServiceError {
  return new ServiceError('file_fetch_failed', `file_url could not be fetched: ${reason}.`, { param: 'file_url' })
}

import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isOnThisMachine, urlOf, wrongHost } from '../../contract/url.ts'
import { callerAddress } from '../domain/addresses.ts'
import type { Log } from '../ports.ts'
import { isPassing } from '../trace.ts'
import { errorPage, expiredPage } from '../web/notice-page.ts'
import { OAUTH_PATHS } from './configuration.ts'
import { cookieNames } from './cookies.ts'
import type { createInteractions } from './interactions.ts'
import { INTERACTION } from './interactions.ts'
import type { LimitedEndpoint, Limiter } from './limits.ts'
import { type createMemberPages, MEMBER_PATHS } from './member-pages.ts'
import { reportFailure, WELL_KNOWN } from './middleware.ts'
import type { ExchangeClient, Registration } from './options.ts'
import { AWAY, answerAway, answerPage, answerTooMany, leadTo } from './page-answer.ts'

export interface DoorParts {
  /** oidc-provider itself. */
  readonly callback: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  readonly interact: ReturnType<typeof createInteractions>
  readonly members: ReturnType<typeof createMemberPages>
  readonly limiter: Limiter
  readonly hosts: ReadonlySet<string>
  readonly issuer: string
  readonly log: Log
  readonly trusted_hops: number
  readonly exchangeClient: ExchangeClient | undefined
  readonly registration: Registration
}

/** The requests that are limited by address. Sign-in is not among them: it counts wrong passwords itself. */
const LIMITED: Readonly<Record<string, LimitedEndpoint>> = {
  [`GET ${OAUTH_PATHS.authorization}`]: 'authorization',
  // Opening this page creates a session, which is stored for a day.
  [`GET ${OAUTH_PATHS.code_verification}`]: 'authorization',
  [`POST ${OAUTH_PATHS.code_verification}`]: 'device',
  [`POST ${OAUTH_PATHS.device_authorization}`]: 'device',
  [`POST ${OAUTH_PATHS.registration}`]: 'registration',
  [`POST ${OAUTH_PATHS.token}`]: 'token',
  [`POST ${OAUTH_PATHS.introspection}`]: 'inspection',
  [`POST ${OAUTH_PATHS.revocation}`]: 'inspection',
}

/** The endpoints where the MCP server proves itself by its secret. */
const PROVING: ReadonlySet<LimitedEndpoint> = new Set<LimitedEndpoint>(['token', 'inspection'])

/** True where a request has the cookie of the session that a form of the device flow belongs to. */
function hasSession({ headers }: IncomingMessage, issuer: string): boolean {
  const { session } = cookieNames(issuer)
  return (headers.cookie ?? '').split(';').some(cookie => cookie.trim().startsWith(`${session}=`))
}

/** The paths that are let through, in one spelling only: the provider would also accept `/oauth/TOKEN` and `/oauth/token/`. */
const SERVED: ReadonlySet<string> = new Set([...Object.values(OAUTH_PATHS), ...WELL_KNOWN])
const RESUMED = [OAUTH_PATHS.authorization, OAUTH_PATHS.code_verification].map(route => `${route}/`)

function isServed(pathname: string): boolean {
  return (
    SERVED.has(pathname) ||
    RESUMED.some(route => pathname.startsWith(route) && /^[\w-]+$/.test(pathname.slice(route.length)))
  )
}

/** True for a path whose answers are pages. */
function isForPeople(pathname: string): boolean {
  return INTERACTION.test(pathname) || MEMBER_PATHS.has(pathname) || pathname === OAUTH_PATHS.code_verification
}

/** Checks every request first: the host it was sent to, the page it came from, and how often its address asks. */
export function createDoor(parts: DoorParts) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await enter(request, response, parts)
    } catch (error) {
      reportFailure(parts.log, error)
      if (!response.headersSent && isPassing(error)) return await sayAway(request, response)
      if (!response.headersSent) return await deny(response, 500, 'server_error', 'Something failed unexpectedly.')
      response.destroy()
    }
  }
}

async function enter(request: IncomingMessage, response: ServerResponse, parts: DoorParts): Promise<void> {
  const { issuer, hosts, limiter, trusted_hops } = parts
  const { url = '' } = request
  const [pathname = ''] = url.split('?', 1)
  if (!hosts.has(request.headers.host?.toLowerCase() ?? '')) {
    return deny(response, 403, 'invalid_request', wrongHost(request.headers.host, hosts))
  }
  const isPage = isForPeople(pathname)
  if (isElsewhere(request, issuer) && (isPage || pathname === OAUTH_PATHS.authorization)) {
    return leadTo(response, `${issuer}${url}`)
  }
  const { origin } = request.headers
  const isPost = request.method === 'POST'
  if (isPage && isPost && origin !== undefined && origin !== issuer) {
    return deny(response, 403, 'invalid_request', 'This form does not come from this service.')
  }
  const address = callerAddress(request, trusted_hops)
  const endpoint = LIMITED[`${isPost ? 'POST' : 'GET'} ${pathname}`]
  const counted = endpoint !== undefined && !(PROVING.has(endpoint) && isExchanger(request, parts.exchangeClient))
  const seconds = counted ? await limiter.count(endpoint, address) : undefined
  if (seconds !== undefined) return slowDown(response, seconds, isPage || endpoint === 'authorization')
  if (isPost && pathname === OAUTH_PATHS.code_verification && !hasSession(request, issuer)) {
    return answerPage(response, 400, await expiredPage())
  }
  if (pathname === OAUTH_PATHS.registration && parts.registration.mode === 'closed') {
    return answerJson(response, 403, { error: 'access_denied', error_description: CLOSED })
  }
  announce(request, issuer, address)
  if (MEMBER_PATHS.has(pathname)) return parts.members(request, response, new URL(url, issuer), address)
  if (INTERACTION.test(pathname)) return parts.interact(request, response, pathname, address)
  if (!isServed(pathname)) return deny(response, 404, 'invalid_request', 'There is no such page.')
  await parts.callback(request, response)
}

/**
 * True for the MCP server, which proves itself by its secret. It is not limited by address: it asks for all its callers from one
 * address, so one busy caller would use up the limit of all others.
 */
function isExchanger({ headers }: IncomingMessage, client: ExchangeClient | undefined): boolean {
  if (client === undefined) return false
  const [, given = ''] = /^basic +([\w+/=]+) *$/i.exec(headers.authorization ?? '') ?? []
  const [id = '', ...secret] = Buffer.from(given, 'base64').toString().split(':')
  // RFC 6749 § 2.3.1: each part is form-encoded on its own.
  const read = (part: string) => new URLSearchParams(`part=${part.replaceAll('&', '%26')}`).get('part') ?? ''
  const hashed = (text: string) => createHash('sha256').update(text).digest()
  return read(id) === client.id && timingSafeEqual(hashed(read(secret.join(':'))), hashed(client.secret))
}

/**
 * True where a person opens a page of a local service under another name of this computer: the cookies belong to the issuer's
 * name, so she is sent there. The raw headers are read, since code in front may have replaced the Host header by our own name.
 */
function isElsewhere({ method, rawHeaders }: IncomingMessage, issuer: string): boolean {
  const own = new URL(issuer)
  if (method !== 'GET' || !isOnThisMachine(own)) return false
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  const named = `http://${rawHeaders[at + 1]}`
  const url = urlOf(named) ?? own
  return url.host !== own.host && url.port === own.port && isOnThisMachine(url)
}

/** Sets the forwarding headers, from which the provider takes scheme, host and address; a sender's own are replaced. */
function announce(request: IncomingMessage, issuer: string, address: string): void {
  const { protocol, host } = new URL(issuer)
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  request.headers['x-forwarded-host'] = host
  request.headers['x-forwarded-for'] = address
}

async function slowDown(response: ServerResponse, seconds: number, isPage: boolean): Promise<void> {
  if (isPage) return answerTooMany(response, seconds)
  response.setHeader('retry-after', String(seconds))
  const error_description = `Too many requests. Try again in ${seconds} s.`
  answerJson(response, 429, { error: 'temporarily_unavailable', error_description })
}

async function sayAway({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const [pathname = ''] = url.split('?', 1)
  if (isForPeople(pathname) || pathname === OAUTH_PATHS.authorization) return answerAway(response)
  response.setHeader('retry-after', String(AWAY.seconds))
  answerJson(response, 503, AWAY.body)
}

const CLOSED = 'This server takes no new clients (--registration closed). Ask its operator.'

function answerJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

async function deny(response: ServerResponse, status: number, error: string, description: string): Promise<void> {
  answerPage(response, status, await errorPage({ error, description }))
}

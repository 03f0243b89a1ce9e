import { createHash } from 'node:crypto'
import type { Configuration } from 'openid-client'
import { ApiError } from '../client/errors.ts'
import { TOKEN_EXCHANGE } from '../contract/grants.ts'
import { widening } from './beyond-ceiling.ts'
import type { Caller } from './caller.ts'
import { because, saidCode } from './failure.ts'
import { openid } from './issuer.ts'

/** A token for the API, in the name of a caller. It is sent to the API and nowhere else. */
export interface ApiToken {
  readonly token: string
  /** Milliseconds since 1970. */
  readonly until: number
}

/** Exchanges the token of a caller, which is valid for this server only, for one that is valid for the API (RFC 8693). */
export interface TokenExchange {
  /**
   * Gives a token for the API. It is the cached one until shortly before its end, but not a token that the API has refused
   * (`refused`).
   *
   * @throws {ApiError} token_ended, reconnect_required, insufficient_scope; service_unavailable, where the authorization server
   *   cannot be asked or refuses our own client
   */
  tokenFor(caller: Caller, refused?: string): Promise<ApiToken>
  /** Asks whether the connection of a caller, whose token has not ended, still holds. True if the server cannot be asked. */
  holds(caller: Caller): Promise<boolean>
  /**
   * Tells the authorization server that a caller needs scopes that its connection was not granted, by asking for them in its name.
   * The server refuses that, and from then on leads the client to the consent page instead of renewing its token.
   *
   * @throws {ApiError} reconnect_required, service_unavailable
   */
  announce(caller: Caller, missing: readonly string[]): Promise<void>
}

export interface TokenExchangeOptions {
  /** The authorization server, and our own client there. */
  readonly configuration: () => Promise<Configuration>
  /** The API's resource (RFC 8707). */
  readonly resource: string
  readonly clock: () => number
  /** Tells the operator that the server cannot be asked, or refuses our own client. */
  readonly report: (event: string, error: unknown) => void
}

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'

/** A token is not used in this last part of its life, so that it does not end during a call. In milliseconds. */
const MARGIN_MS = 5000
/** The lifetime of a token, if the answer does not say it. In milliseconds. */
const UNSAID_MS = 60_000
const KEPT = 10_000

export function createTokenExchange(options: TokenExchangeOptions): TokenExchange {
  const { clock } = options
  /** Exchanges, by the hash of the caller's token. */
  const held = new Map<string, Promise<ApiToken>>()

  function begin(name: string, caller: Caller): Promise<ApiToken> {
    const flight = exchanged(caller, options)
    held.delete(name)
    held.set(name, flight)
    for (const oldest of held.keys()) {
      if (held.size <= KEPT) break
      held.delete(oldest)
    }
    // A revoked connection never becomes valid again. Its refusal stays here, so further calls do not ask the server.
    flight.catch(error => void (!isOver(error) && held.get(name) === flight && held.delete(name)))
    return flight
  }

  return {
    async tokenFor(caller, refused) {
      const name = createHash('sha256').update(caller.token).digest('base64url')
      const flight = held.get(name)
      const known = await flight?.catch((error: unknown) => {
        if (isOver(error)) throw error
      })
      if (known !== undefined && known.token !== refused && isGood(known, caller, clock())) return known
      // The server refuses to exchange an ended token, so it is not asked.
      if (clock() >= caller.expires_at) throw tokenEnded()
      // Calls at the same time share one exchange.
      const begun = held.get(name)
      return begun === undefined || begun === flight ? begin(name, caller) : begun
    },
    async holds(caller) {
      const refused = await asked(caller, options).then(
        () => undefined,
        (error: unknown) => saidCode(error),
      )
      // A token that ended meanwhile is refused for that.
      return clock() >= caller.expires_at || (refused !== 'invalid_request' && refused !== 'invalid_grant')
    },
    async announce(caller, missing) {
      try {
        await asked(caller, options, { scope: missing.join(' ') })
      } catch (error) {
        if (saidCode(error) !== 'invalid_scope') throw refusal(error, caller, options)
      }
    },
  }
}

function isOver(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'reconnect_required'
}

/** True if a token can be used. Near its end it is used only if the caller's token ends about then: a new one would end as soon. */
function isGood({ until }: ApiToken, { expires_at }: Caller, now: number): boolean {
  return now < until - MARGIN_MS || (now < until && until + MARGIN_MS > expires_at)
}

async function exchanged(caller: Caller, options: TokenExchangeOptions): Promise<ApiToken> {
  const { clock } = options
  try {
    const answer = await asked(caller, options)
    const seconds = answer.expiresIn()
    return { token: answer.access_token, until: clock() + (seconds === undefined ? UNSAID_MS : seconds * 1000) }
  } catch (error) {
    throw refusal(error, caller, options)
  }
}

async function asked(
  { token }: Caller,
  { configuration, resource }: TokenExchangeOptions,
  more: { readonly scope?: string } = {},
) {
  const { genericGrantRequest } = await openid()
  const types = { subject_token_type: ACCESS_TOKEN, requested_token_type: ACCESS_TOKEN }
  const parameters = { subject_token: token, ...types, resource, ...more }
  return genericGrantRequest(await configuration(), TOKEN_EXCHANGE, parameters)
}

/** The error for an exchange that failed. The message does not repeat the request or the answer. */
function refusal(error: unknown, caller: Caller, { clock, report }: TokenExchangeOptions): ApiError {
  const code = saidCode(error)
  if (code === 'invalid_request' || code === 'invalid_grant') {
    // The server says the same of a token that ended on its way there, and that of a connection that holds.
    return clock() >= caller.expires_at ? tokenEnded() : connectionEnded()
  }
  if (code === 'invalid_scope') {
    const ended = 'may no longer use anything that this connection was granted'
    const message = `The member who connected this assistant ${ended}; ${widening(caller.scopes, caller)}.`
    return new ApiError({ code: 'insufficient_scope', message })
  }
  const ofUs = code ?? (isChallenge(error) ? 'invalid_client' : undefined)
  const why = ofUs === undefined ? 'cannot be reached' : `refuses this server itself (${ofUs})`
  report('the token exchange failed', new Error(`the authorization server ${why}.${because(error)}`))
  const message = `The authorization server ${why}, so no call can be answered at the moment.`
  return new ApiError({ code: 'service_unavailable', message, retry_after_seconds: RETRY_SECONDS })
}

/** True for a 401 with a challenge: our own client id or secret is wrong (RFC 6749 § 5.2). */
function isChallenge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE'
}

/** Seconds to wait before another try, after the authorization server could not be reached. */
export const RETRY_SECONDS = 5

/** The error when the caller's token ended during the call. The connection is still valid. */
function tokenEnded(): ApiError {
  const message = 'The access token of this call ended while the call was under way.'
  return new ApiError({ code: 'token_ended', message })
}

/** The error when the connection is over: the person has to connect again. */
export function connectionEnded(): ApiError {
  const message = 'The connection of this assistant was revoked, or the member who approved it was removed.'
  return new ApiError({ code: 'reconnect_required', message })
}

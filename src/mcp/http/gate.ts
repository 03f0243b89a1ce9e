import { isJSONRPCRequest } from '@modelcontextprotocol/server'
import type { Caller } from '../../auth/caller.ts'
import {
  authorityAway,
  insufficientScope,
  type ProtectedResource,
  unauthorized,
} from '../../auth/protected-resource.ts'
import { AuthorityUnreachable, TokenRefused } from '../../auth/verify.ts'
import { ApiError } from '../../client/errors.ts'
import { scopesFor } from '../needs.ts'
import { Recent } from '../recent.ts'
import { CallerInfo } from './caller-info.ts'

/** Checks callers before their requests reach the endpoint. Only where callers need a token. */
export interface Gate {
  /** The caller of a request, or the response that refuses the request. */
  admit(request: Request): Promise<CallerInfo | Response>
  /**
   * The response to messages that cannot succeed: scopes are missing, or the service is away. Undefined if they may go on.
   *
   * @param revision the protocol revision that the request names, as 2025-11-25; null where it names none
   */
  check(info: CallerInfo, body: unknown, revision: string | null): Promise<Response | undefined>
  /** True while the connection of a caller holds, as far as it can be known. */
  connected(caller: Caller): Promise<boolean>
}

export interface GateOptions {
  readonly at: ProtectedResource
  /**
   * Checks an access token.
   *
   * @throws {TokenRefused} when the token is not good here
   * @throws {AuthorityUnreachable} when nobody can say whether it is
   */
  readonly verify: (token: string) => Promise<Caller>
  /** Gets the token that calls for this caller need. @throws {ApiError} as the token exchange does */
  readonly prepare: (caller: Caller) => Promise<unknown>
  readonly connected: Gate['connected']
  /** Tells the issuer which scopes a caller lacks. @throws {ApiError} as the token exchange does */
  readonly announce: (caller: Caller, missing: readonly string[]) => Promise<void>
  /** Tells the operator that tokens cannot be checked, so that no caller is admitted. */
  readonly report: (event: string, error: unknown) => void
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** How long a client may take to return with another token after it was told to ask for more scopes, in milliseconds. */
const ASKING_MS = 120_000

/** At most one report in this time that tokens cannot be checked, in milliseconds: strangers may send many tokens. */
const TOLD_MS = 60_000

/** The first revision whose clients ask the member for more after a 403. Those before it sign in again after a 401 only. */
const KNOWS_403 = '2025-11-25'

const BEARER = /^bearer +([^\s,]+) *$/i

export function createGate({ at, verify, prepare, connected, announce, report, clock }: GateOptions): Gate {
  /** Which callers were told to ask for more scopes: with which token, and when. */
  const told = new Recent<{ readonly token: string; readonly at: number }>(1000)

  /**
   * True if it can help that the client asks for the missing scopes. It cannot help for scopes above the ceiling, if the ceiling is
   * known. It cannot help a second time either: a token that was issued since the first time and lacks the same scopes shows that the
   * client only renewed it, or that the issuer or the member did not grant them. Remembered by member and client, not by connection,
   * because each consent makes a new connection.
   */
  function couldHelp({ subject, client_id, token, ceiling, issued_at }: Caller, missing: readonly string[]): boolean {
    if (ceiling !== undefined && !missing.every(scope => ceiling.includes(scope))) return false
    const name = [subject, client_id, ...missing].join('\n')
    const before = told.get(name)
    if (before === undefined || clock() >= before.at + ASKING_MS) {
      told.set(name, { token, at: clock() })
      return true
    }
    // Tokens name the second of their issue, so compare with the beginning of that second.
    return before.token === token || issued_at < before.at - (before.at % 1000)
  }

  const tellOperator = tellingOnce(report, clock)
  return {
    connected,
    async admit(request) {
      const token = BEARER.exec(request.headers.get('authorization') ?? '')?.[1]
      if (token === undefined) return unauthorized(at, 'missing')
      try {
        return new CallerInfo(await verify(token))
      } catch (error) {
        if (error instanceof TokenRefused) return unauthorized(at, 'refused')
        if (!(error instanceof AuthorityUnreachable)) throw error
        tellOperator(error)
        return authorityAway()
      }
    },
    async check({ caller }, body, revision) {
      const needed = new Set([body].flat().filter(isJSONRPCRequest).flatMap(scopesFor))
      if (needed.size === 0) return undefined
      const missing = [...needed].filter(scope => !caller.scopes.includes(scope))
      const asking = missing.length > 0 && couldHelp(caller, missing)
      const failed = await (asking ? announce(caller, missing) : prepare(caller)).then(
        () => undefined,
        (error: unknown) => error,
      )
      // Every other failure happens again in the call, which explains it.
      if (failed instanceof ApiError && failed.code === 'service_unavailable') return authorityAway()
      if (!asking) return undefined
      // The list also names the scopes that the caller has: a client may ask for exactly this list and would lose the others.
      const scopes = [...caller.scopes, ...missing]
      return insufficientScope(at, { scopes, missing, knowsIt: revision !== null && revision >= KNOWS_403 })
    },
  }
}

/** Reports at most once in `TOLD_MS` that tokens cannot be judged. */
function tellingOnce(report: GateOptions['report'], clock: () => number): (error: AuthorityUnreachable) => void {
  let reportedUntil = 0
  return error => {
    if (clock() < reportedUntil) return
    reportedUntil = clock() + TOLD_MS
    report('access tokens cannot be judged', error)
  }
}

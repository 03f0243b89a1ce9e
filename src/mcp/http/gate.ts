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

/** What stands before the endpoint where callers have to say who they are. */
export interface Gate {
  /** The caller behind a request, or the answer that turns it away. */
  admit(request: Request): Promise<CallerInfo | Response>
  /** The answer that stops messages from which nothing can come; undefined where they may go on. */
  check(info: CallerInfo, body: unknown): Promise<Response | undefined>
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
  /** Prepares what a call in her name needs. @throws {ApiError} as the token exchange does */
  readonly prepare: (caller: Caller) => Promise<unknown>
  /** Tells the operator that nobody can be let in. */
  readonly report: (event: string, error: unknown) => void
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** How long a client may take to come back with another token, after it was told to ask for more. */
const ASKING_MS = 120_000

/** How long the operator is not told again that tokens cannot be checked, in milliseconds: strangers may send many tokens. */
const TOLD_MS = 60_000

const BEARER = /^bearer +([^\s,]+) *$/i

export function createGate({ at, verify, prepare, report, clock }: GateOptions): Gate {
  /** Who was told to ask for more, with which token she came, and when. */
  const told = new Recent<{ readonly token: string; readonly at: number }>(1000)

  /**
   * True if asking for the missing scopes can help. It cannot beyond the ceiling, as far as that is known, and not a second time:
   * if a token issued since the first time lacks the same scopes, the client only renewed it, or the issuer or the member did
   * not grant them. Remembered by member and client, not by connection, since each consent makes a new connection.
   */
  function couldHelp({ subject, client_id, token, ceiling, issued_at }: Caller, missing: readonly string[]): boolean {
    if (ceiling !== undefined && !missing.every(scope => ceiling.includes(scope))) return false
    const name = [subject, client_id, ...missing].join('\n')
    const before = told.get(name)
    if (before === undefined || clock() >= before.at + ASKING_MS) {
      told.set(name, { token, at: clock() })
      return true
    }
    // Tokens say whole seconds.
    return before.token === token || issued_at < before.at - (before.at % 1000)
  }

  let reportedUntil = 0
  function tellOperator(error: AuthorityUnreachable): void {
    if (clock() < reportedUntil) return
    reportedUntil = clock() + TOLD_MS
    report('access tokens cannot be judged', error)
  }

  return {
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
    async check({ caller }, body) {
      const needed = new Set([body].flat().filter(isJSONRPCRequest).flatMap(scopesFor))
      if (needed.size === 0) return undefined
      const missing = [...needed].filter(scope => !caller.scopes.includes(scope))
      // The list holds the scopes she has, too: a client may ask for exactly what it is given here.
      if (missing.length > 0 && couldHelp(caller, missing)) {
        return insufficientScope(at, [...caller.scopes, ...missing], missing)
      }
      const failed = await prepare(caller).then(
        () => undefined,
        (error: unknown) => error,
      )
      // Any other fault is found and explained by the call itself.
      return failed instanceof ApiError && failed.code === 'service_unavailable' ? authorityAway() : undefined
    },
  }
}

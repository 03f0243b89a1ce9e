import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as z from 'zod'
import type { Caller } from './caller.ts'
import { because } from './failure.ts'

/** The token is not valid here, or no longer: the client should get another one. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused'
}

/** The token cannot be checked, since its issuer's keys cannot be fetched. The client should keep its token and try again. */
export class AuthorityUnreachable extends Error {
  override readonly name = 'AuthorityUnreachable'
}

export interface VerifierOptions {
  readonly issuer: string
  /** The resource that tokens have to be issued for (RFC 8707): our own. */
  readonly audience: string
  /** Where the issuer's keys are asked for. */
  readonly jwks: URL
  /** What the issuer may sign with. */
  readonly algorithms: readonly string[]
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** What is read of an access token in the form of RFC 9068; the last four are our own issuer's. */
const Claims = z.object({
  sub: z.string().min(1),
  client_id: z.string().min(1),
  iat: z.number(),
  exp: z.number(),
  scope: z.string().default(''),
  gid: z.string().min(1).optional(),
  ceiling: z.string().optional(),
  member: z.string().optional(),
  workspace: z.string().optional(),
})

const PATIENCE_MS = 5000

/**
 * Makes the check of access tokens (RFC 9068): issuer, audience, type, signature by the issuer's key, time. The keys are fetched
 * when the first token comes and kept.
 *
 * @returns a function from a token to its caller
 * @throws {TokenRefused} by that function, when the token is not good here
 * @throws {AuthorityUnreachable} by that function, when the keys cannot be fetched
 */
export function createVerifier({
  issuer,
  audience,
  jwks,
  algorithms,
  clock,
}: VerifierOptions): (token: string) => Promise<Caller> {
  const keys = createRemoteJWKSet(jwks, { timeoutDuration: PATIENCE_MS })
  return async token => {
    const wanted = { issuer, audience, typ: 'at+jwt', algorithms: [...algorithms], currentDate: new Date(clock()) }
    const { payload } = await jwtVerify(token, keys, wanted).catch((error: unknown) => {
      throw isVerdict(error) ? new TokenRefused() : unreachable(jwks, error)
    })
    const claims = Claims.safeParse(payload)
    if (!claims.success) throw new TokenRefused()
    return callerIn(claims.data, token)
  }
}

function unreachable({ origin }: URL, error: unknown): AuthorityUnreachable {
  return new AuthorityUnreachable(
    `the keys of the authorization server cannot be fetched at ${origin}.${because(error)}`,
  )
}

function callerIn(
  { sub, client_id, iat, exp, scope, gid, ceiling, member, workspace }: z.output<typeof Claims>,
  token: string,
): Caller {
  return {
    principal: gid ?? `${sub} ${client_id}`,
    ...{ token, client_id, subject: sub, name: member, workspace },
    scopes: words(scope),
    ceiling: ceiling === undefined ? undefined : words(ceiling),
    issued_at: iat * 1000,
    expires_at: exp * 1000,
  }
}

function words(text: string): string[] {
  return text.split(' ').filter(word => word !== '')
}

/** True for an error about the token, false for one about fetching the keys. */
function isVerdict(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false
  const { JWKSTimeout, JWKSInvalid } = errors
  return !(error instanceof JWKSTimeout || error instanceof JWKSInvalid || error.code === errors.JOSEError.code)
}

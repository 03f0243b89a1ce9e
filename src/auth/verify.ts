import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as z from 'zod'
import type { Caller } from './caller.ts'
import { because } from './failure.ts'

/** The token is not valid here, or not any more. The client should get another one. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused'
}

/** The token cannot be checked, since the keys of its issuer cannot be fetched. The client should keep its token and try again. */
export class AuthorityUnreachable extends Error {
  override readonly name = 'AuthorityUnreachable'
}

export interface VerifierOptions {
  readonly issuer: string
  /** The resource that tokens have to be issued for (RFC 8707): ours. */
  readonly audience: string
  /** The address of the issuer's keys. */
  readonly jwks: URL
  /** The algorithms that the issuer may sign with. */
  readonly algorithms: readonly string[]
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** The claims that are read from an access token (RFC 9068). Only our own issuer sends the last four. */
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
 * Makes a function that checks an access token (RFC 9068) and gives its caller. It checks issuer, audience, type, signature and
 * time. The keys are fetched when the first token comes, and kept.
 *
 * @throws {TokenRefused} by that function, the token is not valid here
 * @throws {AuthorityUnreachable} by that function, the keys cannot be fetched
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

import type { TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client'
import type { Tokens } from './login-record.ts'

/** The tokens in an answer of the token endpoint. A refresh that gives no new refresh token leaves the old one in force (RFC 6749 § 6). */
export function tokensIn(
  answer: TokenEndpointResponse & TokenEndpointResponseHelpers,
  now: number,
  before: string | null = null,
): Tokens {
  const seconds = answer.expiresIn()
  return {
    access_token: answer.access_token,
    expires_at: seconds === undefined ? null : now + seconds * 1000,
    refresh_token: answer.refresh_token ?? before,
  }
}

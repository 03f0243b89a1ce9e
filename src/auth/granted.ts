import type { TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client'
import type { Tokens } from './login-record.ts'

/**
 * The tokens in an answer of the token endpoint. If the answer has no refresh token, the one before (`before`) stays valid
 * (RFC 6749 § 6). `now` in milliseconds since 1970.
 */
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

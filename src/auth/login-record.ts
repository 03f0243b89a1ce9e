import * as z from 'zod'

/** What a sign-in gave. Both tokens are secrets. */
export const Tokens = z.object({
  access_token: z.string(),
  /** When the access token ends, in milliseconds since 1970; null where the server did not say. */
  expires_at: z.number().nullable(),
  refresh_token: z.string().nullable(),
})
export type Tokens = z.output<typeof Tokens>

/** A sign-in for one API address, without its secrets. */
export const LoginFacts = z.object({
  /** The address as `apiAddress` writes it. The login is used for this address only. */
  api_url: z.string(),
  issuer: z.string(),
  resource: z.string(),
  client_id: z.string(),
  /** The granted scopes, as the server named them; null where it did not. */
  scope: z.string().nullable(),
  /** Milliseconds since 1970. */
  signed_in_at: z.number(),
})
export type LoginFacts = z.output<typeof LoginFacts>

/** Where the secrets of a login are stored. */
export type Keeping = 'keyring' | 'file'

/** A whole sign-in with its secrets. `kept_in` is present if it has been saved before. */
export interface Login extends LoginFacts {
  readonly tokens: Tokens
  readonly kept_in?: Keeping
}

/** The name under which a login is stored. It holds issuer and resource, so a token is never sent to another issuer or API. */
export function loginName({ issuer, resource }: Pick<LoginFacts, 'issuer' | 'resource'>): string {
  return `${issuer} ${resource}`
}

/** A token is not used in this last part of its life, so that it does not end during a call. In milliseconds. */
const MARGIN_MS = 30_000

/** True if an access token does not end within MARGIN_MS, or nobody knows when it ends. `now` in milliseconds since 1970. */
export function isFresh({ expires_at }: Tokens, now: number): boolean {
  return expires_at === null || now < expires_at - MARGIN_MS
}

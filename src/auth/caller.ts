/** Who sends a request to our MCP endpoint, as a verified access token says. */
export interface Caller {
  /** The connection that the token was issued for. Sessions, uploads and marks belong to a connection, not to one token. */
  readonly principal: string
  /** The access token: a secret. It is sent only to the token endpoint of its issuer. */
  readonly token: string
  readonly client_id: string
  /** The member's id at the issuer. */
  readonly subject: string
  /** The member's name there; undefined where the issuer does not say it. */
  readonly name: string | undefined
  /** Short name of the member's workspace there; undefined where the issuer does not say it. */
  readonly workspace: string | undefined
  readonly scopes: readonly string[]
  /** The ceiling: the scopes that the member can grant at most; undefined where the issuer does not say it. */
  readonly ceiling: readonly string[] | undefined
  /** Milliseconds since 1970. */
  readonly issued_at: number
  /** Milliseconds since 1970. */
  readonly expires_at: number
}

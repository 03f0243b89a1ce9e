/** Who sends a request to our MCP endpoint, as a verified access token says. */
export interface Caller {
  /** The connection that the token was issued for. Sessions, uploads and marks belong to it, not to one of its tokens. */
  readonly principal: string
  /** Sent only to the token endpoint of its issuer. */
  readonly token: string
  readonly client_id: string
  /** The member, by the id its issuer gives her. */
  readonly subject: string
  /** Her name there; undefined where the issuer does not say it. */
  readonly name: string | undefined
  /** Short name of her workspace there; undefined where the issuer does not say it. */
  readonly workspace: string | undefined
  readonly scopes: readonly string[]
  /** What the member may be granted at all; undefined where the issuer does not say it. */
  readonly ceiling: readonly string[] | undefined
  /** Milliseconds since 1970. */
  readonly issued_at: number
  /** Milliseconds since 1970. */
  readonly expires_at: number
}

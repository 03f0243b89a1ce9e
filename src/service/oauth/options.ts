/** The client that may exchange tokens: the MCP server in front of this service. */
export interface ExchangeClient {
  readonly id: string
  readonly secret: string
}

/** What a deployment says about sign-in. */
export interface OAuthOptions {
  /** Public origin without a path or trailing slash; default the public address of the service, else the one it listens on. */
  readonly issuer?: string
  /** Address of the MCP server in front of this service, the resource its tokens are for; default `/mcp` below the issuer. */
  readonly mcp?: string
  /** Confidential client for token exchange and introspection; without it nobody may exchange. */
  readonly exchange_client?: ExchangeClient
  /** How long a rotated refresh token may be presented again, 0 to 120 seconds; default 30. */
  readonly refresh_leeway_seconds?: number
  /** Proxies in front whose X-Forwarded-For is believed, counted from here; default 0. */
  readonly trusted_hops?: number
  /** Attempts that one address may make, by endpoint; default in limits.ts. */
  readonly limits?: Partial<Limits>
}

/** Attempts within a window. */
export interface Limits {
  /** Sign-ins with a wrong password, from one address, in 15 minutes. */
  readonly sign_in: number
  /** The same at one name, from wherever they come: more, so that one stranger alone does not keep a member out. */
  readonly sign_in_name: number
  /** Sign-ins begun and pages for a code opened, an address, in a minute: each is kept until it is over. */
  readonly authorization: number
  /** Device codes made, and codes typed, an address, in 10 minutes. */
  readonly device: number
  /** Clients registered, and documents of clients fetched, an address, in an hour. */
  readonly registration: number
  /** Requests to the token endpoint, an address, in a minute. */
  readonly token: number
}

/** The client id of this program's own command line: public, native, any loopback port. */
export const CLI_CLIENT_ID = 'translation-cli'

export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'

/** The two audiences of tokens (RFC 8707), by the issuer they belong to. */
export function resourcesOf(issuer: string): { readonly api: string; readonly mcp: string } {
  return { api: `${issuer}/v1`, mcp: `${issuer}/mcp` }
}

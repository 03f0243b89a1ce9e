/** The client that may exchange tokens: the MCP server in front of this service. */
export interface ExchangeClient {
  readonly id: string
  readonly secret: string
}

/** The settings of sign-in. */
export interface OAuthOptions {
  /** Public origin without a path or trailing slash; default the public address of the service, else the one it listens on. */
  readonly issuer?: string
  /** Address of the MCP server in front of this service, the resource its tokens are for; default `/mcp` below the issuer. */
  readonly mcp?: string
  /** Confidential client for token exchange and introspection; without it nobody may exchange. */
  readonly exchange_client?: ExchangeClient
  /** How long a rotated refresh token may be presented again, 0 to 120 seconds; default 30. */
  readonly refresh_leeway_seconds?: number
  /** How many proxies in front are trusted to set X-Forwarded-For, counted from this service; default 0. */
  readonly trusted_hops?: number
  /** Which clients may be connected; default all. */
  readonly registration?: Registration
  /** Attempts that one address may make, by endpoint; default in limits.ts. */
  readonly limits?: Partial<Limits>
}

/** Which clients may be connected that no member has connected before. This program's own command line always may. */
export interface Registration {
  /** `listed`: those whose document or whose redirects are all at `hosts`; `closed`: no new ones. */
  readonly mode: 'open' | 'listed' | 'closed'
  /** Host names; `localhost` for programs on the member's own computer; `cursor:` for a scheme. */
  readonly hosts: readonly string[]
}

export const OPEN_REGISTRATION: Registration = { mode: 'open', hosts: [] }

/** Attempts within a window. */
export interface Limits {
  /** Wrong passwords for one name from one address, in 15 minutes. */
  readonly sign_in: number
  /** Wrong passwords for one name from all addresses. Beyond it an address that is new to the name has fewer tries, never none. */
  readonly sign_in_name: number
  /** Wrong passwords from one address, for all names that are new to it. */
  readonly sign_in_address: number
  /** Sign-ins and code pages that one address opens in a minute; each is stored until it ends. */
  readonly authorization: number
  /** Device codes that one address requests or types, in 10 minutes. */
  readonly device: number
  /** Clients that one address registers, or whose documents it has fetched, in an hour. */
  readonly registration: number
  /** Requests of one address to the token endpoint, in a minute. */
  readonly token: number
  /** Questions about tokens (introspection) and tokens given back (revocation) by one address, in a minute. */
  readonly inspection: number
}

/** The client id of this program's own command line: public, native, any loopback port. */
export const CLI_CLIENT_ID = 'translation-cli'

export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'

/** The two audiences of an issuer's tokens (RFC 8707). */
export function resourcesOf(issuer: string): { readonly api: string; readonly mcp: string } {
  return { api: `${issuer}/v1`, mcp: `${issuer}/mcp` }
}

import { randomUUID } from 'node:crypto'
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { UnauthorizedError as OldUnauthorized } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, onTestFinished } from 'vitest'
import { type Told, toldOf } from './mcp.ts'
import type { NewerSdk, OldSdk } from './sdk-releases.ts'
import { type Approval, approve } from './sign-in.ts'

interface Keeping {
  readonly redirect?: string
  readonly document?: string
  readonly forgets?: boolean
}

/** What a host keeps of a server it signs in at, for both SDKs; the browser is whoever plays the person. */
export class HostKeeping implements OAuthClientProvider {
  readonly redirectUrl: string
  readonly clientMetadata: OAuthClientMetadata
  readonly clientMetadataUrl?: string
  /** Where the person was sent last. */
  page: URL | undefined
  registered: OAuthClientInformationMixed | undefined
  held: OAuthTokens | undefined
  #states: string[] = []
  #verifier = ''
  #discovered: OAuthDiscoveryState | undefined
  /** What the SDKs say when a refresh is refused. Hosts need not have this method, and many do not. */
  invalidateCredentials?: (what: string) => void

  constructor({ redirect = 'http://127.0.0.1:14523/callback', document, forgets = true }: Keeping) {
    this.redirectUrl = redirect
    this.clientMetadata = {
      ...{ client_name: 'Host of the tests', redirect_uris: [redirect], response_types: ['code'] },
      ...{ grant_types: ['authorization_code', 'refresh_token'], token_endpoint_auth_method: 'none' },
    }
    if (document !== undefined) this.clientMetadataUrl = document
    if (forgets) this.invalidateCredentials = what => this.#forget(what)
  }

  state(): string {
    const state = randomUUID()
    this.#states.push(state)
    return state
  }

  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.registered
  }

  saveClientInformation(information: OAuthClientInformationMixed): void {
    this.registered = information
  }

  tokens(): OAuthTokens | undefined {
    return this.held
  }

  saveTokens(tokens: OAuthTokens): void {
    this.held = tokens
  }

  redirectToAuthorization(page: URL): void {
    this.page = page
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovered = state
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  #forget(what: string): void {
    if (what === 'all' || what === 'tokens') this.held = undefined
    if (what === 'all' || what === 'client') this.registered = undefined
  }

  /** The person goes where the host sent her, and comes back with the answer to its question alone. */
  async approved(approval: Approval): Promise<URLSearchParams> {
    if (this.page === undefined) throw new Error('The host sent the person nowhere.')
    const { searchParams } = await approve(this.page, approval)
    expect(searchParams.get('state')).toBe(this.#states.at(-1))
    this.page = undefined
    return searchParams
  }
}

/** A host that is signed in. */
export interface SignedIn {
  readonly keeping: HostKeeping
  readonly era: string | undefined
  call(name: string, input?: Record<string, unknown>): Promise<Told>
  list(): Promise<unknown>
  /** Has the person agree to what the host last asked for. */
  agree(approval: Approval): Promise<void>
}

export interface Signing extends Approval {
  readonly redirect?: string
  /** Address of a metadata document that stands for the client. */
  readonly document?: string
  /** False for a host that keeps its tokens when it is told that they have ended. */
  readonly forgets?: boolean
}

const NEWER: NewerSdk = { Client, StreamableHTTPClientTransport }
const OLD: OldSdk = { Client: OldClient, Transport: OldTransport }

/** From nothing to a signed-in client of the 2.x SDK: refused, metadata, registration, consent, token, connected. */
export async function signInNew(
  mcp: string,
  mode: 'legacy' | 'auto',
  signing: Signing = {},
  sdk: NewerSdk = NEWER,
): Promise<SignedIn> {
  const keeping = new HostKeeping(signing)
  const made = () => new sdk.Client({ name: 'host', version: '1' }, { versionNegotiation: { mode } })
  const open = () => new sdk.StreamableHTTPClientTransport(new URL(mcp), { authProvider: keeping })
  const first = open()
  await expect(made().connect(first)).rejects.toThrow(sdk === NEWER ? UnauthorizedError : Error)
  await first.finishAuth(await keeping.approved(signing))
  const [client, transport] = [made(), open()]
  await client.connect(transport)
  onTestFinished(() => client.close())
  return {
    keeping,
    era: client.getNegotiatedProtocolVersion(),
    call: async (name, input = {}) => toldOf(await client.callTool({ name, arguments: input })),
    list: () => client.listTools(),
    agree: async approval => transport.finishAuth(await keeping.approved(approval)),
  }
}

/** The same for the 1.x SDK, the client of today's hosts. */
export async function signInOld(mcp: string, signing: Signing = {}, sdk: OldSdk = OLD): Promise<SignedIn> {
  const keeping = new HostKeeping({ redirect: 'http://localhost:14523/callback', ...signing })
  const made = () => new sdk.Client({ name: 'host', version: '1' })
  const open = () => new sdk.Transport(new URL(mcp), { authProvider: keeping })
  const code = async (approval: Approval) => (await keeping.approved(approval)).get('code') ?? ''
  const first = open()
  await expect(made().connect(plain(first))).rejects.toThrow(sdk === OLD ? OldUnauthorized : Error)
  await first.finishAuth(await code(signing))
  const [client, transport] = [made(), open()]
  await client.connect(plain(transport))
  onTestFinished(() => client.close())
  return {
    keeping,
    era: transport.protocolVersion,
    call: async (name, input = {}) => toldOf(await client.callTool({ name, arguments: input })),
    list: () => client.listTools(),
    agree: async approval => transport.finishAuth(await code(approval)),
  }
}

type OldTransportShape = Parameters<OldClient['connect']>[0]

/** The SDK's own transport does not fit its own interface under exact optional properties. */
function plain(transport: object): OldTransportShape {
  const isTransport = (value: object): value is OldTransportShape => 'send' in value
  if (!isTransport(transport)) throw new TypeError('no transport')
  return transport
}

import { hash } from '@node-rs/argon2'
import * as oauth from 'openid-client'
import { SCOPE_NAMES, type Scope } from '../../src/contract/scopes.ts'
import { DEFAULT_CEILING } from '../../src/service/domain/ceiling.ts'
import { CLI_CLIENT_ID, type OAuthOptions, resourcesOf } from '../../src/service/oauth/options.ts'
import { write } from '../../src/service/store/database.ts'
import { addMember, setPassword } from '../../src/service/store/members.ts'
import { Browser, type BrowserPage } from './browser.ts'
import { startWorld, type World, type WorldOptions } from './world.ts'

export const PASSWORD = 'correct horse battery staple'

/** The members of an OAuth world, by name, with their ceilings. */
const MEMBERS = {
  ada: DEFAULT_CEILING,
  olga: SCOPE_NAMES,
  rita: ['account:read', 'batches:read'],
} as const satisfies Record<string, readonly Scope[]>

export type MemberName = keyof typeof MEMBERS

/** The secret of the client that may exchange. */
export const EXCHANGE = { id: 'mcp-server', secret: 'exchange-secret-of-the-tests-0123456789' }

/** A world whose service is an authorization server, with members who can sign in. */
export interface OAuthWorld extends World {
  readonly issuer: string
  readonly api: string
  readonly mcp: string
  /** Ids of the members. */
  readonly members: Readonly<Record<MemberName, string>>
  /** What openid-client needs to speak for the command line, or for another client. */
  client(id?: string, authentication?: oauth.ClientAuth): Promise<oauth.Configuration>
}

/** `const world = await startOAuthWorld()` */
export async function startOAuthWorld(options: WorldOptions & { oauth?: OAuthOptions } = {}): Promise<OAuthWorld> {
  const limits = {
    sign_in: 1000,
    sign_in_name: 1000,
    sign_in_address: 1000,
    device: 1000,
    registration: 1000,
    token: 100_000,
    authorization: 100_000,
  }
  // Asked anew each time, so that a test can move the time of the whole process on.
  const clock = () => Date.now()
  const world = await startWorld({ clock, ...options, oauth: { exchange_client: EXCHANGE, limits, ...options.oauth } })
  const { db, newId, workspace } = world
  // As light as the notation allows: signing in is done often here.
  const password_hash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1 })
  const admit = async (name: MemberName) => {
    const acting = { now: Date.now(), newId }
    return await write(db, async tx => {
      const facts = { workspace_id: workspace.id, name, role: 'member', ceiling: MEMBERS[name] } as const
      const { id } = await addMember(tx, { ...acting, ...facts })
      await setPassword(tx, { ...acting, id, password_hash })
      return id
    })
  }
  const members = { ada: await admit('ada'), olga: await admit('olga'), rita: await admit('rita') }
  const issuer = world.service.oauth?.issuer ?? ''
  const { api, mcp } = resourcesOf(issuer)
  return { ...world, issuer, api, mcp, members, client: discovered(issuer) }
}

/** What openid-client needs to speak for the command line, or for another client, by the metadata of the issuer. */
export function discovered(issuer: string): OAuthWorld['client'] {
  return (id = CLI_CLIENT_ID, authentication = oauth.None()) =>
    oauth.discovery(new URL(issuer), id, undefined, authentication, {
      execute: [oauth.allowInsecureRequests],
      algorithm: 'oauth2',
    })
}

export interface Approval {
  readonly member?: MemberName
  /** What is typed as the name; default the member's. */
  readonly name?: string
  readonly password?: string
  /** The boxes that are ticked; default all that are offered, `as shown` those that the page ticks itself. */
  readonly ticked?: readonly Scope[] | 'as shown'
  readonly deny?: boolean
  readonly seen?: (page: BrowserPage) => void
}

/** Opens an authorization address, signs in where asked and consents. @returns the address the client is called back at */
export async function approve(address: URL, approval: Approval = {}, browser = new Browser()): Promise<URL> {
  const redirect = new URL(address.searchParams.get('redirect_uri') ?? '')
  const stop = (url: URL) => url.origin === redirect.origin && url.pathname === redirect.pathname
  const { member = 'ada', name = member, password = PASSWORD, ticked, deny = false, seen } = approval
  let page = await browser.go(address, {}, stop)
  if (page.html.includes('type="password"')) page = await browser.submit(page, '/sign-in', { name, password }, stop)
  if (page.html.includes('/consent"')) {
    seen?.(page)
    const offered = [...page.html.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope = '']) => scope)
    const fields = ticked === 'as shown' || deny ? {} : { scope: ticked ?? offered }
    page = await browser.submit(page, deny ? '/cancel' : '/consent', fields, stop)
  }
  if (!stop(page.url)) throw new Error(`No callback: ${page.url.href} ${page.status}\n${page.html}`)
  return page.url
}

export interface Asking extends Approval {
  readonly scope?: string
  readonly resource?: string | readonly string[]
  readonly browser?: Browser
  readonly client?: oauth.Configuration
  readonly redirect?: string
  /** Changes the callback before it is used. */
  readonly tamper?: (callback: URL) => void
}

export type Tokens = oauth.TokenEndpointResponse

/**
 * The whole authorization code flow as a client does it. Redirects of tests lead to a port below those that a system hands out (from
 * 32768): a service of the test that got this very port would be taken for the way back.
 */
export async function signIn(world: Pick<OAuthWorld, 'api' | 'client'>, asking: Asking = {}): Promise<Tokens> {
  const client = asking.client ?? (await world.client())
  const { scope = 'account:read', resource = world.api, redirect = 'http://127.0.0.1:14523/callback' } = asking
  const verifier = oauth.randomPKCECodeVerifier()
  const state = oauth.randomState()
  const challenge = await oauth.calculatePKCECodeChallenge(verifier)
  const request = new URLSearchParams({ redirect_uri: redirect, scope, state })
  for (const one of [resource].flat()) request.append('resource', one)
  request.set('code_challenge', challenge)
  request.set('code_challenge_method', 'S256')
  const callback = await approve(oauth.buildAuthorizationUrl(client, request), asking, asking.browser)
  asking.tamper?.(callback)
  const checks = { pkceCodeVerifier: verifier, expectedState: state }
  return await oauth.authorizationCodeGrant(client, callback, checks, { resource: [resource].flat()[0] ?? '' })
}

import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client'
import { USABLE_SCOPES } from '../contract/scopes.ts'
import { isOnThisMachine } from '../contract/url.ts'
import { apiAddress, findAuthority } from './authority.ts'
import { protocolFailure, SignInFailed, unwritable } from './failure.ts'
import { tokensIn } from './granted.ts'
import { CLIENT_ID, discoverServer, openid, requirePkce } from './issuer.ts'
import type { Keeping, Login } from './login-record.ts'
import { revoke } from './logout.ts'
import { openLoopback } from './loopback.ts'
import type { LoginStore } from './store.ts'

export interface SignInOptions {
  readonly apiUrl: string
  readonly store: LoginStore
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** A sign-in that waits for a person in a browser. */
export interface PendingSignIn {
  /** The page to open. The address holds no secret: the answer comes to this machine only. */
  readonly url: string
  /** Resolves when the login is saved, with the place where it is stored. @throws {SignInFailed} any code */
  readonly done: Promise<Keeping>
  cancel(): void
}

/** The scopes to ask for: all but the reserved ones. The server limits them to what the member may do, and shows them to the member. */
const SCOPE = USABLE_SCOPES.join(' ')

/** The scope for offline access. Without it OpenID servers give no refresh token (OpenID Connect Core § 11). */
const AWAY = 'offline_access'

function scopeAt(configuration: Configuration): { readonly scope: string; readonly prompt?: 'consent' } {
  const knows = configuration.serverMetadata().scopes_supported?.includes(AWAY) ?? false
  return knows ? { scope: `${SCOPE} ${AWAY}`, prompt: 'consent' } : { scope: SCOPE }
}

/**
 * Starts a sign-in in a browser: with a listener on this machine (RFC 8252), PKCE (RFC 7636), a check of the issuer in the answer
 * (RFC 9207) and the resource in the requests (RFC 8707).
 *
 * @throws {SignInFailed} unreachable, mcp_server, no_authority, unsuitable
 */
export async function beginSignIn(options: SignInOptions): Promise<PendingSignIn> {
  const { issuer, resource, configuration } = await prepared(options)
  requirePkce(configuration)
  const {
    authorizationCodeGrant,
    buildAuthorizationUrl,
    calculatePKCECodeChallenge,
    randomPKCECodeVerifier,
    randomState,
  } = await openid()
  const [state, verifier] = [randomState(), randomPKCECodeVerifier()]
  let keeping: Keeping = 'file'
  const { redirectUri, done, close } = await openLoopback(state, async answer => {
    const checks = { expectedState: state, pkceCodeVerifier: verifier }
    const granting = authorizationCodeGrant(configuration, answer, checks, { resource })
    keeping = await keep(await said(granting, issuer), { issuer, resource }, options)
  })
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    ...scopeAt(configuration),
    resource,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const cancel = () => close(new SignInFailed('cancelled', 'The sign-in was cancelled.'))
  if (url.protocol !== 'https:' && !isOnThisMachine(url)) {
    cancel()
    throw new SignInFailed('unsuitable', `${new URL(issuer).origin} names a sign-in page that is not https.`)
  }
  const saved = done.then(() => keeping)
  saved.catch(() => undefined)
  return { url: url.href, done: saved, cancel }
}

/** What a person needs to sign in on another device. */
export interface DeviceCode {
  readonly user_code: string
  readonly verification_uri: string
}

/**
 * Signs in by a code that a person enters on any device (RFC 8628). `show` gets the code before the wait begins.
 *
 * @throws {SignInFailed} unreachable, mcp_server, no_authority, unsuitable, no_device_flow, denied, refused, store
 */
export async function signInByDevice(options: SignInOptions, show: (code: DeviceCode) => void): Promise<Keeping> {
  const { issuer, resource, configuration } = await prepared(options)
  if (configuration.serverMetadata().device_authorization_endpoint === undefined) {
    const message = `${new URL(issuer).origin} offers no sign-in by code. Run the command without --device where there is a browser.`
    throw new SignInFailed('no_device_flow', message)
  }
  const { initiateDeviceAuthorization, pollDeviceAuthorizationGrant } = await openid()
  const { scope } = scopeAt(configuration)
  const asked = await said(initiateDeviceAuthorization(configuration, { scope, resource }), issuer)
  show(asked)
  const granted = await said(pollDeviceAuthorizationGrant(configuration, asked, { resource }), issuer)
  return await keep(granted, { issuer, resource }, options)
}

/** The answer of an authorization server. @throws {SignInFailed} unreachable, unsuitable, denied, refused */
async function said<T>(answer: Promise<T>, issuer: string): Promise<T> {
  return answer.catch((error: unknown) => {
    throw protocolFailure(error, issuer)
  })
}

async function prepared({ apiUrl }: SignInOptions) {
  const authority = await findAuthority(apiUrl)
  return { ...authority, configuration: await discoverServer(authority.issuer, CLIENT_ID) }
}

/**
 * Saves the new login, and revokes the one that it replaces at its server. One that cannot be saved is revoked itself: nobody could use
 * or end it.
 *
 * @throws {SignInFailed} store, locked, unsaved
 */
async function keep(
  granted: TokenEndpointResponse & TokenEndpointResponseHelpers,
  authority: { readonly issuer: string; readonly resource: string },
  { apiUrl, store, clock }: SignInOptions,
): Promise<Keeping> {
  const now = clock()
  const login: Login = {
    api_url: apiAddress(apiUrl),
    ...authority,
    client_id: CLIENT_ID,
    scope: granted.scope ?? null,
    signed_in_at: now,
    tokens: tokensIn(granted, now),
  }
  const saving = store.hold(async held => ({
    before: await held.find(login.api_url).catch(() => undefined),
    keeping: await held.save(login),
  }))
  const { before, keeping } = await saving.catch(async (error: unknown) => {
    await revoke(login)
    throw lost(error)
  })
  if (before !== undefined) await revoke(before)
  return keeping
}

/** The error for a sign-in that was approved and is lost, since it could not be saved. */
function lost(error: unknown): SignInFailed {
  const what = 'The sign-in was approved, but nothing was kept of it'
  if (error instanceof SignInFailed && error.code !== 'unsaved')
    return new SignInFailed(error.code, `${what}. ${error.message}`)
  return new SignInFailed('unsaved', `${what}: ${unwritable(error)}. Mend that, then sign in again.`)
}

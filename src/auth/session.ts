import type { ApiCredential } from '../client/credential.ts'
import { ApiError } from '../client/errors.ts'
import { apiAddress } from './authority.ts'
import { protocolFailure, SignInFailed, saidCode, signInRequired } from './failure.ts'
import { tokensIn } from './granted.ts'
import { discoverServer, openid } from './issuer.ts'
import { isFresh, type Login } from './login-record.ts'
import type { LockedLogins, LoginStore } from './store.ts'

export interface LoginSessionOptions {
  readonly apiUrl: string
  readonly store: LoginStore
  /** The command that signs in at this address, as a person would type it. */
  readonly command: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** The use of a stored login by one process. */
export interface LoginSession {
  /**
   * Gives the address of the API and an access token. A token that has ended, or soon will, is refreshed first, by one process at a time.
   *
   * @throws {ApiError} sign_in_required; service_unavailable, where the token cannot be refreshed now (the login is kept)
   */
  connect(): Promise<ApiCredential>
  /** Waits for a refresh under way: its token must be saved before the process ends. */
  settled(): Promise<void>
}

/** The login session at an address. Nothing is read before `connect`. */
export function createLoginSession(options: LoginSessionOptions): LoginSession {
  const { apiUrl, store, clock } = options
  let known: Login | undefined
  let renewing: Promise<Login> | undefined

  async function current(refused?: string): Promise<Login> {
    if (known !== undefined && isUsable(known, refused, clock)) return known
    const stored = await store.find(apiAddress(apiUrl))
    if (stored === undefined) throw required('none', options)
    if (isUsable(stored, refused, clock)) return stored
    renewing ??= store
      .hold(held => renewed(held, refused, options))
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }

  /** The login to use now. Its access token is not `refused`, which the API did not accept. */
  const usable = async (refused?: string): Promise<Login> => {
    try {
      known = await current(refused)
      return known
    } catch (error) {
      known = undefined
      throw explained(error, options)
    }
  }

  return {
    async connect() {
      const { tokens } = await usable()
      return {
        baseUrl: apiUrl,
        credential: tokens.access_token,
        async renew(refusal) {
          if (refusal.status !== 401) throw refusal
          const next = await usable(tokens.access_token)
          const renew = () => Promise.reject(required('refused', options))
          return { baseUrl: apiUrl, credential: next.tokens.access_token, renew }
        },
      }
    },
    settled: async () => void (await renewing?.catch(() => undefined)),
  }
}

/** True for a login whose access token does not end soon (`isFresh`) and is not the one that the API refused. */
function isUsable({ tokens }: Login, refused: string | undefined, clock: () => number): boolean {
  return tokens.access_token !== refused && isFresh(tokens, clock())
}

/**
 * Renews the login. The caller holds the lock of all processes. If another process has renewed the login meanwhile, that login is
 * used.
 *
 * @throws {ApiError} sign_in_required
 * @throws {SignInFailed} the refresh failed for another reason; the login stays valid
 */
async function renewed(held: LockedLogins, refused: string | undefined, options: LoginSessionOptions): Promise<Login> {
  const { apiUrl, clock } = options
  const address = apiAddress(apiUrl)
  const login = await held.find(address)
  if (login === undefined) throw required('none', options)
  if (isUsable(login, refused, clock)) return login
  const { refresh_token } = login.tokens
  if (refresh_token === null) throw required('ended', options)
  const next = await refresh(login, refresh_token, clock)
  if (next === undefined) {
    // It is over, whether or not that can be written down.
    await held.forget(address).catch(() => undefined)
    throw required('ended', options)
  }
  // The new token is saved before it is used, since the old refresh token is no longer valid.
  await held.save(next).catch(() => {
    throw required('unsaved', options)
  })
  return next
}

function required(
  reason: Parameters<typeof signInRequired>[0],
  { apiUrl, command }: Pick<LoginSessionOptions, 'apiUrl' | 'command'>,
): ApiError {
  return signInRequired(reason, apiUrl, command)
}

/** The error for the caller when there is no login to use. */
function explained(error: unknown, options: LoginSessionOptions): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof SignInFailed && error.code === 'store') return required('unreadable', options)
  return unavailable(error, options.apiUrl)
}

/**
 * The login with new tokens; undefined where the server says that it has ended (`invalid_grant`).
 *
 * @throws {SignInFailed} every other failure; the login stays valid
 */
async function refresh(login: Login, refreshToken: string, clock: () => number): Promise<Login | undefined> {
  const { issuer, resource, client_id } = login
  const configuration = await discoverServer(issuer, client_id)
  const { refreshTokenGrant } = await openid()
  try {
    const answer = await refreshTokenGrant(configuration, refreshToken, { resource })
    return { ...login, scope: answer.scope ?? login.scope, tokens: tokensIn(answer, clock(), refreshToken) }
  } catch (error) {
    if (saidCode(error) === 'invalid_grant') return undefined
    throw protocolFailure(error, issuer)
  }
}

/** The error for a login that could not be renewed now and is kept. */
function unavailable(error: unknown, apiUrl: string): ApiError {
  const why = error instanceof SignInFailed ? ` ${error.message}` : ''
  const message = `The sign-in at ${new URL(apiUrl).origin} could not be renewed; it is kept.${why}`
  return new ApiError({ code: 'service_unavailable', message })
}

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
   * The way to the API with a token that is good as far as is known; refreshed before, by one process at a time, where it is not.
   *
   * @throws ApiError `sign_in_required`; `service_unavailable` where the authorization server cannot be reached (the login is kept)
   */
  connect(): Promise<ApiCredential>
  /** Waits for a refresh under way: its token must be saved before the process ends. */
  settled(): Promise<void>
}

/** The session at an address. Nothing is read before `connect`. */
export function createLoginSession({ apiUrl, store, command, clock }: LoginSessionOptions): LoginSession {
  const address = apiAddress(apiUrl)
  const required = (reason: Parameters<typeof signInRequired>[0]) => signInRequired(reason, apiUrl, command)
  let known: Login | undefined
  let renewing: Promise<Login> | undefined

  const usable = (login: Login, refused: string | undefined) =>
    login.tokens.access_token !== refused && isFresh(login.tokens, clock())

  async function current(refused?: string): Promise<Login> {
    if (known !== undefined && usable(known, refused)) return known
    const stored = await store.find(address)
    if (stored === undefined) throw required('none')
    if (usable(stored, refused)) return stored
    renewing ??= store
      .hold(held => renewed(held, refused))
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }

  /** Under the lock: another process may have refreshed meanwhile, and its token is as good. */
  async function renewed(held: LockedLogins, refused: string | undefined): Promise<Login> {
    const login = await held.find(address)
    if (login === undefined) throw required('none')
    if (usable(login, refused)) return login
    const { refresh_token } = login.tokens
    if (refresh_token === null) throw required('ended')
    const next = await refresh(login, refresh_token, clock)
    if (next === undefined) {
      await held.forget(address)
      throw required('ended')
    }
    // Before it is used: the old refresh token is void already.
    await held.save(next).catch(() => {
      throw required('unsaved')
    })
    return next
  }

  const explained = async (refused?: string): Promise<Login> => {
    try {
      known = await current(refused)
      return known
    } catch (error) {
      known = undefined
      if (error instanceof ApiError) throw error
      if (error instanceof SignInFailed && error.code === 'store') throw required('unreadable')
      throw unavailable(error, apiUrl)
    }
  }

  return {
    async connect() {
      const { tokens } = await explained()
      return {
        baseUrl: apiUrl,
        credential: tokens.access_token,
        async renew(refusal) {
          if (refusal.status !== 401) throw refusal
          const next = await explained(tokens.access_token)
          const renew = () => Promise.reject(required('refused'))
          return { baseUrl: apiUrl, credential: next.tokens.access_token, renew }
        },
      }
    },
    settled: async () => void (await renewing?.catch(() => undefined)),
  }
}

/**
 * The login with new tokens; undefined where the server says that it is over.
 *
 * @throws SignInFailed for everything else that goes wrong: the login is as good as before
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

/** The login could not be renewed, and is kept. */
function unavailable(error: unknown, apiUrl: string): ApiError {
  const why = error instanceof SignInFailed ? ` ${error.message}` : ''
  const message = `The sign-in at ${new URL(apiUrl).origin} could not be renewed; it is kept.${why}`
  return new ApiError({ code: 'service_unavailable', message })
}

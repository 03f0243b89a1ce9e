import { apiAddress } from './authority.ts'
import { discoverServer, openid } from './issuer.ts'
import type { Login } from './login-record.ts'
import type { LoginStore } from './store.ts'

/** What became of a login: there was none; it is forgotten here, and ended at its server or not. */
export type LoggedOut = 'none' | 'revoked' | 'forgotten'

/**
 * Ends the login for an address: forgotten on this machine in any case, and revoked at its server where that can be reached.
 *
 * @throws {SignInFailed} store
 */
export async function logOut(apiUrl: string, store: LoginStore): Promise<LoggedOut> {
  const address = apiAddress(apiUrl)
  if ((await store.facts(address)) === undefined) return 'none'
  const login = await store.hold(async held => {
    // What cannot be read can still be forgotten.
    const found = await held.find(address).catch(() => undefined)
    await held.forget(address)
    return found
  })
  return login !== undefined && (await revoke(login)) ? 'revoked' : 'forgotten'
}

/** Tells the server that a login is over (RFC 7009); false where it could not be told. */
export async function revoke({ issuer, client_id, tokens }: Login): Promise<boolean> {
  const { access_token, refresh_token } = tokens
  try {
    const configuration = await discoverServer(issuer, client_id)
    const { tokenRevocation } = await openid()
    await tokenRevocation(configuration, refresh_token ?? access_token, {
      token_type_hint: refresh_token === null ? 'access_token' : 'refresh_token',
    })
    return true
  } catch {
    return false
  }
}

import { apiAddress } from './authority.ts'
import { discoverServer, openid } from './issuer.ts'
import type { Login } from './login-record.ts'
import type { LoginStore } from './store.ts'

/** The outcome. `none`: nobody was signed in. `revoked`: ended here and at the server. `forgotten`: ended here only. */
export type LoggedOut = 'none' | 'revoked' | 'forgotten'

/**
 * Ends the login for an address. It is always removed from this machine, and revoked at its server if that can be reached.
 *
 * @throws {SignInFailed} store
 */
export async function logOut(apiUrl: string, store: LoginStore): Promise<LoggedOut> {
  const address = apiAddress(apiUrl)
  if ((await store.facts(address)) === undefined) return 'none'
  const login = await store.hold(async held => {
    // A login whose secrets cannot be read is forgotten too.
    const found = await held.find(address).catch(() => undefined)
    await held.forget(address)
    return found
  })
  return login !== undefined && (await revoke(login)) ? 'revoked' : 'forgotten'
}

/** Revokes the tokens of a login at its server (RFC 7009); false where the server could not be told. */
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

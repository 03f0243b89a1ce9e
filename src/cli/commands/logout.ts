import type { LoggedOut } from '../../auth/logout.ts'
import type { Invocation } from '../command.ts'
import { openLoginStore } from '../hosted.ts'
import { takesNoMore } from '../usage.ts'
import { hostedAddress } from './login.ts'

/** Ends the sign-in at a hosted API: always on this machine, and at its server where that can be reached. @throws {SignInFailed} store */
export async function logout({ settings, operands, stdout }: Invocation): Promise<0> {
  takesNoMore('logout', operands)
  const apiUrl = hostedAddress(settings, 'logout')
  const { logOut } = await import('../../auth/logout.ts')
  const outcome = await logOut(apiUrl, await openLoginStore(settings))
  const said = WORDS[outcome](new URL(apiUrl).origin)
  stdout.write(settings.json ? `${JSON.stringify({ api_url: apiUrl, outcome })}\n` : `${said}\n`)
  return 0
}

const WORDS: Readonly<Record<LoggedOut, (service: string) => string>> = {
  none: service => `Nobody was signed in at ${service}.`,
  revoked: service => `Signed out of ${service}: the connection is revoked there and forgotten here.`,
  forgotten: service =>
    `Forgotten here. ${service} could not be told: revoke the connection there, on its page of connections, if that matters.`,
}

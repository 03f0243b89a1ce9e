import { PassThrough } from 'node:stream'
import { apiAddress } from '../../auth/authority.ts'
import { SignInFailed } from '../../auth/failure.ts'
import { ApiError } from '../../client/errors.ts'
import type { Account } from '../../contract/account.ts'
import { api } from '../../contract/operations.ts'
import { visible } from '../../mcp/render/data.ts'
import { moment } from '../../mcp/render/numbers.ts'
import { composeServer } from '../compose.ts'
import { loginCommand, openLoginStore } from '../hosted.ts'
import type { Settings } from '../settings.ts'
import { asBroken, type Diagnosis, skipped, warning, well } from './diagnosis.ts'
import type { Examined } from './examined.ts'

/** How long the call may take, in milliseconds. */
const PATIENCE_MS = 10_000

/** Whether the hosted service takes the key or the sign-in of this machine. A sign-in that has ended is renewed, as by any call. */
export async function lookAtSignIn(examined: Examined): Promise<Diagnosis> {
  const { settings, answer } = examined
  const { api_url, api_key } = settings
  if (api_url === undefined) return skipped('Not needed: the service inside this program has its own key.')
  const answered = await answer()
  if (answered?.kind !== 'answered' || !answered.is_api) {
    return skipped('It cannot be tried before the address is well: see service.')
  }
  const login = loginCommand(api_url, settings)
  if (api_key !== undefined) return await tried(examined, 'The key of TRANSLATION_API_KEY', mendsKey(login))
  const { since, fault } = await signedIn(settings, api_url)
  if (fault !== undefined) return asBroken(fault, login)
  if (since === undefined) return asBroken(`Nobody is signed in at ${new URL(api_url).origin}.`, login)
  return await tried(examined, `The sign-in of ${moment(since)}`, login)
}

const mendsKey = (login: string) =>
  `Set TRANSLATION_API_KEY to a key that this service gave out, or unset it and sign in: ${login}`

async function signedIn(settings: Settings, api_url: string): Promise<{ since?: string; fault?: string }> {
  try {
    const facts = await (await openLoginStore(settings)).facts(apiAddress(api_url))
    return facts === undefined ? {} : { since: new Date(facts.signed_in_at).toISOString() }
  } catch (error) {
    if (error instanceof SignInFailed) return { fault: error.message }
    throw error
  }
}

async function tried({ settings, env }: Examined, what: string, mend: string): Promise<Diagnosis> {
  const silent = { ...settings, log_level: 'silent' as const }
  const { parts, close } = composeServer(silent, { env, stderr: new PassThrough(), named: [] })
  try {
    const { data } = await parts.client.call(api.account.get, {}, { deadlineMs: PATIENCE_MS })
    return accepted(what, data)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return refused(what, error, mend)
  } finally {
    await close()
  }
}

function accepted(what: string, { workspace, credential, capabilities }: Account): Diagnosis {
  const said = `${what} is accepted: workspace ${visible(workspace.name)}, as ${visible(credential.name ?? credential.id)}`
  if (capabilities.batch_creation) return well(`${said}.`)
  return warning(
    `${said}; translations cannot be created with it.`,
    'Ask whoever runs the service for the scope batches:create, or whether creation is switched on there.',
  )
}

function refused(what: string, { code, status, message }: ApiError, mend: string): Diagnosis {
  if (code === 'sign_in_required') {
    return asBroken(`${what} does not hold any more: it has expired, was revoked, or cannot be read.`, mend)
  }
  if (status === 401) return asBroken(`${what} is not accepted (${code}).`, mend)
  if (code === 'insufficient_scope') {
    return warning(`${what} is accepted, but may not read the account.`, 'Ask for the scope account:read.')
  }
  return asBroken(
    `${what} could not be tried (${code}): ${visible(message, 300)}`,
    'Do this again in a while, or ask whoever runs the service.',
  )
}

import type { SignInOptions } from '../../auth/sign-in.ts'
import { createClient } from '../../client/client.ts'
import { ApiError } from '../../client/errors.ts'
import type { Account } from '../../contract/account.ts'
import { withCodes } from '../../contract/hidden.ts'
import { api } from '../../contract/operations.ts'
import { visible } from '../../mcp/render/data.ts'
import type { Invocation } from '../command.ts'
import { createGateway } from '../connection.ts'
import { openLoginStore } from '../hosted.ts'
import { createReport } from '../report.ts'
import type { Settings } from '../settings.ts'
import { takesNoMore, UsageError } from '../usage.ts'
import { USER_AGENT } from '../version.ts'

/**
 * Signs in at a hosted API: in a browser on this machine, or by a code with `--device` and where no browser can be opened.
 *
 * @throws {SignInFailed} any code
 */
export async function login(invocation: Invocation): Promise<0 | 1> {
  const { settings, operands, stdout, stderr } = invocation
  takesNoMore('login', operands)
  const apiUrl = hostedAddress(settings, 'login')
  const store = await openLoginStore(settings)
  const options = { apiUrl, store, clock: Date.now }
  const kept_in = (await wantsDevice(invocation))
    ? await byDevice(options, invocation)
    : await byBrowser(options, invocation)
  if (settings.api_key !== undefined) stderr.write(KEY_COMES_FIRST)
  const account = await reach(settings, invocation)
  const facts = { signed_in: true, api_url: apiUrl, kept_in, workspace: account?.workspace.name ?? null }
  if (settings.json) stdout.write(`${JSON.stringify(facts)}\n`)
  else stdout.write(written(apiUrl, kept_in === 'keyring' ? "this system's keyring" : store.file, account))
  return 0
}

const KEY_COMES_FIRST = 'TRANSLATION_API_KEY is set and comes before the sign-in: unset it to use the sign-in.\n'

/** The address of the hosted service that `login` and `logout` work on. @throws {UsageError} no address is set */
export function hostedAddress({ api_url }: Pick<Settings, 'api_url'>, command: string): string {
  if (api_url !== undefined) return api_url
  throw new UsageError(
    `${command} needs the address of a hosted service: --api-url URL or TRANSLATION_API_URL. The service inside this program takes no sign-in.`,
  )
}

async function wantsDevice({ settings, env }: Invocation): Promise<boolean> {
  if (settings.device) return true
  const { isHeadless } = await import('../../auth/open-browser.ts')
  return isHeadless({ platform: process.platform, env })
}

async function byBrowser(options: SignInOptions, { env, stderr }: Invocation) {
  const [{ beginSignIn }, { openBrowser }] = await Promise.all([
    import('../../auth/sign-in.ts'),
    import('../../auth/open-browser.ts'),
  ])
  const { url, done } = await beginSignIn(options)
  openBrowser(url, { platform: process.platform, env })
  stderr.write(`Sign in in the browser. If none opens, go to:\n${url}\n`)
  return done
}

async function byDevice(options: SignInOptions, { stderr }: Invocation) {
  const { signInByDevice } = await import('../../auth/sign-in.ts')
  return signInByDevice(options, ({ user_code, verification_uri }) => {
    stderr.write(`On any device, go to ${visible(verification_uri, 500)} and enter the code ${visible(user_code)}\n`)
  })
}

/** The account of the new login; undefined where the login may not read the account, or the service cannot be reached. */
async function reach(settings: Settings, { stderr }: Invocation): Promise<Account | undefined> {
  const gateway = createGateway({ ...settings, api_key: undefined }, createReport(stderr, settings))
  const client = createClient({ connect: gateway.connect, userAgent: USER_AGENT, deadlineMs: 15_000 })
  try {
    return (await client.call(api.account.get, {})).data
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  } finally {
    await client.close()
    await gateway.close()
  }
}

function written(apiUrl: string, place: string, account: Account | undefined): string {
  const workspace = account === undefined ? '' : `, workspace ${visible(account.workspace.name)}`
  const may = account === undefined ? '' : `It may: ${account.credential.scopes.join(', ')}.\n`
  return `Signed in at ${new URL(apiUrl).origin}${workspace}. The sign-in is kept in ${withCodes(place)}.\n${may}`
}

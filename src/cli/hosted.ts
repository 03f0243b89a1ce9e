import path from 'node:path'
import type { LoginSession } from '../auth/session.ts'
import type { PendingSignIn } from '../auth/sign-in.ts'
import type { LoginStore } from '../auth/store.ts'
import { shellWord } from '../contract/shell-word.ts'
import type { SignIn, SignInPage } from '../mcp/sign-in-page.ts'
import { dataDirOf, madeDataDir } from './data-dir.ts'
import type { Gateway } from './gateway.ts'
import { ownCommand } from './own-command.ts'
import type { Settings } from './settings.ts'

type HostedSettings = Pick<Settings, 'api_key' | 'data_dir' | 'login_store'>

/** Where logins are stored: a private folder inside the data folder, and the system's keyring if it works. */
export async function openLoginStore(settings: Pick<Settings, 'data_dir' | 'login_store'>): Promise<LoginStore> {
  const { createStore } = await import('../auth/store.ts')
  const folder = path.join(dataDirOf(settings), 'sign-in')
  return createStore({ folder, keeping: settings.login_store, prepare: () => madeDataDir(settings) })
}

/** The command that signs in at an address, as a person types it. It stores the login in the data folder of these settings. */
export function loginCommand(apiUrl: string, { data_dir }: Pick<Settings, 'data_dir'>): string {
  return `${ownCommand()} login --api-url ${shellWord(apiUrl)}${inFolder({ data_dir })}`
}

/** The flag that names the data folder in a command, if it is not the default one. */
export function inFolder({ data_dir }: Pick<Settings, 'data_dir'>): string {
  return data_dir === undefined ? '' : ` --data-dir ${shellWord(path.resolve(data_dir))}`
}

/** The way to a hosted API: with the configured key, else with the login that is stored for this address. */
export function hosted(apiUrl: string, settings: HostedSettings): Gateway {
  const { api_key: credential } = settings
  const plain = { follow: () => undefined, close: async () => undefined }
  if (credential !== undefined) return { ...plain, connect: async () => ({ baseUrl: apiUrl, credential }) }
  const command = loginCommand(apiUrl, settings)
  let opening: Promise<LoginSession> | undefined
  const open = async () => {
    const { createLoginSession } = await import('../auth/session.ts')
    return createLoginSession({ apiUrl, command, clock: Date.now, store: await openLoginStore(settings) })
  }
  const signIn = createSignIn(apiUrl, command, settings)
  return {
    ...plain,
    signIn,
    async connect() {
      opening ??= open()
      return (await opening).connect()
    },
    async close() {
      signIn.pending()?.cancel()
      await (await opening)?.settled()
    },
  }
}

/** Sign-in from inside a host. One page is open at a time: while it is open, everybody who asks gets the same page. */
function createSignIn(apiUrl: string, command: string, settings: HostedSettings): SignIn {
  let beginning: Promise<SignInPage> | undefined
  let page: SignInPage | undefined
  const begin = async (): Promise<SignInPage> => {
    const { beginSignIn } = await import('../auth/sign-in.ts')
    const store = await openLoginStore(settings)
    const pending: PendingSignIn = await beginSignIn({ apiUrl, store, clock: Date.now })
    page = { ...pending, opened_at: Date.now() }
    return page
  }
  const forget = () => {
    beginning = undefined
    page = undefined
  }
  return {
    service: new URL(apiUrl).origin,
    command,
    pending: () => page,
    begin() {
      beginning ??= begin()
      beginning.then(({ done }) => done).then(forget, forget)
      return beginning
    },
  }
}

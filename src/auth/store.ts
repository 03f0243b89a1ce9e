import { chmod, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { SignInFailed } from './failure.ts'
import { keeps, type OpenEntry, readEntry, removeEntry, systemEntry, writeEntry } from './keyring.ts'
import { notWritten, underLock } from './lock.ts'
import { type Keeping, type Login, LoginFacts, loginName, Tokens } from './login-record.ts'
import { writePrivateJson } from './private-json.ts'

/** A login as stored in the file. The file holds its secrets only if they are not in the keyring. */
const Kept = z.discriminatedUnion('kept_in', [
  LoginFacts.extend({ kept_in: z.literal('keyring') }),
  LoginFacts.extend({ kept_in: z.literal('file'), tokens: Tokens }),
])
const Logins = z.object({ logins: z.record(z.string(), Kept) })

export type KeptLogin = LoginFacts & { readonly kept_in: Keeping }

export interface StoreOptions {
  /** Folder for this store only. It is made when the lock is first taken, for its owner only (0700). */
  readonly folder: string
  /** Makes the parent of the folder. */
  readonly prepare: () => Promise<unknown>
  /** `auto`: the keyring if it stores what is written to it, else the file. */
  readonly keeping: 'auto' | 'file'
  readonly openEntry?: OpenEntry
  /** Number of tries to get the lock, about a tenth of a second apart. */
  readonly lock_tries?: number | undefined
}

/** What may be done under the lock, while no other process changes the logins. */
export interface LockedLogins {
  find(apiUrl: string): Promise<Login | undefined>
  /** Saves a login and forgets any other for the same address. A renewed login stays where it was stored, if that still works. */
  save(login: Login): Promise<Keeping>
  forget(apiUrl: string): Promise<void>
}

/** The logins of this person on this machine. Reading makes no folder and does not wait for the lock. */
export interface LoginStore {
  /** The path of the file. */
  readonly file: string
  /** What is known of the login for an address, without opening the keyring. */
  facts(apiUrl: string): Promise<KeptLogin | undefined>
  /** The login for an address. @throws {SignInFailed} store, where the file or the keyring cannot be read */
  find(apiUrl: string): Promise<Login | undefined>
  /** Runs `work` under the lock that all processes share. @throws {SignInFailed} locked, unsaved */
  hold<T>(work: (held: LockedLogins) => Promise<T>): Promise<T>
}

type Entries = z.output<typeof Logins>['logins']

/** The store in a folder. Nothing is opened or made before it is used. */
export function createStore(options: StoreOptions): LoginStore {
  const { folder, prepare, keeping, openEntry = systemEntry, lock_tries } = options
  const file = path.join(folder, 'logins.json')
  const kept = async (apiUrl: string) => Object.values(await read(file)).find(({ api_url }) => api_url === apiUrl)

  async function find(apiUrl: string): Promise<Login | undefined> {
    const login = await kept(apiUrl)
    if (login === undefined || login.kept_in === 'file') return login
    const secret = await readEntry(openEntry, loginName(login)).catch(() => {
      throw new SignInFailed('store', 'The keyring of this system cannot be read.')
    })
    const tokens = secret === undefined ? undefined : tokensIn(secret)
    return tokens && { ...login, tokens }
  }

  async function drop(logins: Entries, apiUrl: string, except?: string): Promise<void> {
    for (const [name, { api_url, kept_in }] of Object.entries(logins)) {
      if (api_url !== apiUrl || name === except) continue
      delete logins[name]
      if (kept_in === 'keyring') await removeEntry(openEntry, name)
    }
  }

  const held: LockedLogins = {
    find,
    async save(login) {
      const logins = await read(file)
      const name = loginName(login)
      const { tokens, kept_in } = login
      const facts = LoginFacts.parse(login)
      // If the keyring fails during a renewal, the tokens go into the file: they must not be lost.
      const tries = kept_in === undefined ? keeping === 'auto' && (await keeps(openEntry)) : kept_in === 'keyring'
      const inKeyring = tries && (await writeEntry(openEntry, name, JSON.stringify(tokens)))
      if (!inKeyring && logins[name]?.kept_in === 'keyring') await removeEntry(openEntry, name)
      logins[name] = inKeyring ? { ...facts, kept_in: 'keyring' } : { ...facts, kept_in: 'file', tokens }
      await drop(logins, login.api_url, name)
      await writePrivateJson(file, { logins })
      return inKeyring ? 'keyring' : 'file'
    },
    async forget(apiUrl) {
      const logins = await read(file)
      await drop(logins, apiUrl)
      await writePrivateJson(file, { logins })
    },
  }

  return {
    file,
    facts: kept,
    find,
    async hold(work) {
      await prepare()
      await makePrivate(folder)
      return underLock(path.join(folder, 'logins.lock'), () => work(held), lock_tries)
    },
  }
}

/** Makes a folder that only its owner can read. @throws {SignInFailed} unsaved */
async function makePrivate(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
  } catch (error) {
    throw notWritten(error)
  }
}

async function read(file: string): Promise<Entries> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined
    throw unreadable(file)
  })
  if (text === undefined) return {}
  try {
    return Logins.parse(JSON.parse(text)).logins
  } catch {
    throw unreadable(file)
  }
}

/** The secrets in an entry of the keyring; undefined if it holds something else. */
function tokensIn(secret: string): Tokens | undefined {
  try {
    return Tokens.parse(JSON.parse(secret))
  } catch {
    // The error is dropped, since its message would quote the secret.
    return undefined
  }
}

/** The error for a file that cannot be read. The original error is left out, since it may quote the file. */
function unreadable(file: string): SignInFailed {
  return new SignInFailed('store', `The sign-in file cannot be read. Remove ${file} and sign in again.`)
}

import { randomUUID } from 'node:crypto'

/** One secret of the system's keyring, as @napi-rs/keyring has it. */
export interface KeyringEntry {
  setPassword(secret: string, signal?: AbortSignal): Promise<void>
  getPassword(signal?: AbortSignal): Promise<string | null>
  deletePassword(signal?: AbortSignal): Promise<boolean>
}

/** Opens an entry by its name; throws where this system has no keyring. */
export type OpenEntry = (name: string) => Promise<KeyringEntry>

const SERVICE = 'translation-mcp'

/**
 * The keyring of this system. On Linux it is pinned to the Secret Service: the choice of the library would fall to the kernel's
 * keyring, which forgets everything at the next start.
 */
export const systemEntry: OpenEntry = async name => {
  const { AsyncEntry } = await import('@napi-rs/keyring')
  return new AsyncEntry(SERVICE, name, { linux: { store: 'secret-service' } })
}

/** A keyring that asks a person to unlock it takes a while; one that hangs must not hang us. In milliseconds. */
const PATIENCE_MS = 20_000
const PROBE_MS = 5000

/**
 * True where a keyring keeps what is written. Only writing shows that: a locked one answers the reading of a missing entry as if
 * it were open.
 */
export async function keeps(open: OpenEntry): Promise<boolean> {
  try {
    const entry = await open('probe')
    const written = randomUUID()
    await entry.setPassword(written, AbortSignal.timeout(PROBE_MS))
    const read = await entry.getPassword(AbortSignal.timeout(PROBE_MS))
    await entry.deletePassword(AbortSignal.timeout(PROBE_MS))
    return read === written
  } catch {
    return false
  }
}

/** The secret of a name; undefined where there is none. Throws where the keyring cannot be read. */
export async function readEntry(open: OpenEntry, name: string): Promise<string | undefined> {
  const entry = await open(name)
  return (await entry.getPassword(AbortSignal.timeout(PATIENCE_MS))) ?? undefined
}

/** Keeps a secret; false where the keyring does not take it (some have a limit of length). */
export async function writeEntry(open: OpenEntry, name: string, secret: string): Promise<boolean> {
  try {
    await (await open(name)).setPassword(secret, AbortSignal.timeout(PATIENCE_MS))
    return true
  } catch {
    return false
  }
}

/** Removes a secret; one that is gone already, or in a keyring that does not open, is left. */
export async function removeEntry(open: OpenEntry, name: string): Promise<void> {
  try {
    await (await open(name)).deletePassword(AbortSignal.timeout(PATIENCE_MS))
  } catch {
    // Without its line in the file of logins nobody reads it any more.
  }
}

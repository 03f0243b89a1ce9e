import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

/** One secret of the system's keyring. Each call rejects if the keyring cannot be asked, or its signal aborts. */
export interface KeyringEntry {
  setPassword(secret: string, signal?: AbortSignal): Promise<void>
  getPassword(signal?: AbortSignal): Promise<string | null>
  deletePassword(signal?: AbortSignal): Promise<boolean>
}

/** Opens an entry by its name. @throws {Error} where this system has no keyring */
export type OpenEntry = (name: string) => Promise<KeyringEntry>

/** The question for the process that asks the keyring. It goes to standard input, never into arguments, which others can see. */
export type KeyringQuestion =
  | { readonly does: 'read' | 'remove'; readonly name: string }
  | { readonly does: 'write'; readonly name: string; readonly secret: string }

/** The answer of that process. If it ends without an answer, this system has no keyring, or the keyring refuses. */
const Answer = z.object({ value: z.union([z.string(), z.boolean(), z.null()]) })

/** The built program of that process, in the same folder as the built program of this one. */
const PROCESS = new URL('./keyring-process.js', import.meta.url)

/** The keyring of this system. A separate process asks each question; it is ended if the keyring hangs. */
export const systemEntry: OpenEntry = async name => ({
  async setPassword(secret, signal) {
    await ask({ does: 'write', name, secret }, signal)
  },
  async getPassword(signal) {
    const value = await ask({ does: 'read', name }, signal)
    return typeof value === 'string' ? value : null
  },
  async deletePassword(signal) {
    return (await ask({ does: 'remove', name }, signal)) === true
  },
})

async function ask(question: KeyringQuestion, signal: AbortSignal | undefined): Promise<string | boolean | null> {
  const child = spawn(process.execPath, [fileURLToPath(PROCESS)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    killSignal: 'SIGKILL',
    windowsHide: true,
    ...(signal && { signal }),
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  try {
    const failed = new Promise<never>((_, reject) => child.once('error', reject))
    // Writing fails if the process has already ended. That is ignored here: then the answer is missing too, which fails below.
    child.stdin.on('error', () => undefined)
    child.stdin.end(JSON.stringify(question))
    return Answer.parse(JSON.parse(await Promise.race([text(child.stdout), failed]))).value
  } finally {
    process.off('exit', end)
  }
}

/** Longest wait for the keyring, in milliseconds: a person may have to unlock it, and a keyring may hang. */
const PATIENCE_MS = 20_000
const PROBE_MS = 5000

/**
 * True if the keyring stores what is written to it. Only writing shows this: asked for a missing entry, a locked keyring answers
 * like an open one.
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

/** The secret of a name; undefined where there is none. `patience` in milliseconds. @throws {Error} the keyring cannot be read */
export async function readEntry(open: OpenEntry, name: string, patience = PATIENCE_MS): Promise<string | undefined> {
  const entry = await open(name)
  return (await entry.getPassword(AbortSignal.timeout(patience))) ?? undefined
}

/** Stores a secret; false if the keyring refuses it (some limit the length). */
export async function writeEntry(open: OpenEntry, name: string, secret: string): Promise<boolean> {
  try {
    await (await open(name)).setPassword(secret, AbortSignal.timeout(PATIENCE_MS))
    return true
  } catch {
    return false
  }
}

/** Removes a secret. False if the keyring cannot be asked: then the secret may still be in it. */
export async function removeEntry(open: OpenEntry, name: string): Promise<boolean> {
  try {
    await (await open(name)).deletePassword(AbortSignal.timeout(PATIENCE_MS))
    return true
  } catch {
    return false
  }
}

import { createHash, randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '../client/errors.ts'
import { putInPlace, temporaryBeside } from '../client/place.ts'

/**
 * Gives the key that signs questions and approval codes, 32 bytes. It is made from `secret`, else from a private file of the data
 * folder (0600). The file is made when the key is first needed; `dataDir` makes the folder. Processes with the same data folder
 * have the same key, so an approval code of one process works in another.
 */
export function createStateKey(secret: string | undefined, dataDir: () => Promise<string>): () => Promise<Uint8Array> {
  let key: Promise<Uint8Array> | undefined
  return () => {
    key ??= (
      secret === undefined ? dataDir().then(folder => kept(path.join(folder, 'state-secret'))) : Promise.resolve(secret)
    ).then(derive)
    key.catch(() => {
      key = undefined
    })
    return key
  }
}

function derive(secret: string): Uint8Array {
  return createHash('sha256').update('translation-mcp state key\n').update(secret).digest()
}

/** The secret in the file, made where it is missing. If several processes make the file at once, one wins and all read its secret. */
async function kept(file: string): Promise<string> {
  const found = await read(file)
  if (found !== undefined) return found
  const temporary = temporaryBeside(file)
  try {
    // Written to the disk before the file gets its name: a power cut must not leave a file without a key.
    await writeFile(temporary, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    await putInPlace(temporary, file, false)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'file_exists')) throw error
  } finally {
    await rm(temporary, { force: true })
  }
  const made = await read(file)
  if (made === undefined) throw new ApiError({ code: 'service_unavailable', message: CUT_SHORT })
  return made
}

const CUT_SHORT =
  'The file state-secret of the data folder does not hold the key that signs approvals. Remove it: a new one is made.'

const SHORTEST = 32

async function read(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  const secret = text?.trim()
  return secret !== undefined && secret.length >= SHORTEST ? secret : undefined
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivately } from './private-file.ts'
import { noteFact, readFact } from './store/facts.ts'
import type { SecretName, Secrets } from './store/secrets.ts'

/** The secrets that have a file of the data folder (0600). The others are in the database, which then belongs to that folder. */
const FILES: Readonly<Partial<Record<SecretName, string>>> = { oauth_keys: 'oauth-keys', own_key: 'key' }

/** The secrets of one data folder, for the processes that share it. */
export function folderSecrets(dataDir: string): Secrets {
  return {
    async read(db, name) {
      const file = FILES[name]
      return file === undefined ? await readFact(db, name) : readSecretFile(dataDir, file)
    },
    async write(tx, name, value, now) {
      const file = FILES[name]
      if (file === undefined) await noteFact(tx, name, value, now)
      else writePrivately(join(dataDir, file), value)
    },
    believed_ms: 0,
  }
}

/** The text of a file of the data folder; undefined where there is none. */
function readSecretFile(dataDir: string, file: string): string | undefined {
  try {
    return readFileSync(join(dataDir, file), 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

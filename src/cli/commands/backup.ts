import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '../../client/errors.ts'
import { checkFree, putInPlace } from '../../client/place.ts'
import { withCodes } from '../../contract/hidden.ts'
import { systemReason } from '../../contract/system-errors.ts'
import { bytes, count, counted } from '../../mcp/render/numbers.ts'
import type { BackupMade } from '../../service/backup/backup.ts'
import type { Invocation } from '../command.ts'
import { dataDirOf } from '../data-dir.ts'
import { onSignal } from '../ending.ts'
import { steadily } from '../steadily.ts'
import { takesNoMore, UsageError } from '../usage.ts'
import { VERSION } from '../version.ts'

/**
 * Writes the data folder into one file while it may be in use, reads that file back, and only then gives it its name. On any failure
 * there is no such file. Exit status 1 also where it is kept and lacks files that the database names: who runs it by the clock must notice.
 */
export async function backup({ operands, settings, stdout, stderr }: Invocation): Promise<0 | 1> {
  const [given] = operands
  takesNoMore('backup', operands, 1)
  if (given === undefined) throw new UsageError('backup needs a file to write: backup FILE.')
  const file = path.resolve(given)
  const { with_keys: keys, json, database_url, files_url } = settings
  const dataDir = dataDirOf(settings)
  const named = await stat(path.join(dataDir, 'database-url')).catch(() => undefined)
  if (database_url !== undefined || named !== undefined) throw new UsageError(ON_A_SERVER)
  if (files_url !== undefined) throw new UsageError(FILES_APART)
  await checkFree(file).catch((error: unknown) => {
    throw unwritten(file, error)
  })
  // Its name is known before it is there, so that a signal at any moment removes it.
  const staging = path.join(path.dirname(file), `${STAGING}${randomBytes(6).toString('hex')}`)
  const signals = onSignal(() => {
    rmSync(staging, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
    process.exit(1)
  })
  await mkdir(staging, { mode: 0o700 }).catch((error: unknown) => {
    throw unwritten(file, error)
  })
  let missing = 0
  const say = steadily(line => void stderr.write(`${line}\n`))
  try {
    const written = path.join(staging, 'backup')
    const { makeBackup } = await import('../../service/backup/backup.ts')
    const { unpack } = await import('../../service/backup/unpack.ts')
    const options = { dataDir, staging, keys, program: VERSION, clock: Date.now }
    const making = await makeBackup({
      ...options,
      onProgress: copied => say(() => `Copied ${counted(copied.files, 'file')}, ${bytes(copied.bytes)}.`),
    })
    await pipeline(making.bytes, createWriteStream(written, { flags: 'wx', mode: 0o600, flush: true }))
    say(() => 'Reading it back.')
    await unpack(createReadStream(written))
    const { size } = await stat(written)
    await putInPlace(written, file, false)
    const made = making.made()
    missing = made.missing
    stdout.write(
      json ? `${JSON.stringify({ backup: { file, size_bytes: size, ...made } })}\n` : wordsOf(file, size, made),
    )
  } catch (error) {
    throw unwritten(file, error)
  } finally {
    await rm(staging, { recursive: true, force: true })
    signals()
  }
  return missing === 0 ? 0 : 1
}

const STAGING = '.translation-backup-'

/** What is said where the state is in a database server: its own tools make a backup of one moment, this program does not. */
const ON_A_SERVER =
  'TRANSLATION_DATABASE_URL is set: the state is in that database, so back it up with pg_dump first, then copy files/ of the data folder (with key, oauth-keys and state-secret for the keys).'

const FILES_APART =
  'TRANSLATION_FILES_URL is set: files are not in the data folder, and a backup of this program holds a data folder. Copy translation.db by its own tools first, then the folder or the bucket by those of its store (docs/operating.md).'

function wordsOf(file: string, size: number, made: BackupMade): string {
  const { translations, files, missing, left_out, keys } = made
  const but =
    missing === 0
      ? ''
      : ` but for ${counted(missing, 'file')} that the database names and the data folder does not have`
  const holds = `It holds ${counted(translations, 'translation')} and ${counted(files, 'file')}, and was read back: it is whole${but}.`
  const lost = missing === 0 ? [] : [LOST]
  const odd = left_out.length === 0 ? [] : [leftOut(left_out)]
  const secrets = keys
    ? 'It holds the keys too: who has it can act as the service and all its members.'
    : 'Keys are not in it: after a restore a new workspace key is made, and members sign in again. --with-keys takes them too.'
  const care = 'It holds texts of people: keep it where nobody else can read it.'
  return [`Backed up to ${withCodes(file)}, ${bytes(size)}.`, holds, ...lost, ...odd, secrets, care, ''].join('\n')
}

const LOST =
  'Those are lost unless an earlier backup or another disk has them. This one is kept, and the exit status is 1.'

/** The most names that are printed of what was left out. */
const NAMED = 3

function leftOut(paths: readonly string[]): string {
  const names = paths.slice(0, NAMED).map(each => withCodes(each))
  const more = paths.length > NAMED ? ` and ${count(paths.length - NAMED)} more` : ''
  return `Left out, since this program gives no such names and other systems cannot have them: ${names.join(', ')}${more}.`
}

function unwritten(file: string, error: unknown): unknown {
  if (error instanceof ApiError && error.code === 'file_exists') {
    return new Error(
      `There is a file ${withCodes(file)} already, and a backup replaces none. Name another file, or move that one away. No backup was made.`,
    )
  }
  const why = systemReason(error)
  if (why === undefined) return error
  return new Error(
    `The backup ${withCodes(file)} was not made: ${why}${placeOf(error)}. No part of it was left. Name a file in a folder that is there and has room.`,
  )
}

/** Which file it was, where the system says so. */
function placeOf(error: unknown): string {
  const of = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined
  return of === undefined || of.includes(STAGING) ? '' : ` at ${withCodes(of)}`
}

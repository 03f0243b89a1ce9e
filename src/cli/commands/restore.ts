import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { withCodes } from '../../contract/hidden.ts'
import { systemCodeOf, systemReason } from '../../contract/system-errors.ts'
import { counted, moment } from '../../mcp/render/numbers.ts'
import type { Restored } from '../../service/backup/restore.ts'
import type { Invocation } from '../command.ts'
import { dataDirOf, madeDataDir } from '../data-dir.ts'
import { onSignal } from '../ending.ts'
import { steadily } from '../steadily.ts'
import { takesNoMore, UsageError } from '../usage.ts'

/** Puts a backup into the data folder, which must be empty: nothing that is there is ever replaced. */
export async function restore({ operands, settings, stdout, stderr }: Invocation): Promise<0> {
  const [given] = operands
  takesNoMore('restore', operands, 1)
  if (given === undefined) throw new UsageError('restore needs the file of a backup: restore FILE.')
  if (settings.database_url !== undefined) {
    throw new UsageError(
      'TRANSLATION_DATABASE_URL is set: put the state back with pg_restore, then files/ of the data folder. A backup of this program goes into a folder without it.',
    )
  }
  if (settings.files_url !== undefined) {
    throw new UsageError(
      'TRANSLATION_FILES_URL is set, and a backup of this program puts its files into the data folder. Restore it without that setting.',
    )
  }
  const file = path.resolve(given)
  const dataDir = dataDirOf(settings)
  await requireReadable(file)
  await madeDataDir(settings)
  const { restoreBackup } = await import('../../service/backup/restore.ts')
  const { BackupRefused } = await import('../../service/backup/refused.ts')
  const stop = new AbortController()
  const signals = onSignal(() => stop.abort(new BackupRefused('stopped', STOPPED)))
  const say = steadily(line => void stderr.write(`${line}\n`))
  const onProgress = (files: number) => say(() => `Restored ${counted(files, 'file')}.`)
  const options = { dataDir, signal: stop.signal, onProgress }
  const restored = await restoreBackup(createReadStream(file), options)
    .catch((error: unknown) => {
      throw undone(dataDir, error)
    })
    .finally(signals)
  const { about, ...tally } = restored
  if (settings.json) stdout.write(`${JSON.stringify({ restored: { data_dir: dataDir, ...about, ...tally } })}\n`)
  else stdout.write(wordsOf(dataDir, restored))
  return 0
}

async function requireReadable(file: string): Promise<void> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw new Error(
      `The backup ${withCodes(file)} cannot be read (${systemCodeOf(error) ?? 'unknown'}). Nothing was restored.`,
    )
  })
  const facts = await handle.stat()
  await handle.close()
  if (!facts.isFile()) throw new Error(`${withCodes(file)} is no file. Nothing was restored.`)
}

const STOPPED = 'The restore was stopped. Nothing was restored, and the data folder is empty again.'

function undone(dataDir: string, error: unknown): unknown {
  const why = systemReason(error)
  return why === undefined ? error : new Error(`The backup was not restored into ${withCodes(dataDir)}: ${why}.`)
}

function wordsOf(dataDir: string, { about, translations, under_way, files, missing }: Restored): string {
  const holds = `${counted(translations, 'translation')} and ${counted(files, 'file')}, as of ${moment(about.made_at)}`
  const lost = missing === 0 ? [] : [`${counted(missing, 'file')} that the database names are not in the backup.`]
  const keys = about.keys
    ? 'Its keys are back too: workspace keys and sign-ins work as before.'
    : 'Its keys were not in it: a new workspace key is made at the first start, and members sign in again.'
  const work =
    under_way === 0
      ? []
      : [
          `${counted(under_way, 'translation')} were being worked on: a service goes on with them when it starts here. Stop the one that the backup is from first, or both do the work, and their engine may be paid twice.`,
        ]
  return [
    `Restored into ${withCodes(dataDir)}: ${holds}. Every file is what was backed up.`,
    ...lost,
    keys,
    ...work,
    '',
  ].join('\n')
}

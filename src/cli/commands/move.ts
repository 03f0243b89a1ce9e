import { withCodes } from '../../contract/hidden.ts'
import { bytes, count, counted } from '../../mcp/render/numbers.ts'
import type { Moved } from '../../service/move/move.ts'
import type { Invocation } from '../command.ts'
import { dataDirOf } from '../data-dir.ts'
import { onSignal } from '../ending.ts'
import { filesOf } from '../service-settings.ts'
import { steadily } from '../steadily.ts'
import { takesNoMore, UsageError } from '../usage.ts'

/**
 * Moves the state of a data folder to a PostgreSQL database. Nothing works on either meanwhile. Exit status 1 also where files that the
 * database names were missing: who runs it must notice.
 */
export async function move({ operands, settings, stdout, stderr, clock }: Invocation): Promise<0 | 1> {
  takesNoMore('move', operands, 0)
  const from = settings.move_from ?? dataDirOf(settings)
  const to = settings.move_to ?? settings.database_url
  if (to === undefined) throw new UsageError(NO_TARGET)
  const { moveFolder } = await import('../../service/move/move.ts')
  const { placeBy } = await import('../../service/files/place.ts')
  const named = { ...filesOf(settings), ...(settings.move_files && { files_url: settings.move_files }) }
  const files = named.files_url === undefined ? undefined : placeBy(named, '')
  const stop = new AbortController()
  const signals = onSignal(() => stop.abort())
  const say = steadily(line => void stderr.write(`${line}\n`))
  const onProgress = ({ rows, files, bytes: size }: Moved) =>
    say(() => `Moved ${counted(files, 'file')}, ${bytes(size)}, and ${counted(rows, 'row')}.`)
  const now = () => clock?.now() ?? Date.now()
  try {
    const moved = await moveFolder({ from, to, files, clock: now, signal: stop.signal, onProgress })
    const place = placeOf(to)
    stdout.write(
      settings.json
        ? `${JSON.stringify({ moved: { from, to: place, ...moved } })}\n`
        : wordsOf(from, place, moved, named.files_url),
    )
    return moved.missing === 0 ? 0 : 1
  } finally {
    signals()
  }
}

const NO_TARGET =
  'move needs the database that it moves to: TRANSLATION_DATABASE_URL, or --to postgres://user@host/name with PGPASSWORD.'

/** The address of a database without its user, password and options. */
function placeOf(address: string): string {
  const { host, pathname } = new URL(address)
  return `${host}${pathname}`
}

function wordsOf(from: string, place: string, moved: Moved, files_url: string | undefined): string {
  const { rows, files, missing, credits_left } = moved
  const [copied, now] =
    files_url === undefined
      ? ['', ONLY_DATABASE]
      : [`, and ${counted(files, 'file')}, ${bytes(moved.bytes)}, to ${withCodes(files_url)}`, DATABASE_AND_FILES]
  const lost =
    missing === 0
      ? []
      : [`${counted(missing, 'file')} that the database names were not there, so they could not be moved.`]
  return [
    `Moved ${withCodes(from)} to ${withCodes(place)}: ${counted(rows, 'row')}${copied}, read at both places and found equal; ${count(credits_left)} credits are left, there as here.`,
    ...lost,
    now,
    'No service starts on the folder alone any more. What it held is still in it; remove translation.db when you need it no longer.',
    '',
  ].join('\n')
}

const ONLY_DATABASE =
  'Now set TRANSLATION_DATABASE_URL to that database where the service runs. With this data folder it goes on as before: keys and files are found there.'
const DATABASE_AND_FILES =
  'Now set TRANSLATION_DATABASE_URL and TRANSLATION_FILES_URL to them where the service runs. With this data folder it goes on as before: keys are found there.'

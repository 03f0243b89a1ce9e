import path from 'node:path'
import { withCodes } from '../../contract/hidden.ts'
import { shellWord } from '../../contract/shell-word.ts'
import { systemCodeOf } from '../../contract/system-errors.ts'
import type { DataFolderLook } from '../../service/admin/looking.ts'
import type { Marked } from '../../service/folder-marks.ts'
import { databaseIsHeld, HELD } from '../make-folder.ts'
import { asBroken, type Diagnosis, skipped, warning, well } from './diagnosis.ts'
import type { Examined } from './examined.ts'

/** Whether the database of the data folder can be read, and is of a version that this program knows. It is not changed. */
export async function lookAtDatabase({ folder, data_dir, settings }: Examined): Promise<Diagnosis> {
  try {
    return databaseFound(await folder(), data_dir, settings.api_url !== undefined)
  } catch (error) {
    return unreadable(error, data_dir)
  }
}

/** `beside`: a hosted service is used, and the database holds questions about spending alone. */
export function databaseFound(look: DataFolderLook, data_dir: string, beside: boolean): Diagnosis {
  const { stands, version, known, beyond, on_server, files_away } = look
  if (stands === 'none')
    return skipped(
      `There is none yet: ${beside ? 'the first question about spending' : 'the first translation'} makes it.`,
    )
  if (stands !== 'there') return asBroken(...MARKED[stands])
  const place = on_server ? 'The database on its server' : 'The database'
  if (beyond) {
    return asBroken(
      `${place} was written by a newer version of this program (schema ${version}; this one knows up to ${known}).`,
      'Update this program (npm install -g translation-mcp@latest), or set TRANSLATION_DATA_DIR to another folder.',
    )
  }
  if (files_away && !beside) {
    const files = path.join(data_dir, 'files')
    return asBroken(
      `${place} knows files, and their folder ${withCodes(files)} is not there: nothing can be translated or fetched.`,
      `Bring its disk back; where the files are lost for good, make an empty folder: mkdir -m 700 ${shellWord(files)}`,
    )
  }
  if (version < known) {
    return well(
      `${place} can be read (schema ${version}). The next start brings it to ${known}: make a backup before, if you may want to go back.`,
    )
  }
  const later = version > known ? ', of a newer program, which this one may use too' : ''
  return well(`${place} can be read (schema ${version}${later}).`)
}

/** What is said of a state that must not be used now, and what to do. */
const MARKED: Readonly<Record<Marked, readonly [said: string, remedy: string]>> = {
  restoring: [
    'A backup is being restored into the data folder, or that was broken off before its end.',
    'Wait until the restore has ended. If none runs, empty the folder and restore the backup again.',
  ],
  moving: [
    'The data folder is being moved to a database server, or that was broken off before its end.',
    'Wait until the move has ended. If none runs, run it again, and it goes on: translation-mcp move',
  ],
  moved: [
    'What was in the data folder was moved to a database server, where it goes on.',
    'Set TRANSLATION_DATABASE_URL to that database.',
  ],
  filling: [
    'A data folder is being moved into the database on its server, or that was broken off before its end.',
    'Wait until the move has ended. If none runs, run it again, and it goes on: translation-mcp move',
  ],
}

function unreadable(error: unknown, data_dir: string): Diagnosis {
  const code = systemCodeOf(error)
  if (databaseIsHeld(error)) return warning('Another program holds the database.', HELD)
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
    return asBroken(
      `translation.db of the data folder is damaged (${code}).`,
      `Put it aside and restore a backup: translation-mcp restore FILE --data-dir DIR (${withCodes(data_dir)} has to be empty).`,
    )
  }
  if (code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_DLOPEN_FAILED') {
    return asBroken(
      `The library of the database is not there for this system (${process.platform}-${process.arch}).`,
      'Install again with its optional packages: npm install -g translation-mcp --include=optional',
    )
  }
  if (code !== undefined && /^(?:ECONN|ENOTFOUND|EAI_|28|3D|53|57)/.test(code)) {
    return asBroken(
      `The database on its server cannot be used (${code}).`,
      'Check TRANSLATION_DATABASE_URL (or the file database-url of the data folder): host, name, user and password, and whether the server runs.',
    )
  }
  const why = error instanceof Error ? error.message : 'the reason is not known'
  return asBroken(`The database cannot be read: ${why}`, 'Mend what the message names and do this again.')
}

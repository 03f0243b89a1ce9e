import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What lies in a data folder while the state beside it must not be used, and what a start says then. Each is of one command, which puts it
 * there before it begins.
 */
export const FOLDER_MARKS = {
  /** A folder that a backup is unpacked into: what lies beside it may be half of a data folder. */
  restoring: '.restoring',
  /** A file: the state is being moved to a database server, and what is written now would be lost. */
  moving: '.moving',
  /** A file: the state was moved, and goes on elsewhere. */
  moved: '.moved',
} as const

type FolderMark = keyof typeof FOLDER_MARKS

/** Why the state must not be used now: a mark of the folder, or that the database is being filled by a move. */
export type Marked = FolderMark | 'filling'

const SAID: Readonly<Record<Marked, string>> = {
  filling:
    'A data folder is being moved into the database (TRANSLATION_DATABASE_URL), or that was broken off before its end. ' +
    'Wait until `translation-mcp move` has ended, or run it again: it goes on where it was.',
  restoring:
    'A backup is being restored into the data folder (TRANSLATION_DATA_DIR), or that was broken off before its end. ' +
    'Wait until the restore has ended. If none runs, the folder holds nothing whole: empty it, and restore the backup again.',
  moving:
    'The data folder (TRANSLATION_DATA_DIR) is being moved to a database server, or that was broken off before its end. ' +
    'Wait until `translation-mcp move` has ended, or run it again: it goes on where it was. To stay with the folder, remove its file ' +
    `${FOLDER_MARKS.moving}; the database that it was moved to holds only a part then, and has to be emptied before another move.`,
  moved:
    'What was in the data folder (TRANSLATION_DATA_DIR) was moved to a database server, where it goes on: set TRANSLATION_DATABASE_URL. ' +
    `The folder still holds what it held then. Only where nothing was done at the new place, remove its file ${FOLDER_MARKS.moved} to go back.`,
}

/** The state in a data folder or a database must not be used now; `code` is the mark that says why. */
export class FolderMarked extends Error {
  override readonly name = 'FolderMarked'
  readonly code: Marked

  constructor(code: Marked) {
    super(SAID[code])
    this.code = code
  }
}

/**
 * The mark of a data folder; undefined where it has none. `onServer`: its state is in a database server, so that marks of a move to one do
 * not concern it.
 */
export function folderMark(dataDir: string, onServer: boolean): FolderMark | undefined {
  const marks = onServer ? (['restoring'] as const) : (['restoring', 'moving', 'moved'] as const)
  return marks.find(mark => existsSync(join(dataDir, FOLDER_MARKS[mark])))
}

/**
 * Refuses a data folder that is marked.
 *
 * @throws {FolderMarked} with the mark as its code
 */
export function refuseMarked(dataDir: string, onServer: boolean): void {
  const mark = folderMark(dataDir, onServer)
  if (mark !== undefined) throw new FolderMarked(mark)
}

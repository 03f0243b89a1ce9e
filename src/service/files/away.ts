/**
 * The place of the stored contents cannot be used now: a folder whose disk is not mounted, a bucket that does not answer or refuses access.
 * What was asked of it may succeed later. Neither text quotes a credential.
 */
export class FilesAway extends Error {
  override readonly name = 'FilesAway'
  readonly code = 'files_away'
  /** The same in a few words, for whoever asks whether the service is ready. */
  readonly short: string
  /** True where the disk or the store answers, and says that there is no such folder or bucket. */
  readonly absent: boolean

  constructor(short: string, message: string, absent = false) {
    super(message)
    this.short = short
    this.absent = absent
  }
}

/** The folder of the contents is not there. */
export function folderAway(): FilesAway {
  return new FilesAway(
    'the folder of the files is not there',
    'The folder files/ of the data folder, or that of TRANSLATION_FILES_URL, is not there, although the database names files in it. ' +
      'Bring its disk back. Where the files are lost for good, make an empty folder of that name.',
    true,
  )
}

/** The disk of the folder, or the machine that shares it, fails. `code` is the system's. */
export function diskAway(code: string): FilesAway {
  return new FilesAway(
    'the disk of the files does not answer',
    `The disk of the folder files/ of the data folder, or of that of TRANSLATION_FILES_URL, does not answer (${code}). Look whether it is mounted, and whether the machine that shares it runs.`,
  )
}

/** A stored content that is not there, although its place is. It has the code of a missing file. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing'
  readonly code = 'ENOENT'
}

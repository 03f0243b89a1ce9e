/**
 * The place of the stored contents cannot be used now: a folder whose disk is not mounted, a bucket that does not answer or refuses access.
 * What was asked of it may succeed later. Neither text quotes a credential.
 */
export class FilesAway extends Error {
  override readonly name = 'FilesAway'
  readonly code = 'files_away'
  /** The same in a few words, for whoever asks whether the service is ready. */
  readonly short: string

  constructor(short: string, message: string) {
    super(message)
    this.short = short
  }
}

/** The folder of the contents is not there. */
export function folderAway(): FilesAway {
  return new FilesAway(
    'the folder of the files is not there',
    'The folder files/ of the data folder, or that of TRANSLATION_FILES_URL, is not there, although the database names files in it. ' +
      'Bring its disk back. Where the files are lost for good, make an empty folder of that name.',
  )
}

/** A stored content that is not there, although its place is. It has the code of a missing file. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing'
  readonly code = 'ENOENT'
}

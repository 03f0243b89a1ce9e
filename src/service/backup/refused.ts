/** A backup that was not made or not put back. The message says why, and what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
  readonly code: 'no_folder' | 'no_files' | 'not_a_backup' | 'damaged' | 'newer' | 'not_empty' | 'half' | 'stopped'

  constructor(code: BackupRefused['code'], message: string) {
    super(message)
    this.code = code
  }
}

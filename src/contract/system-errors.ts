/** The system's code of a failed file operation; undefined for other failures. */
export function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Why a file could not be read or written, in words that complete `… was not done:`; undefined where the system is not the cause. */
export function systemReason(error: unknown): string | undefined {
  const code = systemCodeOf(error)
  if (code === undefined || !/^(?:E(?!RR_)[A-Z\d]+|SQLITE_\w+)$/.test(code)) return undefined
  return diskIsFull(error) ? `the disk is full (${code})` : code
}

/** True for an error that says that there is no room left, on the disk or in this user's share of it. */
export function diskIsFull(error: unknown): boolean {
  return /^(?:SQLITE_(?:FULL|IOERR_WRITE)|ENOSPC|EDQUOT)$/.test(systemCodeOf(error) ?? '')
}

/** Codes with which file systems without hard links (FAT, some network shares) refuse one. */
export const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

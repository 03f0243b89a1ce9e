/** What is the matter with a database that does not answer, by the code of the system or of PostgreSQL, or by its first two letters. */
const UNKNOWN_ISSUER =
  'who issued its certificate is not known here: name the file of that certificate by sslrootcert=FILE in the address, or by NODE_EXTRA_CA_CERTS'
const REASONS: Readonly<Record<string, string>> = {
  ERR_INVALID_URL:
    'its address cannot be read; signs like @ : / # in a name or password are written as %40 %3A %2F %23',
  no_tls: 'it takes no encrypted connections, and the address asks for one (sslmode)',
  no_turn: 'all connections to it are in use, or a new one took too long',
  unread_file: 'a file that the address names (sslrootcert, sslcert, sslkey) cannot be read',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_ISSUER,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  ETIMEDOUT: 'it does not answer in time',
  ECONNREFUSED: 'nothing listens at its address',
  ENOTFOUND: 'the name of its host is not known',
  EAI_AGAIN: 'the name of its host could not be looked up',
  ENOENT: 'its socket is not there',
  '28': 'it refuses the user or the password',
  '3D': 'the server has no database of this name',
  '42501': 'its user lacks a right',
  '53': 'it has too many connections',
  '57': 'it is being started or stopped',
  '25': 'it takes no changes',
  '0A': 'it is a standby, which takes no changes',
}

/** It is read-only, or a standby. */
const READ_ONLY: readonly string[] = ['25006', '0A000']

/** The database did not answer, or takes no changes: it is down, restarts, is a standby, or the connection to it was lost. The message holds nothing of its address. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'
  /** The code of the system or of PostgreSQL; `lost` where the connection just ended. */
  readonly code: string
  /** True where the connection was lost at a commit: the change may have been made. */
  readonly uncertain: boolean
  /** True where it answers, and may be read, but takes no changes. */
  readonly takesNoChanges: boolean

  constructor(code: string, uncertain: boolean) {
    const reason = REASONS[code] ?? REASONS[code.slice(0, 2)] ?? 'the connection was lost, or could not be made'
    super(
      `The PostgreSQL database cannot be used: ${reason} (${code}). It is named by TRANSLATION_DATABASE_URL, or by the file database-url of the data folder.`,
    )
    this.code = code
    this.uncertain = uncertain
    this.takesNoChanges = READ_ONLY.includes(code)
  }
}

/** True where a change may have been made although it failed: what it names must stay, and the scheduled pass removes what nothing names. */
export function mayCount(error: unknown): boolean {
  return error instanceof DatabaseAway && error.uncertain
}

/**
 * Codes that PostgreSQL gives when it ends a connection, takes none or takes no changes; a whole class by its first two letters. A standby
 * says 0A000 of every transaction.
 */
const AWAY = /^(?:08|57P0[1235]|53300|25006|0A000|25P03)/

/** What DatabaseAway is told where no connection was made: some of these errors have no code, or one that means something else too. */
export function unconnected(error: unknown): string {
  if (!(error instanceof Error)) return 'lost'
  if (error.message.includes('does not support SSL')) return 'no_tls'
  if (error.message.startsWith('timeout exceeded')) return 'no_turn'
  if ('syscall' in error && error.syscall === 'open') return 'unread_file'
  return 'code' in error && typeof error.code === 'string' ? error.code : 'lost'
}

/** PostgreSQL says what it refuses by five letters and digits. */
const OWN = /^[0-9A-Z]{5}$/

/** An error as it is passed on: one of the connection becomes DatabaseAway. */
export function nameFault(error: unknown, uncertain: boolean): unknown {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'lost'
  return OWN.test(code) && !AWAY.test(code) ? error : new DatabaseAway(code, uncertain)
}

/** A transaction that lost against another one, and may be done again: serialisation, a deadlock. */
const CONFLICT: readonly string[] = ['40001', '40P01']

/** True when a transaction changed nothing since another one was at the same rows: it succeeds when it is done again. */
export function isConflict(error: unknown): boolean {
  return hasCode(error, CONFLICT)
}

/** True when a row is there already. Another transaction may have just made it: done again, this one finds it before it makes its own. */
export function isDuplicate(error: unknown): boolean {
  return hasCode(error, ['23505'])
}

/** Locks that were not granted in time, and transactions that lost again and again. */
const BUSY: readonly string[] = ['SQLITE_BUSY', '40001', '40P01', '55P03', '57014']

/** True when what was asked for would have succeeded without others at work: it may be asked for again. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, BUSY)
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some(code => code === error.code)
}

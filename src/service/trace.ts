import { EngineError } from './engine/engine.ts'
import { DatabaseAway, isBusy } from './store/dialects/faults.ts'
import { UnreadableColumn } from './store/stored.ts'

/**
 * What the operator is told of an error: its name, its code and where it arose. Its message stays out, since it may quote the
 * text of a file or the terms of a glossary. The messages of EngineError and UnreadableColumn never quote either, so they are told.
 */
export function traceOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error }
  if (error instanceof EngineError) return { error: error.name, kind: error.kind, why: error.message }
  const why = error instanceof UnreadableColumn ? { why: error.message } : {}
  const { name, message, stack = '' } = error
  const from = stack.indexOf(message)
  const places =
    from < 0
      ? []
      : stack
          .slice(from + message.length)
          .split('\n')
          .filter(line => PLACE.test(line))
  const code = codeOf(error)
  return { error: name, ...(code !== undefined && { code }), ...why, stack: places.join('\n') }
}

const PLACE = /^\s+at /

/** The code of an error of the system or the database; undefined when it has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Beyond a user's share of the disk or the largest file that she may make, SQLite says SQLITE_IOERR_WRITE; 53100 is PostgreSQL's. */
const FULL = /^(?:SQLITE_(?:FULL|IOERR_WRITE)|ENOSPC|EDQUOT|53100)$/

/** True for an error that says that there is no room left on the disk. */
export function isFull(error: unknown): boolean {
  return FULL.test(codeOf(error) ?? '')
}

/**
 * What passes by itself, or when somebody makes room or gives access: locks, a full disk or one that is read-only, too many open files,
 * files that this user may not read or write, a place of files that is away (FilesAway) or another one (OtherFiles).
 */
const PASSING =
  /^(?:SQLITE_(?:BUSY|LOCKED|FULL|IOERR_WRITE|CANTOPEN|READONLY)|(?:ENOSPC|EDQUOT|EMFILE|ENFILE|EAGAIN|ENOMEM|EBUSY|EACCES|EPERM|EROFS|ERR_WORKER_INIT_FAILED|files_away|other_files)$)/

/** True for an error that the work itself did not cause: the same work may succeed later. */
export function isPassing(error: unknown): boolean {
  return error instanceof DatabaseAway || isBusy(error) || isFull(error) || PASSING.test(codeOf(error) ?? '')
}

/**
 * What the operator is told of an error: its name, its code and where it arose. Its message stays out, since it may quote the
 * text of a file or the terms of a glossary.
 */
export function traceOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error }
  const { name, message, stack = '' } = error
  const behind = stack.slice(stack.indexOf(message) + message.length)
  const places = behind.split('\n').filter(line => /^\s+at /.test(line))
  return { error: name, ...(codeOf(error) !== undefined && { code: codeOf(error) }), stack: places.join('\n') }
}

/** The code of an error of the system or the database; undefined when it has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** What passes by itself or when somebody makes room: locks, a full disk, too many open files. */
const PASSING = /^(?:SQLITE_(?:BUSY|LOCKED|FULL|CANTOPEN)|ENOSPC$|EDQUOT$|EMFILE$|ENFILE$|EAGAIN$|EBUSY$)/

/** True for an error that says nothing against the work: done again later, it may well succeed. */
export function isPassing(error: unknown): boolean {
  return PASSING.test(codeOf(error) ?? '')
}

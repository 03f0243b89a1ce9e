import { type LockLine, linesOfLock, readLock, writeLock } from '../lock/index.ts'

/** A lock at a run that is taken back, and the lines that the run had for its files. */
interface LockOfRun {
  readonly before: string
  readonly now: string
  /** Nobody wrote it since the run. */
  readonly is_runs: boolean
  /** The run’s lines for the files that stay as they are, and for those that were taken back. */
  readonly stays: readonly LockLine[]
  readonly undone: readonly LockLine[]
}

/**
 * What a lock becomes: as it was before the run, but for files that stay as they are, whose texts would else be taken for a person’s. Of a lock
 * that was written since, the lines alone go back whose files did.
 */
export function lockTakenBack({ before, now, is_runs, stays, undone }: LockOfRun): string {
  const [base, others] = is_runs ? [before, stays] : [now, without(lockLinesIn(before), undone, false)]
  const lines = [...without(lockLinesIn(base), is_runs ? stays : undone, true), ...others]
  return writeLock(lines, readLock(base).eol)
}

export function lockLinesIn(text: string): readonly LockLine[] {
  return [...linesOfLock(readLock(text))]
}

/** The lines of other translations than those of `some`; of the same ones, where `others` is false. */
function without(lines: readonly LockLine[], some: readonly LockLine[], others: boolean): readonly LockLine[] {
  const pairs = new Set(some.map(pairOf))
  return lines.filter(line => pairs.has(pairOf(line)) !== others)
}

function pairOf({ file, language }: LockLine): string {
  return `${file}\t${language}`
}

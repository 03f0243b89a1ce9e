/** A line that two texts have differently; undefined where one of them ends before it. */
export interface ChangedLine {
  /** From 1. */
  readonly number: number
  readonly gone: string | undefined
  readonly come: string | undefined
}

/** The lines that differ, each beside the one with the same number: what is spliced into a file moves no other line. */
export function changedLines(before: string, after: string): readonly ChangedLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  return Array.from({ length: Math.max(old.length, now.length) }, (_, at) => ({
    ...{ number: at + 1, gone: old[at], come: now[at] },
  })).filter(({ gone, come }) => gone !== come)
}

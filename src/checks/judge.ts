import { issuesIn } from './checks.ts'
import type { Checked, Conditions, Issue } from './issue.ts'
import { withEdgesOf } from './layout.ts'
import { readShown } from './shown.ts'

/** An answer as the file needs it, and what is wrong with it. */
export interface Judged {
  /** In the file's own markup, with the white space of its source around it; the bare answer where its tags could not be read. */
  readonly text: string
  readonly issues: readonly Issue[]
}

/** What is known of an answer beside its text. */
export interface AnswerFacts {
  /** True where it answers the shown text (`shownText`), whose tags have to become the file's own again. */
  readonly shown?: boolean
  /** Why the engine itself doubts it. */
  readonly doubt?: string | undefined
}

/**
 * Checks one answer against its source (ENG-2), whoever gave it: an engine, the memory, an assistant, a person. What it finds goes
 * into `issues`; nothing is thrown.
 */
export function judge(
  segment: Checked,
  answer: string,
  conditions: Conditions,
  { shown = false, doubt }: AnswerFacts = {},
): Judged {
  const read = shown ? readShown(segment, answer) : answer
  if (typeof read !== 'string') return { text: answer, issues: [read] }
  const text = withEdgesOf(segment.text, read)
  const doubts: Issue[] = doubt === undefined ? [] : [{ kind: 'doubt', severity: 'repair', message: doubt }]
  return { text, issues: [...issuesIn(segment, text, conditions), ...doubts] }
}

/** All messages as one text; undefined where there are none. */
export function messageOf(issues: readonly Issue[]): string | undefined {
  return issues.length === 0 ? undefined : issues.map(({ message }) => message).join(' ')
}

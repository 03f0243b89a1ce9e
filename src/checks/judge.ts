import { issuesIn } from './checks.ts'
import type { Conditions, Issue } from './issue.ts'
import { withEdgesOf } from './layout.ts'
import type { Checked } from './pair.ts'
import { readShown } from './shown.ts'

/** An answer in the form that the file needs, and what is wrong with it. */
export interface Judged {
  /** The answer with the markup of the file and the white space of its source. Unchanged where its tags could not be read. */
  readonly text: string
  readonly issues: readonly Issue[]
}

/** An answer to a segment as it was shown. */
export interface AnswerToJudge {
  readonly segment: Checked
  readonly text: string
}

/** What is known of an answer besides its text. */
export interface AnswerFacts {
  /** True for an answer to the shown text (`shownText`): its tags must be turned back into those of the file. */
  readonly shown?: boolean
  /** Why the engine itself doubts the answer. */
  readonly doubt?: string | undefined
}

/**
 * Checks one answer against its source (ENG-2). The answer may come from an engine, the memory, an assistant or a person. Nothing is
 * thrown: what is wrong is in `issues`.
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
  const doubts: Issue[] = doubt === undefined ? [] : [{ kind: 'engine', severity: 'doubt', message: doubt }]
  return { text, issues: [...issuesIn(segment, text, conditions), ...doubts] }
}

/** All messages as one text; undefined where there are none. */
export function messageOf(issues: readonly Issue[]): string | undefined {
  return issues.length === 0 ? undefined : issues.map(({ message }) => message).join(' ')
}

/** A segment as a caller's model sees it, and its answer as the file needs it. */
import { type Checked, type Conditions, issuesIn, type Severity, withEdgesOf, worstOf } from '../../checks/index.ts'
import { encodeCodes } from '../../formats/index.ts'

/** The text as it is shown: markup as `<g1>…</g1>` and `<x2/>`, placeholders as they are. */
export function shownText({ text, syntax }: Checked): string {
  return encodeCodes(text, syntax).text
}

/** An answer, read and checked. */
export interface Judged {
  /** In the file's own markup. */
  readonly text: string
  readonly worst: Severity | undefined
  /** Everything that is wrong with it, in the codes that were shown; undefined for nothing. */
  readonly problem: string | undefined
}

/** Reads an answer back into the file's own markup and checks it (ENG-2). */
export function judge(segment: Checked, answer: string, conditions: Conditions): Judged {
  const shown = encodeCodes(segment.text, segment.syntax)
  const decoded = shown.decode(answer)
  const changed = decoded?.trim() === '' ? undefined : changedCodes(shown.text, answer)
  if (decoded === undefined || changed !== undefined) {
    return { text: answer, worst: 'refuse', problem: changed ?? 'The translation has tags that the source has not.' }
  }
  const text = withEdgesOf(segment.text, decoded)
  const problems = issuesIn(segment, text, conditions)
  const problem = problems.map(({ message }) => message).join(' ')
  return { text, worst: worstOf(problems), problem: problem === '' ? undefined : problem }
}

const CODE = /<\s?(\/?)\s?([gx]\d+)\s?(\/?)\s?>/g

/** Names the codes that a model lost or made up. */
function changedCodes(shown: string, answer: string): string | undefined {
  const [wanted, found] = [codesOf(shown), codesOf(answer)]
  const [lost, added] = [without(wanted, found), without(found, wanted)]
  const parts = [
    ...(lost.length > 0 ? [`The translation lost ${lost.join(' ')}.`] : []),
    ...(added.length > 0 ? [`The translation has, and the source has not, ${added.join(' ')}.`] : []),
  ]
  return parts.length > 0 ? parts.join(' ') : undefined
}

function codesOf(text: string): string[] {
  return [...text.matchAll(CODE)].map(([, end = '', code = '', alone = '']) => `<${end}${code}${alone}>`)
}

function without(codes: readonly string[], others: readonly string[]): string[] {
  const rest = [...others]
  return codes.filter(code => {
    const at = rest.indexOf(code)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
}

import type { Glossary } from '../../contract/glossary.ts'
import { quoted } from '../../mcp/render/data.ts'
import { glossaryLine } from '../../mcp/render/glossary.ts'
import { count, counted } from '../../mcp/render/numbers.ts'
import type { GlossaryChange } from './changes.ts'
import type { LeftOut, Repetition } from './pairs.ts'

type Import = GlossaryChange['counts'] & {
  readonly pair: string
  readonly dry_run: boolean
  readonly left_out: LeftOut
  readonly repeated: readonly Repetition[]
}

const WHY: Readonly<Record<keyof LeftOut, (number: number) => string>> = {
  one_language: number => `${counted(number, 'concept')} without a term in both languages`,
  further_terms: number => `${counted(number, 'further term')} of a concept`,
  deprecated: number => `${counted(number, 'deprecated term')}`,
  same_source: number => `${counted(number, 'repetition')} of a source`,
}

/** The most lines of the file that are named. */
const NAMED_LINES = 20

function repetitionLines(repeated: readonly Repetition[]): string[] {
  const named = repeated.slice(0, NAMED_LINES).map(({ line, source, first, differs }) => {
    const there = differs ? `in line ${first} with another translation, which is taken` : `in line ${first} already`
    return `Line ${line}: ${quoted(source, 60)} stands ${there}.`
  })
  const more = repeated.length - named.length
  return more === 0 ? named : [...named, `…and ${counted(more, 'more line')}.`]
}

/**
 * What an import did, or would do: `12 added, 3 changed, 5 the same, 1 left out: 1 further term of a concept.`, and which lines repeat a
 * source.
 */
export function importWords(
  { pair, dry_run, left_out, repeated, ...counts }: Import,
  after: Glossary | undefined,
): string {
  const { added, changed, same, removed } = counts
  const left = Object.values(left_out).reduce((sum, number) => sum + number, 0)
  const reasons = [
    reason('one_language', left_out),
    reason('further_terms', left_out),
    reason('deprecated', left_out),
    reason('same_source', left_out),
  ].filter(words => words !== '')
  const parts = [
    `${count(added)} added`,
    `${count(changed)} changed`,
    `${count(same)} the same`,
    ...(removed === 0 ? [] : [`${count(removed)} removed`]),
    ...(left === 0 ? [] : [`${count(left)} left out: ${reasons.join(', ')}`]),
  ]
  const line = after === undefined ? pair : glossaryLine(after)
  return [
    `${line}: ${parts.join(', ')}.`,
    ...repetitionLines(repeated),
    ...(dry_run ? ['This would be done; nothing was changed.'] : []),
    '',
  ].join('\n')
}

function reason(why: keyof LeftOut, left_out: LeftOut): string {
  const number = left_out[why]
  return number === 0 ? '' : WHY[why](number)
}

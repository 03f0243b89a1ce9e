import type { Glossary } from '../../contract/glossary.ts'
import { glossaryLine } from '../../mcp/render/glossary.ts'
import { count, counted } from '../../mcp/render/numbers.ts'
import type { GlossaryChange } from './changes.ts'
import type { LeftOut } from './pairs.ts'

type Import = GlossaryChange['counts'] & {
  readonly pair: string
  readonly dry_run: boolean
  readonly left_out: LeftOut
}

const WHY: Readonly<Record<keyof LeftOut, (number: number) => string>> = {
  one_language: number => `${counted(number, 'concept')} without a term in both languages`,
  further_terms: number => `${counted(number, 'further term')} of a concept`,
  deprecated: number => `${counted(number, 'deprecated term')}`,
  same_source: number => `${counted(number, 'repetition')} of a source`,
}

/** What an import did, or would do: `12 added, 3 changed, 5 the same, 1 left out: 1 further term of a concept.` */
export function importWords({ pair, dry_run, left_out, ...counts }: Import, after: Glossary | undefined): string {
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
  return `${line}: ${parts.join(', ')}.\n${dry_run ? 'This would be done; nothing was changed.\n' : ''}`
}

function reason(why: keyof LeftOut, left_out: LeftOut): string {
  const number = left_out[why]
  return number === 0 ? '' : WHY[why](number)
}

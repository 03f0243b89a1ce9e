/** What a plan says of a table that people may not expect: what was taken for its headings, and which column gets what. */

import { headingsOf, layoutOf } from '../content/table/columns.ts'
import { isSentenceHeading } from '../content/table/header.ts'
import { languageRowsOf } from '../content/table/language-rows.ts'
import { sourceAndTarget } from '../content/table/languages.ts'
import type { Beginning } from './beginning.ts'

const SHOWN = 3
const LONGEST_SHOWN = 40

export function remarksOn(beginning: Beginning, targets: readonly string[]): readonly string[] {
  const { sample } = beginning
  const [first = []] = sample
  if (first.length === 0 || languageRowsOf(beginning, {})) return []
  const { header, asks } = layoutOf(sample, { target: targets[0], fits: () => true })
  if (!header) {
    return [
      `The first row was taken for data and not for headings: ${quoted(first)}. The columns are called by their numbers.`,
    ]
  }
  const sentences = asks ? first.filter(isSentenceHeading) : []
  if (sentences.length > 0) {
    const rest = sentences.length < first.length ? ' Its other headings stay.' : ''
    return [
      `The first row was taken for headings. Its questions and sentences are translated: ${quoted(sentences)}.${rest}`,
    ]
  }
  const pair = headingsOf(sample).groups.length === 0 ? sourceAndTarget(first) : undefined
  if (targets.length < 2 || pair === undefined) return []
  return [`The file has one column for translations, “${first[pair.target]}”: each language gets a file of its own.`]
}

function quoted(cells: readonly string[]): string {
  const texts = cells.filter(cell => cell !== '')
  const more = texts.length > SHOWN ? ' …' : ''
  return `${texts
    .slice(0, SHOWN)
    .map(text => `“${shown(text)}”`)
    .join(', ')}${more}`
}

function shown(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}

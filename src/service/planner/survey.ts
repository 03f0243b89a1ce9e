import { extensionOf } from '../../contract/formats.ts'
import { countWords, literalText, type Reason, traitsOf, type Unit } from '../../formats/index.ts'
import type { PartSurvey, Survey } from '../domain/survey.ts'
import { choicesSeen } from './choosable.ts'
import { isReason } from './selection.ts'
import { foldRows, type TallyRow, tally } from './tally.ts'

export interface Surveyed {
  readonly survey: Survey
  /**
   * The first 20 kB or so of translatable text without its codes, for telling the language. Where there is none, of what may be asked for; empty
   * where there is nothing of that either.
   */
  readonly sample: string
}

const MOST_PARTS = 2_000
const SAMPLE_CHARACTERS = 20_000

/** Reads all units once and keeps only counts. The extension of `fileName` says how parts and rows are called. */
export async function survey(units: AsyncIterable<Unit> | Iterable<Unit>, fileName: string): Promise<Surveyed> {
  const extension = extensionOf(fileName)
  const counts = tally(MOST_PARTS, separatorOf(extension))
  const { ordinals, holds_files } = traitsOf(extension)
  const seen = choicesSeen(ordinals)
  const total = { units: 0, words: 0, characters: 0 }
  const samples = { said: '', asked: '' }
  let settings: string | undefined
  for await (const unit of units) {
    const words = countWords(unit.text, unit.syntax)
    total.units += 1
    total.words += words
    total.characters += codePoints(unit.text)
    counts.add(unit.part, unit.left_out ?? '', words)
    seen.add(unit)
    if (unit.left_out === 'settings' && !holds_files) settings ??= unit.context?.kind
    const kind = unit.left_out === undefined || READ_BY_PEOPLE.has(unit.left_out) ? 'said' : 'asked'
    if (kind === 'asked' && !ON_REQUEST.has(unit.left_out)) continue
    if (samples[kind].length >= SAMPLE_CHARACTERS) continue
    samples[kind] += `${literalText(unit.text.slice(0, 2_000), unit.syntax)}\n`
  }
  const parts = partsOf(foldRows(counts.rows(), 2 * MOST_PARTS))
  return {
    survey: { extension, parts, choices: seen.choices(), ...(settings !== undefined && { settings }), ...total },
    sample: samples.said || samples.asked,
  }
}

/** What is left out although people read it. */
const READ_BY_PEOPLE: ReadonlySet<Reason> = new Set(['already_translated', 'settings'])

/** What is left out until somebody asks for it. */
const ON_REQUEST: ReadonlySet<Reason | undefined> = new Set(['on_request', 'hidden'])

function partsOf(rows: readonly TallyRow[]): PartSurvey[] {
  const parts = new Map<string, { part: string; units: number; words: number; left_out: PartSurvey['left_out'] }>()
  for (const row of rows) {
    const part = parts.get(row.part) ?? { part: row.part, units: 0, words: 0, left_out: {} }
    parts.set(row.part, {
      ...part,
      units: part.units + row.segments,
      words: part.words + row.words,
      left_out: { ...part.left_out, ...leftOut(row) },
    })
  }
  return [...parts.values()]
}

function leftOut(row: TallyRow): PartSurvey['left_out'] {
  const reason = row.reason
  return isReason(reason) ? { [reason]: { units: row.segments, words: row.words } } : {}
}

/** The separator of the names in a part's name, from the outside in; empty where a part has one name. */
export function separatorOf(extension: string): string {
  return traitsOf(extension).part_separator ?? ''
}

/** Length in code points, without building a list of them. */
export function codePoints(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0xdc00 || unit > 0xdfff) count += 1
  }
  return count
}

/** How many units of a part are translated unless somebody leaves them out. */
export function translatableUnits(part: PartSurvey): number {
  return Object.values(part.left_out).reduce((rest, group) => rest - group.units, part.units)
}

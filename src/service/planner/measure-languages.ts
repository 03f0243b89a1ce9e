import type { Counts } from '../../contract/plan.ts'
import { languageList } from '../domain/languages.ts'
import type { Measurement } from './measure.ts'

/** What was measured for one target language by itself. */
export interface LanguageMeasurement {
  /** Its BCP 47 tag. */
  readonly language: string
  readonly measurement: Measurement
}

/**
 * Joins what was measured for each language of a file whose units depend on the target. A count or row that differs between languages is
 * the greatest of them, since they are texts of the same file. What only some languages leave out says in its reason which.
 */
export function joinLanguages(each: readonly LanguageMeasurement[]): Measurement {
  const measurements = each.map(({ measurement }) => measurement)
  const [first] = measurements
  if (first === undefined) throw new RangeError('a plan has a target language')
  return {
    counts: measurements.map(({ counts }) => counts).reduce(greatest),
    included: greatestRows(measurements.map(({ included }) => included)),
    not_included: leftOutRows(each),
    preview: (measurements.find(({ preview }) => preview.length > 0) ?? first).preview,
    languages: measurements.flatMap(({ languages }) => languages),
    drafts: Math.max(...measurements.map(({ drafts }) => drafts)),
    present: measurements.flatMap(({ present }) => present),
    absent: first.absent.filter(name => measurements.every(({ absent }) => absent.includes(name))),
  }
}

function greatest(one: Counts, other: Counts): Counts {
  return {
    segments: Math.max(one.segments, other.segments),
    words: Math.max(one.words, other.words),
    characters: Math.max(one.characters, other.characters),
    selected_segments: Math.max(one.selected_segments, other.selected_segments),
    selected_words: Math.max(one.selected_words, other.selected_words),
  }
}

function greatestRows(lists: readonly Measurement['included'][]): Measurement['included'] {
  const rows = new Map<string, Measurement['included'][number]>()
  for (const row of lists.flat()) {
    const before = rows.get(row.part)
    if (before === undefined || row.words > before.words) rows.set(row.part, row)
  }
  return [...rows.values()]
}

function leftOutRows(each: readonly LanguageMeasurement[]): Measurement['not_included'] {
  const rows = new Map<string, { part: string; reason: string; words: number; languages: string[] }>()
  for (const { language, measurement } of each) {
    for (const { part, reason, words } of measurement.not_included) {
      const key = JSON.stringify([part, reason, words])
      const row = rows.get(key)
      if (row === undefined) rows.set(key, { part, reason, words, languages: [language] })
      else row.languages.push(language)
    }
  }
  return [...rows.values()].map(({ part, reason, words, languages }) => ({
    part,
    reason: languages.length === each.length ? reason : `${reason}, for ${languageList(languages)}`,
    words,
  }))
}

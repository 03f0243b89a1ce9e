/** The quality of a result: how much was checked, repaired and left as it was, and how many glossary terms it has (ENG-2, GLO-3). */

import type { z } from 'zod'
import type { TermSearch } from '../../checks/index.ts'
import { readConsistency, termsKept } from '../../checks/index.ts'
import type { Quality } from '../../contract/batch.ts'
import type { Target, Unit } from '../../formats/index.ts'
import type { NumberedTranslation } from '../store/translations.ts'
import { FINDINGS } from '../translation/kept.ts'
import { lineNumber } from '../translation/line-number.ts'
import type { Remembering } from './remember.ts'

type Findings = z.output<typeof Quality>
type Finding = Findings['findings'][number]

/** A language that the result is written in. All its segments have been kept before. */
export interface LanguageToWrite {
  readonly target: string
  /** What the file may say of it besides its language. */
  readonly says: Omit<Target, 'language'>
  /** Whether the plan takes a unit. */
  readonly wanted: (unit: Unit) => boolean
  /** What is kept for a window of units, each at the place of its unit. */
  readonly find: (units: readonly Unit[]) => Promise<readonly (NumberedTranslation | undefined)[]>
  /** Takes what is written the first time, window by window; undefined where nothing is remembered. */
  readonly remembering?: Remembering | undefined
  /** How many of its segments were handed out to the caller's own model. */
  readonly handed: number
  /** Names of checks that are switched off. */
  readonly unchecked?: readonly string[] | undefined
  /** Its glossary; undefined where it has none. */
  readonly glossary: TermSearch | undefined
}

export interface LanguageReport {
  readonly counts: Omit<Findings, 'findings' | 'terms'>
  readonly terms: { readonly present: number; readonly honoured: number }
  /** Segments whose source stays, and those whose translation a person may want to look at. */
  readonly kept_sources: readonly Finding[]
  readonly noted: readonly Finding[]
}

/** A result lists at most this many findings, kept sources first; `kept_source` counts all of them. */
const MOST_FINDINGS = 200

/** The reports of all languages as one; terms only where a glossary had any. */
export function qualityOf(reports: readonly LanguageReport[]): Findings {
  const sum = (of: (report: LanguageReport) => number): number => reports.reduce((all, report) => all + of(report), 0)
  const present = sum(({ terms }) => terms.present)
  return {
    segments: sum(({ counts }) => counts.segments),
    repaired: sum(({ counts }) => counts.repaired),
    kept_source: sum(({ counts }) => counts.kept_source),
    ...(present > 0 && { terms: { present, honoured: sum(({ terms }) => terms.honoured) } }),
    findings: [...reports.flatMap(({ kept_sources }) => kept_sources), ...reports.flatMap(({ noted }) => noted)].slice(
      0,
      MOST_FINDINGS,
    ),
  }
}

/** A unit with what is kept for it, and the text that is written; where that is undefined, the source stays. */
export interface Passed {
  readonly unit: Unit
  readonly kept: NumberedTranslation | undefined
  readonly text: string | undefined
}

export interface Reporter {
  /** Takes the next unit of the file, in its order. */
  add(passed: Passed): void
  /** The report of all that was taken. */
  end(): LanguageReport
}

/** Reports on a language while it is written; `avoided` are the units whose translation cannot be written (unbroken.ts), by index; `why`: as far as that is known. */
export function createReporter(
  language: LanguageToWrite,
  avoided: ReadonlySet<number>,
  why: ReadonlyMap<number, string> = new Map(),
): Reporter {
  const counts = { segments: 0, repaired: 0, kept_source: 0 }
  const terms = { present: 0, honoured: 0 }
  const kept_sources: Finding[] = []
  const noted: Finding[] = []
  const consistency = readConsistency(language.unchecked)
  let siblings: Passed[] = []

  const tell = (to: Finding[], { unit, kept }: Passed, reason: string): void => {
    if (to.length >= MOST_FINDINGS) return
    const id = String(lineNumber(unit, kept?.number ?? null, language.handed))
    to.push({ segment: unit.path, language: language.target, reason, id })
  }
  const count = (passed: Passed, whole: boolean): void => {
    const { unit, kept, text } = passed
    if (!language.wanted(unit)) return
    const written = whole ? text : undefined
    counts.segments += 1
    for (const term of language.glossary ? termsKept(unit, written ?? '', language.glossary) : []) {
      terms.present += 1
      if (term.kept !== 'lost') terms.honoured += 1
    }
    if (written === undefined) {
      counts.kept_source += 1
      const unwritten = why.get(unit.index) ?? FINDINGS.unreadable
      const own = avoided.has(unit.index) ? unwritten : (kept?.finding ?? FINDINGS.missing)
      tell(kept_sources, passed, text === undefined ? own : FINDINGS.sibling)
      return
    }
    counts.repaired += kept?.repaired ?? 0
    // Plural forms of one message have one source on purpose.
    const beside = unit.group === undefined ? consistency.next(unit.text, written, unit.path) : []
    const notes = [...(kept === undefined || kept.note === null ? [] : [kept.note]), ...beside]
    if (notes.length > 0) tell(noted, passed, `Written, worth a look: ${notes.join(' ')}`)
  }
  /** Siblings are written together or not at all (formats/result/rewrite.ts). */
  const settle = (): void => {
    const whole = siblings.every(({ text }) => text !== undefined)
    for (const passed of siblings) count(passed, whole)
    siblings = []
  }
  return {
    add(passed) {
      const { group, target } = passed.unit
      if (siblings[0]?.unit.group !== group) settle()
      if (group !== undefined && target !== undefined) siblings.push(passed)
      else count(passed, true)
    },
    end() {
      settle()
      return { counts, terms, kept_sources, noted }
    },
  }
}

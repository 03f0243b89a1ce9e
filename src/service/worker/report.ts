/** What is told of a result: how much was checked, mended and left as it was, and how many terms of a glossary it has (ENG-2, GLO-3). */
import type { z } from 'zod'
import type { TermSearch } from '../../checks/index.ts'
import { termsKept } from '../../checks/index.ts'
import type { Quality } from '../../contract/batch.ts'
import type { Unit } from '../../formats/index.ts'
import type { Found } from '../store/translations.ts'
import { FINDINGS } from './segments.ts'

type Findings = z.output<typeof Quality>
type Finding = Findings['findings'][number]

/** A language whose segments are all kept. */
export interface Language {
  readonly target: string
  /** Whether the plan takes a unit. */
  readonly wanted: (unit: Unit) => boolean
  /** What was kept for a unit. */
  readonly find: (unit: Unit) => Found | undefined
  /** Its glossary; undefined where it has none. */
  readonly glossary: TermSearch | undefined
}

export interface Report {
  readonly counts: Omit<Findings, 'findings' | 'terms'>
  readonly terms: { readonly present: number; readonly honoured: number }
  /** Segments whose source stays, and those whose translation a person may want to look at. */
  readonly kept: readonly Finding[]
  readonly noted: readonly Finding[]
}

/** A result lists so many findings, kept sources first; `kept_source` counts all. */
const MOST_FINDINGS = 200

/** The reports of all languages as one; terms only where a glossary had any. */
export function qualityOf(reports: readonly Report[]): Findings {
  const sum = (of: (report: Report) => number): number => reports.reduce((all, report) => all + of(report), 0)
  const present = sum(({ terms }) => terms.present)
  return {
    segments: sum(({ counts }) => counts.segments),
    repaired: sum(({ counts }) => counts.repaired),
    kept_source: sum(({ counts }) => counts.kept_source),
    ...(present > 0 && { terms: { present, honoured: sum(({ terms }) => terms.honoured) } }),
    findings: [...reports.flatMap(({ kept }) => kept), ...reports.flatMap(({ noted }) => noted)].slice(
      0,
      MOST_FINDINGS,
    ),
  }
}

/** A unit with what was kept for it, and the text that is to be written; undefined keeps the source. */
interface Passed {
  readonly unit: Unit
  readonly found: Found | undefined
  readonly text: string | undefined
}

export interface Reporter {
  /** Takes the next unit of the file, in its order. */
  add(passed: Passed): void
  /** The report of all that was taken. */
  end(): Report
}

/** Reports on a language while it is written; `avoided` are the units that read back as something else, by index. */
export function createReporter(language: Language, avoided: ReadonlySet<number>): Reporter {
  const counts = { segments: 0, repaired: 0, kept_source: 0 }
  const terms = { present: 0, honoured: 0 }
  const kept: Finding[] = []
  const noted: Finding[] = []
  let siblings: Passed[] = []

  const tell = (to: Finding[], { unit, found }: Passed, reason: string): void => {
    if (to.length >= MOST_FINDINGS) return
    const id = found?.number ?? undefined
    to.push({ segment: unit.path, language: language.target, reason, ...(id !== undefined && { id: String(id) }) })
  }
  const count = (passed: Passed, whole: boolean): void => {
    const { unit, found, text } = passed
    if (!language.wanted(unit)) return
    const written = whole ? text : undefined
    counts.segments += 1
    for (const { kept } of language.glossary ? termsKept(unit, written ?? '', language.glossary) : []) {
      terms.present += 1
      if (kept !== 'lost') terms.honoured += 1
    }
    if (written === undefined) {
      counts.kept_source += 1
      const own = avoided.has(unit.index) ? FINDINGS.unreadable : (found?.finding ?? FINDINGS.missing)
      tell(kept, passed, text === undefined ? own : FINDINGS.sibling)
      return
    }
    counts.repaired += found?.repaired ?? 0
    if (found !== undefined && found.note !== null) tell(noted, passed, `Written, worth a look: ${found.note}`)
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
      return { counts, terms, kept, noted }
    },
  }
}

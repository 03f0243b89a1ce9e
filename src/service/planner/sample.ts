import type { Plan } from '../../contract/plan.ts'
import type { Unit } from '../../formats/index.ts'
import { placeholdersOf } from '../../formats/index.ts'
import { nameOfUnit } from './selection.ts'

/** How many texts a sample has at most. */
export const SAMPLE_SIZE = 5
/** Longer texts are in no sample: it is to cost little. */
const MOST_WORDS = 120

/** A unit that may be in a sample. `terms`: how many terms of the glossary it has. */
export interface Sampled {
  readonly unit: Unit
  readonly words: number
  readonly terms: number
}

/** What can go wrong with a text, and how much of it there is; where that is 0, the text is no example of it. */
const RISKS: readonly ((sampled: Sampled) => number)[] = [
  ({ unit }) => (unit.group !== undefined || PLURAL.test(unit.text) ? 1 : 0),
  ({ unit }) => [...placeholdersOf(unit.text, unit.syntax).values()].reduce((all, count) => all + count, 0),
  ({ terms }) => terms,
  ({ words }) => words,
  ({ words }) => 1 / words,
]

/** A plural message in ICU MessageFormat. */
const PLURAL = /,\s{0,9}(?:plural|selectordinal)\s{0,9},/

export interface Sampling {
  add(sampled: Sampled): void
  /** The names (`nameOfUnit`) of the units of the sample, in no order. */
  names(): readonly string[]
}

/**
 * Chooses the texts that show best how a translation will turn out: for each risk the text that has most of it, all of them different.
 * Holds five candidates for each risk, however many are added.
 */
export function sampling(): Sampling {
  const best = RISKS.map((): Candidate[] => [])
  return {
    add(sampled) {
      const { unit, words } = sampled
      if (words === 0 || words > MOST_WORDS) return
      for (const [at, risk] of RISKS.entries()) {
        const candidates = best[at] ?? []
        const score = risk(sampled)
        const least = candidates.length < SAMPLE_SIZE ? 0 : (candidates.at(-1)?.score ?? 0)
        if (score <= least) continue
        const candidate = { name: nameOfUnit(unit), text: unit.text, score }
        if (candidates.some(one => isSame(one, candidate))) continue
        candidates.push(candidate)
        candidates.sort((one, other) => other.score - one.score).splice(SAMPLE_SIZE)
      }
    },
    names() {
      const chosen: Candidate[] = []
      for (let rank = 0; rank < SAMPLE_SIZE; rank++) {
        for (const candidates of best) {
          const next = candidates.find(one => !chosen.some(other => isSame(one, other)))
          if (next !== undefined && chosen.length < SAMPLE_SIZE) chosen.push(next)
        }
      }
      return chosen.map(({ name }) => name)
    },
  }
}

interface Candidate {
  readonly name: string
  readonly text: string
  readonly score: number
}

/** Equal texts and the forms of one message show the same. */
function isSame(one: Candidate, other: Candidate): boolean {
  return one.name === other.name || one.text === other.text
}

/** A plan of more texts than this is worth a sample. */
const MANY_TEXTS = 300

/** Says of a plan that somebody pays for how many texts to translate first; nothing where it is small. */
export function sampleAdvised(texts: number): Pick<Plan, 'sample_texts'> {
  return texts > MANY_TEXTS ? { sample_texts: SAMPLE_SIZE } : {}
}

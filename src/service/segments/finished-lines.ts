import { shownText, shownTranslation } from '../../checks/index.ts'
import { isSuspicious } from '../../contract/suspicious.ts'
import { type Unit, windowsOf } from '../../formats/index.ts'
import type { FinishedLine, LinesAsked, LinesFound } from '../domain/finished-line.ts'
import { fold } from '../domain/fold.ts'
import type { Selection } from '../domain/intent.ts'
import type { Original } from '../files/original.ts'
import { verdict } from '../planner/selection.ts'
import type { Database } from '../store/database.ts'
import type { MadeUnder } from '../store/made-under.ts'
import type { BatchRow } from '../store/schema.ts'
import { findNumberedTranslations, findTranslations, type KeptTranslation } from '../store/translations.ts'
import { lineNumber } from '../translation/line-number.ts'
import { hashingOf } from '../translation/made-under.ts'
import { segmentOf, sourceHasher } from '../translation/source-hash.ts'
import { opennessOf } from './store.ts'

/** A finished translation that is read. */
export interface FinishedReading {
  readonly db: Database
  /** As its plan reads it. */
  readonly original: Original
  readonly selection: Selection
  readonly made: MadeUnder
  readonly batch: Pick<BatchRow, 'hash_edition'>
}

/**
 * Reads lines of a finished translation: its original once more, with what is kept of each text. Nothing is written down for that, so
 * there is nothing to forget, and it costs nothing where nobody corrects. Memory holds the hashes of the lines that match.
 */
export async function readFinishedLines(asked: LinesAsked, reading: FinishedReading): Promise<LinesFound> {
  const { db, original, selection, made } = reading
  const { batch_id, language } = asked
  const job = made.jobs.find(({ target }) => target === language)
  if (job === undefined) return { lines: [], count: 0 }
  const hashOf = sourceHasher(hashingOf(made), job, reading.batch)
  const [openness] = await opennessOf(db, batch_id, [language])
  const handed = openness?.total ?? 0
  const collected = 'numbers' in asked.wanted ? byNumber(asked.wanted.numbers, handed) : bySearch(asked.wanted, handed)
  for await (const window of windowsOf(original.format.scan(original.open(), { target: { language } }))) {
    if (!collected.looksAt(window)) continue
    const units = window.filter(unit => verdict(selection, unit).included)
    const hashes = units.map(hashOf)
    const wanted = collected.needsKept() ? [...new Set(hashes)] : []
    // Where none were handed out, their numbers are not looked up.
    const find: FindKept = handed === 0 ? findTranslations : findNumberedTranslations
    const kept = await find(db, batch_id, language, wanted)
    for (const [at, unit] of units.entries()) {
      const hash = hashes[at] ?? ''
      const row = kept.get(hash)
      collected.add({ unit, hash, kept: row, number: lineNumber(unit, row?.number ?? null, handed) })
    }
  }
  return collected.end()
}

type FindKept = (
  ...asked: Parameters<typeof findTranslations>
) => Promise<ReadonlyMap<string, KeptTranslation & { readonly number?: number | null }>>

/** A place of the file with what is kept of its text. */
interface Place {
  readonly unit: Unit
  readonly hash: string
  readonly kept: KeptTranslation | undefined
  readonly number: number
}

interface Collecting {
  /** False for a window that cannot have a line that is wanted. */
  looksAt(window: readonly Unit[]): boolean
  /** False where only the number of lines is still wanted, for which nothing has to be looked up. */
  needsKept(): boolean
  add(place: Place): void
  end(): LinesFound
}

/** The lines at these numbers. The number of any place names its line. */
function byNumber(numbers: readonly number[], handed: number): Collecting {
  const wanted = new Set(numbers)
  const lines = new Map<number, FinishedLine>()
  return {
    // Only of numbers that were handed out the place is not known.
    looksAt: window => handed > 0 || window.some(unit => wanted.has(lineNumber(unit, null, handed))),
    needsKept: () => true,
    add(place) {
      if (wanted.has(place.number)) lines.set(place.number, lineOf(place))
    },
    end: () => ({ lines: [...lines.values()], count: lines.size }),
  }
}

/**
 * The lines that have a text in themselves, in their translation, or in the name of one of their places, and their number, that of their
 * first place, from `from` on.
 */
function bySearch(
  { search, from, limit }: Extract<LinesAsked['wanted'], { search: string }>,
  handed: number,
): Collecting {
  const wanted = fold(search)
  const has = (text: string): boolean => wanted === '' || fold(text).includes(wanted)
  const seen = new Map<string, { readonly number: number; places: number; found: boolean }>()
  const places = new Map<string, Place>()
  let count = 0

  const keepFirst = (): void => {
    const ordered = [...places].sort(([, a], [, b]) => a.number - b.number).slice(0, limit)
    places.clear()
    for (const [hash, place] of ordered) places.set(hash, place)
  }
  return {
    looksAt: () => true,
    // Without numbers that were handed out, lines come by number.
    needsKept: () => handed > 0 || wanted !== '' || places.size < limit,
    add(place) {
      const { unit, hash, kept } = place
      const before = seen.get(hash)
      const first = before ?? { number: place.number, places: 0, found: false }
      if (before === undefined) seen.set(hash, first)
      first.places += 1
      if (first.number < from || first.found) return
      if (
        !(
          has(keyOf(unit) ?? '') ||
          has(unit.part) ||
          (before === undefined && (has(unit.text) || has(kept?.text ?? '')))
        )
      )
        return
      first.found = true
      count += 1
      places.set(hash, { ...place, number: first.number })
      if (places.size > 2 * limit) keepFirst()
    },
    end() {
      keepFirst()
      const lines = [...places].map(([hash, place]) => ({ ...lineOf(place), places: seen.get(hash)?.places ?? 1 }))
      return { lines, count }
    },
  }
}

function lineOf({ unit, hash: source_hash, kept, number }: Place): FinishedLine {
  const { id: _, part = '', ...segment } = segmentOf(source_hash, unit)
  const translation = kept === undefined || kept.finding !== null ? null : kept.text
  return {
    ...segment,
    ...{ number, source_hash, part, key: keyOf(unit), places: 1 },
    ...(unit.sense !== undefined && { sense: unit.sense }),
    ...(unit.slot !== undefined && { slot: unit.slot }),
    shown: {
      text: shownText(segment),
      translation: translation === null ? null : shownTranslation(segment, translation),
      suspicious: [unit.text, unit.note ?? '', translation ?? ''].some(isSuspicious),
    },
    finding: kept?.finding ?? kept?.note ?? null,
  }
}

/** Where a unit is, as people say it; null where the file does not say. */
function keyOf({ context: { key, context, row, column } = {} }: Unit): string | null {
  const cell = [row, column].filter(name => name !== undefined).join(' ')
  return key ?? context ?? (cell === '' ? null : cell)
}

import type { Counts } from '../../contract/plan.ts'
import { countWords, type Unit, windowsOf } from '../../formats/index.ts'
import type { Selection } from '../domain/intent.ts'
import { matches, verdict } from './selection.ts'
import { codePoints } from './survey.ts'
import { foldRows, shorten, type TallyRow, tally } from './tally.ts'

export interface Measurement {
  readonly counts: Counts
  readonly included: readonly { part: string; segments: number; words: number }[]
  readonly not_included: readonly { part: string; reason: string; words: number }[]
  readonly preview: readonly { part: string; text: string }[]
  /** What is taken in each target language, in their order. */
  readonly languages: readonly MeasuredText[]
  /** How many entries have a draft that is replaced: a translation that the file itself marks as doubtful. */
  readonly drafts: number
  /** The beginning of the translations that the file has already, for each target language whose units were measured. */
  readonly present: readonly string[]
  /** Names that the selection states exactly and that no unit has: a survey of a large file does not list every part. */
  readonly absent: readonly string[]
  /** Of a sample: the words by language of the plan that it is a part of, which are to be translated anew. */
  readonly part_of?: ReadonlyMap<string, number> | undefined
}

/** An amount of text. Characters are code points. */
interface Size {
  readonly words: number
  readonly characters: number
}

/** What a selection takes in one language, and how much of it is known from earlier translations. */
export interface MeasuredText extends Size {
  readonly segments: number
  readonly known: Size
}

/** Says for each unit of a window, in order, whether a translation into one language is known. Undefined where none is. */
export type Remembered = ((units: readonly Unit[]) => Promise<readonly boolean[]>) | undefined

/** The most rows that are counted separately; with more, dotted parts are counted under prefixes. */
const ROWS_COUNTED = 5_000
/** The most rows that are shown: a plan is read by people and by models. */
const ROWS_SHOWN = 40
const PREVIEW_UNITS = 5
const PREVIEW_CHARACTERS = 160
/** So much shows a language. */
const PRESENT_CHARACTERS = 4_000

/**
 * Counts in one pass what a selection takes and leaves, by part and reason, in memory that does not grow with the file. The units are the
 * same in all languages that `remembered` has an entry for. Words as in formats/content/words.ts; `separator` as `separatorOf`; characters are code points.
 */
export async function measure(
  units: AsyncIterable<Unit> | Iterable<Unit>,
  selection: Selection,
  separator: string,
  remembered: readonly Remembered[] = [undefined],
): Promise<Measurement> {
  const taken = tally(ROWS_COUNTED, separator)
  const left = tally(ROWS_COUNTED, separator)
  const drafts = draftsSeen()
  const unseen = unseenParts(selection)
  const preview: { part: string; text: string }[] = []
  let present = ''
  const counts = { segments: 0, words: 0, characters: 0, selected_segments: 0, selected_words: 0 }
  let characters_taken = 0
  const known = remembered.map(() => ({ words: 0, characters: 0 }))
  /** Counts a unit; gives its size where the selection takes it. */
  const take = (unit: Unit): Sized | undefined => {
    const words = countWords(unit.text, unit.syntax)
    const characters = codePoints(unit.text)
    const said = verdict(selection, unit)
    unseen.see(unit.part)
    counts.segments += 1
    counts.words += words
    counts.characters += characters
    if (!said.included) {
      // An empty place is nothing that anybody misses, but the picture of a text is.
      if (unit.text !== '' || unit.left_out === 'no_text_layer') left.add(unit.part, said.reason, words)
      if (unit.target && present.length < PRESENT_CHARACTERS) present += `${unit.target.slice(0, PRESENT_CHARACTERS)}\n`
      return undefined
    }
    taken.add(unit.part, '', words)
    drafts.see(unit)
    counts.selected_segments += 1
    counts.selected_words += words
    characters_taken += characters
    if (preview.length < PREVIEW_UNITS) preview.push({ part: unit.part, text: excerpt(unit.text, PREVIEW_CHARACTERS) })
    return { unit, words, characters }
  }
  for await (const window of windowsOf(units)) {
    const selected = window.flatMap(unit => take(unit) ?? [])
    for (const [at, areKnown] of remembered.entries()) await addKnown(known[at], selected, areKnown)
  }
  const taken_whole = {
    segments: counts.selected_segments,
    words: counts.selected_words,
    characters: characters_taken,
  }
  return {
    counts,
    included: shown(taken.rows(), separator).map(({ part, segments, words }) => ({ part, segments, words })),
    not_included: shown(left.rows(), separator).map(({ part, reason, words }) => ({ part, reason, words })),
    preview,
    languages: known.map(size => ({ ...taken_whole, known: size })),
    drafts: drafts.count(),
    present: [present],
    absent: unseen.names(),
  }
}

/** Counts entries with a doubtful translation. The forms of one message follow each other, and are one entry. */
function draftsSeen() {
  let count = 0
  let last: string | undefined
  return {
    see({ flags, context, group }: Unit): void {
      if (!flags?.includes('fuzzy') || context?.present === undefined) return
      if (group === undefined || group !== last) count += 1
      last = group
    },
    count: () => count,
  }
}

/** Which of the parts that a selection names exactly do not occur. */
function unseenParts({ include, exclude }: Selection) {
  const open = new Set([...include, ...exclude].filter(pattern => pattern.by === 'part'))
  return {
    see(part: string): void {
      for (const pattern of open) if (matches(pattern, { part })) open.delete(pattern)
    },
    names: () => [...open].map(({ said }) => said),
  }
}

interface Sized extends Size {
  readonly unit: Unit
}

/** Adds the sizes of those units that are known to `sum`. */
async function addKnown(
  sum: { words: number; characters: number } | undefined,
  sized: readonly Sized[],
  areKnown: Remembered,
): Promise<void> {
  const known = await areKnown?.(sized.map(({ unit }) => unit))
  if (sum === undefined || known === undefined) return
  for (const [at, { words, characters }] of sized.entries()) {
    if (known[at] !== true) continue
    sum.words += words
    sum.characters += characters
  }
}

/** Joins rows until they are few enough to read: dotted parts become their first segments, and the smallest rows become one. */
function shown(rows: readonly TallyRow[], separator: string): TallyRow[] {
  if (rows.length <= ROWS_SHOWN) return [...rows]
  const merged = new Map<string, TallyRow>()
  for (const row of rows) {
    const part = shorten(row.part, 1, separator)
    const key = `${row.reason}\n${part}`
    const before = merged.get(key)
    const segments = row.segments + (before?.segments ?? 0)
    merged.set(key, { part, reason: row.reason, segments, words: row.words + (before?.words ?? 0) })
  }
  return foldRows([...merged.values()], ROWS_SHOWN)
}

const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The beginning of a text on one line, cut between words where one ends near, never inside a grapheme. */
export function excerpt(text: string, most: number): string {
  const line = text
    .slice(0, most * 20)
    .replace(/\s+/g, ' ')
    .trim()
  const graphemes = Array.from(GRAPHEMES.segment(line), piece => piece.segment)
  if (graphemes.length <= most) return line
  const cut = graphemes.slice(0, most - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > cut.length * 0.6 ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** What is taken of the rows that come back, and what is left: pure, from the rows and from the files as they are. */
import { issuesIn, withEdgesOf } from '../../checks/index.ts'
import { hashOfText } from '../lock/index.ts'
import type { PairPlan } from '../pair-plan.ts'
import { faultIn, type StateOfText } from '../states.ts'
import type { SourceText } from '../texts.ts'
import { hashOfPlace, type ReturnedRow, type RowId, readRowId } from './row.ts'
import { isReviewed } from './rows.ts'

/** A row with the file that it came in. */
export interface PlacedRow extends ReturnedRow {
  readonly file: string
}

/** A text that a reviewer saw. */
export interface TakenRow {
  readonly row: PlacedRow
  readonly pair: PairPlan
  /** The path of the text. */
  readonly path: string
  /** The translation that she found right, or wrote. */
  readonly text: string
  /** It is another one than the file has. */
  readonly changed: boolean
}

export interface LeftRow {
  readonly row: PlacedRow
  /** Why, for people: it follows the key. */
  readonly why: string
}

export interface ReturnedPlan {
  readonly taken: readonly TakenRow[]
  readonly left: readonly LeftRow[]
  /** How many rows are neither changed nor marked. */
  readonly not_marked: number
  /** How many have no translation: nothing is said of them. */
  readonly empty: number
  /** How many say what is recorded already. */
  readonly known: number
}

/** What a person says of all rows. */
export interface ReviewWishes {
  /** Every row was looked at, marked or not. */
  readonly all: boolean
  /** Who looked. */
  readonly reviewer: string
}

type Verdict =
  | { readonly kind: 'taken'; readonly taken: TakenRow }
  | { readonly kind: 'left'; readonly why: string }
  | { readonly kind: 'not_marked' | 'empty' | 'known' }

export function planReturned(
  pairs: readonly PairPlan[],
  rows: readonly PlacedRow[],
  wishes: ReviewWishes,
): ReturnedPlan {
  const place = placesIn(pairs)
  const [taken, left]: [TakenRow[], LeftRow[]] = [[], []]
  const counts = { not_marked: 0, empty: 0, known: 0 }
  const twice = doubled(rows)
  for (const row of rows) {
    const others = twice.get(row)
    if (others === 'repeated') continue
    const verdict = others ?? verdictOn(row, place, wishes)
    if (verdict.kind === 'taken') taken.push(verdict.taken)
    else if (verdict.kind === 'left') left.push({ row, why: verdict.why })
    else counts[verdict.kind] += 1
  }
  return { taken, left, ...counts }
}

interface Place {
  readonly pair: PairPlan
  readonly source: SourceText
  readonly state: StateOfText
}

/** Where the texts are that rows may be about, by the hashes of their places. */
function placesIn(pairs: readonly PairPlan[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  for (const pair of pairs)
    for (const state of pair.states) {
      const source = pair.texts.get(state.path)
      if (source !== undefined) places.set(hashOfPlace(pair, state.path), { pair, source, state })
    }
  return places
}

/** Rows about one text: those that say the same count once; where they differ, nobody knows which of them is meant. */
function doubled(rows: readonly PlacedRow[]): ReadonlyMap<PlacedRow, 'repeated' | Verdict> {
  const groups = new Map<string, PlacedRow[]>()
  for (const row of rows) {
    const place = readRowId(row.id)?.place
    const some = place === undefined ? undefined : groups.get(place)
    if (some !== undefined) some.push(row)
    else if (place !== undefined) groups.set(place, [row])
  }
  const found = new Map<PlacedRow, 'repeated' | Verdict>()
  for (const some of groups.values()) {
    const [first, ...others] = some
    if (first === undefined || others.length === 0) continue
    const said = ({ id, mark, textFor }: PlacedRow) => JSON.stringify([id, mark, textFor('')])
    if (others.every(row => said(row) === said(first))) for (const row of others) found.set(row, 'repeated')
    else
      for (const row of some) {
        const other = some.find(one => one !== row) ?? first
        const where = other.file === row.file ? `line ${other.line}` : `line ${other.line} of ${other.file}`
        found.set(row, {
          kind: 'left',
          why: `has two rows that differ, and the other is in ${where}: keep one of them`,
        })
      }
  }
  return found
}

function verdictOn(row: PlacedRow, places: ReadonlyMap<string, Place>, wishes: ReviewWishes): Verdict {
  const id = readRowId(row.id)
  if (id === undefined) {
    if (row.textFor('').trim() === '') return { kind: 'empty' }
    return { kind: 'left', why: row.id === '' ? 'has no id, which says what text it is for' : 'has no whole id' }
  }
  const place = places.get(id.place)
  if (place === undefined)
    return { kind: 'left', why: 'is no text of this project: its key is gone, or the file is from another project' }
  const { pair, source, state } = place
  const current = pair.target.get(source.path)?.text ?? ''
  const text = wordingOf(row.textFor(current), { current, source: source.text })
  if (text.trim() === '')
    return row.mark === 'yes' ? { kind: 'left', why: 'is marked, and has no translation' } : { kind: 'empty' }
  const answer = { row, id, ...place, current, text, is_edited: hashOfText(text) !== id.written }
  const isMeant = row.mark === 'yes' || answer.is_edited || (wishes.all && row.mark !== 'no')
  if (!isMeant) return row.mark === 'unclear' ? { kind: 'left', why: UNCLEAR } : { kind: 'not_marked' }
  for (const rule of RULES) {
    const why = rule(answer)
    if (why !== undefined) return { kind: 'left', why }
  }
  const changed = text !== current
  const isHers = state.by?.who === 'reviewer' && state.by.name === wishes.reviewer
  if (!changed && isReviewed(state) && (isHers || row.mark !== 'yes')) return { kind: 'known' }
  return { kind: 'taken', taken: { row, pair, path: source.path, text, changed } }
}

const UNCLEAR = 'is marked with something that is neither yes nor no'

/**
 * The translation that a row means. Programs change white space at the ends, and how lines end: a text that differs in nothing else is the one that
 * is there, and any other has the ends of its source.
 */
function wordingOf(text: string, { current, source }: { readonly current: string; readonly source: string }): string {
  if (text === current || text.trim() === '') return text
  const plain = (one: string) => one.replace(/\r\n?/g, '\n').trim()
  if (plain(text) === plain(current)) return current
  return withEdgesOf(source, source.includes('\r') ? text : text.replace(/\r\n?/g, '\n'))
}

/** A row with what the files have at its place. */
interface Answer extends Place {
  readonly row: PlacedRow
  readonly id: RowId
  readonly current: string
  readonly text: string
  /** The translation is not the one that went out. */
  readonly is_edited: boolean
}

/** Excel cuts cells at 32,767 characters. */
const LONGEST_CELL = 32_700

/** Checks whose findings break a program, and which nobody passes over on purpose. */
const BREAKING: ReadonlySet<string> = new Set(['placeholders', 'codes', 'plural_categories', 'control_characters'])

/** Why a row is left; the first that holds is said. */
const RULES: readonly ((answer: Answer) => string | undefined)[] = [
  ({ row }) => (row.mark === 'unclear' ? UNCLEAR : undefined),
  ({ row }) => (row.mark === 'no' ? 'is marked no, though its translation was changed' : undefined),
  ({ id, source }) => (id.source === source.hash ? undefined : 'has another source since the export: export it anew'),
  ({ row, source }) =>
    row.source === undefined || isAlike(row.source, source.text)
      ? undefined
      : 'stands beside the source of another text, or its source was changed in the file: were the columns sorted apart?',
  ({ id, text, current }) =>
    hashOfText(current) === id.written || text === current
      ? undefined
      : 'has another translation since the export, which stays: export it anew',
  ({ row, text, current }) => (text === current ? undefined : row.no_text),
  ({ row }) => (row.has_tags ? 'has tags in its translation that the export did not write' : undefined),
  ({ text, current }) =>
    lostLetters(text, current) ? 'came back with question marks for letters: save the file as "CSV UTF-8"' : undefined,
  ({ text, current }) =>
    text !== current && text.length >= LONGEST_CELL && current.startsWith(text.trimEnd())
      ? 'was cut off: a spreadsheet takes no text as long as that'
      : undefined,
  ({ row, text, current, source }) =>
    current === '' && text === source.text && row.mark !== 'yes'
      ? 'is the same as its source: mark it where that is meant'
      : undefined,
  broken,
]

/** A program that writes a charset without these letters puts a question mark for each, or for each half of one. */
function lostLetters(text: string, current: string): boolean {
  if (text === current || !text.includes('?')) return false
  return [/[^\0-\x7f]/g, /[^\0-\x7f]/gu].some(letters => current.replace(letters, '?').trim() === text.trim())
}

function isAlike(one: string, other: string): boolean {
  const plain = (text: string) => text.replace(/\r\n?/g, '\n').trim()
  return one === other || plain(one) === plain(other)
}

function broken({ text, current, source, pair }: Answer): string | undefined {
  const fault = faultIn(source.text, text, source.syntax)
  if (fault !== undefined) return `is broken: it ${fault}`
  if (text === current) return undefined
  const conditions = { source: pair.source_language, target: pair.language, glossary: [], keep: [] }
  return issuesIn(source, text, conditions).find(({ kind, severity }) => severity === 'refuse' && BREAKING.has(kind))
    ?.message
}

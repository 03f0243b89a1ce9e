/** Which letters of a page are those of which paragraph. */
import type { Fragment } from '../fragments.ts'
import type { Paragraph } from '../paragraphs.ts'
import { areUnreadable, canBeRead } from './drawable-text.ts'
import { inverse, type Matrix, multiplied } from './geometry.ts'
import type { Glyph, TextShown } from './glyphs.ts'
import { type Cover, isFilledOver, middlesOf } from './hiding.ts'
import type { PageReason } from './reasons.ts'
import type { DrawnPage } from './shows.ts'

/** A letter among what the operators of a page show. */
export interface Letter {
  readonly glyph: Glyph
  readonly show: number
  readonly item: number
}

export interface Matched {
  readonly letters: readonly Letter[]
  /** Why the paragraph can only stay as it is. */
  readonly reason: PageReason | undefined
}

/** The height of a row in which pieces are looked up, in points. */
const ROW = 8
/** How far from its piece a letter may stand, in sizes: raised or lowered, and to the side. */
const OFF = 0.6
const ASIDE = 0.15

interface Piece {
  readonly fragment: Fragment
  readonly paragraph: number
}

/** A page as it is read, and as it is drawn. */
export interface PageToMatch {
  readonly paragraphs: readonly Paragraph[]
  readonly drawn: DrawnPage
  readonly shown: readonly TextShown[]
  readonly covers: readonly Cover[]
  readonly viewport: Matrix
}

/** The letters of each paragraph of a page. */
export function matchParagraphs(page: PageToMatch): readonly Matched[] {
  const { paragraphs, shown } = page
  const rows = rowsOf(paragraphs)
  const owners = shown.map(({ items }) => ownersOf(items, rows))
  const letters: Letter[][] = paragraphs.map(() => [])
  owners.forEach((some, show) => {
    some.forEach((owner, item) => {
      const glyph = shown[show]?.items[item]
      if (owner !== undefined && typeof glyph === 'object') letters[owner]?.push({ glyph, show, item })
    })
  })
  return paragraphs.map((paragraph, at) => {
    const own = letters[at] ?? []
    return { letters: own, reason: reasonFor(paragraph, own, page, owners) }
  })
}

type Rows = ReadonlyMap<string, readonly Piece[]>

function rowsOf(paragraphs: readonly Paragraph[]): Rows {
  const rows = new Map<string, Piece[]>()
  paragraphs.forEach(({ lines }, paragraph) => {
    for (const fragment of lines.flatMap(({ pieces }) => pieces)) {
      const key = `${fragment.turned} ${Math.round(fragment.y / ROW)}`
      const row = rows.get(key)
      if (row) row.push({ fragment, paragraph })
      else rows.set(key, [{ fragment, paragraph }])
    }
  })
  return rows
}

/** The paragraph of each of the items of an operator. Blanks, and what cannot be read, go with the letters before them. */
function ownersOf(items: readonly (Glyph | number)[], rows: Rows): readonly (number | undefined)[] {
  const found = items.map(item => (typeof item === 'number' ? undefined : ownerOf(item, rows)))
  const isLetter = (at: number) => isReadable(items[at])
  let last = found.find((owner, at) => owner !== undefined || isLetter(at))
  return items.map((item, at) => {
    if (typeof item === 'number') return undefined
    if (isLetter(at)) last = found[at]
    return isBlank(item) || isLetter(at) ? last : (found[at] ?? last)
  })
}

function isReadable(item: Glyph | number | undefined): boolean {
  return typeof item === 'object' && canBeRead(item.text)
}

function isBlank({ text }: Glyph): boolean {
  return text.trim() === ''
}

function ownerOf(glyph: Glyph, rows: Rows): number | undefined {
  const row = Math.round(glyph.y / ROW)
  const reach = Math.ceil((OFF * glyph.size) / ROW)
  const centre = glyph.x + glyph.width / 2
  let [owner, least]: [number | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (let at = row - reach; at <= row + reach; at += 1) {
    for (const { fragment, paragraph } of rows.get(`${glyph.turned} ${at}`) ?? []) {
      const size = Math.max(glyph.size, fragment.size)
      const aside = Math.max(fragment.x - centre, centre - fragment.x - fragment.width, 0)
      const off = Math.abs(glyph.y - fragment.y)
      if (aside > ASIDE * size || off > OFF * size) continue
      const far = off + aside + Math.abs(glyph.size - fragment.size) / 4
      if (far < least) [owner, least] = [paragraph, far]
    }
  }
  return owner
}

function reasonFor(
  paragraph: Paragraph,
  letters: readonly Letter[],
  { drawn, shown, covers, viewport }: PageToMatch,
  owners: readonly (readonly (number | undefined)[])[],
): PageReason | undefined {
  const shows = [...new Set(letters.map(({ show }) => show))]
  for (const show of shows) {
    const reason = shown[show]?.reason
    if (reason) return reason
  }
  const read = letters.filter(({ glyph }) => canBeRead(glyph.text))
  if (read.some(letter => isCovered(letter, drawn, viewport) || isBelow(letter, covers))) return 'covered'
  if (areUnreadable(letters.map(({ glyph }) => glyph.text))) return 'unreadable'
  if (!saysTheSame(paragraph, letters)) return 'entangled'
  return shows.every(show => isWhole(owners[show] ?? [], shown[show]) || isCuttable(drawn, shown, show))
    ? undefined
    : 'entangled'
}

/** Whether an operator shows letters of one paragraph alone. */
function isWhole(owners: readonly (number | undefined)[], shown: TextShown | undefined): boolean {
  return new Set(owners.filter((_, at) => typeof shown?.items[at] === 'object')).size <= 1
}

/** Whether each letter of an operator has as many bytes, so that some of them can be taken out. */
function isCuttable(page: DrawnPage, shown: readonly TextShown[], show: number): boolean {
  return bytesOfLetter(page.shows[show]?.operation.operands ?? [], shown[show]?.items ?? []) !== undefined
}

/** How many bytes each letter of an operator has; undefined where they are not alike. */
export function bytesOfLetter(
  operands: DrawnPage['shows'][number]['operation']['operands'],
  items: TextShown['items'],
): 1 | 2 | undefined {
  const strings = operands
    .flatMap(operand => (operand.kind === 'array' ? operand.items : [operand]))
    .flatMap(operand => (operand.kind === 'string' ? [operand.value] : []))
  const bytes = strings.reduce((sum, { length }) => sum + length, 0)
  const many = items.filter(item => typeof item === 'object').length
  if (bytes === many) return 1
  return bytes === 2 * many && strings.every(({ length }) => length % 2 === 0) ? 2 : undefined
}

/** Whether a picture is drawn over a letter. */
function isCovered({ glyph, show }: Letter, { pictures }: DrawnPage, viewport: Matrix): boolean {
  if (!pictures.some(({ after }) => after > show)) return false
  const [[x, y]] = middlesOf(glyph)
  return pictures.some(({ after, matrix }) => {
    const back = after > show ? inverse(multiplied(viewport, matrix)) : undefined
    // A picture is a square of size 1.
    const [, , , , right = -1, up = -1] = back ? multiplied(back, [1, 0, 0, 1, x, y]) : []
    return right >= 0 && right <= 1 && up >= 0 && up <= 1
  })
}

/** Whether a shape is filled over a letter. */
function isBelow({ glyph, show }: Letter, covers: readonly Cover[]): boolean {
  if (!covers.some(({ after }) => after > show)) return false
  const middles = middlesOf(glyph)
  return covers.some(cover => cover.after > show && isFilledOver(middles, cover))
}

/** Signs that are turned around where text runs from right to left, and what nobody sees. */
const NOT_COMPARED = /[\s()[\]{}<>«»\p{M}\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd\ufffe\uffff]/gu
/** How far two letters may be apart that are one, drawn twice to look bold. */
const SAME_PLACE = 0.2

/** Whether the letters are those that the paragraph was read as. */
function saysTheSame({ lines }: Paragraph, letters: readonly Letter[]): boolean {
  const read = compared(lines.map(({ text }) => text).join(''))
  if (compared(letters.map(({ glyph }) => glyph.text).join('')) === read) return true
  return compared(drawnOnce(letters.map(({ glyph }) => glyph))) === read
}

function drawnOnce(glyphs: readonly Glyph[]): string {
  const known = new Map<string, Glyph[]>()
  return glyphs
    .filter(glyph => {
      const alike = known.get(glyph.text) ?? []
      known.set(glyph.text, [...alike, glyph])
      const most = SAME_PLACE * glyph.size
      return !alike.some(({ x, y }) => Math.abs(x - glyph.x) < most && Math.abs(y - glyph.y) < most)
    })
    .map(({ text }) => text)
    .join('')
}

function compared(text: string): string {
  return [
    ...text
      .normalize('NFKD')
      .replace(/\u00ad|[\u2010\u2011]/g, '-')
      .replace(NOT_COMPARED, ''),
  ]
    .sort()
    .join('')
}

/** Pages that were written over, read again: whether each text stands where it was written. */
import { openDocument, refusalFor } from '../library.ts'
import type { WrittenLine } from './drawing.ts'
import { type Glyph, sketchOf } from './glyphs.ts'
import type { ParagraphDrawn, PlaceOfParagraph } from './writing.ts'

export interface MissedParagraph extends PlaceOfParagraph {
  readonly expected: string
  readonly found: string
}

/** How far from its place a letter may be, in points. */
const NEAR = 0.75

/** The paragraphs that are not where they were written, or say something else. @throws {FormatError} malformed */
export async function missedParagraphs(
  bytes: Uint8Array,
  written: readonly ParagraphDrawn[],
): Promise<readonly MissedParagraph[]> {
  const file = await openDocument(new Uint8Array(bytes), { without_pictures: true })
  try {
    const missed: MissedParagraph[] = []
    for (const number of [...new Set(written.map(({ page }) => page))]) {
      const page = await file.getPage(number)
      const { shown } = await sketchOf(page)
      page.cleanup()
      const glyphs = shown.flatMap(({ items }) => items.filter(item => typeof item === 'object'))
      const lines = linesAt(glyphs)
      for (const { page: at, paragraph, text, lines: wanted } of written.filter(one => one.page === number)) {
        const found = wanted.map(line => textAt(line, lines)).join(' ')
        if (joined(found) !== joined(text)) missed.push({ page: at, paragraph, expected: text, found })
      }
    }
    return missed
  } catch (error) {
    throw refusalFor(error)
  } finally {
    await file.loadingTask.destroy()
  }
}

type Lines = ReadonlyMap<string, readonly Glyph[]>

function linesAt(glyphs: readonly Glyph[]): Lines {
  const lines = new Map<string, Glyph[]>()
  for (const glyph of glyphs) {
    const key = `${glyph.turned} ${Math.round(glyph.y)}`
    const line = lines.get(key)
    if (line) line.push(glyph)
    else lines.set(key, [glyph])
  }
  return lines
}

/** The letters on a base line between two places, in their order. */
function textAt({ x, y, width, turned }: WrittenLine, lines: Lines): string {
  const near = [-1, 0, 1].flatMap(off => lines.get(`${turned} ${Math.round(y) + off}`) ?? [])
  return near
    .filter(glyph => Math.abs(glyph.y - y) < NEAR && glyph.x > x - NEAR && glyph.x + glyph.width < x + width + NEAR)
    .sort((one, other) => one.x - other.x)
    .map(({ text }) => text)
    .join('')
}

function joined(text: string): string {
  return text.normalize('NFKC').replace(/[\s\p{Cc}\p{Co}\ufffd]+/gu, '')
}

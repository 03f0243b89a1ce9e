/** Pages that were written over, read again: what stands where a translation was drawn. */
import { openDocument, refusalFor } from '../library.ts'
import { drawnText } from './drawable-text.ts'
import { paragraphTagged, tagFor } from './drawing.ts'
import { type Glyph, sketchOf, type TextShown } from './glyphs.ts'
import type { PlaceOfParagraph } from './writing.ts'

/** What a paragraph that was written over says now, as `drawnText` has it. */
export interface ParagraphFound extends PlaceOfParagraph {
  readonly text: string
}

/** How far from its place a letter may be, in points. */
const NEAR = 0.75

/**
 * The paragraphs of a file that were drawn anew over those of its source. Each says all that stands on its lines: letters of its source that were left there, too.
 * @throws {FormatError} protected; malformed
 */
export async function paragraphsFound(bytes: Uint8Array, source: Uint8Array): Promise<readonly ParagraphFound[]> {
  const file = await openDocument(new Uint8Array(bytes), { without_pictures: true })
  const tag = tagFor(source)
  try {
    const found: ParagraphFound[] = []
    for (let number = 1; number <= file.numPages; number += 1) {
      const page = await file.getPage(number)
      const { shown } = await sketchOf(page)
      page.cleanup()
      found.push(...foundOnPage(shown, tag).map(([paragraph, text]) => ({ page: number, paragraph, text })))
    }
    return found
  } catch (error) {
    throw refusalFor(error)
  } finally {
    await file.loadingTask.destroy()
  }
}

function foundOnPage(shown: readonly TextShown[], tag: string): readonly (readonly [number, string])[] {
  const lines = linesAt(shown.flatMap(glyphsOf))
  const found = new Map<number, string>()
  for (const one of shown) {
    const paragraph = paragraphTagged(one.marks, tag)
    if (paragraph !== undefined) found.set(paragraph, `${found.get(paragraph) ?? ''}${textAlong(glyphsOf(one), lines)}`)
  }
  return [...found].map(([paragraph, text]) => [paragraph, drawnText(text)])
}

function glyphsOf({ items }: TextShown): readonly Glyph[] {
  return items.filter(item => typeof item === 'object')
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

/** All letters on a base line from the first to the last of these, in their order. */
function textAlong(own: readonly Glyph[], lines: Lines): string {
  const [first, last] = [own[0], own.at(-1)]
  if (first === undefined || last === undefined) return ''
  const { x, y, turned } = first
  const end = last.x + last.width
  const near = [-1, 0, 1].flatMap(off => lines.get(`${turned} ${Math.round(y) + off}`) ?? [])
  return near
    .filter(glyph => Math.abs(glyph.y - y) < NEAR && glyph.x > x - NEAR && glyph.x + glyph.width < end + NEAR)
    .sort((one, other) => one.x - other.x)
    .map(({ text }) => text)
    .join('')
}

/** Pages written over: the text of paragraphs is taken out of what a page draws, and their translations are drawn in its place. */
import type { PDFFont } from '@cantoo/pdf-lib'
import { FormatError } from '../../format.ts'
import type { PdfDocument, PdfPage } from '../document.ts'
import type { TextLine } from '../text-line.ts'
import { type Around, boxOf } from './box.ts'
import { drawableText } from './drawable-text.ts'
import { linesWritten, operatorsFor, type TextToDraw, tagFor, type WrittenLine } from './drawing.ts'
import { type Removed, withoutShown } from './editing.ts'
import { type FaceFor, facesFor } from './faces.ts'
import { fitted } from './fitting.ts'
import { inverse, multiplied, SAME, turning } from './geometry.ts'
import type { TextLook } from './look.ts'
import type { Letter } from './matching.ts'
import { isEncrypted, type OpenFile, type OpenPage, withFile } from './reading.ts'
import { type PageReason, pageReasonSays } from './reasons.ts'
import { nameSigns, namesOn, removeOrphans, replaceContent, replaceForm, replaceLanguage } from './storing.ts'

export interface PagesWritten {
  readonly bytes: Uint8Array
  /** The paragraphs that were written, to be looked for in the file. */
  readonly written: readonly ParagraphDrawn[]
  /** The paragraphs that had a translation and stay in their source. */
  readonly kept: readonly KeptParagraph[]
}

export interface PlaceOfParagraph {
  /** From 1. */
  readonly page: number
  /** Its place among the paragraphs of the page, from 0. */
  readonly paragraph: number
}

export interface ParagraphDrawn extends PlaceOfParagraph {
  readonly text: string
  readonly lines: readonly WrittenLine[]
  /** How much of its size it kept, up to 1. */
  readonly share: number
}

export interface KeptParagraph extends PlaceOfParagraph {
  readonly reason: PageReason
}

/** Gives the translation of a paragraph; undefined for one that stays as it is. */
export type TranslationOf = (place: PlaceOfParagraph) => string | undefined

export interface Writing {
  /** The language of the translations, a tag. */
  readonly language: string
  readonly translationOf: TranslationOf
}

/**
 * Writes the pages of a PDF over. Paragraphs that cannot be written stay as they are, whole, and are named; without any that can, the bytes are
 * those that were given.
 * @throws {FormatError} protected; malformed
 */
export async function writePages(
  bytes: Uint8Array,
  document: PdfDocument,
  { language, translationOf }: Writing,
): Promise<PagesWritten> {
  if (isEncrypted(bytes)) throw new FormatError('protected', pageReasonSays('encrypted'))
  const tag = tagFor(bytes)
  return await withFile(bytes, document, async file => {
    const all = document.pages.map(page => wantedOn(page, translationOf))
    const faceFor = facesFor(
      file.objects,
      all.flatMap(wanted => wanted.map(({ text }) => text)),
    )
    const fonts = new Set<PDFFont>()
    const [written, kept]: [ParagraphDrawn[], KeptParagraph[]] = [[], []]
    for (const [index, wanted] of all.entries()) {
      if (wanted.length === 0) continue
      const page = await file.openPage(index)
      if (page) {
        const { texts, removed, ...done } = await textsToDraw(page, wanted, faceFor)
        if (texts.length > 0) store(file, index, page, removed, { texts, tag, fonts })
        written.push(...done.written)
        kept.push(...done.kept)
      } else
        kept.push(...wanted.map(one => ({ page: one.page, paragraph: one.paragraph, reason: 'not_followed' as const })))
    }
    if (written.length === 0) return { bytes, written, kept }
    replaceLanguage(file.objects, language)
    await file.objects.flush()
    for (const font of fonts) nameSigns(file.objects, font)
    removeOrphans(file.objects)
    const made = await file.objects.save({
      addDefaultPage: false,
      updateFieldAppearances: false,
    })
    return { bytes: made, written, kept }
  })
}

interface Wanted extends PlaceOfParagraph {
  readonly text: string
}

function wantedOn({ number, paragraphs }: PdfPage, translationOf: TranslationOf): readonly Wanted[] {
  return paragraphs.flatMap((_, paragraph) => {
    const text = drawableText(translationOf({ page: number, paragraph }) ?? '')
    return text === '' ? [] : [{ page: number, paragraph, text }]
  })
}

/** What is drawn on a page, and what is taken out of it. */
async function textsToDraw(
  page: OpenPage,
  wanted: readonly Wanted[],
  faceFor: FaceFor,
): Promise<Omit<PagesWritten, 'bytes'> & { readonly texts: readonly TextToDraw[]; readonly removed: Removed }> {
  const around = surroundingsOf(page)
  const [written, kept]: [ParagraphDrawn[], KeptParagraph[]] = [[], []]
  const removed = new Map<number, Set<number>>()
  const texts: (TextToDraw & { readonly text: string })[] = []
  for (const { text, ...place } of wanted) {
    const found = await textToDraw(page, place.paragraph, text, around, faceFor)
    if (typeof found === 'string') {
      kept.push({ ...place, reason: found })
      continue
    }
    texts.push({ ...found, text })
    around(found.box.turned).drawn.push(...linesWritten(found).map(line => lineAsRead(line, found.fitted.size)))
    for (const { show, item } of page.matched[place.paragraph]?.letters ?? [])
      removed.set(show, (removed.get(show) ?? new Set()).add(item))
  }
  const alike = sizedAlike(texts)
  for (const one of alike) {
    const { text, paragraph, fitted: fit, box } = one
    written.push({ page: page.page.number, paragraph, text, lines: linesWritten(one), share: fit.size / box.size })
  }
  return { written, kept, texts: alike, removed }
}

/** Paragraphs of one size stay of one size, as far as that goes: where most had to become smaller, the others do, too. */
function sizedAlike<Text extends TextToDraw & { readonly text: string }>(texts: readonly Text[]): Text[] {
  const shares = new Map<number, number[]>()
  const isRunning = ({ fitted: { lines } }: Text) => lines.length > 1
  const sizeOf = ({ box }: Text) => Math.round(box.size * 2)
  for (const one of texts.filter(isRunning))
    shares.set(sizeOf(one), [...(shares.get(sizeOf(one)) ?? []), one.fitted.size / one.box.size])
  return texts.map(one => {
    const known = (shares.get(sizeOf(one)) ?? []).sort((share, other) => share - other)
    const most = known[Math.floor(known.length / 2)]
    if (!isRunning(one) || known.length < FEWEST_ALIKE || most === undefined || one.fitted.size <= most * one.box.size)
      return one
    return { ...one, fitted: fitted(one.text, one.box, one.face.widthOf, most) ?? one.fitted }
  })
}

/** So many paragraphs of one size and more are the running text of a page. */
const FEWEST_ALIKE = 3

/** What is drawn for a paragraph, or why it stays as it is. */
async function textToDraw(
  page: OpenPage,
  at: number,
  text: string,
  around: (turned: number) => AroundDrawn,
  faceFor: FaceFor,
): Promise<TextToDraw | PageReason> {
  const [paragraph, matched] = [page.page.paragraphs[at], page.matched[at]]
  if (!paragraph || !matched || matched.reason) return matched?.reason ?? 'not_followed'
  const box = boxOf(paragraph, around(paragraph.lines[0]?.pieces[0]?.turned ?? 0))
  const look = lookOf(page, matched.letters)
  if (!box || !look) return 'entangled'
  const face = await faceFor(look, text)
  if (!face) return 'letters'
  const fit = fitted(text, box, face.widthOf)
  return fit ? { paragraph: at, box, face, look, fitted: fit } : 'no_room'
}

/** What most of the letters look like; dots and other signs, which may come from fonts of their own, count where there is nothing else. */
function lookOf({ sketch }: OpenPage, all: readonly Letter[]): TextLook | undefined {
  const looks = new Map<string, { readonly look: TextLook; readonly many: number }>()
  const letters = all.filter(({ glyph }) => /[\p{L}\p{N}]/u.test(glyph.text))
  for (const { show } of letters.length > 0 ? letters : all) {
    const look = sketch.shown[show]?.look
    if (look) looks.set(JSON.stringify(look), { look, many: (looks.get(JSON.stringify(look))?.many ?? 0) + 1 })
  }
  return [...looks.values()].sort((one, other) => other.many - one.many)[0]?.look
}

/** What is on a page, with what was drawn on it since. */
interface AroundDrawn extends Around {
  readonly drawn: TextLine[]
}

/** A line that was drawn, as it would be read. */
function lineAsRead({ text, x, y, width }: WrittenLine, size: number): TextLine {
  return { text, left: x, right: x + width, y, size, pieces: [] }
}

/** What else is on a page, for text that is turned as far. */
function surroundingsOf({ page, sketch, width }: OpenPage): (turned: number) => AroundDrawn {
  const lines = page.paragraphs.flatMap(paragraph => paragraph.lines)
  const known = new Map<number, AroundDrawn>()
  return turned => {
    const before = known.get(turned)
    if (before) return before
    const back = inverse(turning(turned)) ?? SAME
    const edges = sketch.edges.map(({ left, top, right, bottom }) => {
      const [one, other] = [multiplied(back, [1, 0, 0, 1, left, top]), multiplied(back, [1, 0, 0, 1, right, bottom])]
      return {
        left: Math.min(one[4], other[4]),
        right: Math.max(one[4], other[4]),
        top: Math.min(one[5], other[5]),
        bottom: Math.max(one[5], other[5]),
      }
    })
    const alike = lines.filter(({ pieces }) => pieces[0]?.turned === turned)
    const found = { lines: alike, drawn: [], edges, width, height: page.height }
    known.set(turned, found)
    return found
  }
}

function store(
  { objects }: OpenFile,
  index: number,
  { drawn, sketch, viewport }: OpenPage,
  removed: Removed,
  { texts, tag, fonts }: { readonly texts: readonly TextToDraw[]; readonly tag: string; readonly fonts: Set<PDFFont> },
): void {
  const page = objects.getPage(index)
  const own = namesOn(page, tag)
  const font = (used: PDFFont) => {
    fonts.add(used)
    return own.font(used)
  }
  const names = { ...own, font }
  const back = inverse(viewport) ?? SAME
  const after = texts.map(text => operatorsFor(text, back, names)).join('\n')
  const streams = new Set([...removed.keys()].flatMap(show => drawn.shows[show]?.stream ?? []))
  for (const stream of streams) {
    const text = withoutShown(stream, drawn.shows, sketch.shown, removed)
    if (stream.form) replaceForm(objects, stream.form, text)
  }
  replaceContent(page, drawn.content, withoutShown(drawn.content, drawn.shows, sketch.shown, removed), after)
}

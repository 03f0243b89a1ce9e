/** The units of a PDF: a paragraph each, and one for what the result cannot have. */
import { leftOutOfText } from '../content/left-out.ts'
import type { Reason, Unit } from '../format.ts'
import type { PdfDocument, PdfPage } from './document.ts'
import type { Paragraph } from './paragraphs.ts'
import { repeatedOn } from './repeated.ts'

export interface PdfUnit extends Unit {
  readonly page: number
  /** Its place among the paragraphs of its page, from 0; undefined for what is none. */
  readonly paragraph: number | undefined
  /** How it is shown in a document of the text; undefined where it is shown only if it is translated, as a comment. */
  readonly look: PageLook | undefined
}

export type PageLook = 'body' | 'heading 1' | 'heading 2' | 'heading 3' | 'list' | 'cell' | 'note' | 'nowhere'

/** Larger than the running text by so much is a heading. */
const HEADINGS: readonly (readonly [number, PageLook])[] = [
  [1.6, 'heading 1'],
  [1.3, 'heading 2'],
  [1.12, 'heading 3'],
]
const LONGEST_HEADING = 200

/** The units of a document, in reading order. */
export function unitsOfPdf(document: PdfDocument): PdfUnit[] {
  const body = bodySize(document)
  const repeated = repeatedOn(document.pages)
  let index = 0
  return document.pages.flatMap(page => unitsOnPage(page, body, repeated).map(unit => ({ ...unit, index: index++ })))
}

type Found = Pick<PdfUnit, 'text' | 'kind' | 'look' | 'left_out' | 'context'>

function unitsOnPage(page: PdfPage, body: number, repeated: ReturnType<typeof repeatedOn>): Omit<PdfUnit, 'index'>[] {
  const found: Found[] = page.paragraphs.map(paragraph => ofParagraph(paragraph, body, repeated.get(paragraph)))
  for (const text of page.typed) found.push({ text, kind: 'paragraph', look: 'body', left_out: leftOutOfText(text) })
  if (found.length === 0) found.push({ text: '', look: 'nowhere', left_out: 'no_text_layer' })
  for (const text of page.fields) found.push({ text, look: 'nowhere', left_out: 'form_field' })
  for (const text of page.comments) found.push({ text, kind: 'comment', look: undefined, left_out: 'on_request' })
  return found.map((unit, at) => ({
    ...unit,
    path: `pdf:/p${page.number}/b${at + 1}`,
    part: `Page ${page.number}`,
    ordinal: page.number,
    page: page.number,
    paragraph: at < page.paragraphs.length ? at : undefined,
    ...{ start: 0, end: 0, charset: 'utf-8' },
  }))
}

function ofParagraph(paragraph: Paragraph, body: number, repeat: 'first' | 'again' | 'number' | undefined): Found {
  const { text, size, is_list, is_cell, is_label } = paragraph
  if (repeat === 'again') return { text, kind: 'header', look: 'nowhere', left_out: 'repeated' }
  const left_out: Reason | undefined = leftOutOfText(text) ?? (is_label && 'number')
  if (repeat === 'number') return { text, kind: 'header', look: 'nowhere', left_out: left_out ?? 'number' }
  if (repeat === 'first') return { text, kind: 'header', look: 'note', left_out }
  const [, heading] = HEADINGS.find(([ratio]) => size >= body * ratio) ?? []
  if (heading !== undefined && !is_cell && text.length <= LONGEST_HEADING && /\p{L}/u.test(text)) {
    return { text, kind: 'heading', look: heading, left_out, context: { kind: heading } }
  }
  if (is_list) return { text, kind: 'list', look: 'list', left_out }
  return is_cell ? { text, kind: 'table', look: 'cell', left_out } : { text, kind: 'paragraph', look: 'body', left_out }
}

/** The size that most of the text has. */
function bodySize({ pages }: PdfDocument): number {
  const lengths = new Map<number, number>()
  for (const { text, size } of pages.flatMap(({ paragraphs }) => paragraphs)) {
    lengths.set(size, (lengths.get(size) ?? 0) + text.length)
  }
  return [...lengths].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0
}

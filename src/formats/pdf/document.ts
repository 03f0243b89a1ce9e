/** A whole PDF as paragraphs. */
import { createHash } from 'node:crypto'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { heldBytes } from '../bytes/ranges.ts'
import { type ByteStream, type FileLanguages, FormatError } from '../format.ts'
import { admitPdf, endsEarly } from './admission.ts'
import { type TextBlock, textBlocks } from './blocks.ts'
import { withoutForgotten } from './forgotten.ts'
import { type Fragment, fragmentsOf } from './fragments.ts'
import { damagedPdf, openDocument, refusalFor } from './library.ts'
import { textLines } from './lines.ts'
import { type PageNotes, pageNotes } from './notes.ts'
import { compoundsIn, type Paragraph, paragraphsIn } from './paragraphs.ts'

export interface PdfPage extends PageNotes {
  /** From 1. */
  readonly number: number
  readonly height: number
  readonly paragraphs: readonly Paragraph[]
}

/** Whether a page has no text: it is a picture, such as a scan, or empty. */
export function isWithoutText({ paragraphs, typed }: PdfPage): boolean {
  return paragraphs.length + typed.length === 0
}

export interface PdfDocument {
  readonly pages: readonly PdfPage[]
  /** The language that the file says it is in; undefined where it says none. */
  readonly language: string | undefined
  /** It has no end: what can be found of it was read. */
  readonly ends_early?: true
}

/** A book has a thousand. */
const MOST_PAGES = 10_000
/** The longest that one page may take, in milliseconds, where it gives others a turn; the thread is ended where it does not. */
const PAGE_MS = 10_000

/** The last file that was read: a plan reads it five times. */
let last: { readonly sha256: string; readonly document: PdfDocument } | undefined

/** Reads a PDF. @throws {FormatError} malformed; protected; too_large */
export async function readPdf(bytes: Uint8Array): Promise<PdfDocument> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (last?.sha256 === sha256) return last.document
  admitPdf(bytes)
  const document = await withoutForgotten(() => readAnew(bytes))
  last = { sha256, document }
  return document
}

async function readAnew(bytes: Uint8Array): Promise<PdfDocument> {
  const file = await openDocument(new Uint8Array(bytes))
  try {
    const document = await pagesOf(file)
    return endsEarly(bytes) ? { ...document, ends_early: true } : document
  } catch (error) {
    throw refusalFor(error)
  } finally {
    await file.loadingTask.destroy()
  }
}

/** What a file says of its language. @throws {FormatError} as `readPdf` */
export async function languagesOfPdf(source: ByteStream): Promise<FileLanguages> {
  const { language } = await readPdf(await heldBytes(source))
  return language === undefined ? {} : { source: language }
}

async function pagesOf(file: PDFDocumentProxy): Promise<PdfDocument> {
  if (file.numPages > MOST_PAGES) {
    throw new FormatError('too_large', `This PDF says it has ${file.numPages} pages. Up to ${MOST_PAGES} are read.`)
  }
  const permissions = await file.getPermissions()
  if (permissions !== null && !permissions.includes(COPYING)) throw withoutCopying()
  const read: (Omit<PdfPage, 'paragraphs'> & { blocks: readonly TextBlock[] })[] = []
  let language: string | undefined
  for (let number = 1; number <= file.numPages; number += 1) {
    const page = await inTime(file.getPage(number))
    const { fragments, said } = await inTime(textOf(page))
    language ??= said
    const notes = pageNotes(await inTime(page.getAnnotations()))
    read.push({ number, height: page.getViewport({ scale: 1 }).height, ...notes, blocks: blocksOnPage(fragments) })
    page.cleanup()
  }
  const compounds = compoundsIn(read.flatMap(({ blocks }) => blocks.flatMap(({ lines }) => lines)))
  const pages = read.map(({ blocks, ...page }) => ({
    ...page,
    paragraphs: blocks.flatMap(block => paragraphsIn(block, compounds)),
  }))
  return { pages, language }
}

/** The right to copy text, among those that a protected file gives to who has no password. */
const COPYING = 16

function withoutCopying(): FormatError {
  return new FormatError(
    'protected',
    'This PDF is protected: its owner does not allow its text to be copied. Ask for a copy without that restriction.',
  )
}

async function textOf(page: PDFPageProxy): Promise<{ fragments: readonly Fragment[]; said: string | undefined }> {
  const { items, lang } = await page.getTextContent()
  return { fragments: fragmentsOf(page, items), said: lang ?? undefined }
}

/** What is turned is read after what is not: it stands at the edge, as a rule. */
function blocksOnPage(fragments: readonly Fragment[]): readonly TextBlock[] {
  const isFromRight = 2 * fragments.filter(({ from_right }) => from_right).length > fragments.length
  return [0, 90, 180, 270].flatMap(turned => {
    const some = fragments.filter(fragment => fragment.turned === turned)
    return textBlocks(textLines(some), isFromRight)
  })
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(damagedPdf()), PAGE_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

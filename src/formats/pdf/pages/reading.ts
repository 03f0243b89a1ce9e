/** Pages read so that their text can be replaced: their paragraphs, the letters of each, and what cannot be kept. */
import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { PdfDocument, PdfPage } from '../document.ts'
import { openDocument, refusalFor } from '../library.ts'
import type { Edge } from './box.ts'
import { areUnreadable } from './drawable-text.ts'
import { type Matrix, matrixOfNumbers, multiplied } from './geometry.ts'
import { type Sketch, sketchOf, type TextShown } from './glyphs.ts'
import { type Matched, matchParagraphs } from './matching.ts'
import { dictionaryIn, openObjects, pageResources, streamContent } from './objects.ts'
import type { PageReason } from './reasons.ts'
import { type DrawnPage, drawnPage, formUses } from './shows.ts'

/** What is known of a file before anything of it is replaced. */
export interface PagesRead {
  /** What holds for the whole file. */
  readonly reasons: readonly PageReason[]
  readonly pages: readonly PageRead[]
}

export interface PageRead {
  /** From 1. */
  readonly number: number
  readonly reasons: readonly PageReason[]
  /** Why a paragraph of the page can only stay as it is, in the order of the page; undefined for one that can be replaced. */
  readonly paragraphs: readonly (PageReason | undefined)[]
}

/** A page whose paragraphs can be replaced. */
export interface OpenPage {
  readonly page: PdfPage
  readonly drawn: DrawnPage
  readonly sketch: Sketch
  readonly viewport: Matrix
  readonly width: number
  readonly matched: readonly Matched[]
}

/** A file that is open to be read and written. */
export interface OpenFile {
  readonly objects: PDFDocument
  readonly document: PdfDocument
  /** Gives undefined for a page that cannot be followed. */
  openPage(index: number): Promise<OpenPage | undefined>
}

/** Reads which paragraphs of a file can be replaced. @throws {FormatError} malformed */
export async function readPages(bytes: Uint8Array, document: PdfDocument): Promise<PagesRead> {
  if (isEncrypted(bytes))
    return {
      reasons: ['encrypted'],
      pages: document.pages.map(({ number, paragraphs }) => ({
        number,
        reasons: [],
        paragraphs: paragraphs.map(() => 'encrypted'),
      })),
    }
  return await withFile(bytes, document, async ({ objects, openPage }) => {
    const pages: PageRead[] = []
    for (const [index, page] of document.pages.entries()) {
      const open = page.paragraphs.length > 0 ? await openPage(index) : undefined
      const beside: PageReason[] = [
        ...(open && areUnreadable(lettersOn(open)) ? ['unreadable' as const] : []),
        ...(page.fields.length > 0 ? ['form_fields' as const] : []),
        ...(page.comments.length > 0 ? ['comments' as const] : []),
      ]
      const silent = page.paragraphs.length === 0 ? 'no_text_layer' : open ? undefined : 'not_followed'
      const paragraphs = page.paragraphs.map((_, at) => (open ? open.matched[at]?.reason : 'not_followed'))
      pages.push({ number: page.number, reasons: silent ? [silent, ...beside] : beside, paragraphs })
    }
    const isReplaceable = pages.some(({ paragraphs }) => paragraphs.includes(undefined))
    return { reasons: [...(isReplaceable ? [] : ['no_text' as const]), ...reasonsOfFile(objects)], pages }
  })
}

function lettersOn({ sketch }: OpenPage): readonly string[] {
  return sketch.shown.flatMap(({ items }) => items.flatMap(item => (typeof item === 'object' ? [item.text] : [])))
}

/** Whether a file is encrypted: what says so is never packed. */
export function isEncrypted(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = file.indexOf(ENCRYPT); at >= 0; at = file.indexOf(ENCRYPT, at + 1)) {
    if (/^[\s<\d]/.test(file.toString('latin1', at + ENCRYPT.length, at + ENCRYPT.length + 1))) return true
  }
  return false
}

const ENCRYPT = '/Encrypt'

/** Does something with a file while it is open. @throws {FormatError} malformed */
export async function withFile<Value>(
  bytes: Uint8Array,
  document: PdfDocument,
  use: (file: OpenFile) => Promise<Value>,
): Promise<Value> {
  const objects = await openObjects(bytes)
  const shows = await openDocument(new Uint8Array(bytes), { without_pictures: true })
  try {
    const uses = usesIn(objects)
    return await use({ objects, document, openPage: index => openPage({ objects, document, shows, uses }, index) })
  } catch (error) {
    throw refusalFor(error)
  } finally {
    await shows.loadingTask.destroy()
  }
}

interface Opened {
  readonly objects: PDFDocument
  readonly document: PdfDocument
  readonly shows: PDFDocumentProxy
  readonly uses: ReadonlyMap<PDFRef, number>
}

async function openPage({ objects, document, shows, uses }: Opened, index: number): Promise<OpenPage | undefined> {
  const page = document.pages[index]
  if (!page || objects.getPageCount() !== document.pages.length) return undefined
  const drawn = drawnPage(objects, index)
  if (!drawn) return undefined
  const proxy = await shows.getPage(page.number)
  const sketch = await sketchOf(proxy)
  const { transform, width } = proxy.getViewport({ scale: 1 })
  const viewport = matrixOfNumbers(transform)
  const fields = fieldEdges(await proxy.getAnnotations(), viewport)
  proxy.cleanup()
  const { shown, covers } = sketch
  if (!isSame(drawn, shown)) return undefined
  const matched = matchParagraphs({ paragraphs: page.paragraphs, drawn, shown, covers, viewport })
  const withFields = { ...sketch, edges: [...sketch.edges, ...fields] }
  return { page, drawn, sketch: withFields, viewport, width, matched: matched.map(one => withShared(one, drawn, uses)) }
}

/** Text that stands a little above or below a field would run into it, in points. */
const BESIDE_FIELD = 3

/** The sides of the fields of a form, which are drawn over the page. */
function fieldEdges(annotations: readonly unknown[], viewport: Matrix): Edge[] {
  return annotations.flatMap(annotation => {
    if (typeof annotation !== 'object' || annotation === null || Reflect.get(annotation, 'subtype') !== 'Widget')
      return []
    const [x = 0, y = 0, to = 0, up = 0] = matrixOfNumbers(Reflect.get(annotation, 'rect'))
    const [one, other] = [multiplied(viewport, [1, 0, 0, 1, x, y]), multiplied(viewport, [1, 0, 0, 1, to, up])]
    const [left, right] = [Math.min(one[4], other[4]), Math.max(one[4], other[4])]
    const [top, bottom] = [Math.min(one[5], other[5]), Math.max(one[5], other[5])]
    return [
      { left, right: left, top: top - BESIDE_FIELD, bottom: bottom + BESIDE_FIELD },
      { left: right, right, top: top - BESIDE_FIELD, bottom: bottom + BESIDE_FIELD },
      { left, right, top, bottom: top },
      { left, right, top: bottom, bottom },
    ]
  })
}

/** Whether both readers found the same operators: as many, each with as many gaps and with bytes for its letters. */
function isSame({ shows }: DrawnPage, shown: readonly TextShown[]): boolean {
  return (
    shows.length === shown.length &&
    shows.every(({ operation }, at) => {
      const operand = operation.operands.at(-1)
      const items = operand?.kind === 'array' ? operand.items : operand ? [operand] : []
      const gaps = items.filter(({ kind }) => kind === 'number').length
      const bytes = items.reduce((sum, item) => sum + (item.kind === 'string' ? item.value.length : 0), 0)
      const found = shown[at]?.items ?? []
      const letters = found.filter(item => typeof item === 'object').length
      return gaps === found.length - letters && letters <= bytes && bytes <= letters * 4
    })
  )
}

function withShared(matched: Matched, { shows }: DrawnPage, uses: ReadonlyMap<PDFRef, number>): Matched {
  if (matched.reason !== undefined) return matched
  const isShared = matched.letters.some(({ show }) => {
    const form = shows[show]?.stream.form
    return form !== undefined && (uses.get(form) ?? 0) > 1
  })
  return isShared ? { ...matched, reason: 'shared' } : matched
}

/** How often forms are drawn. Only where there are any are all pages looked through. */
function usesIn(objects: PDFDocument): ReadonlyMap<PDFRef, number> {
  const pages = objects.getPages()
  const hasForms = pages.some(page => (dictionaryIn(pageResources(page), 'XObject')?.keys().length ?? 0) > 0)
  if (!hasForms) return new Map()
  const uses = new Map<PDFRef, number>()
  for (const index of pages.keys()) {
    for (const [form, many] of formUses([drawnPage(objects, index)])) uses.set(form, (uses.get(form) ?? 0) + many)
  }
  return uses
}

function reasonsOfFile(objects: PDFDocument): PageReason[] {
  const root = objects.catalog
  const found: readonly (readonly [boolean, PageReason])[] = [
    [isSigned(objects), 'signed'],
    [/pdfaid/.test(streamContent(root.lookup(PDFName.of('Metadata'))) ?? ''), 'archival'],
    [root.has(PDFName.of('StructTreeRoot')), 'tagged'],
    [dictionaryIn(dictionaryIn(root, 'Outlines'), 'First') !== undefined, 'bookmarks'],
  ]
  return found.flatMap(([holds, reason]) => (holds ? [reason] : []))
}

function isSigned({ catalog, context }: PDFDocument): boolean {
  if (catalog.has(PDFName.of('Perms'))) return true
  const fields = dictionaryIn(catalog, 'AcroForm')?.lookup(PDFName.of('Fields'))
  if (!(fields instanceof PDFArray)) return false
  return fields.asArray().some(item => {
    const field = context.lookup(item)
    return field instanceof PDFDict && field.get(PDFName.of('FT')) === PDFName.of('Sig') && field.has(PDFName.of('V'))
  })
}

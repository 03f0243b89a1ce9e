/** PDF files made for tests of pages that are written over: their content as a PDF has it, and what comes out. */
import { readPdf } from '../../../../src/formats/pdf/document.ts'
import { openDocument } from '../../../../src/formats/pdf/library.ts'
import { drawnText } from '../../../../src/formats/pdf/pages/drawable-text.ts'
import { sketchOf } from '../../../../src/formats/pdf/pages/glyphs.ts'
import { type PagesWritten, paragraphsFound, writePages } from '../../../../src/formats/pdf/pages/index.ts'
import { openObjects, pageContent } from '../../../../src/formats/pdf/pages/objects.ts'

export interface Made {
  /** Objects from number 4 on. */
  readonly objects?: readonly string[]
  /** Entries of the resources of all pages, beside their font F1. */
  readonly resources?: string
  /** Entries of the catalogue. */
  readonly root?: string
  /** Entries of the first page. */
  readonly page?: string
}

/** A PDF whose pages, of 600 by 800 points, have these contents. */
export function madePdf(
  contents: readonly string[],
  { objects = [], resources = '', root = '', page = '' }: Made = {},
): Buffer {
  const first = 4 + objects.length
  const kids = contents.map((_, at) => `${first + at * 2} 0 R`).join(' ')
  const all = [
    `<</Type/Catalog/Pages 2 0 R ${root}>>`,
    `<</Type/Pages/Count ${contents.length}/Kids[${kids}]/MediaBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>${resources}>>>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...objects,
    ...contents.flatMap((content, at) => [
      `<</Type/Page/Parent 2 0 R/Contents ${first + at * 2 + 1} 0 R${at === 0 ? page : ''}>>`,
      streamOf(content),
    ]),
  ]
  let file = '%PDF-1.7\n'
  const places = all.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const end = `trailer <</Size ${all.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(`${file}xref\n0 ${all.length + 1}\n0000000000 65535 f \n${table}${end}`, 'latin1')
}

/** A stream as an object. */
export function streamOf(content: string, entries = ''): string {
  return `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`
}

/** A text at a place from the bottom left corner, as one operator. */
export function textAt(text: string, x: number, y: number, { size = 10, before = '' } = {}): string {
  return `BT ${before} /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`
}

export type Translate = (text: string) => string | undefined

/** Writes a file over, paragraph by paragraph. */
export async function writtenOver(bytes: Uint8Array, translate: Translate, language = 'de'): Promise<PagesWritten> {
  const document = await readPdf(bytes)
  return await writePages(bytes, document, {
    language,
    translationOf: ({ page, paragraph }) => translate(document.pages[page - 1]?.paragraphs[paragraph]?.text ?? ''),
  })
}

/** The texts that were written over a file and do not stand where they were written. */
export async function missed(source: Uint8Array, { bytes, written }: Pick<PagesWritten, 'bytes' | 'written'>) {
  const found = new Map((await paragraphsFound(bytes, source)).map(one => [`${one.page} ${one.paragraph}`, one.text]))
  return written.filter(one => found.get(`${one.page} ${one.paragraph}`) !== drawnText(one.text))
}

/** The paragraphs of a file, each with its place. */
export async function paragraphsOf(bytes: Uint8Array) {
  const { pages } = await readPdf(bytes)
  return pages.flatMap(({ paragraphs }) =>
    paragraphs.map(({ text, lines, size }) => ({
      text,
      size,
      left: Math.round(lines[0]?.left ?? 0),
      y: Math.round(lines[0]?.y ?? 0),
    })),
  )
}

/** What the first page of a file draws. */
export async function contentOf(bytes: Uint8Array): Promise<string> {
  return pageContent((await openObjects(bytes)).getPage(0)) ?? ''
}

/** The letters of the first page, each with its place. */
export async function lettersOf(bytes: Uint8Array): Promise<string[]> {
  const file = await openDocument(new Uint8Array(bytes))
  const { shown } = await sketchOf(await file.getPage(1))
  await file.loadingTask.destroy()
  const glyphs = shown.flatMap(({ items }) => items.flatMap(item => (typeof item === 'object' ? [item] : [])))
  return glyphs
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, x, y }) => `${text} ${x.toFixed(1)} ${y.toFixed(1)}`)
}

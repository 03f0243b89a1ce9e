/** A Word document of the text of a PDF: written, and read again. */
import { openOffice, readMember } from '../bytes/parts/index.ts'
import { attributesOf, localName, textOfNode } from '../bytes/xml/index.ts'
import type { ByteStream, Rendered, Target } from '../format.ts'
import type { PdfUnit } from './units.ts'
import { paragraphXml, wordFile } from './word.ts'

/** The bookmark of a paragraph, which names its unit. Word shows none that begins so. */
const MARK = '_text'

/** The document with the translations, and with the source where there is none. */
export async function* composeDocument(
  pieces: AsyncIterable<readonly Rendered<PdfUnit>[]>,
  target: Target,
): AsyncGenerator<Uint8Array> {
  const body: string[] = []
  let page = 1
  for await (const batch of pieces) {
    for (const { unit, translation } of batch) {
      const text = translation ?? unit.text
      const look = unit.look ?? (translation === undefined ? 'nowhere' : 'note')
      if (look === 'nowhere' || text === '') continue
      const language = translation === undefined ? undefined : target.language
      // Pages of the PDF begin pages of the document, also after those without text.
      const breaks = body.length > 0 && unit.page > page
      page = unit.page
      body.push(paragraphXml({ text, look, language, breaks, mark: { id: unit.index, name: `${MARK}${unit.index}` } }))
    }
  }
  yield* wordFile(body, target.language)
}

/** What the paragraphs of such a document say, by the indexes of their units. @throws {FormatError} as `openOffice` */
export async function paragraphsWritten(source: ByteStream): Promise<ReadonlyMap<number, string>> {
  const { archive, main } = await openOffice(source, 'docx')
  const written = new Map<number, string>()
  let at: number | undefined
  let isText = false
  for await (const { nodes } of readMember(archive, main)) {
    for (const node of nodes) {
      const name = node.kind === 'open' || node.kind === 'close' ? localName(node.name) : ''
      if (node.kind === 'open' && name === 'p') at = undefined
      else if (node.kind === 'open' && name === 'bookmarkStart') {
        const mark = attributesOf(node).get('w:name')?.value ?? ''
        at = mark.startsWith(MARK) ? Number(mark.slice(MARK.length)) : undefined
        if (at !== undefined) written.set(at, '')
      } else if (name === 't') isText = node.kind === 'open' && !node.empty
      else if (at === undefined) continue
      else if (isText) written.set(at, written.get(at) + textOfNode(node))
      else if (node.kind === 'open' && name === 'br') written.set(at, `${written.get(at)}\n`)
      else if (node.kind === 'open' && name === 'tab') written.set(at, `${written.get(at)}\t`)
    }
  }
  return written
}

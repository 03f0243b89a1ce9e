/** The objects of a PDF, as they are written: pages, their resources and their content. */
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { damagedPdf } from '../library.ts'

/** What a page draws may be so large, unpacked: more is a map or a drawing, and nothing to translate. */
const LARGEST_CONTENT = 32 * 1024 * 1024

export const FORM = 'Form'

/** Opens a PDF to write. @throws {FormatError} malformed */
export async function openObjects(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    const file = await PDFDocument.load(bytes, {
      updateMetadata: false,
      ignoreEncryption: true,
      preserveXFA: true,
      warnOnInvalidObjects: false,
      parseSpeed: 1500,
    })
    file.getPages()
    return file
  } catch {
    throw damagedPdf()
  }
}

/** What a page draws, a character a byte; undefined where it cannot be unpacked, or is too large. */
export function pageContent(page: PDFPage): string | undefined {
  const contents = page.node.lookup(PDFName.of('Contents'))
  const streams =
    contents instanceof PDFArray ? contents.asArray().map(item => page.doc.context.lookup(item)) : [contents]
  const texts = streams.flatMap(stream => (stream instanceof PDFStream ? [streamContent(stream)] : []))
  return texts.every(text => text !== undefined) ? texts.join('\n') : undefined
}

/** What the names on a page stand for; undefined where its tree is broken. */
export function pageResources(page: PDFPage): PDFDict | undefined {
  try {
    return page.node.Resources()
  } catch {
    return undefined
  }
}

/** A stream unpacked, a character a byte; undefined where that cannot be done. */
export function streamContent(stream: PDFObject | undefined): string | undefined {
  if (!(stream instanceof PDFRawStream)) return undefined
  try {
    const bytes = decodePDFRawStream(stream).decode()
    return bytes.length > LARGEST_CONTENT ? undefined : Buffer.from(bytes).toString('latin1')
  } catch {
    return undefined
  }
}

/** An entry of a dictionary that is one itself. */
export function dictionaryIn(dictionary: PDFDict | undefined, name: string): PDFDict | undefined {
  const found = dictionary?.lookup(PDFName.of(name))
  return found instanceof PDFDict ? found : undefined
}

/** What a name stands for among resources, with its number. */
export function resource(
  resources: PDFDict | undefined,
  kind: string,
  name: string,
): { ref: PDFRef | undefined; object: PDFObject | undefined } {
  const entries = dictionaryIn(resources, kind)
  const ref = entries?.get(PDFName.of(name))
  return { ref: ref instanceof PDFRef ? ref : undefined, object: entries?.lookup(PDFName.of(name)) }
}

/** The name in an entry of a dictionary, without its stroke. */
export function nameOfEntry(dictionary: PDFDict | undefined, entry: string): string | undefined {
  const found = dictionary?.lookup(PDFName.of(entry))
  return found instanceof PDFName ? found.decodeText() : undefined
}

/** Numbers in an entry of a dictionary; undefined where there are fewer than `many`. */
export function numbersIn(dictionary: PDFDict, entry: string, many: number): readonly number[] | undefined {
  const found = dictionary.lookup(PDFName.of(entry))
  if (!(found instanceof PDFArray) || found.size() < many) return undefined
  return found.asArray().map(item => Number(dictionary.context.lookup(item)?.toString()))
}

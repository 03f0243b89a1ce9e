/**
 * pdf.js, loaded when a PDF is read. Both of its halves run in the thread that asks: a thread of the service is ended when a file takes it too
 * long or too much memory. Nothing of a file is run or fetched: no scripts, no fonts of the system, no WebAssembly, and no drawing at all.
 */
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { FormatError } from '../format.ts'

/** What is said, by the name of what pdf.js throws. Everything else is damage. */
const REFUSALS: Readonly<Record<string, FormatError>> = {
  PasswordException: new FormatError(
    'protected',
    'This PDF is protected by a password. Open it, save a copy without the password, and create the translation from that copy.',
  ),
}

/** Values that pdf.js has in a browser and asks for as it loads; it draws with them, which nobody does here. */
const UNUSED = ['DOMMatrix', 'ImageData', 'Path2D']

/** What pdf.js asks for by name as it reads, which lies beside it: maps of characters, and fonts to draw with, which nobody does here. */
class Beside {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const { characterMap } = await import('./character-maps.ts')
    const map = kind === 'cMapUrl' ? await characterMap(filename) : undefined
    if (map === undefined) throw new Error(`nothing is kept under the name ${filename}`)
    return map
  }
}

/** Opens a PDF. `without_pictures`: they are not unpacked where operators are read. @throws {FormatError} protected; malformed */
export async function openDocument(bytes: Uint8Array, { without_pictures = false } = {}): Promise<PDFDocumentProxy> {
  const { getDocument } = await library()
  const task = getDocument({
    data: bytes,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    useWasm: false,
    BinaryDataFactory: Beside,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    enableXfa: false,
    verbosity: 0,
    maxImageSize: without_pictures ? 0 : -1,
  })
  try {
    return await task.promise
  } catch (error) {
    await task.destroy()
    throw refusalFor(error)
  }
}

async function library() {
  for (const name of UNUSED) {
    if (!(name in globalThis)) Reflect.set(globalThis, name, class {})
  }
  // With this at hand it looks for no file of its own to start a thread from.
  if (!('pdfjsWorker' in globalThis)) {
    Reflect.set(globalThis, 'pdfjsWorker', await import('pdfjs-dist/legacy/build/pdf.worker.mjs'))
  }
  return await import('pdfjs-dist/legacy/build/pdf.mjs')
}

/** What people are told of a failure of pdf.js. */
export function refusalFor(error: unknown): FormatError {
  if (error instanceof FormatError) return error
  const name = error instanceof Error ? error.name : ''
  return REFUSALS[name] ?? damagedPdf()
}

/** The refusal of a PDF that cannot be read. */
export function damagedPdf(): FormatError {
  const message =
    'This PDF is damaged and cannot be read. Open it in the program that made it and save it again, or print it to a new PDF.'
  return new FormatError('malformed', message)
}

/**
 * The fonts that pages are written over in: Liberation Sans, which has the widths of Arial and Helvetica, with Latin, Greek and Cyrillic letters.
 * Here they are read from the package of pdf.js, which draws with them; the build has them inside, in a module that does the same
 * (.ci/packed-files.mjs).
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const NAME = /^LiberationSans-\w+\.ttf$/

/** The content of a font, by the name of its file; undefined where there is none. */
export async function fontFile(name: string): Promise<Uint8Array | undefined> {
  if (!NAME.test(name)) return undefined
  const known = createRequire(import.meta.url).resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf')
  return readFile(known.replace(/[^/\\]+$/, name)).catch(() => undefined)
}

/**
 * Which characters the numbers in a text stand for, where a PDF names a map for that in place of holding one: files in Chinese, Japanese and
 * Korean do. Here they are read from the package of pdf.js; the build has them inside, in a module that does the same (.ci/packed-files.mjs).
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const NAME = /^[\w-]+\.bcmap$/

/** The content of a map, by the name of its file; undefined where there is none. */
export async function characterMap(name: string): Promise<Uint8Array | undefined> {
  if (!NAME.test(name)) return undefined
  const known = createRequire(import.meta.url).resolve('pdfjs-dist/cmaps/UniJIS-UCS2-H.bcmap')
  return readFile(known.replace(/[^/\\]+$/, name)).catch(() => undefined)
}

/** Where the fonts lie that are put into a PDF. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FontFile } from './faces.ts'

/** Reads a font: of the folder `fonts` beside the program, or of the package that brings it. */
export const fontFile: FontFile = async name => {
  try {
    return await readFile(new URL(`fonts/${name}`, import.meta.url))
  } catch {
    const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
    return await readFile(join(folder, 'standard_fonts', name))
  }
}

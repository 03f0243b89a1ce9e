/** The fonts that pages are written over in: Liberation Sans, and those that every reader of PDF has, for Western letters with serifs. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import fontkit from '@cantoo/fontkit'
import { type PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib'
import type { Family, Look } from './look.ts'

/** A font in a file, and the width of a text in size 1. */
export interface Face {
  readonly font: PDFFont
  has(text: string): boolean
  widthOf(text: string): number
}

type Style = 'regular' | 'bold' | 'italic' | 'bold_italic'

const SANS: Readonly<Record<Style, string>> = {
  regular: 'LiberationSans-Regular.ttf',
  bold: 'LiberationSans-Bold.ttf',
  italic: 'LiberationSans-Italic.ttf',
  bold_italic: 'LiberationSans-BoldItalic.ttf',
}

const STANDARD: Readonly<Record<Exclude<Family, 'sans'>, Readonly<Record<Style, StandardFonts>>>> = {
  serif: {
    regular: StandardFonts.TimesRoman,
    bold: StandardFonts.TimesRomanBold,
    italic: StandardFonts.TimesRomanItalic,
    bold_italic: StandardFonts.TimesRomanBoldItalic,
  },
  mono: {
    regular: StandardFonts.Courier,
    bold: StandardFonts.CourierBold,
    italic: StandardFonts.CourierOblique,
    bold_italic: StandardFonts.CourierBoldOblique,
  },
}

/** Gives a face for a look that has all letters of a text; undefined where none has. Each is put into the file when it is first given. */
export type FaceFor = (look: Look, text: string) => Promise<Face | undefined>

/** The faces of a file. */
export function facesFor(file: PDFDocument): FaceFor {
  file.registerFontkit(fontkit)
  const known = new Map<string, Promise<Face>>()
  const faceNamed = (name: string, make: () => Promise<PDFFont>) => {
    const face = known.get(name) ?? make().then(faceOf)
    known.set(name, face)
    return face
  }
  return async ({ family, bold, italic }, text) => {
    const style: Style = bold ? (italic ? 'bold_italic' : 'bold') : italic ? 'italic' : 'regular'
    if (family !== 'sans') {
      const name = STANDARD[family][style]
      const standard = await faceNamed(name, () => file.embedFont(name))
      if (standard.has(text)) return standard
    }
    const sans = await faceNamed(SANS[style], async () =>
      file.embedFont(await fontFile(SANS[style]), { subset: true, features: { liga: false } }),
    )
    return sans.has(text) ? sans : undefined
  }
}

function faceOf(font: PDFFont): Face {
  const letters = new Set(font.getCharacterSet())
  const widths = new Map<string, number>()
  return {
    font,
    has: text => [...text].every(letter => letters.has(letter.codePointAt(0) ?? 0)),
    // Letter by letter: they are drawn without being moved closer, as measuring words would have them.
    widthOf: text => {
      let width = 0
      for (const letter of text) {
        const own = widths.get(letter) ?? font.widthOfTextAtSize(letter, 1000) / 1000
        widths.set(letter, own)
        width += own
      }
      return width
    },
  }
}

/** A font: of the folder `fonts` beside the program, or of the package that brings it. */
async function fontFile(name: string): Promise<Uint8Array> {
  try {
    return await readFile(new URL(`fonts/${name}`, import.meta.url))
  } catch {
    const package_ = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
    return await readFile(join(package_, 'standard_fonts', name))
  }
}

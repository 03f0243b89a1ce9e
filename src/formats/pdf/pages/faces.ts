/** The fonts that pages are written over in: Liberation Sans, and those that every reader of PDF has, for Western letters with serifs. */
import fontkit from '@cantoo/fontkit'
import { type PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib'
import type { FontFamily, TextLook } from './look.ts'

/** A font in a file, and the width of a text in size 1. */
export interface Face {
  readonly font: PDFFont
  has(text: string): boolean
  widthOf(text: string): number
}

type Style = 'regular' | 'bold' | 'italic' | 'bold_italic'

/** The files of fonts that are put into a PDF. */
const FONT_FILES: Readonly<Record<Style, string>> = {
  regular: 'LiberationSans-Regular.ttf',
  bold: 'LiberationSans-Bold.ttf',
  italic: 'LiberationSans-Italic.ttf',
  bold_italic: 'LiberationSans-BoldItalic.ttf',
}

const STANDARD: Readonly<Record<Exclude<FontFamily, 'sans'>, Readonly<Record<Style, StandardFonts>>>> = {
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
export type FaceFor = (look: TextLook, text: string) => Promise<Face | undefined>

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
    const name = FONT_FILES[style]
    const { fontFile } = await import('./font-files.ts')
    const bytes = await fontFile(name)
    if (bytes === undefined) throw new Error(`the font ${name} is not there`)
    const sans = await faceNamed(name, () => file.embedFont(bytes, { subset: true, features: { liga: false } }))
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

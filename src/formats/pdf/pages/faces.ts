/** The fonts that pages are written over in: Liberation Sans, and those that every reader of PDF has, for Western letters with serifs and for signs. */
import fontkit from '@cantoo/fontkit'
import { type PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib'
import type { FontFamily, TextLook } from './look.ts'

/** The fonts of a text in a file: one that has most of its letters, and others for those that it lacks. */
export interface Face {
  readonly font: PDFFont
  /** The parts of a text, each in the font that has its letters. */
  runsOf(text: string): readonly FontRun[]
  /** The width of a text in size 1. */
  widthOf(text: string): number
}

export interface FontRun {
  readonly font: PDFFont
  readonly text: string
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

/** Gives a face for a look that has all letters of a text; undefined where there is none. Each font is put into the file when it is first given. */
export type FaceFor = (look: TextLook, text: string) => Promise<Face | undefined>

/** With more words than this share that have letters which Western fonts lack, a text is as a whole in the font that has them. */
const MOST_IN_TEXT = 0.25
/** The same of all texts of a file: else some of its paragraphs had serifs, by chance, and others none. */
const MOST_IN_FILE = 0.1

/** The faces of a file in which these texts are written. */
export function facesFor(file: PDFDocument, texts: readonly string[] = []): FaceFor {
  file.registerFontkit(fontkit)
  const fonts = fontsOf(file)
  const faces = new Map<string, Face>()
  let isWestern: boolean | undefined
  return async ({ family, bold, italic }, text) => {
    const style: Style = bold ? (italic ? 'bold_italic' : 'bold') : italic ? 'italic' : 'regular'
    const sans = await fonts.held(FONT_FILES[style])
    const other = family === 'sans' ? sans : await fonts.standard(STANDARD[family][style])
    if (other !== sans) isWestern ??= lackingShare(texts.join(' '), other) <= MOST_IN_FILE
    const first = isWestern && lackingShare(text, other) <= MOST_IN_TEXT ? other : sans
    const isIn = (some: Chain) => [...text].every(letter => some.some(font => font.has(letter)))
    const chain: Chain = isIn([first])
      ? [first]
      : [first, ...(first === sans ? [] : [sans]), ...(await Promise.all(SIGNS.map(fonts.standard)))]
    if (!isIn(chain)) return undefined
    const key = chain.map(({ font }) => font.name).join(' ')
    const face = faces.get(key) ?? faceOf(chain)
    faces.set(key, face)
    return face
  }
}

type Chain = readonly [Lettered, ...Lettered[]]

/** Fonts of signs that every reader of PDF has, too. */
const SIGNS = [StandardFonts.Symbol, StandardFonts.ZapfDingbats]

/** A font, and which letters it has. */
interface Lettered {
  readonly font: PDFFont
  has(letter: string): boolean
}

/** The fonts of a file, each put into it once. */
function fontsOf(file: PDFDocument) {
  const known = new Map<string, Promise<Lettered>>()
  const named = (name: string, make: () => Promise<PDFFont>) => {
    const font = known.get(name) ?? make().then(lettered)
    known.set(name, font)
    return font
  }
  return {
    standard: (name: StandardFonts) => named(name, () => file.embedFont(name)),
    held: (name: string) =>
      named(name, async () => {
        const { fontFile } = await import('./font-files.ts')
        const bytes = await fontFile(name)
        if (bytes === undefined) throw new Error(`the font ${name} is not there`)
        return await file.embedFont(bytes, { subset: true, features: { liga: false } })
      }),
  }
}

function lettered(font: PDFFont): Lettered {
  const letters = new Set(font.getCharacterSet())
  return { font, has: letter => letters.has(letter.codePointAt(0) ?? 0) }
}

/** How many of the words of a text have letters, not only signs, that a font lacks. */
function lackingShare(text: string, { has }: Lettered): number {
  const words = text.split(' ')
  return words.filter(word => lacksLetters(word, has)).length / words.length
}

function lacksLetters(word: string, has: Lettered['has']): boolean {
  return [...word].some(letter => /[\p{L}\p{M}]/u.test(letter) && !has(letter))
}

/** A face of these fonts: letters are taken from the first that has them, and those of one word from one. */
function faceOf(fonts: Chain): Face {
  const [first, second] = fonts
  const widths = new Map<PDFFont, Map<string, number>>()
  const fontOf = (letter: string, word: readonly Lettered[]) =>
    (word.find(({ has }) => has(letter)) ?? fonts.find(({ has }) => has(letter)) ?? first).font
  const runsOf = (text: string) => {
    const runs: { font: PDFFont; text: string }[] = []
    for (const word of text.split(/(?<= )/)) {
      const own = second && lacksLetters(word, first.has) ? [second] : [first]
      for (const letter of word) {
        const font = letter === ' ' ? first.font : fontOf(letter, own)
        const last = runs.at(-1)
        if (last?.font === font) last.text += letter
        else runs.push({ font, text: letter })
      }
    }
    return runs
  }
  // Letter by letter: they are drawn without being moved closer, as measuring words would have them.
  const widthIn = (font: PDFFont, letter: string) => {
    const known = widths.get(font) ?? new Map<string, number>()
    widths.set(font, known)
    const width = known.get(letter) ?? font.widthOfTextAtSize(letter, 1000) / 1000
    known.set(letter, width)
    return width
  }
  const widthOf = (text: string) =>
    runsOf(text).reduce((sum, run) => [...run.text].reduce((all, letter) => all + widthIn(run.font, letter), sum), 0)
  return { font: first.font, runsOf, widthOf }
}

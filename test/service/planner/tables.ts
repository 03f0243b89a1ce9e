import type { Reason, Unit, UnitKind } from '../../../src/formats/index.ts'

interface Piece {
  readonly path: string
  readonly part: string
  readonly text: string
  readonly kind?: UnitKind
  readonly ordinal?: number
  readonly left_out?: Reason | undefined
  readonly flags?: readonly string[]
}

/** Units as a format finds them, with only what a plan looks at. */
function unitsOf(pieces: readonly Piece[]): Unit[] {
  return pieces.map((piece, index) => ({
    ...piece,
    index,
    start: index,
    end: index,
    raw: piece.text,
    charset: 'utf-8',
  }))
}

const HEADINGS = ['id', 'name', 'description', 'notes', 'price'] as const
const LEFT_OUT: Readonly<Record<string, Reason>> = { id: 'identifier', price: 'number' }

/** A table of products: headings in row 1, products in rows 2 to 101. */
export const PRODUCTS: readonly Unit[] = unitsOf([
  ...HEADINGS.map(name => ({
    path: `csv:/col[${name}]/row[1]`,
    part: 'column headings',
    ordinal: 1,
    text: name,
    left_out: 'key' as const,
  })),
  ...Array.from({ length: 100 }, (_, at) => at + 2).flatMap(row =>
    HEADINGS.map(name => ({
      path: `csv:/col[${name}]/row[${row}]`,
      part: name,
      ordinal: row,
      text:
        name === 'price'
          ? '12.50'
          : name === 'id'
            ? `SKU-${row}`
            : `Some ${name === 'description' ? 'longer description' : name} here`,
      left_out: LEFT_OUT[name],
    })),
  ),
])

const entry = (number: number, part: string, text: string, left_out?: Reason, ...flags: string[]): Piece => ({
  path: `po:/${number}`,
  part,
  text,
  left_out,
  flags,
})

/** A catalogue half translated, with contexts. */
export const MESSAGES: readonly Unit[] = unitsOf([
  entry(1, 'menu', 'Open the file', 'already_translated'),
  entry(2, 'menu', 'Save as'),
  entry(3, 'menu', 'Close the window', undefined, 'fuzzy'),
  entry(4, 'dialog', 'Delete %s now?', undefined, 'c-format'),
  entry(5, 'dialog', '%d file', 'already_translated', 'c-format'),
  entry(6, 'dialog', '%d files were copied', undefined, 'fuzzy', 'c-format'),
  entry(7, 'src/ui/toolbar.c', 'Zoom in'),
  entry(8, 'src/ui/toolbar.c', 'Old button', 'obsolete'),
  entry(9, 'tooltip', 'Click to see more'),
])

const block = (kind: UnitKind, path: string, part: string, text: string, left_out?: Reason): Piece => ({
  kind,
  path,
  part,
  text,
  left_out,
})

/** A readme with front matter, code and a table. */
export const README: readonly Unit[] = unitsOf([
  block('metadata', 'md:/front-matter/title', 'front matter > title', 'Acme', 'metadata'),
  block('metadata', 'md:/front-matter/description', 'front matter > description', 'Tools for shops', 'metadata'),
  block('metadata', 'md:/front-matter/layout', 'front matter > layout', 'post', 'identifier'),
  block('heading', 'md:/h[1]', 'Acme Tools', 'Acme Tools'),
  block('paragraph', 'md:/h[1]/p[1]', 'Acme Tools', 'Everything you need to run a shop.'),
  block('heading', 'md:/h[1]/h[1]', 'Installation', 'Installation'),
  block('paragraph', 'md:/h[1]/h[1]/p[1]', 'Installation', 'Download it and run it.'),
  block('heading', 'md:/h[1]/h[1]/h[1]', 'Installation > Linux', 'Linux'),
  block('code', 'md:/h[1]/h[1]/h[1]/code[1]', 'Installation > Linux', 'apt install acme', 'code'),
  block('heading', 'md:/h[1]/h[1]/h[2]', 'Installation > macOS', 'macOS'),
  block('paragraph', 'md:/h[1]/h[1]/h[2]/p[1]', 'Installation > macOS', 'Use the package manager.'),
  block('heading', 'md:/h[1]/h[2]', 'Usage', 'Usage'),
  block('list', 'md:/h[1]/h[2]/li[1]', 'Usage', 'Start the program'),
  block('code', 'md:/h[1]/h[2]/code[1]', 'Usage', 'acme start', 'code'),
  block('heading', 'md:/h[1]/h[3]', 'Getting started with Docker', 'Getting started with Docker'),
  block('paragraph', 'md:/h[1]/h[3]/p[1]', 'Getting started with Docker', 'Pull the image first.'),
  block('heading', 'md:/h[1]/h[4]', 'Options', 'Options'),
  block('table', 'md:/h[1]/h[4]/cell[1]', 'Options', 'Name of the option'),
  block('table', 'md:/h[1]/h[4]/cell[2]', 'Options', 'What it does'),
  block('heading', 'md:/h[1]/h[5]', "What's new", "What's new"),
  block('paragraph', 'md:/h[1]/h[5]/p[1]', "What's new", 'Faster start and fewer crashes.'),
  block('heading', 'md:/h[1]/h[6]', 'Changelog', 'Changelog'),
  block('quote', 'md:/h[1]/h[6]/quote[1]', 'Changelog', 'All notable changes are here.'),
  block('heading', 'md:/h[1]/h[7]', 'License', 'License'),
  block('paragraph', 'md:/h[1]/h[7]/p[1]', 'License', 'Free for everybody.'),
])

/** A page with what its head says, and a picture. */
export const PAGE: readonly Unit[] = unitsOf([
  block('paragraph', 'html:/head[1]/title[1]', 'head > title', 'A shop of fine things'),
  block('paragraph', 'html:/head[1]/content[1]', 'head > description', 'We sell fine things.'),
  block('heading', 'html:/h[1]', 'Welcome', 'Welcome'),
  block('paragraph', 'html:/h[1]/p[1]', 'Welcome', 'Read on, please.'),
  block('alt text', 'html:/h[1]/alt[1]', 'Welcome', 'The shop from outside'),
])

/** PDF files made for tests: pages of texts at places, in Helvetica. */

/** A text with its place from the top left corner of a page of 600 by 800 points, and the size of its font. */
export interface Placed {
  readonly text: string
  readonly x?: number
  readonly y: number
  readonly size?: number
  /** The first two numbers of its matrix: `[0, 1]` turns it to the left. */
  readonly turn?: readonly [number, number]
}

/** Lines of a column, one below the other. */
export function column(lines: readonly string[], { x = 50, y = 100, size = 10 } = {}): Placed[] {
  return lines.map((text, at) => ({ text, x, y: y + at * size * 1.2, size }))
}

const shown = (text: string) => text.replace(/[\\()]/g, found => `\\${found}`).replaceAll('•', '\\225')

function drawn({ text, x = 50, y, size = 10, turn: [a, b] = [1, 0] }: Placed): string {
  return `BT /F1 ${size} Tf ${a} ${b} ${-b} ${a} ${x} ${800 - y} Tm (${shown(text)}) Tj ET`
}

/**
 * A PDF of one line in a font that it does not hold, whose letters are numbers of a map that it only names: `encoding`, of the collection
 * `ordering`. `hex`: the numbers.
 */
export function pdfWithMap({ encoding, ordering, hex }: { encoding: string; ordering: string; hex: string }): Buffer {
  const content = `BT /F1 14 Tf 72 720 Td <${hex}> Tj ET`
  return fileOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]/Resources<</Font<</F1 5 0 R>>>>>>',
    '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    `<</Type/Font/Subtype/Type0/BaseFont/Song/Encoding/${encoding}/DescendantFonts[6 0 R]>>`,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/Song/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>/DW 1000/FontDescriptor 7 0 R>>`,
    '<</Type/FontDescriptor/FontName/Song/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900/Descent -200/StemV 80>>',
  ])
}

/** A PDF of these pages. `annotations`: objects of the first page, as a PDF writes them. */
export function pdfOf(pages: readonly (readonly Placed[])[], annotations: readonly string[] = [], root = ''): Buffer {
  const objects: string[] = []
  const add = (object: string) => objects.push(object)
  add(`<</Type/Catalog/Pages 2 0 R ${root}>>`)
  const first = 4 + annotations.length
  const kids = pages.map((_, at) => `${first + at * 2} 0 R`).join(' ')
  add(`<</Type/Pages/Count ${pages.length}/Kids[${kids}]/MediaBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>>>>>`)
  add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>')
  for (const annotation of annotations) add(annotation)
  pages.forEach((texts, at) => {
    const hangs = at === 0 ? `/Annots[${annotations.map((__, nth) => `${4 + nth} 0 R`).join(' ')}]` : ''
    const content = texts.map(drawn).join('\n')
    add(`<</Type/Page/Parent 2 0 R/Contents ${first + at * 2 + 1} 0 R${hangs}>>`)
    add(`<</Length ${content.length}>>\nstream\n${content}\nendstream`)
  })
  return fileOf(objects)
}

/** The file of these objects, the first of which is its root. */
function fileOf(objects: readonly string[]): Buffer {
  let file = '%PDF-1.7\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer <</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + end, 'latin1')
}

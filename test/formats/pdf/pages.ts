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

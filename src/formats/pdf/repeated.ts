/** Headers and footers: what stands at the top or the bottom of many pages. */
import type { PdfPage } from './document.ts'
import type { Paragraph } from './paragraphs.ts'

/** Of the height of a page, at its top and at its bottom. */
const EDGE = 0.11
/** On so many pages, and on this share of all of them: left and right pages may have their own. */
const FEWEST = 3
const SHARE = 0.3

/**
 * Which paragraphs are repeated: `first` on the first page that has it, `again` on the others. `number`: the number of a page alone.
 */
export function repeatedOn(pages: readonly PdfPage[]): ReadonlyMap<Paragraph, 'first' | 'again' | 'number'> {
  const places = new Map<string, { paragraph: Paragraph; page: number }[]>()
  for (const { number, height, paragraphs } of pages) {
    for (const paragraph of paragraphs) {
      const { top, bottom, text, is_list } = paragraph
      const isTop = bottom < height * EDGE
      if ((!isTop && top < height * (1 - EDGE)) || top < 0 || (is_list && /\p{L}{3}/u.test(text))) continue
      const key = `${isTop} ${text.replace(/\d+|^[ivxlc]+$/g, '#')}`
      places.set(key, [...(places.get(key) ?? []), { paragraph, page: number }])
    }
  }
  const repeated = new Map<Paragraph, 'first' | 'again' | 'number'>()
  for (const [key, found] of places) {
    const isNumber = !/\p{L}/u.test(key.slice(key.indexOf(' ')))
    const often = new Set(found.map(({ page }) => page)).size
    if (often < FEWEST || often < pages.length * SHARE) continue
    found.forEach(({ paragraph }, at) => {
      repeated.set(paragraph, isNumber ? 'number' : at === 0 ? 'first' : 'again')
    })
  }
  return repeated
}

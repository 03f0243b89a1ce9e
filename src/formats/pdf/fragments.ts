/** The pieces of text on a page, each with its place. */
import type { PDFPageProxy } from 'pdfjs-dist'
import type { TextContent } from 'pdfjs-dist/types/src/display/api.d.ts'

/** A piece of text on one line. Lengths are points; `y` is the base line, and grows downwards from the top of the page. */
export interface Fragment {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  /** The size of its font. */
  readonly size: number
  readonly font: string
  /** It is read from the right. */
  readonly from_right: boolean
  /** How far it is turned clockwise: 0, 90, 180 or 270. Its place is that on a page turned back. */
  readonly turned: number
}

/** What a person cannot see and XML cannot hold. */
const UNSEEN = /[\p{Cc}\p{Co}\p{Cs}\u00ad\ufeff\ufffe\uffff\ufffd]/gu

/** Letters in the form that they have beside certain others, and two of them as one sign: a font has these, a text should not. */
const FORMS = /[\ufb00-\ufb06\ufb13-\ufb17\ufb50-\ufdfb\ufe70-\ufefc]+/g

/** The pieces of text of a page, in the order in which it draws them. */
export function fragmentsOf(page: PDFPageProxy, items: TextContent['items']): Fragment[] {
  const { transform } = page.getViewport({ scale: 1 })
  const fragments: Fragment[] = []
  for (const item of items) {
    if (!('str' in item)) continue
    const text = item.str
      .normalize('NFC')
      .replace(FORMS, forms => forms.normalize('NFKC'))
      .replace(/\s/g, ' ')
      .replace(/\u00ad$/, '-')
      .replace(UNSEEN, '')
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = product(transform, item.transform)
    const size = Math.hypot(c, d)
    if (size === 0 || !Number.isFinite(e + f + size)) continue
    const last = fragments.at(-1)
    if (text.trim() === '') {
      if (text !== '' && last) fragments[fragments.length - 1] = { ...last, text: `${last.text} ` }
      continue
    }
    const turned = (Math.round(Math.atan2(b, a) / (Math.PI / 2)) * 90 + 360) % 360
    const [x, y] = turnedBack(e, f, turned)
    fragments.push({ text, x, y, size, turned, width: item.width, font: item.fontName, from_right: item.dir === 'rtl' })
  }
  return fragments
}

/** The product of two matrices of PDF. */
function product(one: readonly number[], other: readonly number[]): number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = one
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = other
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

function turnedBack(x: number, y: number, turned: number): readonly [number, number] {
  if (turned === 90) return [y, -x]
  if (turned === 180) return [-x, -y]
  return turned === 270 ? [-y, x] : [x, y]
}

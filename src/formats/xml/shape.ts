/** What has to be known of a document before its texts are cut: which elements hold text themselves, and which only hold elements. */
import { attributesOf, type XmlPiece } from '../bytes/xml/index.ts'

const HAS_TEXT = 1
const HAS_ELEMENT = 2
const HAS_ELEMENTS = 4

export interface Shape {
  /** Elements are numbered in the order of their start tags, from 0. */
  hasText(element: number): boolean
  /** It holds several elements and no text of its own: a list, a table, a group. */
  isGroup(element: number): boolean
  /** The language of the texts whose elements say none; or, where all say one, the first that is said. Undefined where none is said. */
  readonly language: string | undefined
}

export async function shapeOf(pieces: AsyncIterable<XmlPiece>, language: string | undefined): Promise<Shape> {
  const flags: number[] = []
  const open: { readonly element: number; readonly language: string | undefined }[] = []
  let said: string | undefined
  let isUnsaid = false
  const mark = (element: number | undefined, flag: number): void => {
    if (element !== undefined) flags[element] = (flags[element] ?? 0) | flag
  }
  for await (const { nodes } of pieces) {
    for (const node of nodes) {
      const outer = open.at(-1)
      if (node.kind === 'open') {
        if (outer) mark(outer.element, (flags[outer.element] ?? 0) & HAS_ELEMENT ? HAS_ELEMENTS : HAS_ELEMENT)
        flags.push(0)
        const own = node.raw.includes('xml:lang') ? attributesOf(node).get('xml:lang')?.value : undefined
        if (!node.empty) open.push({ element: flags.length - 1, language: own ?? outer?.language })
      } else if (node.kind === 'close') open.pop()
      else if (node.kind === 'cdata' || (node.kind === 'text' && node.raw.trim() !== '')) {
        mark(outer?.element, HAS_TEXT)
        if (outer?.language === undefined) isUnsaid = true
        else said ??= outer.language
      }
    }
  }
  return {
    hasText: element => ((flags[element] ?? 0) & HAS_TEXT) !== 0,
    isGroup: element => ((flags[element] ?? 0) & (HAS_TEXT | HAS_ELEMENTS)) === HAS_ELEMENTS,
    language: language ?? (isUnsaid ? undefined : said),
  }
}

/** A text of a story in pieces: words, and characters that are signs of the layout and stay where they are. */
import { byteLength } from '../bytes/charset.ts'
import { textOfNode, type XmlNode } from '../bytes/xml/index.ts'
import type { Charset } from '../format.ts'

export type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sign'; readonly raw: string; readonly meaning: string | undefined }
  /** The end of a paragraph, with the byte offsets before and behind it. */
  | { readonly kind: 'end'; readonly start: number; readonly end: number }

/** Signs that are characters, in words for a translator. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['\t', 'tab'],
  ['\u2028', 'line break'],
  ['\u00ad', 'place where a word may be broken'],
  ['\ufeff', 'mark'],
  ['\ufffc', 'object'],
])
const SIGN =
  /(&#(?:x(?:0*9|0*ad|2028|2029|feff|fffc)|0*9|0*173|8232|8233|65279|65532);|[\t\u00ad\u2028\u2029\ufffc]|\ufeff)/i
const WRITTEN = /[\t\u00ad\u2028\u2029\ufeff\ufffc]/

/** Signs that InDesign writes as instructions, by their numbers. */
const NUMBERED: ReadonlyMap<string, string> = new Map([
  ['3', 'end of a nested style'],
  ['4', 'number of the footnote'],
  ['7', 'indent to here'],
  ['8', 'tab to the right'],
  ['18', 'page number'],
  ['19', 'name of the section'],
])
const ACE = /^<\?ACE\s+(\d+)/

/** Whether a translation has signs that it can only have as tags. */
export function hasSigns(text: string): boolean {
  return WRITTEN.test(text)
}

/** The pieces of a node in a text. In a CDATA section no paragraph ends. */
export function textPiecesOf(node: XmlNode, charset: Charset): TextPiece[] {
  if (node.kind === 'instruction') {
    return [{ kind: 'sign', raw: node.raw, meaning: NUMBERED.get(ACE.exec(node.raw)?.[1] ?? '') }]
  }
  if (node.kind === 'cdata') {
    return textOfNode(node)
      .split(/([\t\u00ad\u2028\u2029\ufeff\ufffc])/)
      .flatMap((text, nth) => (nth % 2 === 0 ? textPiece(text) : [signOf(text, text)]))
  }
  if (node.kind !== 'text') return []
  if (!SIGN.test(node.raw)) return textPiece(textOfNode(node))
  let at = node.start
  return node.raw.split(SIGN).flatMap((raw, nth): TextPiece[] => {
    const start = at
    at += byteLength(raw, charset)
    const text = textOfNode({ ...node, raw })
    if (nth % 2 === 0) return textPiece(text)
    return [text === '\u2029' ? { kind: 'end', start, end: at } : signOf(text, raw)]
  })
}

function textPiece(text: string): TextPiece[] {
  return text === '' ? [] : [{ kind: 'text', text }]
}

function signOf(sign: string, raw: string): TextPiece {
  return { kind: 'sign', raw, meaning: SIGNS.get(sign) }
}

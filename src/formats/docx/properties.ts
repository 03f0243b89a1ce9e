/** The formatting of a run. */
import { closeOf, localName, type XmlNode } from '../bytes/xml/index.ts'

export interface RunProperties {
  readonly raw: string
  /** Runs with the same key look the same to readers. */
  readonly key: string
  readonly hidden: boolean
  /** Where in the nodes of the run the next child begins. */
  readonly next: number
}

/** What readers do not see of it: the language, what spelling found, and how wide letters stand. */
const UNSEEN =
  /<(?:\w+:)?(?:lang|noProof|spacing|kern|w|webHidden)(?:\s[^>]*)?\/>|<(?:\w+:)?rFonts\s+(?:\w+:)?hint="\w+"\s*\/>/g
const EMPTY = /^<[^>]*>\s*<\/[^>]*>$|^<[^>]*\/>$/
const HIDDEN = /<(?:\w+:)?vanish(?:\s*\/>|\s[^>]*?\bval="(?:1|true|on)"|\s*>)/

/** Of a run, which comes with its tags. */
export function propertiesOf(nodes: readonly XmlNode[]): RunProperties {
  const at = nodes.findIndex((node, nth) => nth > 0 && node.kind === 'open')
  const tag = nodes[at]
  if (tag?.kind !== 'open' || localName(tag.name) !== 'rPr') return { raw: '', key: '', hidden: false, next: 1 }
  const end = tag.empty ? at : closeOf(nodes, at)
  const raw = nodes
    .slice(at, end + 1)
    .map(node => node.raw)
    .join('')
  const seen = raw.replace(UNSEEN, '')
  return { raw, key: EMPTY.test(seen) ? '' : seen, hidden: HIDDEN.test(raw), next: end + 1 }
}

/** One text between the tags of an element that is in another: `<c><v>1</v></c>`, `<si><t>text</t></si>`. Most cells and strings are so. */
import type { XmlNode, XmlTag } from '../bytes/xml/index.ts'

/** The outer start tag, the inner one, the text, and the end tags. */
type SingleText = readonly [XmlNode, XmlTag, XmlNode, XmlNode, XmlNode]

const NODES = 5

/** There are millions: nothing is made to tell. */
export function isSingleText(nodes: readonly XmlNode[]): nodes is SingleText {
  const [, open, text, close] = nodes
  return nodes.length === NODES && open?.kind === 'open' && text?.kind === 'text' && close?.kind === 'close'
}

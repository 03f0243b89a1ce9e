/** A run of nodes as one text with short tags. */
import { type CodedOptions, type CodedXml, codedOf, readLike, type XmlNode, type XmlTag } from '../bytes/xml/index.ts'
import { type ReadableAttribute, readableOf } from './attributes.ts'
import { withoutText } from './elements.ts'
import { isOneLanguage, languageInTag } from './language.ts'
import { collapsed } from './layout.ts'
import { type HtmlNode, isTag } from './nodes.ts'
import { IN_ATTRIBUTE, IN_TEXT } from './references.ts'
import { endsOf, type Margins, outerEnds, showsText } from './run.ts'
import { templatesIn } from './templates.ts'

export interface Coding {
  readonly ends: Margins
  readonly source: CodedXml
  /** The text, with the tags of the original where there is one. */
  readonly text: string
  /** The attributes of tags in the text, with the name of their code, in the order of the codes of the original. */
  readonly attributes: readonly (ReadableAttribute & { readonly node: HtmlNode; readonly tag: string })[]
}

/** `original`: what the same run was in the file that a result was made from; a translation may have changed the order of its codes. */
export function codingOf(
  nodes: readonly HtmlNode[],
  keeps_space: boolean,
  language: string | undefined,
  original: Coding | undefined,
): Coding {
  const ends = fitting(nodes, original?.ends) ?? outerEnds(nodes)
  const inner = nodes.slice(ends.lead, nodes.length - ends.trail)
  const keys = new Map<XmlTag, string>()
  const opaque = new Set<XmlTag>()
  const attributes: { node: HtmlNode; key: string; readable: ReadableAttribute }[] = []
  const closes = endsOf(inner)
  const seen = new Map<string, number>()
  for (let at = 0; at < inner.length; at += 1) {
    const node = inner[at]
    if (!node || !isTag(node)) continue
    if (isOpaque(node, language)) {
      opaque.add(node)
      at = closes.get(at) ?? at
      continue
    }
    const readable = readableOf(node)
    if (readable.length === 0) continue
    const bare = withoutValues(node, readable)
    const number = (seen.get(bare) ?? 0) + 1
    seen.set(bare, number)
    keys.set(node, `${bare} ${number}`)
    for (const each of readable) attributes.push({ node, key: `${node.name} ${bare} ${number}`, readable: each })
  }
  const options: CodedOptions = {
    role: tag => (opaque.has(tag) ? 'opaque' : 'pair'),
    key: tag => keys.get(tag),
    meaning: meaningOf,
    references: IN_TEXT,
    ...(!keeps_space && { read: texts => texts.map(collapsed) }),
  }
  const source = codedOf(inner, options)
  const codes = (original?.source ?? source).codes
  const tags = new Map(codes.map(({ key, tag }) => [key, tag]))
  const number = (tag: string): number => Number(tag.slice(1))
  return {
    ends,
    source,
    text: original ? readLike({ ...original.source, options }, inner) : source.text,
    attributes: attributes
      .flatMap(({ node, key, readable }) => {
        const tag = tags.get(key)
        return tag === undefined ? [] : [{ ...readable, node, tag }]
      })
      .sort((one, other) => number(one.tag) - number(other.tag)),
  }
}

/** The ends of the original, where they leave a text here, too. */
function fitting(nodes: readonly HtmlNode[], ends: Margins | undefined): Margins | undefined {
  if (!ends) return undefined
  return nodes.slice(ends.lead, nodes.length - ends.trail).some(showsText) ? ends : undefined
}

function isOpaque(node: HtmlNode & XmlTag, language: string | undefined): boolean {
  if (node.empty) return false
  if (withoutText(node.name, node.attributes) !== undefined) return true
  const own = languageInTag(node)
  return own !== undefined && !isOneLanguage(own, language)
}

function withoutValues({ raw }: HtmlNode, readable: readonly ReadableAttribute[]): string {
  let bare = ''
  let from = 0
  for (const { attribute } of readable) {
    // A value without quotes gets some when it is written.
    bare += raw.slice(from, attribute.at).replace(/["']$/, '')
    from = attribute.at + attribute.raw.length + (attribute.quote ? 1 : 0)
  }
  return bare + raw.slice(from)
}

function meaningOf(tag: XmlTag, content: string): string | undefined {
  if (tag.name === 'br') return 'line break'
  if (tag.name === 'img') return 'image'
  return content.trim() === '' ? undefined : content
}

/** The value of an attribute, with what a program fills in as codes. */
export function codedValue({ attribute }: ReadableAttribute): CodedXml {
  const { raw } = attribute
  const nodes: XmlNode[] = []
  let from = 0
  const add = (kind: 'text' | 'instruction', to: number): void => {
    if (to > from) nodes.push({ kind, raw: raw.slice(from, to), start: from, end: to })
    from = Math.max(from, to)
  }
  for (const { start, end } of templatesIn(raw)) {
    add('text', start)
    add('instruction', end)
  }
  add('text', raw.length)
  return codedOf(nodes, { references: IN_ATTRIBUTE })
}

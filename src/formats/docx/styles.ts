/** What styles say of paragraphs and runs: headings and their levels, lists, hidden text, and lines that run from right to left. */
import { readMember } from '../bytes/parts/index.ts'
import { attributesOf, localName, type XmlNode, type XmlTag } from '../bytes/xml/index.ts'
import type { ZipArchive } from '../bytes/zip/index.ts'
import { isOn, wordValue } from './tree.ts'

/** A property is absent where neither the style nor those that it is based on say it. */
export interface WordStyle {
  /** Lower case: Word writes the English name of its own styles in every language, but not always in one case. */
  readonly name?: string | undefined
  /** From 0; 9 is running text. */
  readonly outline?: number | undefined
  readonly list?: boolean | undefined
  readonly hidden?: boolean | undefined
  readonly bidi?: boolean | undefined
  /** How its letters look, and whether it says so of those of complex scripts, too. */
  readonly bold?: boolean | undefined
  readonly bold_complex?: boolean | undefined
  readonly italic?: boolean | undefined
  readonly italic_complex?: boolean | undefined
  /** In half points. */
  readonly size?: string | undefined
  readonly size_complex?: string | undefined
}

export interface WordStyles {
  /** Without an id: the style of paragraphs that name none. */
  paragraph(id: string | undefined): WordStyle
  run(id: string): WordStyle
}

interface Written extends WordStyle {
  readonly id: string
  readonly based_on: string | undefined
  readonly is_default: boolean
  readonly of: string
}

const NONE: WordStyle = {}
/** Styles that are based on each other, as Word allows; a damaged file may have a ring. */
const DEEPEST = 20

/** The styles of a member; none without it. */
export async function readStyles(archive: ZipArchive, member: string | undefined): Promise<WordStyles> {
  const written = new Map<string, Written>()
  if (member !== undefined) {
    for await (const style of stylesIn(archive, member)) written.set(style.id, style)
  }
  const whole = new Map<string, WordStyle>()
  const resolved = (id: string, depth = 0): WordStyle => {
    const known = whole.get(id)
    if (known) return known
    const own = written.get(id)
    if (!own || depth > DEEPEST) return NONE
    const base = own.based_on === undefined ? NONE : resolved(own.based_on, depth + 1)
    const said = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
    const style: WordStyle = { ...base, ...said }
    whole.set(id, style)
    return style
  }
  const usual = [...written.values()].find(style => style.is_default && style.of === 'paragraph')?.id
  return {
    paragraph: id => resolved(id ?? usual ?? ''),
    run: id => resolved(id),
  }
}

async function* stylesIn(archive: ZipArchive, member: string): AsyncGenerator<Written> {
  let nodes: XmlNode[] | undefined
  for await (const piece of readMember(archive, member)) {
    for (const node of piece.nodes) {
      if (node.kind === 'open' && localName(node.name) === 'style') nodes = []
      nodes?.push(node)
      if (node.kind !== 'close' || localName(node.name) !== 'style') continue
      const [tag] = nodes ?? []
      if (nodes && tag?.kind === 'open') yield styleOf(tag, nodes)
      nodes = undefined
    }
  }
}

function styleOf(tag: XmlTag, nodes: readonly XmlNode[]): Written {
  const attributes = new Map([...attributesOf(tag)].map(([name, { value }]) => [localName(name), value]))
  const tags = new Map<string, XmlNode>()
  for (const node of nodes) if (node.kind === 'open') tags.set(localName(node.name), node)
  const flag = (name: string): boolean | undefined => (tags.has(name) ? isOn(tags.get(name)) : undefined)
  const outline = wordValue(tags.get('outlineLvl'))
  const numbering = wordValue(tags.get('numId'))
  const name = wordValue(tags.get('name'))?.toLowerCase()
  const heading = /^heading ([1-9])$/.exec(name ?? '')?.[1]
  return {
    id: attributes.get('styleId') ?? '',
    of: attributes.get('type') ?? '',
    is_default: /^(?:1|true|on)$/.test(attributes.get('default') ?? ''),
    based_on: wordValue(tags.get('basedOn')),
    name,
    outline: outline === undefined ? levelOf(heading) : Number(outline),
    list: tags.has('numPr') ? numbering !== '0' : undefined,
    hidden: flag('vanish'),
    bidi: flag('bidi'),
    bold: flag('b'),
    bold_complex: flag('bCs'),
    italic: flag('i'),
    italic_complex: flag('iCs'),
    size: wordValue(tags.get('sz')),
    size_complex: wordValue(tags.get('szCs')),
  }
}

function levelOf(heading: string | undefined): number | undefined {
  return heading === undefined ? undefined : Number(heading) - 1
}

/** What a document says of itself (XMP): its title, what it is about. Translated where somebody asks for it. */
import { readMember } from '../bytes/parts/index.ts'
import { localName, textOfNode, type XmlNode } from '../bytes/xml/index.ts'
import type { ZipArchive } from '../bytes/zip/index.ts'
import type { Charset, Reason } from '../format.ts'

export interface MetadataText {
  readonly member: string
  readonly name: string
  readonly part: string
  readonly left_out: Extract<Reason, 'metadata' | 'computed' | 'not_taken'> | undefined
  readonly text: string
  readonly raw: string
  readonly where: 'text' | 'cdata' | '"' | "'"
  readonly start: number
  readonly end: number
  readonly charset: Charset
}

const MEMBER = 'META-INF/metadata.xml'
const TOLD = new Set(['dc:title', 'dc:description', 'dc:subject', 'dc:rights', 'photoshop:Headline'])
const TOO_DEEP_INSIDE = 4
const TOLD_AS = { part: 'metadata', left_out: 'metadata' } as const

export async function* metadataTexts(archive: ZipArchive): AsyncGenerator<MetadataText> {
  const member = archive.named(MEMBER)
  if (member === undefined) return
  const open: string[] = []
  for await (const { nodes, charset } of readMember(archive, member)) {
    for (const node of nodes) {
      if (node.kind === 'open' && !node.empty) open.push(node.name)
      if (node.kind === 'close') open.pop()
      const name = open.slice(-TOO_DEEP_INSIDE).find(each => TOLD.has(each))
      const found = name === undefined ? undefined : textIn(node)
      if (name !== undefined && found) yield { ...{ member, name: localName(name), charset }, ...TOLD_AS, ...found }
    }
  }
}

function textIn(node: XmlNode): Pick<MetadataText, 'text' | 'raw' | 'where' | 'start' | 'end'> | undefined {
  const text = textOfNode(node)
  if ((node.kind !== 'text' && node.kind !== 'cdata') || text.trim() === '') return undefined
  return { text, raw: node.raw, where: node.kind, start: node.start, end: node.end }
}

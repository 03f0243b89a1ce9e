/** Texts that stand in the map of a document and in no story: names of bookmarks, of sections and of links, words of text variables. */
import { byteLength } from '../bytes/charset.ts'
import { readMember } from '../bytes/parts/index.ts'
import { attributesOf, textOfNode, type XmlNode, type XmlTag } from '../bytes/xml/index.ts'
import type { ZipArchive } from '../bytes/zip/index.ts'
import type { Charset } from '../format.ts'
import { MAP } from './document.ts'
import type { MetadataText } from './metadata.ts'

export interface NamedTexts {
  readonly part: string
  /** The attributes that hold it. */
  readonly names: readonly string[]
  readonly left_out: MetadataText['left_out']
}

/** What InDesign makes of them stands in stories, where it is computed, too. */
const VARIABLE = { part: 'text variables', left_out: 'computed' } as const
const AROUND_VALUE: NamedTexts = { ...VARIABLE, names: ['TextBefore', 'TextAfter'] }
const HOLDERS: ReadonlyMap<string, NamedTexts> = new Map<string, NamedTexts>([
  ['Bookmark', { part: 'bookmarks', names: ['Name'], left_out: 'metadata' }],
  ['Section', { part: 'sections', names: ['Marker', 'SectionPrefix'], left_out: 'metadata' }],
  // InDesign names a link by its words, and an index is made of its topics.
  ['Hyperlink', { part: 'names of links', names: ['Name'], left_out: 'computed' }],
  ['Topic', { part: 'topics of the index', names: ['Name'], left_out: 'computed' }],
  ['CustomTextVariablePreference', { ...VARIABLE, names: ['Contents'] }],
  ['ChapterNumberVariablePreference', AROUND_VALUE],
  ['DateVariablePreference', AROUND_VALUE],
  ['FileNameVariablePreference', AROUND_VALUE],
  ['CaptionMetadataVariablePreference', AROUND_VALUE],
  ['PageNumberVariablePreference', AROUND_VALUE],
  ['MatchParagraphStylePreference', AROUND_VALUE],
  ['MatchCharacterStylePreference', AROUND_VALUE],
])
/** Names that InDesign gives itself. */
const OWN_NAME = /^\$ID\//

export async function* mapTexts(archive: ZipArchive): AsyncGenerator<MetadataText> {
  const member = archive.named(MAP)
  if (member === undefined) return
  const open: string[] = []
  for await (const { nodes, charset } of readMember(archive, member)) {
    for (const node of nodes) {
      if (node.kind === 'open') yield* textsOfTag(node, member, charset)
      if (node.kind === 'open' && !node.empty) open.push(node.name)
      if (node.kind === 'close') open.pop()
      const [holder, , name] = open.slice(-3)
      const isContents = holder === 'CustomTextVariablePreference' && name === 'Contents'
      if (isContents) yield* textOfContents(node, member, charset)
    }
  }
}

function textsOfTag(tag: XmlTag, member: string, charset: Charset): MetadataText[] {
  const holder = HOLDERS.get(tag.name)
  return holder ? attributeTexts(tag, holder, member, charset) : []
}

/** The texts in attributes of a tag, but for names that InDesign gives itself. */
export function attributeTexts(tag: XmlTag, holder: NamedTexts, member: string, charset: Charset): MetadataText[] {
  const { part, left_out } = holder
  const attributes = attributesOf(tag)
  return holder.names.flatMap((name): MetadataText[] => {
    const found = attributes.get(name)
    if (!found || found.value.trim() === '' || OWN_NAME.test(found.value)) return []
    const start = tag.start + byteLength(tag.raw.slice(0, found.at), charset)
    const end = start + byteLength(found.raw, charset)
    const written = { text: found.value, raw: found.raw, where: found.quote }
    return [{ member, name: `${tag.name}/${name}`, part, left_out, charset, start, end, ...written }]
  })
}

function textOfContents(node: XmlNode, member: string, charset: Charset): MetadataText[] {
  const text = textOfNode(node)
  if ((node.kind !== 'text' && node.kind !== 'cdata') || text.trim() === '') return []
  const { start, end, raw, kind } = node
  return [{ member, name: 'Contents', ...VARIABLE, charset, start, end, text, raw, where: kind }]
}

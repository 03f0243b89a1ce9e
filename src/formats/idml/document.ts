/** What the map of an IDML package says: which stories and spreads there are, and what readers do not see. */
import { isOfKind, mimetypeOf, otherKind, readMember } from '../bytes/parts/index.ts'
import { attributesOf, localName, type XmlTag } from '../bytes/xml/index.ts'
import { openZip, type ZipArchive } from '../bytes/zip/index.ts'
import { type ByteStream, FormatError } from '../format.ts'

export interface IdmlFile {
  readonly archive: ZipArchive
  /** The members of the spreads in the order of the pages, and of the master spreads. */
  readonly spreads: readonly string[]
  readonly masters: readonly string[]
  /** The member of each story, by what other parts call the story, in the order of the map. */
  readonly stories: ReadonlyMap<string, string>
  /** The member of what is tagged and stands on no page; undefined where there is none. */
  readonly backing: string | undefined
  /** The member of the styles. */
  readonly styles: string | undefined
  /** Layers and conditions that are switched off. */
  readonly hidden_layers: ReadonlySet<string>
  readonly hidden_conditions: ReadonlySet<string>
}

export const MAP = 'designmap.xml'
const STORY_NAME = /(?:^|\/)Story_([^/]+)\.xml$/

/**
 * Opens a package of InDesign.
 *
 * @throws {FormatError} as `openZip` and `readMember`; malformed: it is another kind of file and is told which, or a story is missing
 */
export async function openIdml(source: ByteStream): Promise<IdmlFile> {
  const archive = await openZip(source)
  const map = archive.named(MAP)
  const type = await mimetypeOf(archive)
  if (map === undefined || (type !== undefined && !isOfKind(type, 'idml'))) throw otherKind(type, 'idml')
  const found = new Map<string, string[]>()
  const hidden = { Layer: new Set<string>(), Condition: new Set<string>() }
  for await (const tag of tagsIn(archive, map)) {
    const local = localName(tag.name)
    const value = (name: string): string | undefined => attributesOf(tag).get(name)?.value
    const src = local === tag.name ? undefined : value('src')
    if (src !== undefined) {
      const parts = found.get(local) ?? []
      parts.push(memberOf(archive, src))
      found.set(local, parts)
    } else if ((local === 'Layer' || local === 'Condition') && value('Visible') === 'false') {
      hidden[local].add(named(value('Self') ?? ''))
    }
  }
  return {
    ...{ archive, spreads: found.get('Spread') ?? [], masters: found.get('MasterSpread') ?? [] },
    stories: await storiesOf(archive, found.get('Story') ?? []),
    backing: found.get('BackingStory')?.[0],
    styles: found.get('Styles')?.[0],
    ...{ hidden_layers: hidden.Layer, hidden_conditions: hidden.Condition },
  }
}

/** A name as the map has it: other parts write it with `%20` for what no name may hold there. */
export function named(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

function memberOf(archive: ZipArchive, src: string): string {
  const member = archive.named(src) ?? archive.named(named(src))
  if (member === undefined) {
    const message = `The file is damaged: its map names “${src.slice(0, 100)}”, which is missing in it. Export it from InDesign again.`
    throw new FormatError('malformed', message)
  }
  return member
}

async function storiesOf(archive: ZipArchive, members: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const stories = new Map<string, string>()
  for (const member of new Set(members)) {
    const self = STORY_NAME.exec(member)?.[1] ?? (await selfOf(archive, member))
    if (!stories.has(self)) stories.set(self, member)
  }
  return stories
}

async function selfOf(archive: ZipArchive, member: string): Promise<string> {
  for await (const tag of tagsIn(archive, member)) {
    if (tag.name === 'Story') return attributesOf(tag).get('Self')?.value ?? member
  }
  return member
}

async function* tagsIn(archive: ZipArchive, member: string): AsyncGenerator<XmlTag> {
  for await (const { nodes } of readMember(archive, member)) {
    for (const node of nodes) if (node.kind === 'open') yield node
  }
}

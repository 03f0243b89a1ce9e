/** Packages of Office (Open Packaging Conventions, ECMA-376 part 2): which parts there are, of which type, and how they hang together. */
import type { ByteStream } from '../../format.ts'
import { attributesOf, localName, type XmlTag } from '../xml/index.ts'
import { openZip, type ZipArchive } from '../zip/index.ts'
import { isOfKind, mimetypeOf, otherKind, type PackageKind } from './kinds.ts'
import { readMember } from './xml-member.ts'

/** A relation of a part to another. */
export interface OfficeRelation {
  readonly id: string
  /** The last step of the address that names its type: `header`, `slide`. The same in strict and transitional files. */
  readonly type: string
  /** The member; undefined where it is missing, or outside of the file. */
  readonly member: string | undefined
}

export interface OfficeFile {
  readonly archive: ZipArchive
  /** The member that holds the document, the workbook, the presentation. */
  readonly main: string
  /** The content type of a member, in lower case; empty where the file says none. */
  typeOf(member: string): string
  /** The relations of a member, in the order of the file; none where it has none. */
  relationsOf(member: string): Promise<readonly OfficeRelation[]>
}

const TYPES = '[Content_Types].xml'
/** The members that say what a package of Office is. */
export const SAID_IN = [TYPES, '_rels/.rels'] as const

/**
 * Opens a package of Office.
 *
 * @throws {FormatError} as `openZip` and `readMember`; malformed: it is another kind of file, and is told which
 */
export async function openOffice(source: ByteStream, kind: PackageKind): Promise<OfficeFile> {
  const archive = await openZip(source)
  const types = archive.named(TYPES)
  if (types === undefined) throw otherKind(await mimetypeOf(archive), kind)
  const typeOf = await typesIn(archive, types)
  const [document] = (await relationsIn(archive, '')).filter(({ type }) => type === 'officeDocument')
  const main = document?.member
  if (main === undefined || !isOfKind(typeOf(main), kind)) throw otherKind(main && typeOf(main), kind)
  const known = new Map<string, Promise<readonly OfficeRelation[]>>()
  const relationsOf = (member: string): Promise<readonly OfficeRelation[]> => {
    const relations = known.get(member) ?? relationsIn(archive, member)
    known.set(member, relations)
    return relations
  }
  return { archive, main, typeOf, relationsOf }
}

/** The type of the main member of a package, in lower case; undefined where it is none of Office. @throws {FormatError} as `readMember` */
export async function mainTypeOf(archive: ZipArchive): Promise<string | undefined> {
  const types = archive.named(TYPES)
  if (types === undefined) return undefined
  const [document] = (await relationsIn(archive, '')).filter(({ type }) => type === 'officeDocument')
  return document?.member === undefined ? undefined : (await typesIn(archive, types))(document.member)
}

/** What a relation of a part names, of one type, in the order of the file. */
export async function relatedTo(file: OfficeFile, member: string, type: string): Promise<string[]> {
  const relations = await file.relationsOf(member)
  return relations.flatMap(relation => (relation.type === type && relation.member ? [relation.member] : []))
}

async function typesIn(archive: ZipArchive, name: string): Promise<(member: string) => string> {
  const overrides = new Map<string, string>()
  const defaults = new Map<string, string>()
  for await (const tag of tagsIn(archive, name)) {
    const value = (attribute: string): string => (attributesOf(tag).get(attribute)?.value ?? '').toLowerCase()
    if (localName(tag.name) === 'Override') overrides.set(value('PartName').replace(/^\//, ''), value('ContentType'))
    if (localName(tag.name) === 'Default') defaults.set(value('Extension'), value('ContentType'))
  }
  return member => {
    const lower = member.toLowerCase()
    return overrides.get(lower) ?? defaults.get(lower.slice(lower.lastIndexOf('.') + 1)) ?? ''
  }
}

async function relationsIn(archive: ZipArchive, member: string): Promise<OfficeRelation[]> {
  const slash = member.lastIndexOf('/') + 1
  const folder = member.slice(0, slash)
  const name = archive.named(`${folder}_rels/${member.slice(slash)}.rels`)
  const relations: OfficeRelation[] = []
  if (name === undefined) return relations
  for await (const tag of tagsIn(archive, name)) {
    if (localName(tag.name) !== 'Relationship') continue
    const attributes = attributesOf(tag)
    const value = (attribute: string): string => attributes.get(attribute)?.value ?? ''
    const isOutside = value('TargetMode') === 'External'
    relations.push({
      id: value('Id'),
      type: value('Type').slice(value('Type').lastIndexOf('/') + 1),
      member: isOutside ? undefined : memberAt(archive, folder, value('Target')),
    })
  }
  return relations
}

async function* tagsIn(archive: ZipArchive, name: string): AsyncGenerator<XmlTag> {
  for await (const { nodes } of readMember(archive, name)) {
    for (const node of nodes) if (node.kind === 'open') yield node
  }
}

/** The member that a relation of a part in `folder` names: from the root where it begins with `/`, else from the folder. */
function memberAt(archive: ZipArchive, folder: string, target: string): string | undefined {
  const [path = ''] = target.split('#')
  const steps: string[] = path.startsWith('/') ? [] : folder.split('/').filter(step => step !== '')
  for (const step of path.split(/[/\\]/)) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  const name = steps.join('/')
  return archive.named(name) ?? archive.named(unescaped(name))
}

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

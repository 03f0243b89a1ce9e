/** The members of a presentation that hold text, in the order in which people read it. */
import { pictureOfDiagram } from '../bytes/drawing/index.ts'
import { type OfficeFile, readMember } from '../bytes/parts/index.ts'
import { attributesOf, localName, type XmlTag } from '../bytes/xml/index.ts'
import type { Reason, UnitKind } from '../format.ts'

/** A member with text. `kind`: what all its texts are; undefined where their shapes say it. */
export interface DeckMember {
  readonly member: string
  readonly kind?: UnitKind | undefined
  /** A member that says the same once more: the picture of a diagram. */
  readonly twin?: string | undefined
  /** A chart that has its cells with it: what it keeps of them stays as they are. */
  readonly has_workbook?: boolean | undefined
  readonly left_out?: Reason | undefined
}

export interface DeckPart {
  /** The number of the slide, from 1; undefined for what is behind all slides. */
  readonly slide?: number | undefined
  readonly name: string
  readonly members: readonly DeckMember[]
}

const BEHIND: readonly { readonly relation: string; readonly part: string }[] = [
  { relation: 'slideMaster', part: 'masters and layouts' },
  { relation: 'notesMaster', part: 'master of notes' },
  { relation: 'handoutMaster', part: 'master of handouts' },
]
const HIDDEN = /^(?:0|false|off)$/

/** The slides, each once, and then masters and layouts. Slides that are named and missing are no slides, but they count: others keep their numbers. */
export async function* partsOfDeck(file: OfficeFile): AsyncGenerator<DeckPart> {
  const relations = await file.relationsOf(file.main)
  const byId = new Map(relations.map(({ id, member }) => [id, member]))
  const seen = new Set<string>()
  let slide = 0
  for (const id of await slideIdsIn(file)) {
    slide += 1
    const member = byId.get(id)
    if (member === undefined || seen.has(member)) continue
    seen.add(member)
    yield { slide, name: `Slide ${slide}`, members: await membersOfSlide(file, member, seen) }
  }
  for (const { relation, part } of BEHIND) {
    const masters = relations.flatMap(({ type, member }) => (type === relation && member ? [member] : []))
    for (const master of masters) {
      if (seen.has(master)) continue
      seen.add(master)
      const layouts = (await file.relationsOf(master)).flatMap(({ type, member }) =>
        type === 'slideLayout' && member && !seen.has(member) ? [member] : [],
      )
      for (const layout of layouts) seen.add(layout)
      yield { name: part, members: [master, ...layouts].map(member => ({ member, left_out: 'on_request' })) }
    }
  }
}

async function slideIdsIn({ archive, main }: OfficeFile): Promise<string[]> {
  const ids: string[] = []
  for await (const { nodes } of readMember(archive, main)) {
    for (const node of nodes)
      if (node.kind === 'open' && localName(node.name) === 'sldId') ids.push(relationIn(node) ?? '')
  }
  return ids
}

/** The id of a relation has a prefix, and the number of a slide none. */
function relationIn(tag: XmlTag): string | undefined {
  return [...attributesOf(tag).values()].find(({ name }) => name.includes(':') && localName(name) === 'id')?.value
}

async function membersOfSlide(file: OfficeFile, slide: string, seen: Set<string>): Promise<DeckMember[]> {
  const relations = await file.relationsOf(slide)
  const left_out = (await isHidden(file, slide)) ? 'hidden' : undefined
  const members: DeckMember[] = [{ member: slide, left_out }]
  for (const { type, member } of relations) {
    const read = member === undefined || seen.has(member) ? undefined : MEMBERS.get(type)
    if (member === undefined || !read) continue
    seen.add(member)
    const twin = type === 'diagramData' ? await pictureOfDiagram(file, slide, member) : undefined
    members.push({ member, left_out, ...read, twin })
    if (read.kind === 'chart') members.push(...(await membersOfChart(file, members, seen)))
  }
  return members.sort((one, other) => placeOf(one) - placeOf(other))
}

/** What hangs on a slide, by the type of its relation. */
const MEMBERS: ReadonlyMap<string, Pick<DeckMember, 'kind' | 'left_out'>> = new Map([
  ['chart', { kind: 'chart' }],
  ['chartEx', { kind: 'chart' }],
  ['diagramData', {}],
  ['notesSlide', { kind: 'speaker note' }],
  ['comments', { kind: 'comment', left_out: 'on_request' }],
] as const)

/** Notes come behind what is on the slide, and comments behind them. */
function placeOf({ kind }: DeckMember): number {
  return kind === 'comment' ? 2 : kind === 'speaker note' ? 1 : 0
}

async function membersOfChart(file: OfficeFile, members: DeckMember[], seen: Set<string>): Promise<DeckMember[]> {
  const chart = members.pop()
  if (!chart) return []
  const relations = await file.relationsOf(chart.member)
  const has_workbook = relations.some(({ type }) => type === 'package' || type === 'oleObject')
  const drawings = relations.flatMap(({ type, member }) =>
    type === 'chartUserShapes' && member && !seen.has(member) ? [{ ...chart, member }] : [],
  )
  for (const { member } of drawings) seen.add(member)
  return [{ ...chart, has_workbook }, ...drawings]
}

/** Only its first tag is looked at, which is in its first bytes. */
async function isHidden({ archive }: OfficeFile, slide: string): Promise<boolean> {
  for await (const chunk of archive.content(slide)) {
    const [, root] =
      ROOT.exec(Buffer.from(chunk.buffer, chunk.byteOffset, Math.min(chunk.length, HEAD_BYTES)).toString('latin1')) ??
      []
    if (root !== undefined) return HIDDEN.test(SHOW.exec(root)?.[1] ?? '')
    break
  }
  for await (const { nodes } of readMember(archive, slide)) {
    const root = nodes.find(node => node.kind === 'open')
    if (root?.kind === 'open') return HIDDEN.test(attributesOf(root).get('show')?.value ?? '')
  }
  return false
}

const HEAD_BYTES = 4096
/** The start tag of the root behind a declaration, as programs write it. */
const ROOT = /^(?:\xef\xbb\xbf)?(?:<\?xml[^<>]*\?>)?\s*(<[\w:]+(?:\s+[\w:.-]+\s*=\s*"[^"<>&]*")*\s*\/?>)/
const SHOW = /\sshow\s*=\s*"([^"]*)"/

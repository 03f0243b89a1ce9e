/** The members of a text, a presentation or a drawing that hold text, in the order in which people read them. */
import { type OpenDocumentFile, readMember } from '../bytes/parts/index.ts'
import type { XmlPiece, XmlTag } from '../bytes/xml/index.ts'
import { leftOutOfText } from '../content/left-out.ts'
import { headingAsName } from '../content/sections.ts'
import { BlockReading } from './blocks.ts'
import { PAGE_SEPARATOR } from './facts.ts'
import type { OdfPlace } from './places.ts'
import { OdfStory } from './story.ts'
import { CONTENT, type OdfStyles, STYLES, stylesOfDocument } from './styles.ts'
import { attributeSaid } from './tree.ts'
import type { NewOdfUnit, OdfBeside } from './unit.ts'

export type OdfKind = 'odt' | 'ods' | 'odp' | 'odg'

/** A document that is read. `beside`: it is a result, and these are the units of its original. */
export interface OdfReading {
  readonly kind: OdfKind
  readonly file: OpenDocumentFile
  readonly styles: OdfStyles
  readonly beside: OdfBeside | undefined
}

type Batches = AsyncGenerator<readonly NewOdfUnit[]>

export function storyOf({ kind, styles, beside }: OdfReading, member: string): OdfStory {
  return new OdfStory({ scheme: kind, member, styles, beside })
}

const PAGE_NAMES: Readonly<Partial<Record<OdfKind, string>>> = { odp: 'Slide', odg: 'Page' }

export async function* unitsOfContent(reading: OdfReading): Batches {
  const { kind, file, styles } = reading
  const member = file.archive.named(CONTENT) ?? CONTENT
  const story = storyOf(reading, member)
  const blocks = new BlockReading(styles, {})
  const pages = PAGE_NAMES[kind] === undefined ? undefined : new PageReading(story, PAGE_NAMES[kind] ?? '', styles)
  const shown: string[] = []
  for await (const piece of readMember(file.archive, member)) {
    if (!pages) {
      yield unitsIn(piece, blocks, story)
      continue
    }
    for (const page of pages.take(piece, blocks)) {
      yield page.units
      const objects = blocks.objects.slice(shown.length)
      shown.push(...objects)
      yield* unitsOfCharts(reading, objects, page)
    }
  }
  yield pages?.end() ?? []
  const rest = blocks.objects.slice(shown.length)
  yield* unitsOfCharts(reading, rest, { part: 'charts', ordinal: undefined })
  yield formsIn(member, blocks, kind)
  yield* embeddedOf(reading, blocks.objects)
}

function unitsIn(piece: XmlPiece, blocks: BlockReading, story: OdfStory): NewOdfUnit[] {
  const units: NewOdfUnit[] = []
  for (const block of blocks.take(piece)) {
    if (block.is !== 'paragraph' && block.is !== 'plain') continue
    const { is, tree, place, charset } = block
    for (const unit of story.text(is, tree, { from: 0, to: tree.nodes.length - 1 }, place, charset)) units.push(unit)
  }
  return units
}

/** Where the charts of a page belong. */
interface ChartPlace {
  readonly part: string
  readonly ordinal: number | undefined
  readonly hidden?: boolean | undefined
}

/** The texts of pages, a page at a time: its title, which may come last, names it. */
class PageReading {
  readonly #story: OdfStory
  readonly #name: string
  readonly #styles: OdfStyles
  #number = 0
  #hidden = false
  #title = ''
  #units: NewOdfUnit[] = []

  constructor(story: OdfStory, name: string, styles: OdfStyles) {
    this.#story = story
    this.#name = name
    this.#styles = styles
    story.part = MARGINS
  }

  *take(piece: XmlPiece, blocks: BlockReading): Generator<ChartPlace & { readonly units: readonly NewOdfUnit[] }> {
    for (const block of blocks.take(piece)) {
      if (block.is === 'page') this.#begin(block.tag)
      else if (block.is === 'page end') {
        const part = this.#title === '' ? this.#called : `${this.#called}${PAGE_SEPARATOR}${this.#title}`
        const units = this.#units.map(unit => (unit.part === this.#called ? { ...unit, part } : unit))
        yield { part, ordinal: this.#number, hidden: this.#hidden, units }
        this.#units = []
        this.#story.part = MARGINS
      } else if (block.is === 'paragraph' || block.is === 'plain') {
        const { is, tree, place, charset } = block
        const own = this.#hidden && place.left_out === undefined ? { ...place, left_out: 'hidden' as const } : place
        for (const unit of this.#story.text(is, tree, { from: 0, to: tree.nodes.length - 1 }, own, charset)) {
          this.#units.push(unit)
          if (place.title && this.#title === '') this.#title = headingAsName(unit.text)
        }
      }
    }
  }

  get #called(): string {
    return `${this.#name} ${this.#number}`
  }

  #begin(tag: XmlTag): void {
    this.#number += 1
    this.#title = ''
    this.#hidden = this.#styles.hidden('drawing-page', attributeSaid(tag, 'draw:style-name'))
    this.#story.part = this.#called
    this.#story.ordinal = this.#number
  }

  /** What stands on no page. */
  end(): readonly NewOdfUnit[] {
    return this.#units
  }
}

const MARGINS = 'headers and footers'

/** The charts among the objects: their titles, and, where they have no cells of a sheet, the names in them. */
export async function* unitsOfCharts(reading: OdfReading, objects: readonly string[], at: ChartPlace): Batches {
  const { kind, file } = reading
  for (const object of new Set(objects)) {
    const member = chartOf(file, object)
    if (member === undefined) continue
    const own = { ...reading, styles: await stylesOfDocument(file, [member]) }
    const story = storyOf(own, member)
    story.part = at.part
    story.ordinal = at.ordinal
    const waits = kind === 'ods' ? 'on_request' : undefined
    const blocks = new BlockReading(own.styles, { kind: 'chart', left_out: at.hidden ? 'hidden' : waits })
    let isTable = false
    for await (const piece of readMember(file.archive, member)) {
      const units: NewOdfUnit[] = []
      for (const block of blocks.take(piece)) {
        if (block.is !== 'paragraph' && block.is !== 'plain') continue
        const { is, tree, charset } = block
        isTable ||= block.place.spoken === undefined
        const place: OdfPlace =
          kind === 'ods' && isTable ? { ...block.place, left_out: 'referred_to' } : namedIn(block.place)
        for (const unit of story.text(is, tree, { from: 0, to: tree.nodes.length - 1 }, place, charset))
          units.push(unit)
      }
      yield units
    }
  }
}

function namedIn(place: OdfPlace): OdfPlace {
  return place.spoken === undefined ? { ...place, spoken: 'name in a chart' } : place
}

function chartOf({ archive, types }: OpenDocumentFile, object: string): string | undefined {
  const type = types.get(`${object}/`) ?? ''
  return type.includes('chart') ? archive.named(`${object}/${CONTENT}`) : undefined
}

/** Headers and footers, and in presentations all that stands behind slides. */
export async function* unitsOfMasters(reading: OdfReading): Batches {
  const { kind, file, styles } = reading
  const member = file.archive.named(STYLES)
  if (member === undefined) return
  const story = storyOf(reading, member)
  const blocks = new BlockReading(styles, { left_out: kind === 'odt' ? undefined : 'on_request' })
  for await (const piece of readMember(file.archive, member)) {
    const units: NewOdfUnit[] = []
    for (const block of blocks.take(piece)) {
      if (block.is === 'page') story.part = kind === 'odt' ? undefined : masterOf(kind, block.tag)
      if (block.is !== 'paragraph' && block.is !== 'plain') continue
      const { is, tree, charset } = block
      const place = withPartOf(kind, block.place)
      for (const unit of story.text(is, tree, { from: 0, to: tree.nodes.length - 1 }, place, charset)) units.push(unit)
    }
    yield units
  }
  yield numberingsOf(reading)
}

function masterOf(kind: OdfKind, tag: XmlTag): string {
  if (kind === 'ods') return MARGINS
  return tag.name === 'style:handout-master' ? 'master of handouts' : 'masters and layouts'
}

function withPartOf(kind: OdfKind, place: OdfPlace): OdfPlace {
  if (kind === 'odt' || place.kind !== 'speaker note') return place
  return { ...place, part: 'master of notes' }
}

/** Words in front of and behind the numbers of headings and lists: “Chapter 1”. */
function numberingsOf({ kind, styles }: OdfReading): NewOdfUnit[] {
  return styles.numberings.map(({ member, charset, tag, name }, at) => {
    const text = (attributeSaid(tag, name) ?? '').trim()
    return {
      ...{ path: `${kind}:/${member}#n${at + 1}`, part: 'numbering', kind: 'list' },
      ...{ member, charset, start: tag.start, end: tag.end, text },
      left_out: leftOutOfText(text),
      context: { kind: 'words beside a number' },
      target_place: { in: 'attribute', tag, name },
    }
  })
}

/** What forms say to who fills them in. */
export function formsIn(member: string, { labels }: BlockReading, kind: OdfKind): NewOdfUnit[] {
  if (labels.length === 0) return []
  const at = { member, charset: 'utf-8', start: 0, end: 0 } as const
  const text = labels.join('\n')
  return [
    { path: `${kind}:/forms`, part: 'forms', ...at, text, left_out: 'form_field', target_place: { in: 'nothing' } },
  ]
}

/** Files of other programs, and objects that are no charts: each is said, and stays. */
export async function* embeddedOf({ kind, file }: OdfReading, objects: readonly string[]): Batches {
  const { archive, types } = file
  const units: NewOdfUnit[] = []
  const add = (path: string): void => {
    const at = { member: path, charset: 'utf-8', start: 0, end: 0, text: path } as const
    const what = { path: `${kind}:/${path}`, part: 'embedded files', kind: 'html' } as const
    units.push({ ...what, ...at, left_out: 'not_taken', target_place: { in: 'nothing' } })
  }
  for (const object of new Set(objects)) {
    const member = archive.named(`${object}/${CONTENT}`)
    if (member !== undefined && !(types.get(`${object}/`) ?? '').includes('chart')) add(member)
  }
  for (const [path, type] of types) {
    const name = FOREIGN.test(type) ? archive.named(path) : undefined
    if (name !== undefined) add(name)
  }
  yield units
}

const FOREIGN = /sun-ole|oleobject|openxmlformats|ms-(?:excel|powerpoint)|msword/i

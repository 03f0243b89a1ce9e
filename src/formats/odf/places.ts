/** Where in a document a text stands, by the elements around it: what it is, which part it belongs to, and whether it waits. */
import type { XmlTag } from '../bytes/xml/index.ts'
import type { Reason, UnitKind } from '../format.ts'
import type { OdfStyles } from './styles.ts'
import { attributeSaid } from './tree.ts'

export interface OdfPlace {
  /** Undefined: the section, the slide or the sheet that it is met in. */
  readonly part?: string | undefined
  readonly kind?: UnitKind | undefined
  /** What it is, as people say it, where the kind alone says less. */
  readonly spoken?: string | undefined
  readonly left_out?: Reason | undefined
  /** It is a title of its slide. */
  readonly title?: true | undefined
  /** Nothing in it is a text for readers. */
  readonly nothing?: true | undefined
}

/** What an element makes of the place of what is in it; undefined where it is the same. */
type Change = (tag: XmlTag, place: OdfPlace, styles: OdfStyles) => OdfPlace | undefined

const BOX: OdfPlace = { kind: 'text box', spoken: 'text box' }
/** Elements of drawings with text in them. */
const SHAPES =
  'frame text-box custom-shape rect ellipse circle line polyline polygon path connector caption measure regular-polygon'
const NOTES = { footnote: 'footnotes', endnote: 'endnotes' } as const
/** What a frame of a slide is for. */
const OF_FRAME: ReadonlyMap<string, OdfPlace> = new Map([
  ['title', { kind: 'heading', spoken: 'title', title: true }],
  ['subtitle', { kind: 'paragraph', spoken: 'subtitle' }],
  ['outline', { kind: 'paragraph', spoken: undefined }],
  ['text', { kind: 'paragraph', spoken: undefined }],
  ['notes', { kind: 'speaker note', spoken: 'speaker note' }],
  ['header', { kind: 'header', spoken: 'header' }],
  ['footer', { kind: 'header', spoken: 'footer' }],
  ['date-time', { kind: 'header', spoken: 'header' }],
  ['page-number', { kind: 'header', spoken: 'header' }],
] as const)

const CONTENTS: OdfPlace = { part: 'table of contents' }
const shape: Change = (tag, place) => {
  const of = OF_FRAME.get(attributeSaid(tag, 'presentation:class') ?? '')
  if (of) return place.kind === 'speaker note' && of.title ? { ...place } : { ...place, ...of }
  const isFixed = place.kind !== undefined && place.kind !== 'table' && place.kind !== 'list'
  return isFixed ? undefined : { ...place, ...BOX }
}
const always =
  (facts: OdfPlace): Change =>
  (_, place) => ({ ...place, ...facts })
/** Of headers and footers: all of them may wait. */
const margin =
  (part: string): Change =>
  (tag, place) => ({
    ...{ part: place.part ?? part, kind: 'header', spoken: part.slice(0, -1) },
    left_out: place.left_out ?? (attributeSaid(tag, 'style:display') === 'false' ? 'hidden' : undefined),
  })
const unlessFixed =
  (facts: OdfPlace): Change =>
  (_, place) =>
    place.kind === undefined || place.kind === 'paragraph' ? { ...place, ...facts } : undefined
const hiddenRow: Change = (tag, place) => {
  const visibility = attributeSaid(tag, 'table:visibility') ?? 'visible'
  return visibility === 'visible' || place.left_out ? undefined : { ...place, left_out: 'hidden' }
}

const CHANGES: ReadonlyMap<string, Change> = new Map<string, Change>([
  ...SHAPES.split(' ').map(name => [`draw:${name}`, shape] as const),
  ['text:tracked-changes', always({ left_out: 'deleted' })],
  ['table:tracked-changes', always({ left_out: 'deleted', part: 'tracked changes' })],
  [
    'text:note',
    (tag, place) => {
      const part = NOTES[attributeSaid(tag, 'text:note-class') === 'endnote' ? 'endnote' : 'footnote']
      return { ...place, part, kind: 'footnote', spoken: part.slice(0, -1) }
    },
  ],
  [
    'office:annotation',
    (_, place) => ({ part: 'comments', kind: 'comment', spoken: 'comment', left_out: place.left_out ?? 'on_request' }),
  ],
  ['text:list-item', unlessFixed({ kind: 'list', spoken: 'list item' })],
  ['text:list-header', unlessFixed({ kind: 'list', spoken: 'list item' })],
  ['table:table', unlessFixed({ kind: 'table', spoken: 'cell' })],
  ['table:table-row', hiddenRow],
  [
    'text:section',
    (tag, place) =>
      attributeSaid(tag, 'text:display') === 'none' ? { ...place, left_out: place.left_out ?? 'hidden' } : undefined,
  ],
  ['text:table-of-content', always(CONTENTS)],
  ['text:alphabetical-index', always({ part: 'index' })],
  ['text:bibliography', always({ part: 'bibliography' })],
  ...['illustration', 'table', 'object', 'user'].map(name => [`text:${name}-index`, always(CONTENTS)] as const),
  ['style:header', margin('headers')],
  ['style:header-left', margin('headers')],
  ['style:header-first', margin('headers')],
  ['style:footer', margin('footers')],
  ['style:footer-left', margin('footers')],
  ['style:footer-first', margin('footers')],
  ['presentation:notes', (_, place) => ({ ...place, kind: 'speaker note', spoken: 'speaker note' })],
  ['chart:chart', always({ kind: 'chart', spoken: 'title of a chart' })],
  ['math:math', always({ nothing: true })],
  ['office:event-listeners', always({ nothing: true })],
])

/** Where what is in an element stands. */
export function placeIn(tag: XmlTag, place: OdfPlace, styles: OdfStyles): OdfPlace {
  return CHANGES.get(tag.name)?.(tag, place, styles) ?? place
}

export interface OdfLeaf {
  readonly kind: UnitKind
  readonly spoken?: string | undefined
}

/** Elements that hold nothing but a text for readers. */
export const PLAIN_TEXTS: ReadonlyMap<string, OdfLeaf | undefined> = new Map<string, OdfLeaf | undefined>([
  ['svg:title', { kind: 'alt text', spoken: 'alt text' }],
  ['svg:desc', { kind: 'alt text', spoken: 'alt text' }],
  ['table:title', { kind: 'alt text', spoken: 'alt text' }],
  ['table:desc', { kind: 'alt text', spoken: 'alt text' }],
  ['text:index-title-template', { kind: 'heading', spoken: 'title of an index' }],
  ['text:index-entry-span', undefined],
  ['text:note-continuation-notice-forward', { kind: 'footnote', spoken: 'footnote' }],
  ['text:note-continuation-notice-backward', { kind: 'footnote', spoken: 'footnote' }],
  ['presentation:header-decl', { kind: 'header', spoken: 'header' }],
  ['presentation:footer-decl', { kind: 'header', spoken: 'footer' }],
])

export const PARAGRAPHS: ReadonlySet<string> = new Set(['text:p', 'text:h'])

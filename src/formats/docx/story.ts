/** A member of a document as units: each paragraph with what hangs on it, in the order of the file. */
import type { DrawnUnit } from '../bytes/drawing/index.ts'
import { type CodedRuns, codedRuns, type RunCode, type RunItem } from '../bytes/runs/index.ts'
import type { XmlPiece, XmlTag } from '../bytes/xml/index.ts'
import { leftOutOfDescription, leftOutOfText } from '../content/left-out.ts'
import { BODY, HeadingSections } from '../content/sections.ts'
import type { Charset, Reason, Unit, UnitContext, UnitKind } from '../format.ts'
import type { ControlText } from './controls.ts'
import { type HeldAttribute, joinedHeld } from './held.ts'
import { type ParagraphReading, readParagraph } from './items.ts'
import { type WordLayout, wordLayoutOf } from './layout.ts'
import { Looks } from './looks.ts'
import { ParagraphCutter, type WordParagraph } from './paragraphs.ts'
import type { WordStyles } from './styles.ts'

/** A line of runs in its paragraph. */
export interface WordLine {
  readonly runs: CodedRuns
  readonly layout: WordLayout
}

/** Where the translation of a unit goes: several places say the same. */
export type WordPlaces =
  | { readonly in: 'lines'; readonly lines: readonly WordLine[] }
  | { readonly in: 'attributes'; readonly attributes: readonly { readonly tag: XmlTag; readonly name: string }[] }
  | { readonly in: 'text'; readonly like: string }
  | { readonly in: 'drawing'; readonly unit: DrawnUnit }
  | { readonly in: 'nothing' }

export interface WordUnit extends Unit {
  readonly places: WordPlaces
}

export type NewUnit = Omit<WordUnit, 'index'>

/** A member with text. */
export interface WordStory {
  readonly member: string
  /** Undefined: its parts are its sections. */
  readonly part?: string | undefined
  readonly kind?: UnitKind | undefined
  /** Its texts wait to be asked for. */
  readonly on_request?: true | undefined
}

/** The unit of the original with a path, where the file is a result. */
export type Beside = (path: string) => WordUnit | undefined

export class WordStoryReading {
  readonly #story: WordStory
  readonly #styles: WordStyles
  readonly #beside: Beside | undefined
  readonly #cutter = new ParagraphCutter()
  readonly #looks: Looks
  readonly #sections = new HeadingSections()
  #charset: Charset = 'utf-8'
  #number = 0

  constructor(story: WordStory, styles: WordStyles, beside: Beside | undefined) {
    this.#story = story
    this.#styles = styles
    this.#beside = beside
    this.#looks = new Looks(styles)
  }

  *take({ charset, nodes }: XmlPiece): Generator<NewUnit> {
    this.#charset = charset
    for (const paragraph of this.#cutter.take(nodes)) {
      const read = this.#read(paragraph)
      if (read.isPlain) {
        const unit = this.#plain(paragraph, read)
        if (unit) yield unit
      } else yield* this.#several([paragraph], [read])
    }
  }

  #read(paragraph: WordParagraph): Read {
    const layout = wordLayoutOf(paragraph, this.#styles)
    const reading = readParagraph(paragraph, this.#looks, layout.hidden)
    const { held, hidden } = reading
    const stays = withControls(reading.stays, paragraph.around)
    return {
      layout,
      reading: stays === reading.stays ? reading : { ...reading, stays },
      isPlain: held.length === 0 && hidden.length === 0 && stays === undefined && !paragraph.described && !this.#beside,
    }
  }

  #next(): string {
    this.#number += 1
    return `docx:/${this.#story.member}#p${this.#number}`
  }

  /** A paragraph with nothing but its text, as most are. */
  #plain(paragraph: WordParagraph, { layout, reading }: Read): NewUnit | undefined {
    const path = this.#next()
    const read = line(reading.items, layout, undefined)
    return read && this.#unit(path, this.#placed(paragraph, layout, read.runs.text), read)
  }

  /** A paragraph, which may stand in several places. */
  *#several(places: readonly WordParagraph[], all: readonly Read[]): Generator<NewUnit> {
    const path = this.#next()
    const [paragraph] = places
    const [first] = all
    if (!paragraph || !first) return
    const known = linesOf(this.#original(path))
    const lines = all.map(({ reading, layout }, at) => line(reading.items, layout, known[at]))
    const [main] = lines
    const text = main?.runs.text ?? ''
    const place = this.#placed(paragraph, first.layout, text)
    const isSame = (each: WordLine | undefined): boolean => each !== undefined && each.runs.text === text
    if (main)
      yield this.#unit(
        path,
        place,
        main,
        lines.filter(isSame).flatMap(each => each ?? []),
      )
    // What stands there in other words for other programs.
    for (const [at, { reading, layout }] of all.entries()) {
      if (lines[at] === undefined || isSame(lines[at])) continue
      const own = `${path}/other${at}`
      const read = line(reading.items, layout, linesOf(this.#original(own))[0])
      if (read) yield this.#unit(own, place, read)
    }
    yield* this.#aside(path, place, all)
    const held = all.map(({ reading }) => reading.held).reduce((one, other) => joinedHeld(paragraph.tree, one, other))
    for (const [at, each] of (paragraph.described ?? []).entries())
      yield this.#attribute(`${path}/table${at + 1}`, place, each)
    let attributes = 0
    for (const each of held) {
      if (each.kind === 'paragraph') {
        const { bound, around } = each
        const inside = each.places.map(span => ({ ...span, tree: paragraph.tree, in: 'box', bound, around }) as const)
        yield* this.#several(
          inside,
          inside.map(one => this.#read(one)),
        )
      } else {
        attributes += 1
        yield this.#attribute(`${path}/alt${attributes}`, place, each)
      }
    }
  }

  /** What is in a paragraph and not translated with it. */
  *#aside(path: string, place: Place, all: readonly Read[]): Generator<NewUnit> {
    let hidden = 0
    for (const { reading, layout } of all) {
      for (const items of reading.hidden) {
        hidden += 1
        const own = `${path}/hidden${hidden}`
        const read = line(items, layout, linesOf(this.#original(own))[0])
        if (read) yield { ...this.#unit(own, place, read), left_out: leftOutOfText(read.runs.text) ?? 'hidden' }
      }
    }
    for (const reason of STAYING) {
      const texts = all[0]?.reading.stays?.get(reason)
      const unit = this.#staying(`${path}/${reason}`, place, reason, texts, all[0]?.layout.tag?.end ?? 0)
      if (unit) yield unit
    }
  }

  #original(path: string): WordUnit | undefined {
    return this.#beside?.(path)
  }

  /** Where a paragraph belongs, and what it is. A heading begins a section. */
  #placed(paragraph: WordParagraph, layout: WordLayout, text: string): Place {
    const isHeading = layout.outline < 9 && paragraph.in !== 'box' && this.#story.part === undefined
    if (isHeading && text !== '') this.#sections.begin(layout.outline, text)
    const place = this.#placeOf(layout, paragraph.in, isHeading)
    return paragraph.bound ? { ...place, bound: true } : place
  }

  #unit(path: string, place: Place, read: WordLine, lines: readonly WordLine[] = [read]): NewUnit {
    const { start, end, text, codes } = read.runs
    return {
      path,
      part: place.part,
      kind: place.kind,
      ordinal: this.#number,
      member: this.#story.member,
      charset: this.#charset,
      start,
      end,
      text,
      left_out:
        leftOutOfText(codes.length === 0 ? text : text.replace(OWN_TAGS, ' ')) ??
        (place.bound ? 'computed' : this.#waiting),
      context: codes.length === 0 ? place.context : withMeanings(place.context, codes),
      places: { in: 'lines', lines },
    }
  }

  /** What is said in a paragraph and stays. In a result it may stand in another order; how words are read is gone with the words. */
  #staying(
    path: string,
    place: Place,
    reason: Reason,
    texts: readonly string[] | undefined,
    at: number,
  ): NewUnit | undefined {
    const original = this.#original(path)?.text
    const said = texts?.join('\n') ?? (reason === 'reading' ? original : undefined)
    if (said === undefined) return undefined
    const isSame = original !== undefined && sorted(original) === sorted(said)
    return {
      ...this.#common(path, place),
      ...{ start: at, end: at, text: isSame ? original : said },
      left_out: reason,
      context: place.context,
      places: { in: 'nothing' },
    }
  }

  #attribute(path: string, place: Place, { kind, text, places }: HeldAttribute): NewUnit {
    const own: Place = this.#story.kind ? { ...place, context: ALT } : { ...place, kind, context: ALT }
    const start = places[0]?.tag.start ?? 0
    return {
      ...this.#common(path, own),
      ...{ start, end: places[0]?.tag.end ?? start, text: text.trim() },
      left_out: leftOutOfDescription(text) ?? this.#waiting,
      context: own.context,
      places: { in: 'attributes', attributes: places },
    }
  }

  #common(path: string, { part, kind }: Place) {
    return { path, part, kind, ordinal: this.#number, member: this.#story.member, charset: this.#charset }
  }

  get #waiting(): Reason | undefined {
    return this.#story.on_request ? 'on_request' : undefined
  }

  #placeOf(layout: WordLayout, inside: WordParagraph['in'], isHeading: boolean): Place {
    const { part, kind } = this.#story
    if (part !== undefined) return { part, kind: kind ?? 'paragraph', context: undefined }
    const name = layout.is === 'contents' ? CONTENTS : this.#sections.name || BODY
    if (inside === 'box') return { part: name, kind: 'text box', context: CONTEXTS['text box'] }
    if (isHeading) return { part: name, kind: 'heading', context: HEADINGS[layout.outline] }
    if (inside === 'table') return { part: name, kind: 'table', context: CONTEXTS.table }
    if (layout.is === 'title') return { part: name, kind: 'heading', context: CONTEXTS.title }
    if (layout.is === 'list' || layout.is === 'quote')
      return { part: name, kind: layout.is, context: CONTEXTS[layout.is] }
    return { part: name, kind: 'paragraph', context: undefined }
  }
}

interface Read {
  readonly layout: WordLayout
  readonly reading: ParagraphReading
  /** There is nothing but its text, and no original to compare it with. */
  readonly isPlain: boolean
}

interface Place {
  readonly part: string
  readonly kind: UnitKind
  readonly context: UnitContext | undefined
  /** Its text comes from elsewhere. */
  readonly bound?: true | undefined
}

const OWN_TAGS = /<\/?[gx]\d+\/?>/g
const STAYING = ['hidden', 'deleted', 'computed', 'referred_to', 'formula', 'reading', 'not_taken'] as const
const CONTENTS = 'table of contents'
const ALT = { kind: 'alt text' } as const
const CONTEXTS = {
  'text box': { kind: 'text box' },
  table: { kind: 'cell' },
  title: { kind: 'title' },
  list: { kind: 'list item' },
  quote: { kind: 'quote' },
} as const
const HEADINGS = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(level => ({ kind: `heading ${level}` }))

function line(items: readonly RunItem[], layout: WordLayout, original: WordLine | undefined): WordLine | undefined {
  const runs = codedRuns(items, original?.runs)
  return runs && { runs, layout }
}

/** What stays in a paragraph, with what the controls around it say. */
function withControls(stays: Stays, around: readonly ControlText[] = []): Stays {
  const said = around.filter(({ text }) => /\p{L}/u.test(text))
  if (said.length === 0) return stays
  const all = new Map(stays)
  for (const { reason } of said) {
    const own = said.filter(each => each.reason === reason).map(({ text }) => text)
    all.set(reason, [...own, ...(stays?.get(reason) ?? [])])
  }
  return all
}

type Stays = ParagraphReading['stays']

function linesOf(unit: WordUnit | undefined): readonly WordLine[] {
  return unit?.places.in === 'lines' ? unit.places.lines : []
}

function withMeanings(context: UnitContext | undefined, codes: readonly RunCode[]): UnitContext | undefined {
  const meant = codes.filter(({ meaning }) => meaning)
  if (meant.length === 0) return context
  return { ...context, stands_for: Object.fromEntries(meant.map(({ tag, meaning }) => [tag, meaning ?? ''])) }
}

function sorted(text: string): string {
  return text.split('\n').sort().join('\n')
}

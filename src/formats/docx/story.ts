/** A member of a document as units: each paragraph with what hangs on it, in the order of the file. */
import { type CodedRuns, codedRuns, type RunItem } from '../bytes/runs/index.ts'
import type { XmlPiece, XmlTag } from '../bytes/xml/index.ts'
import { leftOutOfData, leftOutOfText } from '../content/left-out.ts'
import type { Charset, Reason, Unit, UnitContext, UnitKind } from '../format.ts'
import { type HeldAttribute, joined } from './held.ts'
import { readParagraph } from './items.ts'
import { layoutOf, type WordLayout } from './layout.ts'
import { Looks } from './looks.ts'
import { ParagraphCutter, type WordParagraph } from './paragraphs.ts'
import { BODY, WordSections } from './sections.ts'
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

export class StoryReading {
  readonly #story: WordStory
  readonly #styles: WordStyles
  readonly #beside: Beside
  readonly #cutter = new ParagraphCutter()
  readonly #looks: Looks
  readonly #sections = new WordSections()
  #charset: Charset = 'utf-8'
  #number = 0

  constructor(story: WordStory, styles: WordStyles, beside: Beside) {
    this.#story = story
    this.#styles = styles
    this.#beside = beside
    this.#looks = new Looks(styles)
  }

  *take({ charset, nodes }: XmlPiece): Generator<NewUnit> {
    this.#charset = charset
    for (const paragraph of this.#cutter.take(nodes)) yield* this.#paragraph([paragraph])
  }

  /** A paragraph, which may stand in several places. */
  *#paragraph(places: readonly WordParagraph[]): Generator<NewUnit> {
    this.#number += 1
    const path = `docx:/${this.#story.member}#p${this.#number}`
    const [paragraph] = places
    const all = places.map(place => {
      const layout = layoutOf(place, this.#styles)
      return { layout, ...readParagraph(place, this.#looks, layout.hidden) }
    })
    const [first] = all
    if (!paragraph || !first) return
    const known = linesOf(this.#beside(path))
    const lines = all.map(({ items, layout }, at) => line(items, layout, known[at]))
    const [main] = lines
    const text = main?.runs.text ?? ''
    const isHeading = first.layout.outline < 9 && paragraph.in !== 'box' && this.#story.part === undefined
    if (isHeading && text !== '') this.#sections.begin(first.layout.outline, text)
    const place = this.#placeOf(first.layout, paragraph.in, isHeading)
    const isSame = (each: WordLine | undefined): boolean => each !== undefined && each.runs.text === text
    if (main)
      yield this.#unit(
        path,
        place,
        main,
        lines.filter(isSame).flatMap(each => each ?? []),
      )
    // What stands there in other words for other programs.
    for (const [at, { items, layout }] of all.entries()) {
      if (lines[at] === undefined || isSame(lines[at])) continue
      const own = `${path}/other${at}`
      const read = line(items, layout, linesOf(this.#beside(own))[0])
      if (read) yield this.#unit(own, place, read)
    }
    let hidden = 0
    for (const { hidden: texts, layout } of all) {
      for (const items of texts) {
        hidden += 1
        const own = `${path}/hidden${hidden}`
        const read = line(items, layout, linesOf(this.#beside(own))[0])
        if (read) yield { ...this.#unit(own, place, read), left_out: leftOutOfText(read.runs.text) ?? 'hidden' }
      }
    }
    for (const reason of STAYING) {
      const unit = this.#staying(`${path}/${reason}`, place, reason, first.stays.get(reason), first.layout)
      if (unit) yield unit
    }
    if (all.every(({ held }) => held.length === 0)) return
    const held = all.map(each => each.held).reduce((one, other) => joined(paragraph.tree, one, other))
    let attributes = 0
    for (const each of held) {
      if (each.kind === 'paragraph')
        yield* this.#paragraph(each.places.map(span => ({ ...span, tree: paragraph.tree, in: 'box' })))
      else {
        attributes += 1
        yield this.#attribute(`${path}/alt${attributes}`, place, each)
      }
    }
  }

  #unit(path: string, place: Place, { runs, layout }: WordLine, lines = [{ runs, layout }]): NewUnit {
    const meanings = runs.codes.flatMap(({ tag, meaning }) => (meaning ? [[tag, meaning] as const] : []))
    const context = meanings.length > 0 ? { ...place.context, stands_for: Object.fromEntries(meanings) } : place.context
    return {
      ...this.#common(path, place),
      ...{ start: runs.start, end: runs.end, text: runs.text },
      left_out: leftOutOfText(runs.text) ?? this.#waiting,
      context,
      places: { in: 'lines', lines },
    }
  }

  /** What is said in a paragraph and stays. In a result it may stand in another order; how words are read is gone with the words. */
  #staying(
    path: string,
    place: Place,
    reason: Reason,
    texts: readonly string[] | undefined,
    { tag }: WordLayout,
  ): NewUnit | undefined {
    const original = this.#beside(path)?.text
    const said = texts?.join('\n') ?? (reason === 'reading' ? original : undefined)
    if (said === undefined) return undefined
    const isSame = original !== undefined && sorted(original) === sorted(said)
    const at = tag?.end ?? 0
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
      ...{ start, end: places[0]?.tag.end ?? start, text: text.replace(/\s+/g, ' ').trim() },
      left_out: leftOutOfData(text) ?? this.#waiting,
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

interface Place {
  readonly part: string
  readonly kind: UnitKind
  readonly context: UnitContext | undefined
}

const STAYING = ['hidden', 'deleted', 'computed', 'formula', 'reading'] as const
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

function linesOf(unit: WordUnit | undefined): readonly WordLine[] {
  return unit?.places.in === 'lines' ? unit.places.lines : []
}

function sorted(text: string): string {
  return text.split('\n').sort().join('\n')
}

/** The paragraphs of a story, read as the file comes: memory holds one paragraph, with what hangs on it. */
import type { RunItem } from '../bytes/runs/index.ts'
import { attributesOf, type XmlNode, type XmlTag } from '../bytes/xml/index.ts'
import type { Charset, Reason, UnitKind } from '../format.ts'
import { named } from './document.ts'
import { textPiecesOf } from './pieces.ts'
import { enters, inRun, LEAVES, PARAGRAPH, type Point, runAt, type StyledPlace, TEXT } from './place.ts'

/** What the paragraphs in an element have in common: a table, a note, text that readers do not see. */
interface Held {
  readonly kind?: UnitKind | undefined
  readonly reason?: Reason | undefined
  readonly meaning?: string | undefined
}

export interface StoryParagraph extends Held {
  readonly items: readonly RunItem[]
  /** What is open where an item begins and where it ends, by offset. */
  readonly before: ReadonlyMap<number, Point>
  readonly behind: ReadonlyMap<number, Point>
  /** The name of its style, and whether the paragraph itself is one of a list. */
  readonly style: string
  readonly in_list: boolean
  readonly charset: Charset
  /** The cell of a table that it is in: `column:row`, both from 0. */
  readonly cell?: string | undefined
}

interface Draft extends Held {
  readonly items: RunItem[]
  readonly before: Map<number, Point>
  readonly behind: Map<number, Point>
  /** The paragraphs in what hangs on it. They come after it. */
  readonly inner: StoryParagraph[]
  /** In a table or a note: its paragraphs that have ended. */
  readonly ended: StoryParagraph[]
}

interface Opened {
  readonly role: 'paragraph' | 'run' | 'around' | 'text' | 'held' | 'cell' | 'plain'
  /** What was, and is again at its end. */
  readonly place: StyledPlace
  readonly tag: XmlTag
  readonly style: Style
  readonly cell: string | undefined
  readonly draft: Draft
}

interface Style {
  readonly name: string
  readonly in_list: boolean
}

/** Elements whose texts are units by themselves. */
const HELD: Readonly<Record<string, Held>> = {
  Table: { kind: 'table', meaning: 'table' },
  Footnote: { kind: 'footnote', meaning: 'footnote' },
  Endnote: { kind: 'footnote', meaning: 'endnote' },
  Note: { kind: 'comment', reason: 'on_request', meaning: 'note' },
  // InDesign makes its text of what it refers to.
  CrossReferenceSource: { reason: 'computed', meaning: 'cross-reference' },
  HiddenText: { reason: 'hidden', meaning: 'hidden text' },
}
const DELETED: Held = { reason: 'deleted', meaning: 'deleted text' }
const HIDDEN: Held = { reason: 'hidden', meaning: 'hidden text' }
/** What is around texts and is left around them, and what it is for a translator. */
const AROUND: ReadonlyMap<string, string | undefined> = new Map([
  ['HyperlinkTextSource', 'link'],
  ['HyperlinkTextDestination', undefined],
  ['XMLElement', undefined],
  ['Change', undefined],
  ['EndnoteRange', undefined],
  // A range in a range.
  ['CharacterStyleRange', undefined],
])
/** What only holds others. */
const PLAIN = new Set(['idPkg:Story', 'idPkg:BackingStory', 'Story', 'XmlStory'])
/** What belongs to the beginning of an element. */
const OF_BEGINNING = new Set([
  'Properties',
  'XMLAttribute',
  'StoryPreference',
  'InCopyExportOption',
  'MetadataPacketPreference',
])
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['TextVariableInstance', 'text variable'],
  ['PageReference', 'entry of the index'],
  ['TextFrame', 'text frame'],
  ['Group', 'picture'],
  ['Rectangle', 'picture'],
  ['Oval', 'picture'],
  ['Polygon', 'picture'],
  ['GraphicLine', 'line'],
])
const NO_STYLE: Style = { name: '', in_list: false }

export class LayoutStoryReading {
  /** The stories of frames that are anchored in the text. */
  readonly anchored: string[] = []
  readonly #conditions: ReadonlySet<string>
  readonly #open: Opened[] = []
  /** An element that is one code, while it lasts. */
  #code: { readonly tag: XmlTag; raw: string; depth: number } | undefined
  #draft: Draft = draftOf({})
  #ended: StoryParagraph[] = []
  #place: StyledPlace = PARAGRAPH
  #style: Style = NO_STYLE
  #held = 0
  #cell: string | undefined
  /** Since when items of a text come that have no end yet. */
  #text: { start: number; inside: boolean; readonly from: number } | undefined
  #charset: Charset = 'utf-8'

  constructor(conditions: ReadonlySet<string>) {
    this.#conditions = conditions
  }

  /** The paragraphs that end in these nodes. */
  take(nodes: readonly XmlNode[], charset: Charset): StoryParagraph[] {
    this.#charset = charset
    for (const node of nodes) {
      if (this.#code) this.#inCode(node)
      else if (node.kind === 'open') this.#begin(node)
      else if (node.kind === 'close') this.#end(node)
      else if (this.#open.at(-1)?.role === 'text') this.#content(node)
    }
    const ended = this.#ended
    this.#ended = []
    return ended
  }

  #begin(tag: XmlTag): void {
    let attributes: ReturnType<typeof attributesOf> | undefined
    const value = (name: string): string => {
      attributes ??= attributesOf(tag)
      return attributes.get(name)?.value ?? ''
    }
    const held = this.#heldBy(tag, value)
    if (PLAIN.has(tag.name)) this.#push(tag, 'plain')
    else if (tag.name === 'Br' && tag.empty) this.#cut()
    else if (tag.name === 'Content') this.#beginText(tag)
    else if (tag.name === 'ParagraphStyleRange') {
      this.#cut()
      this.#push(tag, 'paragraph')
      this.#place = PARAGRAPH
      const list = value('BulletsAndNumberingListType')
      this.#style = { name: value('AppliedParagraphStyle'), in_list: list !== '' && list !== 'NoList' }
    } else if (tag.name === 'Cell') {
      this.#cut()
      this.#push(tag, 'cell')
      this.#place = PARAGRAPH
      this.#cell = value('Name')
    } else if (held && !tag.empty) this.#hold(tag, held)
    else if (tag.name === 'CharacterStyleRange' && this.#place.run === undefined) {
      this.#push(tag, 'run')
      if (!tag.empty) this.#place = { ...this.#place, run: tag.raw }
    } else if (AROUND.has(tag.name) && !tag.empty) this.#around(tag)
    else this.#beginCode(tag)
  }

  #heldBy(tag: XmlTag, value: (name: string) => string): Held | undefined {
    if (tag.name === 'Change') return value('ChangeType') === 'DeletedText' ? DELETED : undefined
    if (tag.name !== 'CharacterStyleRange') return HELD[tag.name]
    if (!tag.raw.includes('AppliedConditions')) return undefined
    const conditions = value('AppliedConditions')
      .split(' ')
      .filter(each => each !== '')
    const isHidden = conditions.length > 0 && conditions.every(each => this.#conditions.has(named(each)))
    return isHidden ? HIDDEN : undefined
  }

  #push(tag: XmlTag, role: Opened['role']): void {
    if (tag.empty) return
    this.#open.push({ role, tag, place: this.#place, style: this.#style, cell: this.#cell, draft: this.#draft })
  }

  #end(node: XmlNode): void {
    const opened = this.#open.pop()
    if (!opened) return
    const { role, place, style, cell, draft, tag } = opened
    if (role === 'text') {
      this.#endText(node.end, false)
      return
    }
    if (role === 'around') {
      this.#add({ kind: 'close', raw: `${LEAVES}${node.raw}`, of: 'element', start: node.start, end: node.end }, place)
    }
    if (role === 'paragraph' || role === 'cell' || role === 'held' || role === 'plain') this.#cut()
    this.#place = place
    this.#style = style
    this.#cell = cell
    if (role !== 'held') return
    this.#held -= 1
    const { meaning, ended } = this.#draft
    this.#draft = draft
    for (const each of ended) draft.inner.push(each)
    const mark = inRun(runAt(place))
    const holds = { start: tag.start, end: node.end, lead: mark.length, trail: 0 }
    this.#add({ kind: 'alone', raw: mark, meaning, start: tag.start, end: node.end, holds })
  }

  #hold(tag: XmlTag, held: Held): void {
    this.#push(tag, 'held')
    this.#held += 1
    const { reason = held.reason, kind = held.kind } = this.#draft
    this.#draft = draftOf({ ...held, reason, kind: held.kind ?? kind })
    this.#place = PARAGRAPH
    this.#cell = undefined
  }

  #around(tag: XmlTag): void {
    const place = this.#place
    const raw = `${inRun(runAt(place))}${tag.raw}${enters(tag.name)}`
    const item = { kind: 'open', raw, of: 'element', meaning: AROUND.get(tag.name) } as const
    this.#push(tag, 'around')
    const inner = { outer: place, name: tag.name, inherited: runAt(place), run: undefined }
    this.#add({ ...item, start: tag.start, end: tag.end }, inner)
    this.#place = inner
  }

  #beginCode(tag: XmlTag): void {
    this.#code = { tag, raw: '', depth: 0 }
    this.#inCode(tag)
  }

  #inCode(node: XmlNode): void {
    const code = this.#code
    if (!code) return
    code.raw += node.raw
    if (node.kind === 'open') {
      const story =
        node.name === 'TextFrame' || node.name === 'TextPath' ? attributesOf(node).get('ParentStory') : undefined
      if (story) this.anchored.push(story.value)
      if (!node.empty) code.depth += 1
    } else if (node.kind === 'close') code.depth -= 1
    if (code.depth > 0) return
    this.#code = undefined
    if (!this.#isOfBeginning(code.tag, code.raw, node.end)) this.#addCode(code.tag, code.raw, node.end)
  }

  /** Properties of a range or a link are written wherever it is. */
  #isOfBeginning({ name, start }: XmlTag, raw: string, end: number): boolean {
    const holder = this.#open.at(-1)
    if (!OF_BEGINNING.has(name)) return false
    if (holder?.role === 'run') this.#place = { ...this.#place, run: `${this.#place.run ?? ''}${raw}` }
    const last = this.#draft.items.at(-1)
    if (holder?.role !== 'around' || last?.kind !== 'open' || last.end > start) return true
    const mark = enters(holder.tag.name)
    this.#draft.items.pop()
    this.#add({ ...last, raw: last.raw.slice(0, -mark.length) + raw + mark, end })
    return true
  }

  #addCode(tag: XmlTag, raw: string, end: number): void {
    const { start, name } = tag
    const result = name === 'TextVariableInstance' ? (attributesOf(tag).get('ResultText')?.value ?? '') : ''
    const meaning = result.trim() === '' ? MEANINGS.get(name) : result.trim()
    this.#add({ kind: 'alone', raw: inRun(runAt(this.#place)) + raw, meaning, start, end })
    if (!/\p{L}/u.test(result)) return
    const shell = { key: '', open: '', close: '' }
    const items: RunItem[] = [{ kind: 'text', text: result, shell, start, end }]
    this.#draft.inner.push({
      ...this.#paragraphOf(draftOf(this.#draft)),
      items,
      reason: this.#draft.reason ?? 'computed',
    })
  }

  #beginText(tag: XmlTag): void {
    if (tag.empty) return
    this.#push(tag, 'text')
    this.#text = { start: tag.start, inside: false, from: this.#draft.items.length }
  }

  #content(node: XmlNode): void {
    const run = runAt(this.#place)
    const shell = { key: keyOf(run), open: inRun(run) + TEXT.open, close: TEXT.close }
    for (const piece of textPiecesOf(node, this.#charset)) {
      const place = { start: node.start, end: node.end }
      if (piece.kind === 'text') this.#draft.items.push({ kind: 'text', text: piece.text, shell, ...place })
      else if (piece.kind === 'sign') {
        const raw = shell.open + piece.raw + shell.close
        this.#draft.items.push({ kind: 'alone', raw, meaning: piece.meaning, ...place })
      } else {
        this.#endText(piece.start, true)
        this.#cut()
        this.#text = { start: piece.end, inside: true, from: this.#draft.items.length }
      }
    }
  }

  /** Gives the items of a text their place: the whole of it, or what of it is before or behind the end of a paragraph. */
  #endText(end: number, inside: boolean): void {
    const text = this.#text
    if (!text) return
    const { items, before, behind } = this.#draft
    for (let at = text.from; at < items.length; at += 1) {
      const item = items[at]
      if (item) items[at] = { ...item, start: text.start, end }
    }
    before.set(text.start, { place: this.#place, inside: text.inside })
    behind.set(end, { place: this.#place, inside })
    this.#text = undefined
  }

  /** `after`: what is open behind the item, where that is not what is open before it. */
  #add(item: RunItem, after: StyledPlace = this.#place): void {
    const { items, before, behind } = this.#draft
    items.push(item)
    if (!before.has(item.start)) before.set(item.start, { place: this.#place, inside: false })
    behind.set(item.end, { place: after, inside: false })
  }

  #cut(): void {
    const { items, inner, ended } = this.#draft
    if (items.length === 0) return
    const to = this.#held > 0 ? ended : this.#ended
    to.push(this.#paragraphOf(this.#draft))
    for (const each of inner) to.push(each)
    this.#draft = draftOf(this.#draft, ended)
  }

  #paragraphOf({ items, before, behind, kind, reason }: Draft): StoryParagraph {
    const { name, in_list } = this.#style
    const where = { charset: this.#charset, cell: this.#cell, style: name, in_list }
    return { ...where, kind, reason, items, before, behind }
  }
}

function draftOf({ kind, reason, meaning }: Held, ended: StoryParagraph[] = []): Draft {
  return { ...{ kind, reason, meaning }, items: [], before: new Map(), behind: new Map(), inner: [], ended }
}

/** What readers do not see of a range: the language, and how letters stand beside each other. */
const UNSEEN = /\s(?:AppliedLanguage|KerningMethod|KerningValue|Tracking|HorizontalScale)="[^"]*"/g

function keyOf(run: string): string {
  return run.replace(UNSEEN, '')
}

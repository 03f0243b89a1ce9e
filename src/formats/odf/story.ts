/** The texts of a member as units, in the order of the file: each paragraph with what hangs on it. */
import { codedRuns, type RunCode } from '../bytes/runs/index.ts'
import { textOfNode, type XmlNode } from '../bytes/xml/index.ts'
import { leftOutOfDescription, leftOutOfText } from '../content/left-out.ts'
import { BODY, HeadingSections } from '../content/sections.ts'
import type { Charset, Reason, UnitContext, UnitKind } from '../format.ts'
import { lineInSpan, type OdfLine } from './paragraph.ts'
import { type OdfPlace, PLAIN_TEXTS } from './places.ts'
import type { OdfStyles } from './styles.ts'
import { attributeSaid, type OdfSpan, type OdfTree, placeOfSpan } from './tree.ts'
import { type NewOdfUnit, type OdfBeside, type OdfTarget, OWN_TAGS, runsOf } from './unit.ts'

/** What all texts of a member have in common. */
export interface OdfStoryFacts {
  /** What paths begin with: the extension of such files. */
  readonly scheme: string
  readonly member: string
  readonly styles: OdfStyles
  readonly beside: OdfBeside | undefined
}

const STAYING = ['form_field', 'hidden', 'deleted', 'computed', 'referred_to', 'code', 'reading'] as const
/** Styles that programs call so in every language. */
const NAMED: readonly (readonly [name: RegExp, kind: UnitKind, spoken: string])[] = [
  [/^(?:Title|Subtitle)$/, 'heading', 'title'],
  [/^(?:Quotations|Quote|Intense_20_Quote)$/, 'quote', 'quote'],
  [/^List(?:_20_|$)/, 'list', 'list item'],
]
const OPEN_KINDS: ReadonlySet<UnitKind | undefined> = new Set([undefined, 'paragraph'])

export class OdfStory {
  readonly #facts: OdfStoryFacts
  readonly #sections = new HeadingSections()
  /** What its texts are numbered by: themselves, or the slide or the row that they are met in. */
  ordinal: number | undefined
  /** The part of what belongs to no other. Undefined: the sections that its headings make. */
  part: string | undefined
  #number = 0
  #charset: Charset = 'utf-8'

  constructor(facts: OdfStoryFacts) {
    this.#facts = facts
  }

  /** A paragraph or a plain text of a tree, with what hangs on it. */
  *text(
    is: 'paragraph' | 'plain' | 'hidden',
    tree: OdfTree,
    span: OdfSpan,
    place: OdfPlace,
    charset: Charset,
  ): Generator<NewOdfUnit> {
    this.#charset = charset
    if (place.nothing) return
    this.#number += 1
    const { scheme, member } = this.#facts
    const path = `${scheme}:/${member}#p${this.#number}`
    if (is === 'plain') yield* this.#plain(path, tree, span, place)
    else yield* this.#paragraph(path, tree, span, place, is === 'paragraph')
  }

  *#paragraph(path: string, tree: OdfTree, span: OdfSpan, place: OdfPlace, whole: boolean): Generator<NewOdfUnit> {
    const { styles, beside } = this.#facts
    const tag = tree.nodes[span.from]
    const style = tag?.kind === 'open' && whole ? attributeSaid(tag, 'text:style-name') : undefined
    const isHidden = place.left_out === undefined && styles.hidden('paragraph', style)
    const own = this.#asStyled(isHidden ? { ...place, left_out: 'hidden' } : place, tag, style)
    const line = lineInSpan(tree, span, own, styles)
    const original = beside?.(path)
    const runs = codedRuns(line.items, runsOf(original))
    const level =
      tag?.kind === 'open' && tag.name === 'text:h' ? Number(attributeSaid(tag, 'text:outline-level') ?? 1) : 0
    const begins = level > 0 && own.kind === 'heading' && own.part === undefined && runs
    if (begins && runs.text !== '') this.#sections.begin(level, runs.text)
    const { start, end } = runs ?? { start: tag?.end ?? 0, end: tag?.end ?? 0 }
    if (runs) {
      const said = runs.codes.length === 0 ? runs.text : runs.text.replace(OWN_TAGS, ' ')
      const context = withMeanings(own.spoken, runs.codes)
      const at = { path, start, end, text: runs.text, place: own, context }
      yield this.#unit(at, leftOutOfText(said) ?? own.left_out, { in: 'line', runs })
    }
    yield* this.#staying(path, own, line, tag?.end ?? 0)
    for (const held of line.held) yield* this.text(held.is, tree, held, held.place, this.#charset)
  }

  #asStyled(place: OdfPlace, tag: XmlNode | undefined, style: string | undefined): OdfPlace {
    if (!OPEN_KINDS.has(place.kind)) return place
    if (tag?.kind === 'open' && tag.name === 'text:h')
      return { ...place, kind: 'heading', spoken: `heading ${attributeSaid(tag, 'text:outline-level') ?? 1}` }
    if (style === undefined || place.spoken !== undefined) return place
    const names = [style, ...this.#facts.styles.basesOf('paragraph', style)]
    const [, kind, spoken] = NAMED.find(([pattern]) => names.some(name => pattern.test(name))) ?? []
    return kind ? { ...place, kind, spoken } : place
  }

  /** An element with a text and nothing else in it. */
  *#plain(path: string, tree: OdfTree, span: OdfSpan, place: OdfPlace): Generator<NewOdfUnit> {
    const tag = tree.nodes[span.from]
    const leaf = tag?.kind === 'open' ? PLAIN_TEXTS.get(tag.name) : undefined
    const inside = { from: span.from + 1, to: span.to - 1 }
    if (inside.to < inside.from) return
    const nodes = tree.nodes.slice(inside.from, inside.to + 1)
    const text = nodes.map(node => textOfNode(node)).join('')
    if (text.trim() === '') return
    const isAlternative = leaf?.kind === 'alt text'
    // In a chart it is an address of cells.
    if (isAlternative && place.kind === 'chart') return
    const own = { ...place, kind: leaf?.kind ?? place.kind, spoken: leaf?.spoken ?? place.spoken }
    const why = isAlternative ? leftOutOfDescription(text.trim()) : leftOutOfText(text)
    const at = { path, ...placeOfSpan(tree, inside), text: text.trim(), place: own, context: spokenAs(own.spoken) }
    const like = nodes.map(({ raw }) => raw).join('')
    yield this.#unit(at, why ?? place.left_out, { in: 'text', like })
  }

  /** What is said in a paragraph and stays. In a result it may stand in another order; how words are read is gone with the words. */
  *#staying(path: string, place: OdfPlace, { stays }: OdfLine, at: number): Generator<NewOdfUnit> {
    const { beside } = this.#facts
    if (!stays && !beside) return
    for (const reason of STAYING) {
      const own = `${path}/${reason}`
      const original = beside?.(own)?.text
      const said = stays?.get(reason)?.join('\n') ?? (reason === 'reading' ? original : undefined)
      if (said === undefined) continue
      const text = original !== undefined && sorted(original) === sorted(said) ? original : said
      yield this.#unit({ path: own, start: at, end: at, text, place, context: undefined }, reason, { in: 'nothing' })
    }
  }

  /** There are many: the object is made once, and in one shape. */
  #unit(
    { path, start, end, text, place, context }: UnitAt,
    left_out: Reason | undefined,
    target_place: OdfTarget,
  ): NewOdfUnit {
    return {
      path,
      part: place.part ?? this.part ?? (this.#sections.name || BODY),
      kind: place.kind ?? 'paragraph',
      ordinal: this.part === undefined ? this.#number : this.ordinal,
      member: this.#facts.member,
      charset: this.#charset,
      start,
      end,
      text,
      left_out,
      context,
      target_place,
    }
  }
}

interface UnitAt {
  readonly path: string
  readonly start: number
  readonly end: number
  readonly text: string
  readonly place: OdfPlace
  readonly context: UnitContext | undefined
}

const SPOKEN = new Map<string, UnitContext>()

function spokenAs(kind: string | undefined): UnitContext | undefined {
  if (kind === undefined) return undefined
  const known = SPOKEN.get(kind) ?? { kind }
  if (SPOKEN.size < MOST_SPOKEN) SPOKEN.set(kind, known)
  return known
}

const MOST_SPOKEN = 100

function withMeanings(spoken: string | undefined, codes: readonly RunCode[]): UnitContext | undefined {
  const meanings = codes.flatMap(({ tag, meaning }) => (meaning ? [[tag, meaning] as const] : []))
  const context = spokenAs(spoken)
  return meanings.length === 0 ? context : { ...context, stands_for: Object.fromEntries(meanings) }
}

function sorted(text: string): string {
  return text.split('\n').sort().join('\n')
}

/** What a member is made of, one after the other: paragraphs, plain texts, the rows of sheets, where pages and sheets begin and end. */
import { localName, type XmlNode, type XmlPiece, type XmlTag } from '../bytes/xml/index.ts'
import type { Charset } from '../format.ts'
import { type OdfPlace, PARAGRAPHS, PLAIN_TEXTS, placeIn } from './places.ts'
import type { OdfStyles } from './styles.ts'
import { attributeSaid, type OdfTree, TreeGrowth } from './tree.ts'

export type OdfBlock =
  | {
      readonly is: 'paragraph' | 'plain' | 'row'
      readonly tree: OdfTree
      readonly place: OdfPlace
      readonly charset: Charset
    }
  | { readonly is: 'page' | 'sheet' | 'column'; readonly tag: XmlTag }
  | { readonly is: 'page end' | 'sheet end'; readonly end: number }

/** What begins in what it stands in: a page of a presentation is in its body, a sheet right in that of a workbook. */
const PAGES = new Set(['draw:page', 'style:master-page', 'style:handout-master'])

export class BlockReading {
  /** The labels of forms, and what else they say. */
  readonly labels: string[] = []
  /** The folders of objects that are shown, in the order in which they are met. */
  readonly objects: string[] = []
  readonly #styles: OdfStyles
  readonly #open: { readonly name: string; readonly place: OdfPlace }[] = []
  #place: OdfPlace
  #growth: { readonly is: 'paragraph' | 'plain' | 'row'; readonly tree: TreeGrowth } | undefined
  #charset: Charset = 'utf-8'
  #inSheet = 0

  constructor(styles: OdfStyles, place: OdfPlace) {
    this.#styles = styles
    this.#place = place
  }

  *take({ charset, nodes }: XmlPiece): Generator<OdfBlock> {
    this.#charset = charset
    for (const node of nodes) {
      if (node.kind === 'open') this.#note(node)
      if (this.#growth) {
        const block = this.#grown(node)
        if (block) yield block
      } else if (node.kind === 'open') yield* this.#begin(node)
      else if (node.kind === 'close') yield* this.#end(node)
    }
  }

  #note(tag: XmlTag): void {
    if (tag.name === 'draw:object') {
      const href = attributeSaid(tag, 'xlink:href')?.replace(/^\.\//, '').replace(/\/$/, '')
      if (href) this.objects.push(href)
    } else if (tag.name.startsWith('form:')) {
      for (const name of ['form:label', 'form:title']) {
        const label = attributeSaid(tag, name)
        if (label && /\p{L}/u.test(label)) this.labels.push(label)
      }
    }
  }

  #grown(node: XmlNode): OdfBlock | undefined {
    const growth = this.#growth
    const tree = growth?.tree.add(node)
    if (!growth || !tree) return undefined
    this.#growth = undefined
    return { is: growth.is, tree, place: this.#place, charset: this.#charset }
  }

  *#begin(tag: XmlTag): Generator<OdfBlock> {
    const { name } = tag
    const is = this.#isRow(name)
      ? 'row'
      : PARAGRAPHS.has(name)
        ? 'paragraph'
        : PLAIN_TEXTS.has(name)
          ? 'plain'
          : undefined
    if (is !== undefined && !(is === 'plain' && tag.empty)) {
      this.#growth = { is, tree: new TreeGrowth() }
      const block = this.#grown(tag)
      if (block) yield block
      return
    }
    const isSheet = name === 'table:table' && this.#open.at(-1)?.name === 'office:spreadsheet'
    if (PAGES.has(name)) yield { is: 'page', tag }
    if (isSheet) yield { is: 'sheet', tag }
    if (this.#inSheet > 0 && name === 'table:table-column') yield { is: 'column', tag }
    if (tag.empty) return
    this.#open.push({ name, place: this.#place })
    if (isSheet) this.#inSheet = this.#open.length
    this.#place = placeIn(tag, this.#place, this.#styles)
  }

  /** A row of a sheet, and not one of a table in something that lies on the sheet. */
  #isRow(name: string): boolean {
    if (name !== 'table:table-row' || this.#inSheet === 0) return false
    return this.#open.slice(this.#inSheet).every(around => AROUND_ROWS.has(localName(around.name)))
  }

  *#end({ name, end }: XmlNode & { kind: 'close' }): Generator<OdfBlock> {
    const opened = this.#open.pop()
    if (!opened) return
    this.#place = opened.place
    if (PAGES.has(name)) yield { is: 'page end', end }
    if (this.#inSheet > this.#open.length) {
      this.#inSheet = 0
      yield { is: 'sheet end', end }
    }
  }
}

const AROUND_ROWS = new Set(['table-row-group', 'table-header-rows', 'table-rows'])

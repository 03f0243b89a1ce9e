/** In which direction the columns of a table stand: in that of the texts in it. */
import { localName, type XmlNode } from '../bytes/xml/index.ts'
import { isOn } from './tree.ts'

/** What stands in front of the direction among the properties of a table (CT_TblPr). */
const BEFORE = new Set(['tblStyle', 'tblpPr', 'tblOverlap'])
const TABLE_PROPERTIES = 'tblPr'
const DIRECTION = 'bidiVisual'

/** A range of bytes of the member, and what is to stand there. */
interface Turning {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A table, of which the start tags and end tags that are in no paragraph are told in their order, as far as its first row. */
export class WordTable {
  #properties: (XmlNode & { kind: 'open' }) | undefined
  /** Where the direction belongs. */
  #at = 0
  /** Where it is said, and whether it is from the right. */
  #own: { readonly start: number; end: number; readonly isOn: boolean } | undefined
  #isRead = false
  /** The address of the first unit in it that is written. */
  #turner: string | undefined

  open(node: XmlNode & { kind: 'open' }): void {
    const local = localName(node.name)
    if (this.#isRead) return
    if (!this.#properties) {
      if (local === 'tr') this.#isRead = true
      if (local !== TABLE_PROPERTIES) return
      this.#properties = node
      this.#at = node.end
      this.#isRead = node.empty
    } else if (BEFORE.has(local)) this.#at = node.end
    else {
      if (local === DIRECTION) this.#own = { start: node.start, end: node.end, isOn: isOn(node) }
      this.#isRead = local !== DIRECTION || node.empty
    }
  }

  close(node: XmlNode & { kind: 'close' }): void {
    const local = localName(node.name)
    if (this.#isRead || !this.#properties) return
    if (BEFORE.has(local)) this.#at = node.end
    else {
      if (local === DIRECTION && this.#own) this.#own.end = node.end
      this.#isRead = true
    }
  }

  /**
   * What makes its columns stand as the lines of its texts run. Of all units in it, the one that asks first is told: undefined for the others,
   * and where nothing is to be done.
   */
  turning(path: string, rtl: boolean): Turning | undefined {
    this.#turner ??= path
    const tag = this.#properties
    if (this.#turner !== path || !tag || (this.#own?.isOn ?? false) === rtl) return undefined
    const prefix = tag.name.slice(0, tag.name.length - TABLE_PROPERTIES.length)
    const mark = rtl ? `<${prefix}${DIRECTION}/>` : ''
    if (this.#own) return { start: this.#own.start, end: this.#own.end, text: mark }
    if (!tag.empty) return { start: this.#at, end: this.#at, text: mark }
    return { start: tag.start, end: tag.end, text: `<${tag.name}>${mark}</${tag.name}>` }
  }
}

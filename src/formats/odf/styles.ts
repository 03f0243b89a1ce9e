/** What styles say: how runs look, what is hidden, what a paragraph is for; and where they say a language or a direction. */
import { type OpenDocumentFile, readMember } from '../bytes/parts/index.ts'
import { attributesOf, type XmlNode, type XmlTag } from '../bytes/xml/index.ts'
import { type Charset, FormatError } from '../format.ts'
import { attributeSaid } from './tree.ts'

interface OdfStyle {
  readonly family: string
  readonly name: string
  readonly parent: string | undefined
  readonly named: boolean
  /** What readers see of its runs, in one order. */
  look: string
  hidden: boolean
}

/** A tag of a style that says a language or a direction, or could. */
export interface StyleMark {
  readonly member: string
  readonly charset: Charset
  readonly tag: XmlTag
  /** Of the style that all others are based on. */
  readonly is_default: boolean
}

/** What styles leave unsaid, and a place for it. */
export interface StyleGap {
  readonly member: string
  readonly charset: Charset
  readonly at: number
}

export interface OdfStyles {
  /** How a run in a style looks: the same for styles that look the same. Empty where it looks as its paragraph does. */
  look(name: string): string
  hidden(family: string, name: string | undefined): boolean
  /** The names of a style and of those that it is based on, from the inside out. */
  basesOf(family: string, name: string | undefined): readonly string[]
  readonly languages: readonly StyleMark[]
  readonly directions: readonly StyleMark[]
  /** In styles of paragraphs that are based on no other and say nothing of them. */
  readonly gaps: readonly StyleGap[]
  /** Attributes with words that are written in front of or behind numbers of lists and headings. */
  readonly numberings: readonly (StyleMark & { readonly name: string })[]
}

export const STYLES = 'styles.xml'
export const CONTENT = 'content.xml'

/** What nobody sees of a style of runs: when it was typed, its language. */
const UNSEEN =
  /^(?:officeooo:|loext:rsid|(?:fo|style):(?:language|country|script|rfc-language-tag)|style:font-charset|style:letter-kerning$|fo:letter-spacing$)/
/** Styles that are based on each other; a damaged file may have a ring. */
const DEEPEST = 20
const NUMBERED = ['style:num-prefix', 'style:num-suffix'] as const
const TURNED = new Set(['paragraph', 'graphic', 'presentation'])

/** @throws {FormatError} as `readMember` */
export async function stylesOfDocument({ archive }: OpenDocumentFile, members = [STYLES, CONTENT]): Promise<OdfStyles> {
  const reading = new StyleReading()
  for (const name of members) {
    const member = archive.named(name)
    if (member === undefined) continue
    reading.begin(member)
    for await (const { charset, nodes } of readMember(archive, member)) if (!reading.take(nodes, charset)) break
  }
  return reading.styles()
}

class StyleReading {
  readonly #styles = new Map<string, OdfStyle>()
  readonly #languages: StyleMark[] = []
  readonly #directions: StyleMark[] = []
  readonly #gaps: StyleGap[] = []
  readonly #numberings: (StyleMark & { name: string })[] = []
  #member = ''
  #style: OdfStyle | undefined
  #isDefault = false
  /** The style has a name that people gave it. */
  #named = false
  #gap: StyleGap | undefined
  /** Left and right pages have their margins the other way round. */
  #mirrored = false

  begin(member: string): void {
    this.#member = member
    this.#style = undefined
  }

  /** False where the styles of the member have ended. */
  take(nodes: readonly XmlNode[], charset: Charset): boolean {
    for (const node of nodes) {
      if (node.kind === 'open') {
        if (node.name === 'office:body' || node.name === 'office:master-styles') return false
        this.#open(node, charset)
      } else if (node.kind === 'close' && OF_STYLE.has(node.name)) this.#close(node.start)
    }
    return true
  }

  #open(tag: XmlTag, charset: Charset): void {
    if (ROOTS.has(tag.name)) requireUsualPrefixes(tag)
    if (OF_STYLE.has(tag.name)) this.#begin(tag, charset)
    if (tag.name === 'office:styles') this.#named = true
    if (tag.name === 'office:automatic-styles') this.#named = false
    const mark = { member: this.#member, charset, tag, is_default: this.#isDefault }
    if (tag.name === 'style:text-properties') this.#text(mark)
    else if (tag.name === 'style:paragraph-properties') {
      if (this.#isDefault || /style:writing-mode=|fo:text-align=/.test(tag.raw)) this.#directions.push(mark)
      this.#gap = undefined
    } else if (tag.name === 'style:page-layout-properties') {
      if (/style:writing-mode=|fo:margin-left=/.test(tag.raw) && !this.#mirrored) this.#directions.push(mark)
    } else if (tag.name === 'style:page-layout') {
      this.#mirrored = attributeSaid(tag, 'style:page-usage') === 'mirrored'
    } else if (tag.name === 'style:drawing-page-properties') {
      if (this.#style && attributeSaid(tag, 'presentation:visibility') === 'hidden') this.#style.hidden = true
    } else if (tag.name === 'style:table-properties') {
      if (this.#style && attributeSaid(tag, 'table:display') === 'false') this.#style.hidden = true
    } else if (tag.raw.includes('style:num-')) {
      for (const name of NUMBERED)
        if (/\p{L}{2}/u.test(attributeSaid(tag, name) ?? '')) this.#numberings.push({ ...mark, name })
    }
    if (this.#gap && tag.name === 'style:text-properties') this.#gap = { ...this.#gap, at: tag.start }
    if (tag.empty && OF_STYLE.has(tag.name)) this.#style = undefined
  }

  #begin(tag: XmlTag, charset: Charset): void {
    const attributes = attributesOf(tag)
    const value = (name: string): string | undefined => attributes.get(name)?.value
    this.#isDefault = tag.name === 'style:default-style'
    const family = value('style:family') ?? ''
    const style = { family, name: value('style:name') ?? '', parent: value('style:parent-style-name') }
    this.#style = { ...style, named: this.#named, look: '', hidden: false }
    if (!this.#isDefault) this.#styles.set(`${family} ${style.name}`, this.#style)
    const isOpen = this.#isDefault && TURNED.has(family) && !tag.empty
    this.#gap = isOpen ? { member: this.#member, charset, at: -1 } : undefined
  }

  #text(mark: StyleMark): void {
    const { tag } = mark
    if (mark.is_default || /(?:language|country)/.test(tag.raw)) this.#languages.push(mark)
    if (!this.#style || mark.is_default) return
    const attributes = [...attributesOf(tag).values()]
    const seen = attributes.filter(({ name }) => !UNSEEN.test(name))
    this.#style.look = seen
      .map(({ name, value }) => `${name}=${value}`)
      .sort()
      .join(';')
    if (attributes.some(({ name, value }) => name === 'text:display' && value === 'none')) this.#style.hidden = true
  }

  #close(at: number): void {
    if (this.#gap) this.#gaps.push(this.#gap.at < 0 ? { ...this.#gap, at } : this.#gap)
    this.#style = undefined
    this.#gap = undefined
    this.#isDefault = false
  }

  styles(): OdfStyles {
    const styles = this.#styles
    const bases = (family: string, name: string | undefined): OdfStyle[] => {
      const found: OdfStyle[] = []
      let style = styles.get(`${family} ${name}`)
      while (style && found.length < DEEPEST) {
        found.push(style)
        style = styles.get(`${family} ${style.parent}`)
      }
      return found
    }
    const looks = new Map<string, string>()
    return {
      look(name) {
        const known = looks.get(name)
        if (known !== undefined) return known
        const style = styles.get(`text ${name}`)
        const parts = !style || style.named ? [name] : [style.parent ?? '', style.look]
        const look = parts.filter(part => part !== '').join('|')
        looks.set(name, look)
        return look
      },
      hidden: (family, name) => name !== undefined && bases(family, name).some(({ hidden }) => hidden),
      basesOf: (family, name) => bases(family, name).map(style => style.name),
      languages: this.#languages,
      directions: this.#directions,
      gaps: this.#gaps,
      numberings: this.#numberings,
    }
  }
}

const ROOTS = new Set(['office:document-content', 'office:document-styles'])
const OF_STYLE = new Set(['style:style', 'style:default-style'])

const NAMESPACE =
  /\sxmlns:([\w.-]+)\s*=\s*["']urn:oasis:names:tc:opendocument:xmlns:(office|text|table|style|drawing|presentation):1\.0["']/g
const PREFIXES: Readonly<Record<string, string>> = { drawing: 'draw' }

/** Every program writes the same prefixes, and by these elements are known here. @throws {FormatError} malformed */
function requireUsualPrefixes(root: XmlTag): void {
  for (const [, prefix = '', of = ''] of root.raw.matchAll(NAMESPACE)) {
    if (prefix === (PREFIXES[of] ?? of)) continue
    const message = `The file calls its elements “${prefix}:”, where every other has “${PREFIXES[of] ?? of}:”. Open it in LibreOffice, save it, and send that.`
    throw new FormatError('malformed', message)
  }
}

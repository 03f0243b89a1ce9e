/** Nodes of a file as another file writes them: with its charset, its line ends and its indents. */
import type { Charset } from '../../format.ts'
import { lineEndsIn } from './members.ts'
import type { XmlNode, XmlTag } from './node.ts'
import { attributesOf } from './tag.ts'
import { textOfNode, withReferences, writeText } from './text.ts'

/** How lines are indented in the one file and in the other. */
export interface Indents {
  /** What stands before the members of the element that is copied from, and of the one that is copied to. */
  readonly from: string
  readonly to: string
  /** By how much each level is indented more; absent where a file does not show it. */
  readonly from_step: string | undefined
  readonly to_step: string | undefined
  /** All stands on one line. */
  readonly flat?: boolean | undefined
}

/** Writes what one file has into another. */
export class NodeCopying {
  /** The prefixes of names that were written and not declared beside them. */
  readonly prefixes = new Set<string>()
  readonly #charset: Charset
  readonly #eol: string
  readonly #isText: (tag: XmlTag) => boolean

  /** `isText`: an element in which white space is text. */
  constructor(charset: Charset, eol: string, isText: (tag: XmlTag) => boolean) {
    this.#charset = charset
    this.#eol = eol
    this.#isText = isText
  }

  /** Nodes as they are. */
  verbatim(nodes: readonly XmlNode[]): string {
    return nodes.map(node => this.#node(node)).join('')
  }

  /** Nodes of which white space between elements is indented anew. */
  indented(nodes: readonly XmlNode[], indents: Indents): string {
    let inText = 0
    return nodes
      .map(node => {
        if (node.kind === 'open' && !node.empty && (inText > 0 || this.#isText(node))) inText += 1
        else if (node.kind === 'close' && inText > 0) inText -= 1
        else if (inText === 0 && node.kind === 'text' && node.raw.trim() === '') return this.space(node.raw, indents)
        return this.#node(node)
      })
      .join('')
  }

  /** White space between elements. */
  space(raw: string, { from, to, from_step, to_step, flat }: Indents): string {
    const lines = lineEndsIn(raw)
    if (lines === 0) return raw
    if (flat) return ''
    const [, breaks = '', indent = ''] = /^(.*[\r\n])([^\r\n]*)$/s.exec(raw) ?? []
    const ends = this.#withEol(breaks)
    if (from === to && from_step === to_step) return ends + indent
    const more = indent.startsWith(from) ? indent.slice(from.length) : ''
    const deeper = from_step && to_step !== undefined ? more.replaceAll(from_step, () => to_step) : more
    return ends + (indent.length < from.length ? shorter(indent, { from, to, from_step, to_step }) : to + deeper)
  }

  #withEol(raw: string): string {
    return raw.replace(/\r\n?|\n/g, this.#eol)
  }

  #node(node: XmlNode): string {
    if (node.kind === 'open') this.#note(node)
    const raw = this.#withEol(node.raw)
    // They have no references.
    if (node.kind === 'comment' || node.kind === 'instruction')
      return this.#charset === 'us-ascii' ? raw.replace(/[^\0-\x7f]/gu, '?') : raw
    if (node.kind !== 'cdata') return withReferences(raw, this.#charset)
    const place = { like: '', charset: this.#charset, eol: this.#eol }
    const text = textOfNode(node)
    return writeText(text, { ...place, where: 'cdata' }) === undefined
      ? (writeText(text, { ...place, where: 'text' }) ?? raw)
      : raw
  }

  #note(tag: XmlTag): void {
    if (!tag.raw.includes(':')) return
    const names = [...attributesOf(tag).keys()]
    for (const name of [tag.name, ...names]) {
      const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : 'xml'
      if (prefix !== 'xml' && prefix !== 'xmlns' && !names.includes(`xmlns:${prefix}`)) this.prefixes.add(prefix)
    }
  }
}

/** An indent of a level further out than the members of the element. */
function shorter(indent: string, { from, to, from_step, to_step }: Indents): string {
  if (!from_step || !to_step) return indent.slice(0, to.length)
  const levels = Math.round((from.length - indent.length) / from_step.length)
  return to.slice(0, Math.max(0, to.length - levels * to_step.length))
}

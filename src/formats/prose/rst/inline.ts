/**
 * The inside of a text of reStructuredText, by the recognition rules of its specification (Inline Markup). What names or shows something
 * is a code; emphasis and the texts of links are markup around text.
 */
import type { ProseNode, ProsePiece } from '../dialect.ts'

/** What may be before markup, and behind it, besides white space: signs of these kinds, beyond ASCII some more. */
const OPENS = /[\s"'(<[{\-/:]|[^\P{P}!-~]/u
const ENDS = /[\s\\.,;!?\-/:"')\]}>]|[^\P{P}!-~]/u
const SIMPLE_NAME = /[\p{L}\p{N}](?:[\p{L}\p{N}]|[-._+:](?=[\p{L}\p{N}]))*/uy
const ROLE_BEFORE = /:[\w.+-]{1,60}(?::[\w.+-]{1,60}){0,3}:(?=`)/y
const BEHIND_QUOTE = /(?::[\w.+-]{1,60}(?::[\w.+-]{1,60}){0,3}:|__?)?/y
const FOOTNOTE = /\[(?:#?[\p{L}\p{N}](?:[\p{L}\p{N}]|[-._+:](?=[\p{L}\p{N}]))*|[#*])\]_/uy
const ADDRESS = /(?:https?|ftp|file|ssh|irc):\/\/[^\s<>"`|\\]*|mailto:[^\s<>"`|\\]+/y
const ADDRESS_END = /[.,;:!?'"*_)\]}]/

/** A text before ` <target>`. */
const WITH_TARGET = /^(.*\S)(\s<[^<>]+>)$/su
/** Roles whose text is code or what a program shows, also where they have a target besides. */
const CODE_ROLES =
  /:(?:class|func|meth|mod|attr|data|exc|obj|const|type|macro|member|struct|enum|property|code|math|raw|kbd|samp|command|option|envvar|file|guilabel|menuselection|program|regexp|abbr|token|keyword|dfn|mimetype):$/

/** `names`: what is referred to by name in the file; the text of such a link is its name. */
export function rstInlineOf(text: string, names: ReadonlySet<string>): ProseNode[] {
  return new Inline(text, names).nodes()
}

class Inline {
  readonly #text: string
  readonly #names: ReadonlySet<string>
  /** Whether the sign at a place is behind a backslash. */
  readonly #escaped: Uint8Array
  /** Ends that are nowhere from here on. */
  readonly #missing = new Set<string>()
  /** Up to here there is no address and no reference of one word. */
  #tried = 0

  constructor(text: string, names: ReadonlySet<string>) {
    this.#text = text
    this.#names = names
    this.#escaped = new Uint8Array(text.length + 1)
    for (let at = 0; at < text.length; at += 1)
      if (text[at] === '\\' && this.#escaped[at] === 0) this.#escaped[at + 1] = 1
  }

  nodes(): ProseNode[] {
    const nodes: ProseNode[] = []
    let from = 0
    for (let at = 0; at < this.#text.length; at += 1) {
      const found = this.#escaped[at] === 0 && this.#opensAt(at) ? this.#markupAt(at) : undefined
      if (!found) continue
      if (at > from) nodes.push({ kind: 'text', text: unescaped(this.#text.slice(from, at)) })
      nodes.push(found.node)
      from = found.end
      at = from - 1
    }
    if (from < this.#text.length) nodes.push({ kind: 'text', text: unescaped(this.#text.slice(from)) })
    return nodes.filter(node => node.kind !== 'text' || node.text !== '')
  }

  #opensAt(at: number): boolean {
    return at === 0 || OPENS.test(this.#text[at - 1] ?? '')
  }

  #endsAt(at: number): boolean {
    return at >= this.#text.length || ENDS.test(String.fromCodePoint(this.#text.codePointAt(at) ?? 32))
  }

  #markupAt(at: number): { node: ProseNode; end: number } | undefined {
    const text = this.#text
    const sign = text[at]
    if (sign === '*') return text.startsWith('**', at) ? this.#emphasis(at, '**') : this.#emphasis(at, '*')
    if (sign === '`') return text.startsWith('``', at) ? this.#literal(at) : this.#interpreted(at, '')
    if (sign === ':') {
      const role = stuck(ROLE_BEFORE, text, at)
      return role === undefined ? undefined : this.#interpreted(at + role.length, role)
    }
    if (sign === '|') return this.#substitution(at)
    if (sign === '_' && text[at + 1] === '`') return this.#code(at, this.#endOf('`', at + 2, false))
    const whole = sign === '[' ? stuck(FOOTNOTE, text, at) : this.#wholeAt(at)
    return whole !== undefined && this.#endsAt(at + whole.length) ? this.#code(at, at + whole.length) : undefined
  }

  /** An address, or a reference of one word. What is none is not tried again from its middle on. */
  #wholeAt(at: number): string | undefined {
    if (at < this.#tried) return undefined
    const address = stuck(ADDRESS, this.#text, at)
    const found = address ?? stuck(SIMPLE_NAME, this.#text, at)
    if (found === undefined) return undefined
    let end = at + found.length
    if (address === undefined) {
      const marks = this.#text.startsWith('__', end) ? 2 : this.#text[end] === '_' ? 1 : 0
      if (marks > 0 && this.#endsAt(end + marks)) return this.#text.slice(at, end + marks)
    } else {
      while (end > at && ADDRESS_END.test(this.#text[end - 1] ?? '')) end -= 1
      if (this.#endsAt(end)) return this.#text.slice(at, end)
    }
    this.#tried = end
    return undefined
  }

  #code(at: number, end: number | undefined): { node: ProseNode; end: number } | undefined {
    return end === undefined ? undefined : { node: { kind: 'code', text: this.#text.slice(at, end) }, end }
  }

  /** Where the markup that begins before `from` ends: behind the mark. `escapes`: a backslash before the mark keeps it open. */
  #endOf(mark: string, from: number, literal: boolean): number | undefined {
    const text = this.#text
    if (from >= text.length || /\s/.test(text[from] ?? ' ') || this.#missing.has(mark)) return undefined
    for (let at = text.indexOf(mark, from + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
      const behind = at + mark.length + (mark === '`' ? (stuck(BEHIND_QUOTE, text, at + 1)?.length ?? 0) : 0)
      const open = /\s/.test(text[at - 1] ?? ' ') || (!literal && this.#escaped[at] === 1)
      if (!open && (this.#endsAt(behind) || (mark === '|' && /^__?/.test(text.slice(behind, behind + 2)))))
        return behind
    }
    this.#missing.add(mark)
    return undefined
  }

  #emphasis(at: number, mark: string): { node: ProseNode; end: number } | undefined {
    if (this.#isQuoted(at, mark.length)) return undefined
    const end = this.#endOf(mark, at + mark.length, false)
    if (end === undefined) return undefined
    const inside = unescaped(this.#text.slice(at + mark.length, end - mark.length))
    return { node: { kind: 'group', open: mark, close: mark, children: [{ kind: 'text', text: inside }] }, end }
  }

  /** A mark between quotes or brackets is none: `"*"`. */
  #isQuoted(at: number, length: number): boolean {
    const pair = `${this.#text[at - 1] ?? ''}${this.#text[at + length] ?? ''}`
    return ['""', "''", '()', '[]', '{}', '<>'].includes(pair)
  }

  #literal(at: number): { node: ProseNode; end: number } | undefined {
    return this.#code(at, this.#endOf('``', at + 2, true))
  }

  #substitution(at: number): { node: ProseNode; end: number } | undefined {
    const end = this.#endOf('|', at + 1, false)
    const marks = end === undefined ? undefined : /^_{0,2}/.exec(this.#text.slice(end, end + 2))?.[0].length
    return end === undefined ? undefined : this.#code(at, end + (marks ?? 0))
  }

  /** Interpreted text, or a reference of several words. `from` is its first quote. */
  #interpreted(from: number, role: string): { node: ProseNode; end: number } | undefined {
    if (this.#isQuoted(from, 1)) return undefined
    const end = this.#endOf('`', from + 1, false)
    if (end === undefined) return undefined
    const at = from - role.length
    const closing = this.#text.lastIndexOf('`', end - 1)
    const inside = this.#text.slice(from + 1, closing)
    const [, said = '', target = ''] = (inside.endsWith('>') && WITH_TARGET.exec(inside)) || []
    const behind = this.#text.slice(closing, end)
    const isLink = role === '' ? /^`__?$/.test(behind) : behind === '`'
    const isText = role === '' ? !this.#names.has(referenceNameOf(said)) : !CODE_ROLES.test(role)
    if (target === '' || !isLink || !isText) return this.#code(at, end)
    const children: ProseNode[] = [{ kind: 'text', text: unescaped(said) }]
    // A link that nothing names needs no name: two of them may have the same text.
    const close = role === '' ? '`__' : behind
    return { node: { kind: 'group', open: `${role}\``, close: target + close, children }, end }
  }
}

function stuck(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** A name as references compare it. */
export function referenceNameOf(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}

/** An escaped blank is nothing: it separates markup from the letters beside it. */
function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(?:\s|(.?))/gsu, '$1') : text
}

/** What begins markup where nothing ends it is an error in this language. */
const OPENING = /\\|(?<=^|[\s"'(<[{\-/:]|[^\P{P}!-~])[*`|](?=\S|$)/gu

/** The ways to write a text, the plainest first. */
export function writingsOf(pieces: readonly ProsePiece[]): string[] {
  const plain = pieces.map(piece => escapedBy(piece, OPENING))
  const sure = pieces.map(piece => escapedBy(piece, /[\\*`|]|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_/gu))
  return [apart(plain), apart(sure), `\\${apart(sure)}`]
}

function escapedBy(piece: ProsePiece, signs: RegExp): ProsePiece {
  return piece.kind === 'text' ? { ...piece, text: piece.text.replace(signs, '\\$&') } : piece
}

/** With what an address does not go on. */
const ADDRESS_STOPS = /^[.,;:!?'")\]}]{0,5}(?:\s|$)/

/** Markup stands apart from letters: an escaped blank, which is not shown, separates them. */
function apart(pieces: readonly ProsePiece[]): string {
  let whole = ''
  for (const [at, { kind, text }] of pieces.entries()) {
    const before = pieces[at - 1]
    const last = [...whole.slice(-2)].at(-1) ?? ' '
    const begins = kind === 'open' || kind === 'code'
    const ended = before?.kind === 'close' || before?.kind === 'code'
    const first = String.fromCodePoint(text.codePointAt(0) ?? 32)
    const runsOn = before?.kind === 'code' && /^[a-z]+:/.test(before.text) && !ADDRESS_STOPS.test(text)
    const touches =
      runsOn || (begins && before?.kind !== 'open' && !OPENS.test(last)) || (ended && (begins || !ENDS.test(first)))
    whole += touches && whole !== '' ? `\\ ${text}` : text
  }
  return whole
}

/**
 * The inside of a text of AsciiDoc. Formatting and the texts of links are markup around text; what a program reads or shows as it is, is a code:
 * monospace, attributes, passthroughs, anchors, images, keys.
 */
import type { ProseNode, ProsePiece } from '../dialect.ts'

const WORD = /[\p{L}\p{N}\p{M}_]/u
/** What may not be before a mark that stands for itself. */
const NOT_BEFORE = /[\p{L}\p{N}\p{M}_;:}\\]/u
const DEEPEST = 6

/** What is copied as it is, wherever it stands. */
const WHOLE: readonly RegExp[] = [
  / \+\n/y,
  /\\(?:[*_`#^~{<[|\\]+|(?=[a-z]{1,20}:))/y,
  /\{(?:[\w][\w-]*|(?:counter2?|set):[^{}\n]{1,200})\}/y,
  /\+\+\+[^+\n]{1,2000}\+\+\+|\$\$[^$\n]{1,2000}\$\$/y,
  /\[\[\[?[^[\]\n]{1,300}\]\]\]?/y,
  /<<[^<>,\n]{1,300}>>/y,
  /\(\(\([^()\n]{1,300}\)\)\)/y,
  /&(?:[a-zA-Z]{2,20}|#\d{2,6}|#x[\da-fA-F]{2,5});/y,
]
const MACRO = /([a-z][\w-]{1,40}):([^\s[\]:,]?[^\s[\]]{0,500})\[/y
const ADDRESS = /(?:https?|ftp|irc|file):\/\/[^\s[\]<>"`|{}]*(?:\{[\w-]+\}[^\s[\]<>"`|{}]*){0,9}/y
const ADDRESS_END = /[.,;:!?'")]/
/** An address that begins with an attribute, before the text of a link or alone. */
const BY_ATTRIBUTE = /\{[\w-]{1,60}\}[^\s[\]<>"`|]{0,500}(?=\[)|\{[\w-]{1,60}\}[/#][^\s[\]<>"`|,;{]{0,500}/y
const ROLE = /\[[^[\]\n]{1,100}\](?=[*_#`])/y
const CROSS = /<<([^<>,\n]{1,300}),\s*/y
/** Macros that need nothing around them. */
const ANYWHERE = /^(?:link|xref|mailto|footnote|image|icon|kbd|btn|menu|pass|stem|latexmath|asciimath|indexterm2?)$/
/** Macros whose brackets hold text for readers. */
const TEXT_MACROS = new Set('link xref mailto footnote footnoteref'.split(' '))
/** What stands behind the text of a link: how it opens. */
const BEHIND_TEXT = /(?:\^|,\s*(?:window|role|opts|options|subject|body|id|title|rel|xrefstyle)=.*)$/s

const MARKS = ['*', '_', '#', '^', '~'] as const

export function asciidocInlineOf(text: string, depth = 0): ProseNode[] {
  return new Inline(text, depth).nodes()
}

interface Found {
  readonly node: ProseNode
  readonly end: number
}

class Inline {
  readonly #text: string
  readonly #depth: number
  readonly #missing = new Set<string>()

  constructor(text: string, depth: number) {
    this.#text = text
    this.#depth = depth
  }

  nodes(): ProseNode[] {
    const nodes: ProseNode[] = []
    let from = 0
    for (let at = 0; at < this.#text.length; at += 1) {
      const found = this.#markupAt(at)
      if (!found) continue
      if (at > from) nodes.push({ kind: 'text', text: this.#text.slice(from, at) })
      nodes.push(found.node)
      from = found.end
      at = from - 1
    }
    if (from < this.#text.length) nodes.push({ kind: 'text', text: this.#text.slice(from) })
    return nodes
  }

  #markupAt(at: number): Found | undefined {
    const sign = this.#text[at] ?? ''
    if (/[\p{L}\p{N}]/u.test(sign)) return this.#macroAt(at)
    if (/\s/.test(sign) && sign !== ' ') return undefined
    if (sign === '{') {
      const address = stuck(BY_ATTRIBUTE, this.#text, at)
      if (address !== undefined) return this.#linkAt(at, address)
    }
    for (const pattern of WHOLE) {
      const found = stuck(pattern, this.#text, at)
      if (found !== undefined) return code(found, at)
    }
    if (sign === '<') return this.#crossAt(at)
    if (sign === '(' && this.#text.startsWith('((', at)) return this.#between(at, '((', '((', '))')
    if (sign === '`' || sign === '+') return this.#literalAt(at, sign)
    if ((sign === '"' || sign === "'") && this.#text[at + 1] === '`') {
      return this.#isFree(at) ? this.#between(at, `${sign}\``, `${sign}\``, `\`${sign}`) : undefined
    }
    const role = sign === '[' ? stuck(ROLE, this.#text, at) : ''
    return role === undefined ? undefined : this.#formatted(at, role)
  }

  #isFree(at: number): boolean {
    return at === 0 || !NOT_BEFORE.test(lastOf(this.#text, at))
  }

  /** Monospace and passthroughs: what they hold stays. */
  #literalAt(at: number, mark: string): Found | undefined {
    const double = this.#endOf(at + 2, mark + mark, false)
    if (this.#text.startsWith(mark + mark, at) && double !== undefined) {
      const inside = this.#text.slice(at + 2, double - 2)
      return {
        node: {
          kind: 'code',
          text: inside.includes(mark) ? `${mark}${mark}${inside}${mark}${mark}` : `${mark}${inside}${mark}`,
        },
        end: double,
      }
    }
    const end = this.#isFree(at) && this.#text[at + 1] !== mark ? this.#endOf(at + 1, mark, true) : undefined
    return end === undefined ? undefined : code(this.#text.slice(at, end), at)
  }

  #formatted(at: number, role: string): Found | undefined {
    const from = at + role.length
    const mark = MARKS.find(each => this.#text.startsWith(each, from)) ?? (role === '' ? undefined : '`')
    if (mark === undefined) return undefined
    if (mark === '`') {
      const literal = this.#literalAt(from, mark)
      return literal && code(this.#text.slice(at, literal.end), at)
    }
    const isDouble = mark !== '^' && mark !== '~' && this.#text[from + 1] === mark
    const written = isDouble ? mark + mark : mark
    const isAlone = mark === '^' || mark === '~'
    if (!isDouble && !isAlone && !this.#isFree(at)) return undefined
    const end = this.#endOf(from + written.length, written, !isDouble && !isAlone)
    if (end === undefined) return undefined
    const inside = this.#text.slice(from + written.length, end - written.length)
    if (isAlone && /\s/.test(inside)) return undefined
    return this.#group(role + mark, inside, mark, end)
  }

  /** Behind the mark that ends what begins at a place. `free`: no letter may be behind it, and no blank inside of it. */
  #endOf(from: number, mark: string, free: boolean): number | undefined {
    const text = this.#text
    const key = `${mark}${free}`
    if (this.#missing.has(key) || (free && /\s/.test(text[from] ?? ' '))) return undefined
    for (let at = text.indexOf(mark, from + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
      const behind = at + mark.length
      const open = free && (/\s/.test(text[at - 1] ?? ' ') || WORD.test(firstOf(text, behind)) || text[behind] === mark)
      if (!open) return behind
    }
    this.#missing.add(key)
    return undefined
  }

  #between(at: number, mark: string, open: string, close: string): Found | undefined {
    const end = this.#text.indexOf(close, at + mark.length)
    if (end < 0 || end - at > 2000) return undefined
    return this.#group(open, this.#text.slice(at + mark.length, end), close, end + close.length)
  }

  #crossAt(at: number): Found | undefined {
    const open = stuck(CROSS, this.#text, at)
    return open === undefined ? undefined : this.#between(at, open, open, '>>')
  }

  /** An address: with a text in brackets behind it, or alone. */
  #linkAt(at: number, address: string): Found | undefined {
    if (this.#text[at + address.length] === '[') {
      const found = this.#bracketsAt(at, `${address}[`, true)
      if (found) return found
    }
    let end = address.length
    while (end > 0 && ADDRESS_END.test(address[end - 1] ?? '')) end -= 1
    return code(address.slice(0, end), at)
  }

  #macroAt(at: number): Found | undefined {
    const before = at > 0 ? lastOf(this.#text, at) : ' '
    if (/[\w\\]/.test(before)) return undefined
    if (!WORD.test(before)) {
      const address = stuck(ADDRESS, this.#text, at)
      if (address !== undefined) return this.#linkAt(at, address)
    }
    const head = stuck(MACRO, this.#text, at)
    const name = /^[\w-]+/.exec(head ?? '')?.[0] ?? ''
    if (head === undefined || (WORD.test(before) && !ANYWHERE.test(name))) return undefined
    return this.#bracketsAt(at, head, TEXT_MACROS.has(name))
  }

  /** What ends with brackets, whose text may be for readers. */
  #bracketsAt(at: number, head: string, isText: boolean): Found | undefined {
    const end = this.#closingOf(at + head.length)
    if (end === undefined) return undefined
    const inside = this.#text.slice(at + head.length, end - 1)
    const behind = BEHIND_TEXT.exec(inside)?.[0] ?? ''
    const said = inside.slice(0, inside.length - behind.length)
    const isPlain = said.trim() === said && said !== '' && !/["\\[\]]|,[^\s,]{0,99}=/.test(said)
    if (!isText || !isPlain) return code(this.#text.slice(at, end), at)
    // An address needs its macro only beside letters.
    return this.#group(head.replace(/^link:(?=[a-z]+:\/\/)/, ''), said, `${behind}]`, end)
  }

  /** Behind the first bracket that closes and is not escaped. */
  #closingOf(from: number): number | undefined {
    for (let at = from; at < Math.min(this.#text.length, from + 4000); at += 1) {
      if (this.#text[at] === '\\') at += 1
      else if (this.#text[at] === ']') return at + 1
    }
    return undefined
  }

  #group(open: string, inside: string, close: string, end: number): Found {
    const children =
      this.#depth < DEEPEST ? asciidocInlineOf(inside, this.#depth + 1) : [{ kind: 'code' as const, text: inside }]
    return { node: { kind: 'group', open, close, children }, end }
  }
}

function code(text: string, at: number): Found | undefined {
  return text === '' ? undefined : { node: { kind: 'code', text }, end: at + text.length }
}

function stuck(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** The letter before a place. */
function lastOf(text: string, at: number): string {
  return [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ' '
}

function firstOf(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 32)
}

/** A mark that can be written twice, where it stands beside letters. */
const SINGLE = /^(?:\[[^[\]]*\])?([*_#])$/
const SINGLE_LITERAL = /^([`+])[^`+]+\1$/

/** The text as it is written: marks beside letters are doubled. */
export function writingOf(pieces: readonly ProsePiece[]): string {
  const texts = pieces.map(({ text }) => text)
  const opened: number[] = []
  for (const [at, { kind, text }] of pieces.entries()) {
    if (kind === 'open') opened.push(at)
    if (kind === 'open' && /^[a-z]+:\/\//.test(text) && touches(pieces, at, -1)) texts[at] = `link:${text}`
    if (kind === 'code' && SINGLE_LITERAL.test(text) && (touches(pieces, at, -1) || touches(pieces, at, 1)))
      texts[at] = `${text[0]}${text}${text[0]}`
    if (kind !== 'close') continue
    const from = opened.pop() ?? at
    const mark = SINGLE.exec(pieces[from]?.text ?? '')?.[1]
    if (mark === undefined || mark !== text) continue
    if (!touches(pieces, from, -1) && !touches(pieces, at, 1) && !isBlankInside(pieces, from, at)) continue
    texts[from] = `${pieces[from]?.text ?? ''}${mark}`
    texts[at] = mark + mark
  }
  return texts.join('')
}

/** Whether a letter stands beside a piece. */
function touches(pieces: readonly ProsePiece[], at: number, step: 1 | -1): boolean {
  const text = pieces[at + step]?.text ?? ' '
  return step < 0 ? NOT_BEFORE.test(lastOf(text, text.length)) : WORD.test(firstOf(text, 0))
}

function isBlankInside(pieces: readonly ProsePiece[], from: number, to: number): boolean {
  return /^\s/.test(pieces[from + 1]?.text ?? '') || /\s$/.test(pieces[to - 1]?.text ?? '')
}

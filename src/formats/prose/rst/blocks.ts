/**
 * The blocks of reStructuredText, line by line, as docutils reads them: by the marks that lines begin with and by their indents. What is not
 * surely prose gives no text.
 */

import type { Reason } from '../../format.ts'
import { FormatError } from '../../format.ts'
import type { ProseBlock, ProseKind } from '../dialect.ts'
import { restOf, type SourceLine, widthOf } from '../lines.ts'
import { holdingOf, OPTIONS } from './directives.ts'
import { referenceNameOf } from './inline.ts'
import { ADORNMENT, endOfBlock, endOfDeeper, endOfTable, isTransition, leastColumnOf } from './stretches.ts'
import { isTableBegin, tableAt } from './tables.ts'

const DEEPEST = 60

const BULLET = /^[-+*•‣⁃](?:\s+|$)/
const ENUMERATOR =
  /^(?:\((?:\d{1,9}|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,12}|#)\)|(?:\d{1,9}|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,12}|#)[.)])(?:\s+|$)/
const FIELD = /^:(?![: ])(?:[^:\\`]|\\.|:(?=[^\s:`])){1,200}(?<! ):(?:\s+|$)/
const OPTION =
  /^(?:-\w(?: ?[\w<][^\s,]*)?|(?:--?|\/)[\w?][\w-]*(?:[ =][\w<][^\s,]*)?)(?:, (?:-\w(?: ?[\w<][^\s,]*)?|(?:--?|\/)[\w?][\w-]*(?:[ =][\w<][^\s,]*)?)){0,8}(?:\s{2,}|$)/
const EXPLICIT = /^\.\.(?:\s+|$)/
const NOTE = /^\.\.\s+\[[^\]\s]{1,100}\](?:\s+|$)/
const TARGET = /^(?:\.\.\s+_|__(?:\s|$))/
const SUBSTITUTION = /^\.\.\s+\|[^|]{1,200}\|\s+(?=[\w.:+-]+::)/
const DIRECTIVE = /^\.\.\s+([a-zA-Z][\w.:+-]*?)\s?::(?:\s+|$)/
const DIRECTIVE_OF_SUBSTITUTION = /^([a-zA-Z][\w.:+-]*?)\s?::(?:\s+|$)/
const LINE_BLOCK = /^\|(?:\s+|$)/

/** `names`: what is referred to by name in the file. */
export function rstBlocksOf(lines: readonly SourceLine[], names: ReadonlySet<string>): ProseBlock[] {
  const reader = new Blocks(names)
  reader.read(lines, 'p', 0, true)
  return reader.blocks
}

class Blocks {
  readonly blocks: ProseBlock[] = []
  readonly #names: ReadonlySet<string>
  readonly #levels: string[] = []
  /** Whether nothing but fields was read up to here: they say something of the document. */
  #isHead = true

  constructor(names: ReadonlySet<string>) {
    this.#names = names
  }

  /** Reads lines whose text begins at one column; what is deeper is quoted. `titles`: there may be sections. */
  read(lines: readonly SourceLine[], kind: ProseKind, depth: number, titles = false): void {
    if (depth > DEEPEST) throw tooDeep()
    const column = leastColumnOf(lines)
    for (let at = 0; at < lines.length; ) {
      const line = lines[at]
      if (!line || line.text === '') at += 1
      else if (line.column > column) {
        const to = endOfDeeper(lines, at, column)
        this.read(lines.slice(at, to), kind === 'p' ? 'quote' : kind, depth + 1)
        at = to
      } else at = this.#blockAt({ lines, column, kind, depth, titles }, at)
    }
  }

  #blockAt(place: Place, at: number): number {
    const { lines } = place
    const text = lines[at]?.text ?? ''
    const fieldsEnd = FIELD.test(text) ? this.#fieldAt(place, at) : undefined
    if (fieldsEnd !== undefined) return fieldsEnd
    const title = place.titles ? this.#titleAt(lines, at) : undefined
    if (!EXPLICIT.test(text) && !TARGET.test(text) && title === undefined) this.#isHead = false
    if (title !== undefined) return title
    if (isTransition(lines, at)) return at + 1
    if (text.startsWith('..') || text.startsWith('__')) {
      const explicit = this.#explicitAt(place, at)
      if (explicit !== undefined) return explicit
    }
    if (text.startsWith('>>> ')) return this.#leftOut(lines, at, endOfBlock(lines, at), 'code')
    if (isTableBegin(text)) return this.#tableAt(place, at)
    if (LINE_BLOCK.test(text)) return this.#lineBlockAt(place, at)
    return this.#itemAt(place, at) ?? this.#paragraphAt(place, at)
  }

  #itemAt(place: Place, at: number): number | undefined {
    const { lines, column, depth } = place
    const line = lines[at]
    if (!line) return undefined
    const mark = BULLET.exec(line.text) ?? ENUMERATOR.exec(line.text) ?? OPTION.exec(line.text)
    if (!mark) return undefined
    const first = restOf(line, mark[0].length)
    const next = lines[at + 1]
    const isOption = mark[0].startsWith('-') ? !BULLET.test(line.text) : mark[0].startsWith('/')
    const content = isOption ? column + 1 : first.text === '' ? column + mark[0].trimEnd().length + 1 : first.column
    // What goes on under the mark itself is a paragraph that looks like an item.
    if (next && next.text !== '' && next.column < content && !startsItem(next.text)) {
      if (!BULLET.test(line.text)) return undefined
    }
    if (isOption && first.text === '' && !(next && next.column > column)) return undefined
    const to = endOfDeeper(lines, at + 1, content - 1)
    const rest = lines.slice(at + 1, to)
    this.read(isOption ? withFirst(first, rest) : [first, ...rest].filter(filled(first)), 'li', depth + 1)
    return to
  }

  #fieldAt({ lines, column, depth, kind, titles }: Place, at: number): number | undefined {
    const line = lines[at]
    const mark = FIELD.exec(line?.text ?? '')?.[0]
    if (!line || mark === undefined) return undefined
    const to = endOfDeeper(lines, at + 1, column)
    const body = withFirst(restOf(line, mark.length), lines.slice(at + 1, to))
    if (titles && this.#isHead) this.#leftOut(body, 0, body.length, 'metadata', 'meta')
    else this.read(body, kind === 'note' ? 'note' : 'li', depth + 1)
    return to
  }

  #titleAt(lines: readonly SourceLine[], at: number): number | undefined {
    const [line, next, third] = [lines[at], lines[at + 1], lines[at + 2]]
    if (!line || !next || line.text === '' || next.text === '') return undefined
    const over = ADORNMENT.test(line.text) && line.text === third?.text && !ADORNMENT.test(next.text)
    const title = over ? next : line
    const under = over ? third : next
    if (!under || under.column !== line.column || !ADORNMENT.test(under.text) || ADORNMENT.test(title.text))
      return undefined
    // A line that is much shorter than its title is none: docutils wants four signs, or as many as the title.
    if (under.text.length < Math.min(4, widthOf(title.text)) || (!over && title.column !== under.column))
      return undefined
    if (over && widthOf(title.text) > under.text.length) return undefined
    const style = `${under.text[0]}${over ? ' over' : ''}`
    if (!this.#levels.includes(style)) this.#levels.push(style)
    const adornments = (over ? [line, under] : [under]).map(({ at: start, end }) => ({ start, end }))
    const isNamed = this.#names.has(referenceNameOf(title.text))
    this.blocks.push({
      ...{
        kind: 'h',
        level: this.#levels.indexOf(style) + 1,
        start: title.at,
        end: title.end,
        lines: 'one',
        adornments,
      },
      ...(isNamed && REFERRED),
    })
    return at + (over ? 3 : 2)
  }

  #explicitAt(place: Place, at: number): number | undefined {
    const { lines, column, depth } = place
    const line = lines[at]
    const text = line?.text ?? ''
    if (!line || (!EXPLICIT.test(text) && !TARGET.test(text))) return undefined
    const to = endOfDeeper(lines, at + 1, column)
    if (TARGET.test(text)) return to
    const note = NOTE.exec(text)
    const substituted = SUBSTITUTION.exec(text)
    const directive = (substituted ? DIRECTIVE_OF_SUBSTITUTION : DIRECTIVE).exec(text.slice(substituted?.[0].length))
    if (note) this.read(withFirst(restOf(line, note[0].length), lines.slice(at + 1, to)), 'note', depth + 1)
    else if (directive) {
      const from = (substituted?.[0].length ?? 0) + directive[0].length
      const inside = { first: restOf(line, from), rest: lines.slice(at + 1, to) }
      if (substituted) this.#substitution(directive[1] ?? '', inside)
      else this.#directive(directive[1] ?? '', inside, depth)
    } else {
      // Two dots alone with a blank line behind them end what is before; what is indented then is no comment.
      const alone = text === '..' && (lines[at + 1]?.text ?? '') === ''
      if (alone) return at + 1
      this.#leftOut(withFirst(restOf(line, 3), lines.slice(at + 1, to)), 0, to - at, 'comment', 'comment')
    }
    return to
  }

  #substitution(name: string, { first, rest }: Inside): void {
    if (name === 'replace')
      this.read(
        [first, ...rest].filter(({ text }) => text !== ''),
        'p',
        DEEPEST - 1,
      )
    else if (name === 'image') this.#options(rest)
  }

  #directive(name: string, { first, rest }: Inside, depth: number): void {
    const holding = holdingOf(name)
    const blank = rest.findIndex(({ text }) => text === '')
    const head = blank < 0 ? rest : rest.slice(0, blank)
    const firstOption = head.findIndex(({ text }) => FIELD.test(text))
    const args = firstOption < 0 ? head : head.slice(0, firstOption)
    const options = firstOption < 0 ? [] : head.slice(firstOption)
    const body = blank < 0 ? [] : rest.slice(blank)
    if (holding === undefined || holding === 'options') {
      if (holding === 'options') this.#options(options)
      this.#leftOut(firstOption < 0 ? rest : body, 0, rest.length, 'code')
      return
    }
    if (holding === 'first') this.read(withFirst(first, [...args, ...body]), kindIn(name), depth + 1)
    if (holding === 'title' || holding === 'titled rows') this.read(withFirst(first, args), 'title', depth + 1)
    if (holding === 'version') {
      const words = restOf(first, /^\S*\s*/.exec(first.text)?.[0].length ?? 0)
      this.read(withFirst(words, [...args, ...body]), 'p', depth + 1)
    }
    if (holding === 'first' || holding === 'version') return
    if (holding === 'figure' || holding === 'image') this.#options(options)
    if (holding === 'titled rows') this.#leftOut(body, 0, body.length, 'code', 'code', ROWS)
    else if (holding === 'names') this.#glossary(body, depth)
    else if (holding !== 'image') this.read(body, holding === 'figure' ? 'title' : 'p', depth + 1)
  }

  #options(options: readonly SourceLine[]): void {
    for (const [at, line] of options.entries()) {
      const mark = FIELD.exec(line.text)?.[0]
      const kind = OPTIONS[mark?.trimEnd().slice(1, -1) ?? '']
      if (mark === undefined || kind === undefined) continue
      const value = restOf(line, mark.length)
      const more = options.slice(at + 1).findIndex(({ text, column }) => text === '' || column <= line.column)
      const last = options[more < 0 ? options.length - 1 : at + more] ?? line
      if (value.text !== '') this.#text(kind, value, last.end > value.at ? last : value, { lines: 'several' })
    }
  }

  /** What a glossary defines is referred to by its name: only what is said of it is text. */
  #glossary(body: readonly SourceLine[], depth: number): void {
    const column = leastColumnOf(body)
    for (let at = 0; at < body.length; ) {
      const line = body[at]
      if (line && line.text !== '' && line.column === column) {
        this.#text('li', line, line, { lines: 'one', ...REFERRED })
        at += 1
        continue
      }
      const to = endOfDeeper(body, at, column)
      this.read(body.slice(at, to), 'li', depth + 1)
      at = Math.max(to, at + 1)
    }
  }

  #tableAt({ lines, column, depth }: Place, at: number): number {
    const to = endOfTable(lines, at, column)
    const cells = tableAt(lines.slice(at, to), cell => {
      const reader = new Blocks(this.#names)
      reader.read(cell, 'p', depth + 1)
      return reader.blocks
    })
    if (cells) this.blocks.push(...cells)
    else this.#leftOut(lines, at, to, 'code', 'code', NO_TABLE)
    return to
  }

  #lineBlockAt({ lines, kind }: Place, at: number): number {
    let to = at
    for (let line = lines[to]; line && LINE_BLOCK.test(line.text); line = lines[to]) {
      const first = restOf(line, LINE_BLOCK.exec(line.text)?.[0].length ?? 0)
      to += 1
      const from = to
      while ((lines[to]?.text ?? '') !== '' && (lines[to]?.column ?? 0) > line.column) to += 1
      const last = to > from ? (lines[to - 1] ?? first) : first
      if (first.text !== '') this.#text(kind, first, last, { lines: 'several', place: 'line' })
    }
    return to
  }

  #paragraphAt({ lines, column, kind, depth }: Place, at: number): number {
    const first = lines[at]
    const end = endOfBlock(lines, at)
    let to = at + 1
    while (to < end && lines[to]?.column === column) to += 1
    const last = lines[to - 1]
    if (!first || !last) return end
    if (to < end && to === at + 1 && (lines[to]?.column ?? 0) > column)
      return this.#definitionAt({ lines, column, kind, depth }, at)
    // Whether it begins a list depends on the lines around it.
    if (to > at + 1 && startsItem(first.text)) return this.#leftOut(lines, at, to, 'unreadable', kind, INDENTED)
    if (to < end && (lines[to]?.column ?? 0) > column) {
      // An indent within a paragraph means nothing in this language.
      return this.#leftOut(lines, at, endOfDeeper(lines, to, column), 'unreadable', kind, INDENTED)
    }
    const literal = last.text.endsWith('::')
    if (!(literal && last === first && first.text === '::'))
      this.#text(kind, first, last, {
        lines: first.leads && to > at + 1 && leastColumnOf(lines.slice(to)) < Infinity ? 'kept' : 'several',
        ...(literal && { place: 'literal' }),
      })
    return literal ? this.#literalFrom(lines, to, column) : to
  }

  /** What follows a paragraph that ends in two colons. */
  #literalFrom(lines: readonly SourceLine[], from: number, column: number): number {
    let at = from
    while (lines[at]?.text === '') at += 1
    const line = lines[at]
    if (!line) return at
    if (line.column > column) return this.#leftOut(lines, at, endOfDeeper(lines, at, column), 'code')
    const sign = ADORNMENT.exec(line.text[0] ?? '')?.[1]
    return sign === undefined ? at : this.#leftOut(lines, at, endOfBlock(lines, at), 'code')
  }

  #definitionAt({ lines, column, depth }: Omit<Place, 'titles'>, at: number): number {
    const term = lines[at]
    if (!term) return at + 1
    const to = endOfDeeper(lines, at + 1, column)
    const words = term.text.split(' : ')[0]?.trimEnd() ?? ''
    const literal = term.text.endsWith('::')
    this.#text(
      'li',
      term,
      { ...term, end: term.at + words.length },
      { lines: 'one', place: 'term', ...(literal && ODD) },
    )
    if (literal) this.#leftOut(lines, at + 1, to, 'code')
    else this.read(lines.slice(at + 1, to), 'li', depth + 1)
    return to
  }

  #text(
    kind: ProseKind,
    first: SourceLine,
    last: SourceLine,
    more: Pick<ProseBlock, 'lines' | 'place' | 'left_out' | 'because'>,
  ): void {
    this.blocks.push({ kind, level: 0, start: first.at, end: last.end, ...more })
  }

  /** Lists what is left as it is, where it holds anything. */
  #leftOut(
    lines: readonly SourceLine[],
    from: number,
    to: number,
    reason: Reason,
    kind: ProseKind = 'code',
    because?: string,
  ): number {
    const held = lines.slice(from, to).filter(({ text }) => text !== '')
    const [first, last] = [held[0], held.at(-1)]
    if (first && last) this.#text(kind, first, last, { lines: 'several', left_out: reason, because })
    return to
  }
}

interface Place {
  readonly lines: readonly SourceLine[]
  readonly column: number
  readonly kind: ProseKind
  readonly depth: number
  readonly titles: boolean
}

/** What is in a directive: the rest of its first line, and the lines that are indented under it. */
interface Inside {
  readonly first: SourceLine
  readonly rest: readonly SourceLine[]
}

const REFERRED = { left_out: 'referred_to', because: 'other places of the file refer to it by this name' } as const
const ODD = { left_out: 'unreadable', because: 'it ends in two colons' } as const
const NO_TABLE = 'its edges do not meet, or texts stand across its columns'
const ROWS = 'its rows are a table of its own kind'
const INDENTED = 'its lines are indented in a way that this language does not know'

/** Leaves out the first line where it is empty. */
function filled(first: SourceLine): (line: SourceLine) => boolean {
  return line => line !== first || line.text !== ''
}

function kindIn(name: string): ProseKind {
  return name === 'centered' ? 'title' : 'p'
}

function startsItem(text: string): boolean {
  return BULLET.test(text) || ENUMERATOR.test(text) || OPTION.test(text)
}

/** The lines of an item whose first one begins behind its mark, and whose others say at which column they are. */
function withFirst(first: SourceLine, rest: readonly SourceLine[]): SourceLine[] {
  if (first.text === '') return [...rest]
  const column = leastColumnOf(rest)
  return [{ ...first, column: column === Infinity ? first.column : column, leads: true }, ...rest]
}

function tooDeep(): FormatError {
  const message = `Lists, quotes or directives are nested more than ${DEEPEST} deep. Flatten them and send the file again.`
  return new FormatError('too_deep', message)
}

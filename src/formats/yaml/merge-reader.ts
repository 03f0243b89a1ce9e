/** Reads a YAML file as a tree of pieces. */
import type { CST } from 'yaml'
import { childPointer } from '../content/tree.ts'
import { columnOf, lineEnd } from './manner.ts'
import { beginOf, endOfToken, isDash, isSimple } from './merge-tokens.ts'
import {
  type Held,
  isBetween,
  isBlock,
  linesWithEnds,
  NO_TEXT,
  type Piece,
  type TokenItem,
  type TreeItem,
  type YamlTree,
} from './merge-tree.ts'
import type { YamlScalar } from './scalar.ts'

/** What the key that is the root of a file is called in the tree, whatever language it names. */
export const ROOT_NAME = '\0root'

export interface TreeFacts {
  /** The text, which ends with a line end if it is not empty. */
  readonly text: string
  readonly scalars: readonly YamlScalar[]
  /** By the number of a document: the key that names the language of all below it. */
  readonly roots: ReadonlyMap<number, string>
}

/** The tree of a file that is known to be valid. */
export async function yamlTreeOf(facts: TreeFacts): Promise<YamlTree> {
  const { CST, Parser } = await import('yaml')
  const nameOf = (token: CST.Token): string => CST.resolveAsScalar(token)?.value ?? ''
  return new Growth(facts, nameOf).tree([...new Parser().parse(facts.text)])
}

/** Something is written in a way that the tree has no place for. */
const OTHERWISE = Symbol()

/** Where something ends, and what it is. */
interface Grown {
  readonly item: TreeItem
  /** Where its gap begins, and where it ends. */
  readonly from: number
  readonly to: number
}

class Growth {
  readonly #text: string
  readonly #roots: ReadonlyMap<number, string>
  readonly #scalars: ReadonlyMap<number, YamlScalar>
  readonly #nameOf: (token: CST.Token) => string
  readonly #anchors: { at: number; name: string }[] = []
  readonly #aliases: { at: number; name: string }[] = []
  #root: string | undefined

  constructor({ text, scalars, roots }: TreeFacts, nameOf: (token: CST.Token) => string) {
    this.#text = text
    this.#roots = roots
    this.#scalars = new Map(scalars.map(scalar => [scalar.start, scalar]))
    this.#nameOf = nameOf
  }

  tree(tokens: readonly CST.Token[]): YamlTree {
    const text = this.#text
    const found = tokens.filter(token => token.type === 'document')
    const documents: TreeItem[] = []
    const after: Piece[][] = []
    let cursor = 0
    const all = found.length > 0 ? found : [undefined]
    for (const [number, token] of all.entries()) {
      this.#root = this.#roots.get(number)
      const { item, to } = this.#document(token, number, cursor)
      const lines: Piece[] = []
      cursor = to
      for (const line of linesWithEnds(text, to)) {
        if (!isBetween(line)) break
        lines.push({ text: line, at: cursor })
        cursor += line.length
      }
      documents.push(item)
      after.push(lines)
    }
    const rest = this.#piece(cursor, text.length)
    return { text, documents, after, rest, anchors: this.#anchors, aliases: this.#aliases }
  }

  #document(token: CST.Document | undefined, number: number, cursor: number): Grown {
    const path = `yaml:${number || ''}`
    const mark = token?.start.find(({ type }) => type === 'doc-start')
    const below = mark === undefined ? cursor : this.#nextLine(mark.offset)
    this.#note(token?.start)
    const value = this.#value(token?.value, below, below, path, true)
    const from = value.start
    const to = this.#endOf(value)
    return {
      item: {
        ...{ name: String(number), path, start: cursor, gap: [], indent: NO_TEXT },
        ...{ head: [this.#piece(cursor, from)], value, comma: undefined, behind: NO_TEXT },
        tail: isBlock(value) || value.is === 'nothing' ? [] : [this.#piece(value.end, to)],
      },
      ...{ from: cursor, to },
    }
  }

  /** Where what is held ends, with the rest of its last line. */
  #endOf(value: Held): number {
    if (isBlock(value) || value.end === 0) return value.end
    return this.#text[value.end - 1] === '\n' || this.#text[value.end - 1] === '\r'
      ? value.end
      : this.#nextLine(value.end)
  }

  /** `floor` is where the lines begin that may stand above the first item, `at` where nothing would stand. */
  #value(token: CST.Token | undefined, floor: number, at: number, path: string, outermost = false): Held {
    switch (token?.type) {
      case 'alias':
        this.#aliases.push({ at: token.offset, name: token.source.slice(1) })
        return this.#leaf('alias', token.offset, token.offset + token.source.length)
      case 'scalar':
      case 'single-quoted-scalar':
      case 'double-quoted-scalar':
        if (token.source === '') return this.#leaf('nothing', at, at)
        return this.#leaf('scalar', token.offset, token.offset + token.source.length)
      case 'block-scalar':
        return this.#leaf('scalar', token.offset, this.#endOfBlock(token))
      case 'block-map':
      case 'block-seq':
        return this.#block(token, floor, path, outermost) ?? this.#fixed(token)
      case 'flow-collection':
        return this.#flow(token, path, outermost) ?? this.#fixed(token)
      default:
        return this.#leaf('nothing', at, at)
    }
  }

  #leaf(is: Held['is'], start: number, end: number): Held {
    const scalar = this.#scalars.get(start)
    const open = [this.#piece(start, end)]
    const none = { flow: false, inline: false, column: 0, items: [], close: NO_TEXT, trailing: false }
    return { is, start, end, open, scalar: is === 'scalar' ? scalar : undefined, ...none }
  }

  /** A block that keeps the line ends behind its text has the blank lines, too. */
  #endOfBlock({ offset, props, source }: CST.BlockScalar): number {
    const whole = props.reduce((sum, prop) => sum + ('source' in prop ? prop.source.length : 0), source.length)
    const header = this.#text.slice(offset, lineEnd(this.#text, offset))
    return KEEPS.test(header) ? offset + whole : (this.#scalars.get(offset)?.end ?? offset + whole)
  }

  #fixed(token: CST.BlockMap | CST.BlockSequence | CST.FlowCollection): Held {
    const leaf = this.#leaf('fixed', token.offset, endOfToken(token))
    return { ...leaf, flow: token.type === 'flow-collection' }
  }

  #block(token: CST.BlockMap | CST.BlockSequence, floor: number, path: string, outermost: boolean): Held | undefined {
    const isMap = token.type === 'block-map'
    const items: TreeItem[] = []
    let [start, end] = [token.offset, floor]
    for (const each of token.items) {
      this.#note(each.start)
      if (isMap ? each.key === undefined && each.sep === undefined : !each.start.some(isDash)) continue
      const grown = this.#line(each, isMap ? undefined : items.length, items.length === 0 ? undefined : end, {
        ...{ floor: end, path, outermost },
      })
      if (grown === OTHERWISE) {
        this.#noteAll(token)
        return undefined
      }
      if (items.push(grown.item) === 1) start = grown.from
      end = grown.to
    }
    const [first] = items
    if (first === undefined) return undefined
    const column = columnOf(this.#text, first.start)
    const inline = !isBetween(this.#text.slice(first.start - column, first.start))
    const shape = { inline, open: [], close: NO_TEXT, trailing: false, scalar: undefined }
    return { is: isMap ? 'map' : 'list', flow: false, column, items, start, end, ...shape }
  }

  /** An item that is a line or more. `end` is where the one before it ended. */
  #line(
    { start: before, key, sep, value: token }: TokenItem,
    index: number | undefined,
    end: number | undefined,
    { floor, path, outermost }: { floor: number; path: string; outermost: boolean },
  ): Grown | typeof OTHERWISE {
    const text = this.#text
    const dash = before.find(isDash)
    const start = index === undefined ? beginOf(before, key) : dash?.offset
    if (start === undefined || (index === undefined && !isSimple(before, key))) return OTHERWISE
    const name = index === undefined && key ? this.#nameOf(key) : String(index)
    this.#note(sep)
    const colon = sep?.find(({ type }) => type === 'map-value-ind')
    if (index === undefined && colon === undefined) return OTHERWISE
    const behind = ((index === undefined ? colon : dash)?.offset ?? start) + 1
    const line = start - columnOf(text, start)
    const isInline = !isBetween(text.slice(line, start))
    const from = isInline ? start : this.#gapStart(line, floor)
    if (end !== undefined && from !== end) return OTHERWISE
    const [own, address] = this.#named(name, path, outermost)
    const value = this.#value(token, this.#nextLine(behind), behind, address)
    const to = this.#endOf(value)
    const isLines = isBlock(value)
    return {
      item: {
        ...{ name: own, path: address, start, comma: undefined, behind: NO_TEXT, value },
        gap: isInline ? [] : this.#lines(from, line),
        indent: isInline ? NO_TEXT : this.#piece(line, start),
        head: [this.#piece(start, value.start)],
        tail: isLines ? [] : [this.#piece(value.end, to)],
      },
      ...{ from, to },
    }
  }

  #flow(token: CST.FlowCollection, path: string, outermost: boolean): Held | undefined {
    const isMap = token.start.source === '{'
    const close = token.end.find(({ source }) => source === '}' || source === ']')
    if (close === undefined) return undefined
    const items: TreeItem[] = []
    const real = token.items.filter(({ key, sep, value }) => key !== undefined || sep !== undefined || value)
    const commas = token.items.flatMap(({ start }) => start.filter(({ type }) => type === 'comma'))
    let cursor = token.offset + 1
    for (const [at, each] of real.entries()) {
      const comma = commas[at]
      const until = comma?.offset ?? close.offset
      const item = this.#inBrackets(each, isMap ? undefined : at, cursor, until, path, outermost)
      if (item === OTHERWISE) {
        this.#noteAll(token)
        return undefined
      }
      const isLast = at === real.length - 1
      const tail = isLast && comma === undefined ? [] : item.tail
      const ended = tail.length === 0 ? item.value.end : until
      const after = comma ? comma.offset + 1 : ended
      cursor = this.#commentEnd(after)
      const behind = this.#piece(after, cursor)
      items.push({ ...item, tail, comma: comma && this.#piece(comma.offset, after), behind })
    }
    if (commas.length > real.length) return undefined
    const [start, end] = [token.offset, close.offset + 1]
    const open = [this.#piece(start, start + 1)]
    const trailing = real.length > 0 && commas.length === real.length
    const facts = { flow: true, inline: false, column: 0, scalar: undefined }
    return { is: isMap ? 'map' : 'list', items, start, end, open, close: this.#piece(cursor, end), trailing, ...facts }
  }

  #inBrackets(
    { start: before, key, sep, value: token }: TokenItem,
    index: number | undefined,
    cursor: number,
    until: number,
    path: string,
    outermost: boolean,
  ): TreeItem | typeof OTHERWISE {
    this.#note(before)
    this.#note(sep)
    const start = beginOf(before, index === undefined ? key : token)
    if (start === undefined || (index === undefined ? !isSimple(before, key) : sep !== undefined)) return OTHERWISE
    const name = index === undefined && key ? this.#nameOf(key) : String(index)
    const colon = sep?.find(({ type }) => type === 'map-value-ind')
    const behind = colon === undefined ? key && endOfToken(key) : colon.offset + 1
    const [own, address] = this.#named(name, path, outermost)
    const value = this.#value(token, start, behind ?? start, address)
    return {
      ...{ name: own, path: address, start, indent: NO_TEXT, value, comma: undefined, behind: NO_TEXT },
      gap: [this.#piece(cursor, start)],
      head: [this.#piece(start, value.start)],
      tail: [this.#piece(value.end, until)],
    }
  }

  #named(name: string, path: string, outermost: boolean): readonly [string, string] {
    const isRoot = outermost && name === this.#root
    return isRoot ? [ROOT_NAME, path] : [name, childPointer(path, name)]
  }

  /** Where a comment ends that is the rest of a line. */
  #commentEnd(at: number): number {
    COMMENT.lastIndex = at
    return COMMENT.test(this.#text) ? COMMENT.lastIndex : at
  }

  /** Where the blank lines and comments begin that stand above a line. */
  #gapStart(line: number, floor: number): number {
    let start = line
    while (start > floor) {
      const end = this.#text[start - 1] === '\n' && this.#text[start - 2] === '\r' ? start - 2 : start - 1
      const above = end - columnOf(this.#text, end)
      if (above < floor || !isBetween(this.#text.slice(above, end))) break
      start = above
    }
    return start
  }

  #lines(from: number, to: number): Piece[] {
    let at = from
    return [...linesWithEnds(this.#text.slice(from, to))].map(text => {
      at += text.length
      return { text, at: at - text.length }
    })
  }

  #nextLine(at: number): number {
    const end = lineEnd(this.#text, at)
    return end + (/^(?:\r\n|\r|\n)/.exec(this.#text.slice(end, end + 2))?.[0].length ?? 0)
  }

  #piece(from: number, to: number): Piece {
    return { text: this.#text.slice(from, to), at: from }
  }

  #note(tokens: readonly CST.SourceToken[] | undefined): void {
    for (const { type, offset, source } of tokens ?? []) {
      if (type === 'anchor') this.#anchors.push({ at: offset, name: source.slice(1) })
    }
  }

  /** All anchors and aliases of what is not taken apart; some may be noted twice. */
  #noteAll(token: CST.Token | null | undefined): void {
    if (!token) return
    if (token.type === 'alias') this.#aliases.push({ at: token.offset, name: token.source.slice(1) })
    if (!('items' in token)) return
    for (const { start, key, sep, value } of token.items) {
      this.#note(start)
      this.#note(sep)
      this.#noteAll(key)
      this.#noteAll(value)
    }
  }
}

const COMMENT = /[ \t]+#[^\r\n]*/y
const KEEPS = /^[|>]\d?\+/

/** A line of runs as a text with short tags: `<g1>…</g1>` around what looks other than the rest, or is linked; `<x2/>` for what stands alone. */
import {
  type AloneItem,
  type Edges,
  edgesOf,
  joinedRuns,
  type RunItem,
  runPairs,
  type Shell,
  type TextItem,
} from './items.ts'

export interface RunCode {
  /** `g1`, `x2`. */
  readonly tag: string
  /** By this a code of a result is known as one of the original. */
  readonly key: string
  /** `literal`: text that looks like a tag of ours. */
  readonly kind: 'shell' | 'around' | 'alone' | 'literal'
  /** What a run inside the tags looks like. */
  readonly shell?: Shell | undefined
  readonly open: string
  readonly close: string
  readonly meaning?: string | undefined
  readonly item?: AloneItem | undefined
}

export interface CodedRuns {
  /** Without white space at its ends. */
  readonly text: string
  readonly codes: readonly RunCode[]
  /** How most of it looks: it needs no tags. */
  readonly base: Shell | undefined
  /** White space at both ends, which a translation gets again. */
  readonly lead: string
  readonly trail: string
  readonly edges: Edges
  /** The byte range that a translation replaces, and what of the runs in it is no part of the text, in front and behind. */
  readonly start: number
  readonly end: number
  readonly before: readonly RunItem[]
  readonly after: readonly RunItem[]
}

/**
 * The text of a line; undefined where it has none. `original`: what the same line was in the file that a result was made from. Its codes keep
 * their tags, and what was left outside of it is so again.
 */
export function codedRuns(items: readonly RunItem[], original?: CodedRuns): CodedRuns | undefined {
  const all = joinedRuns(items)
  const [only] = all
  if (!original && only?.kind === 'text' && all.length === 1 && !only.text.includes('<')) return plainRuns(only)
  const edges = fitting(all, original?.edges) ?? edgesOf(all)
  const to = all.length - edges.trail
  const inner = all.slice(edges.lead, to)
  const [first, last] = [inner[0], inner.at(-1)]
  if (!first || !last || !hasText(inner)) return undefined
  const pairs = runPairs(inner)
  const base = original?.base ?? mostOf(inner, pairs, 0, inner.length)
  const coding = new Coding(inner, pairs, original)
  const whole = coding.between(0, inner.length, base)
  const text = whole.trim()
  const lead = whole.slice(0, whole.length - whole.trimStart().length)
  return {
    ...{ text, base, edges, lead, codes: coding.codes, start: first.start, end: last.end },
    trail: text === '' ? '' : whole.slice(whole.trimEnd().length),
    // A run begins and ends where its items do, and no other run does.
    before: all.slice(0, edges.lead).filter(({ start }) => start === first.start),
    after: all.slice(to).filter(({ end }) => end === last.end),
  }
}

const PLAIN: Pick<CodedRuns, 'codes' | 'edges' | 'before' | 'after'> = {
  codes: [],
  edges: { lead: 0, trail: 0 },
  before: [],
  after: [],
}

/** One text that looks all the same: most lines are so. */
function plainRuns({ text: whole, shell: base, start, end }: TextItem): CodedRuns {
  const text = whole.trim()
  const { codes, edges, before, after } = PLAIN
  const lead = text === '' ? whole : whole.slice(0, whole.length - whole.trimStart().length)
  const trail = text === '' ? '' : whole.slice(whole.trimEnd().length)
  return { text, base, edges, lead, trail, codes, start, end, before, after }
}

function fitting(items: readonly RunItem[], edges: Edges | undefined): Edges | undefined {
  return edges && hasText(items.slice(edges.lead, items.length - edges.trail)) ? edges : undefined
}

function hasText(items: readonly RunItem[]): boolean {
  return items.some(({ kind }) => kind === 'text')
}

/** How most of the text looks that is between two items and in nothing else there. */
function mostOf(
  items: readonly RunItem[],
  pairs: ReadonlyMap<number, number>,
  from: number,
  to: number,
): Shell | undefined {
  const lengths = new Map<string, { shell: Shell; length: number }>()
  for (let at = from; at < to; at += 1) {
    const item = items[at]
    if (item?.kind === 'open') at = pairs.get(at) ?? at
    if (item?.kind !== 'text') continue
    const known = lengths.get(item.shell.key) ?? { shell: item.shell, length: 0 }
    known.length += item.text.trim().length
    lengths.set(item.shell.key, known)
  }
  let most: { shell: Shell; length: number } | undefined
  for (const each of lengths.values()) if (!most || each.length > most.length) most = each
  return most?.shell
}

const OWN_TAG = /(<\/?[gx]\d+\/?>)/

const NONE_KNOWN: ReadonlyMap<string, RunCode> = new Map()
const NONE_ENCLOSING: ReadonlyMap<string, readonly RunCode[]> = new Map()

function enclosingIn(codes: readonly RunCode[]): ReadonlyMap<string, readonly RunCode[]> {
  const found = new Map<string, RunCode[]>()
  for (const code of codes) {
    if (code.kind !== 'around') continue
    const alike = found.get(code.open)
    if (alike) alike.push(code)
    else found.set(code.open, [code])
  }
  return found
}

class Coding {
  readonly #items: readonly RunItem[]
  readonly #pairs: ReadonlyMap<number, number>
  readonly #known: ReadonlyMap<string, RunCode>
  /** Of the known codes those around texts, by what they begin with. */
  readonly #enclosing: ReadonlyMap<string, readonly RunCode[]>
  readonly #codes = new Map<string, RunCode>()
  #last = 0
  #boxes = 0

  constructor(items: readonly RunItem[], pairs: ReadonlyMap<number, number>, original: CodedRuns | undefined) {
    this.#items = items
    this.#pairs = pairs
    // Most lines have no original, and there are millions.
    this.#known = original ? new Map(original.codes.map(code => [code.key, code])) : NONE_KNOWN
    this.#enclosing = original ? enclosingIn(original.codes) : NONE_ENCLOSING
    for (const { tag } of original?.codes ?? []) this.#last = Math.max(this.#last, Number(tag.slice(1)))
  }

  get codes(): readonly RunCode[] {
    return [...this.#codes.values()]
  }

  /** The text between two items, most of which looks like `base`. */
  between(begin: number, end: number, base: Shell | undefined): string {
    let text = ''
    for (let at = begin; at < end; at += 1) {
      const item = this.#items[at]
      const close = this.#pairs.get(at)
      if (item?.kind === 'text') text += this.#text(item.text, item.shell, base)
      else if (item?.kind === 'open' && close !== undefined) {
        text += this.#around(item.raw, at, close, item.meaning)
        at = close
      } else if (item?.kind === 'alone') {
        const { raw, meaning } = item
        text += `<${this.#code('alone', this.#keyOf(item), { open: raw, close: '', meaning, item }).tag}/>`
      }
    }
    return text
  }

  /** What is in a box is not what the box is known by: it is translated by itself. Boxes stay in their order. */
  #keyOf({ raw, holds }: AloneItem): string {
    if (!holds) return raw
    this.#boxes += 1
    return `box ${this.#boxes}`
  }

  #text(text: string, shell: Shell, base: Shell | undefined): string {
    const plain = text.includes('<') ? this.#withLiterals(text) : text
    if (shell.key === base?.key) return plain
    const { tag } = this.#code('shell', shell.key, { open: '', close: '', shell })
    return `<${tag}>${plain}</${tag}>`
  }

  #withLiterals(text: string): string {
    const literal = (piece: string): string => `<${this.#code('literal', piece, { open: piece, close: '' }).tag}/>`
    const pieces = text.split(OWN_TAG)
    return pieces.map((piece, nth) => (nth % 2 === 0 ? piece : literal(piece))).join('')
  }

  #around(open: string, from: number, to: number, meaning: string | undefined): string {
    const ending = this.#items[to]
    const close = ending?.kind === 'close' ? ending.raw : ''
    const shell = this.#shellInside(open, from + 1, to)
    const { tag } = this.#code('around', `${open} ${shell?.key}`, { open, close, shell, meaning })
    return `<${tag}>${this.between(from + 1, to, shell)}</${tag}>`
  }

  /** What a link looks like: as in the original, also where a translation brought other words into it. */
  #shellInside(raw: string, from: number, to: number): Shell | undefined {
    const inside = this.#items.slice(from, to)
    for (const { shell } of this.#enclosing.get(raw) ?? []) {
      if (!shell || inside.some(item => item.kind === 'text' && item.shell.key === shell.key)) return shell
    }
    return mostOf(this.#items, this.#pairs, from, to)
  }

  #code(
    kind: RunCode['kind'],
    of: string,
    markup: Pick<RunCode, 'open' | 'close' | 'shell' | 'meaning' | 'item'>,
  ): RunCode {
    const key = `${kind} ${of}`
    const made = this.#codes.get(key)
    if (made) return made
    const known = this.#known.get(key)
    this.#last += known ? 0 : 1
    const stem = kind === 'alone' || kind === 'literal' ? 'x' : 'g'
    const code = { tag: known?.tag ?? `${stem}${this.#last}`, key, kind, ...markup }
    this.#codes.set(key, code)
    return code
  }
}

/**
 * Texts for a translation program. It knows no placeholders, so every code and every kept term is hidden from it, and must come back.
 * A text of several sentences (branches of an ICU message, paragraphs) goes to it in pieces.
 */

import type { TermSearch } from '../../checks/index.ts'
import {
  endTagsIn,
  joinRuns,
  type NumberedRun,
  numberMarkup,
  type PlaceholderSyntax,
  protect,
  type TextRun,
} from '../../formats/index.ts'

/** The pieces of one text as XML, and how to put the translation together again. */
export interface MachineCoded {
  readonly texts: readonly string[]
  /** The translation, from the translations of its pieces in their order; undefined where a code was lost, doubled or invented. */
  decode(translations: readonly string[]): string | undefined
}

/**
 * How hidden codes and terms are written.
 *
 * - `xml`: codes as empty elements, a term inside an element that must not be translated
 * - `words`: placeholders and terms as words that no dictionary has, so that the program sees a noun there
 * - `blanks`: all as empty elements
 */
export type Dress = 'xml' | 'words' | 'blanks'

export interface Hiding {
  readonly dress: Dress
  /** Each term comes back as its prescribed translation. */
  readonly terms?: TermSearch
  /** Characters that the program writes into its output by itself. They are hidden in the text, and removed from the output. */
  readonly marks?: RegExp
}

/** The text for a translation program. */
export function encodeForMachine(text: string, syntax: PlaceholderSyntax | undefined, hiding: Hiding): MachineCoded {
  const runs = protect(text, syntax)
  const pieces = piecesOf(syntax === 'icu' ? runs.flatMap(apart) : runs)
  const endTags = endTagsIn(text)
  const hidden = pieces.map(piece => ('runs' in piece ? hide(piece.runs, endTags, hiding) : undefined))
  return {
    texts: hidden.flatMap(piece => piece?.text ?? []),
    decode(translations) {
      const runs: TextRun[] = []
      let next = 0
      for (const [at, piece] of pieces.entries()) {
        const from = hidden[at]
        const found = 'runs' in piece ? from && reveal(translations[next++], from, hiding) : [piece.run]
        if (found === undefined) return undefined
        runs.push(...found)
      }
      return joinRuns(runs, syntax)
    },
  }
}

/** A piece for the program, or a run between two pieces that the program does not get. */
type Piece = { readonly runs: readonly TextRun[] } | { readonly run: TextRun }

/** Where a sentence ends for sure: at a blank line, before a line of a list, after a full stop at the end of a line. */
const BETWEEN = /((?<!\s)\s*\n\s*\n\s*|(?<=[.!?:;。！？…])[^\S\n]*\n\s*|(?<!\s)\s*\n\s*(?=(?:[-*•]|\d{1,3}[.)])\s))/u

function piecesOf(runs: readonly TextRun[]): Piece[] {
  const pieces: Piece[] = []
  let current: TextRun[] = []
  const between = (run: TextRun): void => {
    pieces.push(...trimmed(current), { run })
    current = []
  }
  for (const run of runs) {
    if (run.kind === 'code' && isBranch(run.text)) between(run)
    else if (run.kind === 'code') current.push(run)
    else {
      for (const [at, text] of run.text.split(BETWEEN).entries()) {
        if (at % 2 === 1) between({ kind: 'text', text })
        else if (text !== '') current.push({ kind: 'text', text })
      }
    }
  }
  return [...pieces, ...trimmed(current)]
}

/** The beginning or end of a branch of an ICU message: braces that do not match within it. */
function isBranch(code: string): boolean {
  if (code.startsWith('<') || code.startsWith("'")) return false
  let depth = 0
  for (const letter of code) {
    if (letter === '{') depth += 1
    if (letter === '}') depth -= 1
    if (depth < 0) return true
  }
  return depth > 0
}

const BRANCH = /^(?<before>(?:#|\{[^{}]*\})*)(?<branch>.*?)(?<after>(?:#|\{(?<!\{[^{}]*\{)[^{}]*\})*)$/s

/** Splits the code between two branches: `{name}} other {#` is an argument of the first, the border `} other {`, and `#` of the second. */
function apart(run: TextRun): TextRun[] {
  const parts = run.kind === 'code' && isBranch(run.text) ? BRANCH.exec(run.text)?.groups : undefined
  if (parts === undefined) return [run]
  const { before = '', branch = '', after = '' } = parts
  return [before, branch, after].flatMap(text => (text === '' ? [] : [{ kind: 'code', text } as const]))
}

/** The program gets no white space at either end, and no piece without a letter. */
function trimmed(runs: readonly TextRun[]): Piece[] {
  const text = runs.map(run => (run.kind === 'text' ? run.text : '')).join('')
  if (!/\p{L}/u.test(text)) return runs.map(run => ({ run }))
  const rest = [...runs]
  const before: Piece[] = []
  const after: Piece[] = []
  const first = rest[0]
  if (first?.kind === 'text') {
    const lead = first.text.slice(0, first.text.length - first.text.trimStart().length)
    if (lead !== '') before.push({ run: { kind: 'text', text: lead } })
    rest[0] = { kind: 'text', text: first.text.trimStart() }
  }
  const last = rest.at(-1)
  if (last?.kind === 'text') {
    const trail = last.text.slice(last.text.trimEnd().length)
    if (trail !== '') after.push({ run: { kind: 'text', text: trail } })
    rest[rest.length - 1] = { kind: 'text', text: last.text.trimEnd() }
  }
  return [...before, { runs: rest }, ...after]
}

interface HiddenPiece {
  readonly text: string
  /** By the sign that is sent in its place: the code, and how often it occurs. */
  readonly signs: ReadonlyMap<string, { readonly run: TextRun; count: number }>
}

function hide(runs: readonly TextRun[], endTags: ReadonlySet<string>, { dress, terms, marks }: Hiding): HiddenPiece {
  const signs = new Map<string, { run: TextRun; count: number }>()
  const sent = (sign: string, run: TextRun): string => {
    const known = signs.get(sign)
    if (known === undefined) signs.set(sign, { run, count: 1 })
    else known.count += 1
    return sign
  }
  const numbers = new Map<string, number>()
  const numberOf = (key: string): number => {
    const number = numbers.get(key) ?? numbers.size + 1
    numbers.set(key, number)
    return number
  }
  const code = (token: NumberedRun): string => {
    const run: TextRun = { kind: 'code', text: token.text }
    if ('number' in token && token.kind !== 'alone') {
      const number = numberOf(`markup ${token.number}`)
      return sent(token.kind === 'open' ? `<g${number}>` : `</g${number}>`, run)
    }
    const number = numberOf(`code ${token.text}`)
    return sent(dress === 'words' && !('number' in token) ? wordOf(number) : `<x${number}/>`, run)
  }
  const term = (target: string): string => {
    const number = numberOf(`term ${target}`)
    const sign = dress === 'words' ? wordOf(number) : dress === 'xml' ? `<k${number}>` : `<x${number}/>`
    return sent(sign, { kind: 'text', text: target }) + (dress === 'xml' ? `${escaped(target)}</k${number}>` : '')
  }
  const plain = (text: string): string => {
    if (marks === undefined) return escaped(text)
    const kept = (mark: string) => sent(`<x${numberOf(`mark ${mark}`)}/>`, { kind: 'text', text: mark })
    let result = ''
    let from = 0
    for (const mark of text.matchAll(marks)) {
      result += escaped(text.slice(from, mark.index)) + kept(mark[0])
      from = mark.index + mark[0].length
    }
    return result + escaped(text.slice(from))
  }
  const literal = (text: string): string => {
    let result = ''
    let from = 0
    for (const { start, end, target } of terms?.(text) ?? []) {
      result += plain(text.slice(from, start)) + term(target)
      from = end
    }
    return result + plain(text.slice(from))
  }
  const text = numberMarkup(runs, endTags).map(token => (token.kind === 'text' ? literal(token.text) : code(token)))
  return { text: text.join(''), signs }
}

const TAGS = /<(?<kept>k\d+)>.*?<\/\k<kept>\s*>|<(?<alone>x\d+)\s*(?:\/>|>\s*<\/\k<alone>\s*>)|<\/?g\d+\s*>/gs
const TAGS_AND_WORDS = new RegExp(`${TAGS.source}|[xX][qQ][a-pA-P]+[zZ]`, 'gs')

function reveal(
  translation: string | undefined,
  { signs }: HiddenPiece,
  { dress, marks }: Hiding,
): TextRun[] | undefined {
  if (translation === undefined) return undefined
  const runs: TextRun[] = []
  const counts = new Map<string, number>()
  let from = 0
  const textUpTo = (to: number): void => {
    const text = unescaped(translation.slice(from, to))
    if (text !== '') runs.push({ kind: 'text', text: marks === undefined ? text : text.replace(marks, '') })
  }
  for (const match of translation.matchAll(dress === 'words' ? TAGS_AND_WORDS : TAGS)) {
    const sign = signOf(match)
    const found = signs.get(sign)
    if (found === undefined) return undefined
    counts.set(sign, (counts.get(sign) ?? 0) + 1)
    textUpTo(match.index)
    runs.push(found.run)
    from = match.index + match[0].length
  }
  textUpTo(translation.length)
  return [...signs].every(([sign, { count }]) => counts.get(sign) === count) ? runs : undefined
}

function signOf({ 0: whole, groups }: RegExpExecArray): string {
  if (groups?.kept !== undefined) return `<${groups.kept}>`
  if (groups?.alone !== undefined) return `<${groups.alone}/>`
  return whole.startsWith('<') ? whole.replace(/\s/g, '') : `X${whole.slice(1).toLowerCase()}`
}

/** A word of letters only: `Xqbz`. The last `z` marks its end, so that it is found even where the program glued it to another word. */
function wordOf(number: number): string {
  const letters = [...number.toString(16)].map(digit => String.fromCharCode(97 + Number.parseInt(digit, 16)))
  return `Xq${letters.join('')}z`
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? entity
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : entity
  })
}

import { canonicalTag, splitPair } from '../../domain/languages.ts'
import type { Rows } from '../../domain/survey.ts'
import { isNamed, type KnownNames, knownNameAt } from './known-names.ts'
import { byFirstLetter, DOUBTFUL_NAMES, languageNames, withPlainBrackets, wordsOfName } from './language-names.ts'
import { isGenericNoun, plain } from './part-names.ts'
import { type Range, rangesAt } from './row-ranges.ts'
import { DOUBLE, UNSPACED, WORD_ROLES, WORDS, type WordRole } from './words.ts'

type TokenKind = 'word' | 'name' | 'rows' | 'quote' | 'language' | 'comma' | 'stop' | 'open' | 'close'

export interface Token {
  readonly kind: TokenKind
  readonly start: number
  readonly end: number
  /** As written; for a quote, the text inside it. */
  readonly text: string
  /** What the word may do; its place decides which. */
  readonly roles: ReadonlySet<WordRole>
  /** The tag of a language, or of a word that may be one. */
  readonly tag?: string
  /** Acts on what stands before it: Japanese. */
  readonly postfix?: boolean
  /** A part of the file is called so: `skip`, `hidden`. */
  readonly part?: boolean
  /** Its last words are the name of a part: `without translation`. */
  readonly clash?: boolean
  readonly ranges?: readonly Range[]
}

/** What of the file an instruction may mention word for word. */
export interface Sayable {
  readonly names: KnownNames
  readonly rows?: Rows | undefined
}

interface Phrase {
  readonly words: readonly string[]
  readonly ending: boolean
  readonly role: WordRole
}

const ELISION = /^(?:qu|jusqu|lorsqu|[ldsnjmtc])['’](?=\p{L})/iu
const WORD = /(?:\*\.)?[\p{L}\p{M}\p{N}_]+(?:(?:['’.+@-]|\.\*\.)[\p{L}\p{M}\p{N}_]+)*(?:\.\*)?|'s\b/gu
const NO_ROLES: ReadonlySet<WordRole> = new Set()

const SPACED = new Map<string, Phrase[]>()
const STEMS: Phrase[] = []
const RUNS = new Map<string, Set<WordRole>>()
for (const words of WORDS) {
  for (const role of WORD_ROLES) for (const phrase of words[role]?.split('|') ?? []) enter(phrase, role)
}
for (const [phrase, roles] of Object.entries(DOUBLE)) RUNS.set(phrase, new Set(roles))
const RUN_PHRASES = byFirstLetter([...RUNS.keys()], phrase => phrase)

function enter(written: string, role: WordRole): void {
  if (UNSPACED.test(written)) {
    RUNS.set(written, (RUNS.get(written) ?? new Set()).add(role))
    return
  }
  const ending = written.endsWith('*')
  const words = /[\p{L}\p{N}]/u.test(written)
    ? piecesOf(written.replace('*', '')).map(piece => plain(piece.text))
    : [written]
  const [first = ''] = words
  const phrase = { words, ending, role }
  if (ending) STEMS.push(phrase)
  else SPACED.set(first, [...(SPACED.get(first) ?? []), phrase])
}

interface Piece {
  readonly text: string
  readonly start: number
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const elided = ELISION.exec(word)?.[0] ?? ''
    if (elided !== '') pieces.push({ text: elided.slice(0, -1), start: index })
    pieces.push({ text: word.slice(elided.length), start: index + elided.length })
  }
  return pieces
}

const QUOTE =
  /^(?:"([^"\n]+)"|“([^”\n]+)”|„([^“”"\n]+)[“”"]|«\s*([^»\n]+?)\s*»|»([^«\n]+)«|「([^」\n]+)」|『([^』\n]+)』|`([^`\n]+)`|‘([^’\n]+)’(?!\p{L})|'([^'\n]+(?:'\p{L}[^'\n]*)*)'(?!\p{L}))/u
const STOP = /^(?:[!?;。！？\n；…]+|\.(?=\s|$)|\s[–—]\s|\s-\s)/
const ARROW = /^(?:->|=>|→|➜|➔|>|&|\+)/

/** Cuts an instruction into words with roles, languages, names, rows, quotes and punctuation. White space is dropped. */
export function lex(text: string, sayable?: Sayable): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const found = (sayable && said(text, at, sayable)) ?? next(text, at, sayable?.names)
    tokens.push(...found)
    at = Math.max(at + 1, found.at(-1)?.end ?? 0)
  }
  return joined(tokens)
}

/** The name of a part, or the range of rows, that begins at this place. */
function said(text: string, start: number, { names, rows }: Sayable): Token[] | undefined {
  const before = text[start - 1] ?? ''
  if (/[\p{L}\p{N}]/u.test(before) && !UNSPACED.test(before)) return undefined
  const named = knownNameAt(text, start, names)
  if (named !== undefined) return [token('name', text, start, named)]
  const found = rows === undefined ? undefined : rangesAt(text.slice(start, start + 200), rows)
  return found && [{ ...token('rows', text, start, start + found.length), ranges: found.ranges }]
}

function token(kind: TokenKind, text: string, start: number, end: number, roles = NO_ROLES): Token {
  return { kind, text: text.slice(start, end), start, end, roles }
}

function next(text: string, at: number, names: KnownNames | undefined): Token[] {
  const rest = text.slice(at, at + 400)
  const stop = STOP.exec(rest)?.[0]
  if (stop !== undefined) return [token('stop', text, at, at + stop.length)]
  const quote = /^[\p{L}\p{N}]$/u.test(text[at - 1] ?? '') && /^['’]/.test(rest) ? null : QUOTE.exec(rest)
  if (quote !== null) {
    const inner = quote.slice(1).find(found => found !== undefined) ?? ''
    return [{ ...token('quote', text, at, at + quote[0].length), text: inner }]
  }
  const arrow = ARROW.exec(rest)?.[0]
  if (arrow !== undefined)
    return [token('word', text, at, at + arrow.length, new Set(SPACED.get(arrow)?.map(({ role }) => role)))]
  const [letter = ''] = rest
  if (/[,、，/|：]/.test(letter) || /^:(?=\s|$)/.test(rest)) return [token('comma', text, at, at + 1)]
  if (/[([（［]/.test(letter)) return [token('open', text, at, at + 1)]
  if (/[)\]）］]/.test(letter)) return [token('close', text, at, at + 1)]
  return UNSPACED.test(letter) ? [unspaced(text, at)] : spaced(text, at, names)
}

const LONGEST_PHRASE = 6
const ENDS_WORDS = new RegExp(`["“”„«»「」\`;!?\\n。]|${UNSPACED.source}`, 'u')

function spaced(text: string, at: number, names: KnownNames | undefined): Token[] {
  const ahead = text.slice(at, at + 160)
  const cut = ahead.search(ENDS_WORDS)
  const most = Math.max(LONGEST_PHRASE, languageNames().longest)
  const pieces = piecesOf(cut > 0 ? ahead.slice(0, cut) : ahead).slice(0, most)
  const [first] = pieces
  if (first === undefined || first.start !== 0) return []
  const endOf = (count: number): number => at + (pieces[count - 1]?.start ?? 0) + (pieces[count - 1]?.text.length ?? 0)
  const name = nameAt(ahead, pieces)
  const phrase = phraseAt(ahead, pieces)
  const dual = (end: number) => (names !== undefined && isNamed(text.slice(at, end), names) ? { part: true } : {})
  if (name !== undefined && name.count >= (phrase?.count ?? 0)) {
    const end = closed(text, at, endOf(name.count))
    const roles = phrase?.count === name.count ? phrase.roles : NO_ROLES
    const written = text.slice(at, end)
    const doubtful = DOUBTFUL_NAMES.has(plain(written)) && (written === written.toLowerCase() || roles.size > 0)
    return [{ ...token(doubtful ? 'word' : 'language', text, at, end, roles), tag: name.tag, ...dual(end) }]
  }
  const end = endOf(phrase?.count ?? 1)
  const tag = phrase === undefined || phrase.count === 1 ? tagOf(first.text) : undefined
  const tagged = tag === undefined ? {} : { tag }
  if (phrase !== undefined && (phrase.count > 1 || !isStrongTag(first.text))) {
    const rest = pieces.slice(1, phrase.count).map(({ start }) => text.slice(at + start, end))
    const clash = names !== undefined && rest.some(tail => isNamed(tail, names))
    return [{ ...token('word', text, at, end, phrase.roles), ...tagged, ...dual(end), ...(clash ? { clash } : {}) }]
  }
  if (tag !== undefined)
    return [{ ...token(isStrongTag(first.text) ? 'language' : 'word', text, at, end), tag, ...dual(end) }]
  return pairOf(text, at, end) ?? [{ ...token('word', text, at, end), ...(isGenericNoun(first.text) ? dual(end) : {}) }]
}

/** The end of a name, including the bracket that it opened: `Spanish (Latin America)`. */
function closed(text: string, start: number, end: number): number {
  const written = text.slice(start, end)
  return written.includes('(') && !written.includes(')') && text[end] === ')' ? end + 1 : end
}

/** `en-de`: from one language into another. */
function pairOf(text: string, start: number, end: number): Token[] | undefined {
  const word = token('word', text, start, end)
  const pair = /^[a-z]{2,3}-[A-Za-z-]{2,12}$/.test(word.text) ? splitPair(word.text) : undefined
  return (
    pair && [
      { ...word, roles: new Set<WordRole>(['from']) },
      { ...word, kind: 'language', tag: pair.source },
      { ...word, roles: new Set<WordRole>(['into']) },
      { ...word, kind: 'language', tag: pair.target },
    ]
  )
}

function tagOf(text: string): string | undefined {
  return /^[a-z]{2,3}(?:[-_][a-z0-9]{2,4}){0,3}$/i.test(text) ? canonicalTag(text) : undefined
}

/** Whether a tag counts everywhere, like `pt-BR`; `de` counts only where a language is expected. */
function isStrongTag(text: string): boolean {
  return /^[a-z]{2,3}[-_]/i.test(text) && tagOf(text) !== undefined
}

/** Reads a language's name, which may have brackets with a comma inside: `Chinese (Traditional, Hong Kong SAR China)`. */
function nameAt(text: string, pieces: readonly Piece[]): { count: number; tag: string } | undefined {
  const { spaced: names, longest } = languageNames()
  for (let count = Math.min(pieces.length, longest); count > 0; count--) {
    const last = pieces[count - 1]
    const written = text.slice(0, (last?.start ?? 0) + (last?.text.length ?? 0))
    if (/[,/&+]/.test(written.replace(/\([^)]*/g, '')) || /[.:]\s/.test(written)) continue
    const tag = names.get(wordsOfName(written))
    if (tag !== undefined) return { count, tag }
  }
  return undefined
}

function phraseAt(text: string, pieces: readonly Piece[]): { count: number; roles: ReadonlySet<WordRole> } | undefined {
  const written = pieces.slice(0, LONGEST_PHRASE).map(piece => plain(piece.text))
  const found = [...(SPACED.get(written[0] ?? '') ?? []), ...STEMS].filter(
    phrase =>
      begins(phrase, written) && !/[,.()/]\s|[,()]/.test(text.slice(0, pieces[phrase.words.length - 1]?.start ?? 0)),
  )
  const count = Math.max(0, ...found.map(({ words }) => words.length))
  if (count === 0) return undefined
  const longest = found.filter(({ words }) => words.length === count)
  const exact = longest.filter(({ ending }) => !ending)
  return { count, roles: new Set((exact.length > 0 ? exact : longest).map(({ role }) => role)) }
}

function begins({ words, ending }: Phrase, written: readonly string[]): boolean {
  return words.every((word, at) =>
    ending && at === words.length - 1 ? (written[at]?.startsWith(word) ?? false) : written[at] === word,
  )
}

function unspaced(text: string, at: number): Token {
  const rest = withPlainBrackets(text.slice(at, at + 60))
  const lower = rest.toLowerCase()
  const name = languageNames()
    .unspaced.get(lower.slice(0, 1))
    ?.find(([written]) => lower.startsWith(written))
  if (name !== undefined) return { ...token('language', text, at, at + name[0].length), tag: name[1] }
  const phrase = RUN_PHRASES.get(rest.slice(0, 1))?.find(written => rest.startsWith(written))
  if (phrase === undefined) return token('word', text, at, at + 1)
  return { ...token('word', text, at, at + phrase.length, RUNS.get(phrase)), postfix: true }
}

/** Joins unknown letters of scripts without spaces into words again; a change to Hiragana ends a word. */
function joined(tokens: readonly Token[]): Token[] {
  const result: Token[] = []
  for (const found of tokens) {
    const last = result.at(-1)
    if (last !== undefined && belongs(last) && belongs(found) && last.end === found.start && sameScript(last, found)) {
      result[result.length - 1] = { ...last, text: last.text + found.text, end: found.end }
    } else result.push(found)
  }
  return result
}

function belongs({ kind, roles, text }: Token): boolean {
  return kind === 'word' && roles.size === 0 && UNSPACED.test(text)
}

function sameScript(last: Token, found: Token): boolean {
  const hiragana = (text: string) => /^\p{Script=Hiragana}/u.test(text)
  return hiragana(last.text) === hiragana(found.text)
}

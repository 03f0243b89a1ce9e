import { canonicalTag, splitPair } from '../domain/languages.ts'
import type { Rows } from '../domain/survey.ts'
import { keeping } from './keeping.ts'
import { type KnownNames, knownNameAt } from './known-names.ts'
import { DOUBTFUL_NAMES, languageNames, withPlainBrackets, wordsOfName } from './language-names.ts'
import { DOUBLE, LEXICON, UNSPACED, WORD_ROLES, type WordRole } from './lexicon.ts'
import { plain } from './part-names.ts'
import { rangesAt } from './row-ranges.ts'
import type { Token, TokenKind } from './token.ts'

/** The names and rows of the file that an instruction may mention word for word. */
export interface Sayable {
  readonly names: KnownNames
  readonly rows?: Rows | undefined
}

interface Phrase {
  readonly words: readonly string[]
  readonly ending: boolean
  readonly roles: readonly WordRole[]
}

const ELISION = /^(?:qu|jusqu|lorsqu|[ldsnjmtc])['’](?=\p{L})/iu
const WORD = /(?:\*\.)?[\p{L}\p{M}\p{N}_]+(?:(?:['’.+@-]|\.\*\.)[\p{L}\p{M}\p{N}_]+)*(?:\.\*)?|'s\b/u

const SPACED: Map<string, Phrase[]> = new Map()
const STEMS: Phrase[] = []
const RUNS = new Map<string, Set<WordRole>>()

for (const words of LEXICON) {
  for (const role of WORD_ROLES) for (const phrase of words[role]?.split('|') ?? []) enter(phrase, role)
}
for (const [phrase, roles] of Object.entries(DOUBLE)) RUNS.set(phrase, new Set(roles))
const RUN_PHRASES = [...RUNS.keys()].sort((a, b) => b.length - a.length)

function enter(written: string, role: WordRole): void {
  if (UNSPACED.test(written)) {
    const roles = RUNS.get(written) ?? new Set()
    RUNS.set(written, roles.add(role))
    return
  }
  const ending = written.endsWith('*')
  const words = phraseWords(ending ? written.slice(0, -1) : written)
  const [first = ''] = words
  const phrase: Phrase = { words, ending, roles: [role] }
  if (ending && words.length === 1) STEMS.push(phrase)
  else SPACED.set(first, [...(SPACED.get(first) ?? []), phrase])
}

function phraseWords(phrase: string): string[] {
  return phrase.includes(' ') || /[\p{L}\p{N}]/u.test(phrase) ? words(phrase).map(piece => plain(piece.text)) : [phrase]
}

interface Piece {
  readonly text: string
  readonly start: number
}

function words(text: string): Piece[] {
  const pieces: Piece[] = []
  for (const match of text.matchAll(new RegExp(WORD, 'gu'))) {
    const elided = ELISION.exec(match[0])?.[0] ?? ''
    if (elided !== '') pieces.push({ text: elided.slice(0, -1), start: match.index })
    pieces.push({ text: match[0].slice(elided.length), start: match.index + elided.length })
  }
  return pieces
}

const QUOTE =
  /^(?:"([^"\n]+)"|“([^”\n]+)”|„([^“”"\n]+)[“”"]|«\s*([^»\n]+?)\s*»|»([^«\n]+)«|「([^」\n]+)」|『([^』\n]+)』|`([^`\n]+)`|‘([^’\n]+)’(?!\p{L})|'([^'\n]+(?:'\p{L}[^'\n]*)*)'(?!\p{L}))/u
const STOP = /^(?:[!?;。！？\n；…]+|\.(?=\s|$)|\s[–—]\s|\s-\s)/
const ARROW = /^(?:->|=>|→|➜|➔|>|&|\+)/

/** Cuts an instruction into words with roles, languages, quoted terms and punctuation. White space is dropped. */
export function lex(text: string, sayable?: Sayable): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const found = (sayable && said(text, at, sayable)) ?? next(text, at)
    if (found.token !== undefined) tokens.push(...found.token)
    at = found.end
  }
  return joined(tokens)
}

/** The name of a part, or the range of rows, that begins at this place. */
function said(text: string, at: number, { names, rows }: Sayable): { token: Token[]; end: number } | undefined {
  const before = text[at - 1] ?? ''
  if (/[\p{L}\p{N}]/u.test(before) && !UNSPACED.test(before)) return undefined
  const whole = { kind: 'word', start: at, roles: NO_ROLES, whole: true } as const
  const end = knownNameAt(text, at, names)
  if (end !== undefined) return { token: [{ ...whole, text: text.slice(at, end), end }], end }
  const found = rows === undefined ? undefined : rangesAt(text.slice(at, at + 200), rows)
  if (found === undefined) return undefined
  const until = at + found.length
  return { token: [{ ...whole, text: text.slice(at, until), end: until, ranges: found.ranges }], end: until }
}

function next(text: string, at: number): { token?: Token[]; end: number } {
  const rest = text.slice(at, at + 400)
  const stop = STOP.exec(rest)?.[0]
  if (stop !== undefined) return one('stop', stop, at, at + stop.length)
  const quote = /^[\p{L}\p{N}]$/u.test(text[at - 1] ?? '') && /^['’]/.test(rest) ? null : QUOTE.exec(rest)
  if (quote !== null)
    return one('quote', quote.slice(1).find(inner => inner !== undefined) ?? '', at, at + quote[0].length)
  const arrow = ARROW.exec(rest)?.[0]
  if (arrow !== undefined) return one('word', arrow, at, at + arrow.length, rolesOf([arrow]))
  const [letter = ''] = rest
  if (/[,、，/|：]/.test(letter) || /^:(?=\s|$)/.test(rest)) return one('comma', letter, at, at + 1)
  if (/[([（［]/.test(letter)) return one('open', letter, at, at + 1)
  if (/[)\]）］]/.test(letter)) return one('close', letter, at, at + 1)
  if (UNSPACED.test(letter)) return unspaced(text, at)
  return spaced(text, at)
}

const NO_ROLES: ReadonlySet<WordRole> = new Set()

function one(
  kind: TokenKind,
  text: string,
  start: number,
  end: number,
  roles = NO_ROLES,
): { token: Token[]; end: number } {
  return { token: [{ kind, text, start, end, roles }], end }
}

const LONGEST_PHRASE = 6
const ENDS_WORDS = new RegExp(`["“”„«»「」\`;!?\\n。]|${UNSPACED.source}`, 'u')

function spaced(text: string, at: number): { token?: Token[]; end: number } {
  const ahead = text.slice(at, at + 160)
  const cut = ahead.search(ENDS_WORDS)
  const pieces = words(cut > 0 ? ahead.slice(0, cut) : ahead).slice(
    0,
    Math.max(LONGEST_PHRASE, languageNames().longest),
  )
  const [first] = pieces
  if (first === undefined || first.start !== 0) return { end: at + 1 }
  const whole = (count: number): number => at + (pieces[count - 1]?.start ?? 0) + (pieces[count - 1]?.text.length ?? 0)
  const name = nameAt(ahead, pieces)
  const phrase = phraseAt(ahead, pieces)
  if (name !== undefined && name.count >= (phrase?.count ?? 0)) {
    const end = closed(text, at, whole(name.count))
    const roles = phrase?.count === name.count ? phrase.roles : NO_ROLES
    const written = text.slice(at, end)
    const doubtful = DOUBTFUL_NAMES.has(plain(written)) && (written === written.toLowerCase() || roles.size > 0)
    return {
      token: [{ kind: doubtful ? 'word' : 'language', text: written, start: at, end, roles, tag: name.tag, doubtful }],
      end,
    }
  }
  if (phrase !== undefined && (phrase.count > 1 || !isStrongTag(first.text))) {
    const end = whole(phrase.count)
    const tag = phrase.count === 1 ? tagOf(first.text) : undefined
    const base = { kind: 'word', text: text.slice(at, end), start: at, end, roles: phrase.roles } as const
    return { token: [tag === undefined ? base : { ...base, tag, doubtful: true }], end }
  }
  return { token: wordOrTag(first.text, at), end: at + first.text.length }
}

/** The end of a name, including the bracket that it opened: `Spanish (Latin America)`. */
function closed(text: string, start: number, end: number): number {
  const written = text.slice(start, end)
  return written.includes('(') && !written.includes(')') && text[end] === ')' ? end + 1 : end
}

function wordOrTag(text: string, start: number): Token[] {
  const end = start + text.length
  const tag = tagOf(text)
  if (tag !== undefined && isStrongTag(text)) return [{ kind: 'language', text, start, end, roles: NO_ROLES, tag }]
  if (tag !== undefined) return [{ kind: 'word', text, start, end, roles: NO_ROLES, tag, doubtful: true }]
  const pair = /^[a-z]{2,3}-[A-Za-z-]{2,12}$/.test(text) ? splitPair(text) : undefined
  if (pair === undefined) return [{ kind: 'word', text, start, end, roles: NO_ROLES }]
  const language = { kind: 'language', text, start, end, roles: NO_ROLES } as const
  const mark = { kind: 'word', text, start, end } as const
  return [
    { ...mark, roles: new Set<WordRole>(['from']) },
    { ...language, tag: pair.source },
    { ...mark, roles: new Set<WordRole>(['into']) },
    { ...language, tag: pair.target },
  ]
}

const tagOf = keeping(2000, (text: string): string | undefined =>
  /^[a-z]{2,3}(?:[-_][a-z0-9]{2,4}){0,3}$/i.test(text) ? canonicalTag(text) : undefined,
)

/** Whether a tag counts everywhere, like `pt-BR`; `de` counts only where a language is expected. */
function isStrongTag(text: string): boolean {
  return /^[a-z]{2,3}[-_]/i.test(text) && tagOf(text) !== undefined
}

interface Match<Found> {
  readonly count: number
  readonly found: Found
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
  const plainWords = pieces.slice(0, LONGEST_PHRASE).map(piece => plain(piece.text))
  const matches: Match<Phrase>[] = []
  for (const phrase of [...(SPACED.get(plainWords[0] ?? '') ?? []), ...STEMS]) {
    if (!begins(phrase, plainWords)) continue
    const last = pieces[phrase.words.length - 1]
    const between = text.slice(0, last?.start ?? 0)
    if (!/[,.()/]\s|[,()]/.test(between)) matches.push({ count: phrase.words.length, found: phrase })
  }
  const count = Math.max(0, ...matches.map(match => match.count))
  if (count === 0) return undefined
  const longest = matches.filter(match => match.count === count)
  const exact = longest.filter(match => !match.found.ending)
  return { count, roles: new Set((exact.length > 0 ? exact : longest).flatMap(match => match.found.roles)) }
}

function begins(phrase: Phrase, written: readonly string[]): boolean {
  return phrase.words.every((word, at) => {
    const last = at === phrase.words.length - 1
    return phrase.ending && last ? (written[at]?.startsWith(word) ?? false) : written[at] === word
  })
}

function rolesOf(phrase: readonly string[]): ReadonlySet<WordRole> {
  return (
    phraseAt(
      phrase.join(' '),
      phrase.map((text, at) => ({ text, start: at })),
    )?.roles ?? symbolRoles(phrase[0] ?? '')
  )
}

function symbolRoles(symbol: string): ReadonlySet<WordRole> {
  return new Set((SPACED.get(symbol) ?? []).flatMap(phrase => phrase.roles))
}

function unspaced(text: string, at: number): { token: Token[]; end: number } {
  const rest = withPlainBrackets(text.slice(at, at + 60))
  const name = languageNames().unspaced.find(([written]) => rest.toLowerCase().startsWith(written))
  if (name !== undefined) {
    const end = at + name[0].length
    return {
      token: [{ kind: 'language', text: text.slice(at, end), start: at, end, roles: NO_ROLES, tag: name[1] }],
      end,
    }
  }
  const phrase = RUN_PHRASES.find(written => rest.startsWith(written))
  if (phrase !== undefined) {
    const end = at + phrase.length
    return {
      token: [{ kind: 'word', text: phrase, start: at, end, roles: RUNS.get(phrase) ?? NO_ROLES, postfix: true }],
      end,
    }
  }
  return one('word', text[at] ?? '', at, at + 1)
}

/** Joins unknown letters of scripts without spaces into words again; a change to Hiragana ends a word. */
function joined(tokens: readonly Token[]): Token[] {
  const result: Token[] = []
  for (const token of tokens) {
    const last = result.at(-1)
    if (last !== undefined && belongs(last) && belongs(token) && last.end === token.start && sameScript(last, token)) {
      result[result.length - 1] = { ...last, text: last.text + token.text, end: token.end }
    } else result.push(token)
  }
  return result
}

function belongs(token: Token): boolean {
  return token.kind === 'word' && token.whole !== true && token.roles.size === 0 && UNSPACED.test(token.text)
}

function sameScript(last: Token, token: Token): boolean {
  const hiragana = (text: string) => /^\p{Script=Hiragana}/u.test(text)
  return hiragana(last.text) === hiragana(token.text)
}

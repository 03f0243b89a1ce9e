/**
 * Writes a translation as Markdown: tags become their markup, and text that would be read as markup is escaped. If the result
 * would not read back as the same text, it is not written, and the source is kept.
 */
import type { TextPlace } from './blocks.ts'
import { spansOf } from './dialect/spans.ts'
import { escapeAttribute, escapeHtml, escapeText, escapeTitle, reference } from './escape.ts'
import type { Code } from './node.ts'
import { withoutTexts, writeParameter } from './template-parameters.ts'
import { type Lines, wrap } from './wrap.ts'

/** What decides how the translation of a unit is written. */
export interface Written {
  readonly text: string
  readonly raw: string
  readonly place: TextPlace
  readonly codes: readonly Code[]
  readonly bracketed: boolean
  readonly led: boolean
  /** The quote or parenthesis around a title. */
  readonly quote: string
  readonly mdx: boolean
  /** How its lines are broken; undefined for what stays on one line. */
  readonly lines: Lines | undefined
}

/** A piece of the result: escaped text, or markup as written in the file. */
interface Piece {
  readonly kind: Part['kind'] | 'title'
  text: string
}

const TAG = /<(\/?)([gx]\d+)(\/?)>/g
const MARK = /^(?:\*{1,2}|_{1,2}|~{1,2})$/
const HTTP_OR_MAIL = /^(?:https?:\/\/[^\s<>]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)$/
const MAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/
const HTTP = /^https?:\/\/[^\s<>[\]()]+$/
/** Nothing in it means anything in Markdown. */
const WWW = /^www\.[\p{L}\p{N}./?=%#+,;-]+$/u
const BARE_ADDRESS = /^(?:https?:\/\/|www\.|(?:mailto|xmpp):|[\w.+-]+@)/i
const SPACE = /^\s$/u
const PUNCTUATION = /^[\p{P}\p{S}]$/u

/** What ends a title behind a marker, or makes it a parameter. */
const NO_TITLE = /=["']|:::[ \t]*$/
/** What is code at the beginning of a paragraph. */
const CODE_LINE = /^import\s[^\r\n]*["'];?[ \t]*$/
const CODE_LINE_OF_MDX = /^(?:import|export)(?![\p{L}\p{N}])/u

/**
 * The Markdown of a translation; undefined if its tags are not the source's, or if it would not read back as the same text.
 * `language`: that of the translation, whose sentences it may be cut into.
 */
export function writeInline(written: Written, translation: string, language: string): string | undefined {
  if (written.place === 'title') return escapeTitle(translation, written.quote)
  if (written.place === 'attribute') return escapeAttribute(translation, written.quote)
  if (written.place === 'parameter') return writeParameter(translation, written.quote, written.codes)
  const parts = partsOf(translation, written)
  if (!parts || isEmpty(parts) || breaksAtEnds(parts) || breaksTogether(parts) || !areWritable(parts)) return undefined
  const tildes = translation.split('~').length > 2 || written.codes.some(code => code.open.startsWith('~'))
  const all = parts.map((_, at) => pieceOf(parts, at, written, tildes))
  const pieces = all.filter(piece => piece.text !== '')
  if (!joinMarks(pieces) || !joinAddresses(pieces, written.mdx)) return undefined
  keepReferences(parts, all)
  keepText(pieces, written)
  if (written.lines) wrap(pieces, written.lines, language)
  const result = pieces.map(piece => piece.text).join('')
  return isReadElse(result, written) ? undefined : result
}

/** Whether a result would be read as something else: another block, no text at all, or template tags that the source has not. */
function isReadElse(result: string, written: Written): boolean {
  if (result.trim() === '' || (written.place !== 'html' && beginsBlock(result, written))) return true
  if (written.place === 'container' && NO_TITLE.test(result)) return true
  return tagsIn(result, written.mdx) !== tagsIn(written.raw, written.mdx)
}

function tagsIn(text: string, mdx: boolean): string {
  return spansOf(text, 0, text.length, mdx)
    .map(({ start, end }) => withoutTexts(text.slice(start, end)))
    .sort()
    .join('\n')
}

/** References whose text is still that of the source end as they did: only another text needs a label. */
function keepReferences(parts: readonly Part[], pieces: readonly Piece[]): void {
  const opened: number[] = []
  for (const [at, part] of parts.entries()) {
    if (part.kind === 'open') opened.push(at)
    if (part.kind !== 'close') continue
    const from = opened.pop() ?? at
    const { named } = part.code
    const piece = pieces[at]
    if (!named || !piece) continue
    const inside = pieces.slice(from + 1, at).map(({ text }) => text)
    const after = pieces.slice(at + 1).find(({ text }) => text !== '')?.text[0] ?? ''
    if (inside.join('') === named.inside && !/[[(:]/.test(after)) piece.text = named.close
  }
}

/** Writes the first letter of what programs would read as a line of code as a reference. */
function keepText(pieces: readonly Piece[], { led, place, mdx }: Written): void {
  const [first] = pieces
  if (!first || led || place === 'heading') return
  if ((mdx ? CODE_LINE_OF_MDX : CODE_LINE).test(first.text)) refer(first, true)
}

type Part =
  | { readonly kind: 'text'; readonly text: string; readonly inside: Code | undefined; readonly bracketed: boolean }
  | { readonly kind: 'open' | 'close' | 'whole'; readonly code: Code }

/** The translation cut at its tags; undefined unless each tag occurs as often as in the source and all are nested correctly. */
function partsOf(translation: string, { text: source, codes }: Written): Part[] | undefined {
  const byTag = new Map(codes.map(code => [code.tag, code]))
  const parts: Part[] = []
  const opened: Code[] = []
  let from = 0
  const textUpTo = (to: number): void => {
    if (to > from) {
      const inside = opened.at(-1)
      parts.push({ kind: 'text', text: translation.slice(from, to), inside, bracketed: opened.some(isLink) })
    }
  }
  for (const match of translation.matchAll(TAG)) {
    const [tag, slash, name = '', alone] = match
    const code = byTag.get(name)
    if (
      !code ||
      (code.close === undefined) !== (alone !== '') ||
      (slash === '' && (isTitle(opened.at(-1)) || isAttribute(opened.at(-1))))
    )
      return undefined
    textUpTo(match.index)
    from = match.index + tag.length
    if (slash !== '' && opened.pop() !== code) return undefined
    if (slash === '' && alone === '') opened.push(code)
    parts.push({ kind: slash !== '' ? 'close' : alone !== '' ? 'whole' : 'open', code })
  }
  textUpTo(translation.length)
  return sameTags(source, translation) && titlesEndLinks(parts) ? parts : undefined
}

function sameTags(source: string, translation: string): boolean {
  const tags = (text: string): string => (text.match(TAG) ?? []).sort().join('')
  return tags(source) === tags(translation)
}

function isTitle(code: Code | undefined): boolean {
  return code?.close !== undefined && code.open.startsWith('](')
}

/** A tag up to the quote before a value. */
function isAttribute(code: Code | undefined): boolean {
  return code?.close !== undefined && /^(?:<|\{[{%])[\s\S]*=\s*["']$/.test(code.open)
}

/** Whether every parameter of a template tag can hold its text. */
function areWritable(parts: readonly Part[]): boolean {
  return parts.every(part => {
    const { open = '' } = (part.kind === 'text' && isAttribute(part.inside) && part.inside) || {}
    return part.kind !== 'text' || !open.startsWith('{') || writeParameter(part.text, open.at(-1) ?? '') !== undefined
  })
}

/** True if each title is the last thing in its link: a title also writes the end of its link. */
function titlesEndLinks(parts: readonly Part[]): boolean {
  return parts.every((part, at) => {
    if (part.kind !== 'close') return true
    const before = parts[at - 1]
    const endsTitle = before?.kind === 'close' && isTitle(before.code)
    return (part.code.close === '') === endsTitle
  })
}

function pieceOf(parts: readonly Part[], at: number, written: Written, tildes: boolean): Piece {
  const part = parts[at]
  if (part?.kind !== 'text')
    return { kind: part?.kind ?? 'whole', text: (part?.kind === 'close' ? part.code.close : part?.code.open) ?? '' }
  if (isTitle(part.inside)) return { kind: 'title', text: escapeTitle(part.text, part.inside?.open.at(-1) ?? '') }
  if (isAttribute(part.inside)) {
    const { open = '' } = part.inside ?? {}
    return { kind: 'title', text: open.startsWith('{') ? part.text : escapeAttribute(part.text, open.at(-1) ?? '') }
  }
  const before = parts[at - 1]
  const after = parts[at + 1]
  const first = before === undefined || isBreak(before)
  const last = after === undefined || isBreak(after)
  if (written.place === 'html')
    return { kind: 'text', text: escapeHtml(part.text, { first, last, source: written.text }) }
  return {
    kind: 'text',
    text: escapeText(part.text, {
      place: written.place,
      source: written.text,
      raw: written.raw,
      tildes,
      mdx: written.mdx,
      bracketed: written.bracketed || part.bracketed,
      line_start: before === undefined ? !written.led && written.place !== 'heading' : isBreak(before),
      first,
      last,
      before_bracket:
        after !== undefined && after.kind !== 'text' && after.kind !== 'close' && after.code.open.startsWith('['),
    }),
  }
}

/** True if the translation is empty except for its markup. */
function isEmpty(parts: readonly Part[]): boolean {
  return parts.every(isBlank)
}

function isBlank(part: Part): boolean {
  return part.kind !== 'text' || part.text.trim() === ''
}

/** True if two hard breaks follow each other: the blank line between them would end the paragraph. */
function breaksTogether(parts: readonly Part[]): boolean {
  const shown = parts.filter(part => part.kind !== 'text' || !isBlank(part))
  return shown.some((part, at) => at > 0 && isBreak(part) && isBreak(shown[at - 1] ?? part))
}

/** True if the text begins or ends with a hard break, where it would be lost. */
function breaksAtEnds(parts: readonly Part[]): boolean {
  return [parts[0], parts.at(-1)].some(part => part !== undefined && isBreak(part))
}

/** A hard break, or a tag alone on its line. */
function isBreak(part: Part): boolean {
  return part.kind === 'whole' && /^(?:\\| *)[\r\n]|[\r\n][ \t>]*$/.test(part.code.open)
}

function isLink(code: Code): boolean {
  return /^!?\[/.test(code.open)
}

/**
 * Makes sure that the marks of emphasis are read as marks (CommonMark 6.2): no white space inside, and no mark between a letter
 * and punctuation. A character in the way is written as a reference. False if a mark cannot be at its place at all.
 */
function joinMarks(pieces: readonly Piece[]): boolean {
  const nested = nestedMarks(pieces)
  return pieces.every((piece, at) => {
    if (!isMark(piece)) return true
    const [towards, away] = piece.kind === 'open' ? [1, -1] : [-1, 1]
    let inner = at + towards
    while (runsOn(piece, pieces[inner])) inner += towards
    const outer = pieces[at + away]
    if (runsOn(piece, outer)) return true
    // Two runs of the same character would be read as one. In text the character is escaped.
    if (outer && outer.kind !== 'text' && edge(outer, away > 0) === piece.text[0]) return false
    return joinMark(piece, pieces[inner], outer, nested.has(piece))
  })
}

/** Marks inside marks of the same kind: there, the parser misreads a mark that can both open and close. */
function nestedMarks(pieces: readonly Piece[]): Set<Piece> {
  const nested = new Set<Piece>()
  const opened: string[] = []
  for (const piece of pieces) {
    if (!isMark(piece)) continue
    if (piece.kind === 'close') opened.pop()
    if (opened.includes(piece.text)) nested.add(piece)
    if (piece.kind === 'open') opened.push(piece.text)
  }
  return nested
}

function isMark({ kind, text }: Piece): boolean {
  return (kind === 'open' || kind === 'close') && MARK.test(text)
}

function runsOn(piece: Piece, next: Piece | undefined): boolean {
  return next !== undefined && next.kind === piece.kind && isMark(next) && next.text[0] === piece.text[0]
}

function joinMark(mark: Piece, inner: Piece | undefined, outer: Piece | undefined, nested: boolean): boolean {
  const opens = mark.kind === 'open'
  if (!inner || inner.text === '' || (inner.kind !== 'text' && inner.kind === (opens ? 'close' : 'open'))) return false
  if (SPACE.test(edge(inner, opens)) && !refer(inner, opens)) return false
  if (outer === undefined || outer.text === '') return true
  const beside = edge(outer, !opens)
  const punctuated = PUNCTUATION.test(edge(inner, opens))
  if (SPACE.test(beside)) return true
  if (nested && punctuated) return false
  const free = mark.text[0] !== '_' && !punctuated && !nested
  return free || PUNCTUATION.test(beside) || refer(outer, !opens)
}

/** The first or last character. */
function edge({ text }: Piece, first: boolean): string {
  return (first ? /^./su : /.$/su).exec(text)?.[0] ?? ''
}

/** Writes the first or last character of a text as a reference; false if that is not possible, as in markup. */
function refer(piece: Piece, first: boolean): boolean {
  if (piece.kind !== 'text' || (!first && /\\.$/su.test(piece.text))) return false
  const character = edge(piece, first)
  const rest = first ? piece.text.slice(character.length) : piece.text.slice(0, -character.length)
  piece.text = first ? reference(character) + rest : rest + reference(character)
  return true
}

/** Makes sure that a bare address ends where it did: it gets angle brackets if needed. MDX has none: there it links to itself. */
function joinAddresses(pieces: readonly Piece[], mdx: boolean): boolean {
  return pieces.every((piece, at) => {
    if (piece.kind !== 'whole' || !BARE_ADDRESS.test(piece.text)) return true
    const before = pieces[at - 1]?.text.at(-1) ?? ' '
    const after = pieces
      .slice(at + 1, at + 4)
      .map(next => next.text)
      .join('')
    // After a tag, too, but for what begins with `www.`.
    const begins = /[\s(*_~]/.test(before) || (before === '>' && !/^www/i.test(piece.text))
    if (begins && /^[?!.,:*_~)"']*(?:\s|<|$)/.test(after)) return true
    if (begins && WWW.test(piece.text)) {
      piece.text = `[${piece.text}](http://${piece.text})`
      return true
    }
    if (!HTTP_OR_MAIL.test(piece.text)) return false
    if (mdx && !HTTP.test(piece.text) && !MAIL.test(piece.text)) return false
    const scheme = MAIL.test(piece.text) ? 'mailto:' : ''
    piece.text = mdx ? `[${piece.text}](${scheme}${piece.text})` : `<${piece.text}>`
    return true
  })
}

/** A tag alone on the first line: it would begin a block of HTML. */
const LONE_TAG = /^[ \t>]*<[^<>\r\n]*>[ \t]*[\r\n]/

/** Whether markup is now at the start of a line, where it begins another block. */
function beginsBlock(result: string, { raw, place, led }: Written): boolean {
  if (place === 'heading') return false
  if (!led && LONE_TAG.test(result) && !LONE_TAG.test(raw)) return true
  const starts = (text: string): string[] =>
    text
      .split(/\r\n?|\n/)
      .map(line => /^[ \t>]*(<(?:[!?/]|[A-Za-z][\w-]*(?![\w:@.-])|$)|\[\^?[^\]]*\]:)?/.exec(line)?.[1] ?? '')
  const before = starts(raw)
  return starts(result).some((start, at) => start !== '' && !(at === 0 && led) && !before.includes(start))
}

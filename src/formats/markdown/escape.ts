/** Writes text as Markdown: what would be read as markup is escaped, and as little else as possible. */
import type { TextPlace } from './blocks.ts'
import { LINE_MARKER } from './dialect/lines.ts'

/** What is around a piece of text. */
export interface Surroundings {
  readonly place: TextPlace
  /** The original, as read and as written: brackets that it also has are not escaped. */
  readonly source: string
  readonly raw: string
  /** Inside the brackets of a link or image. */
  readonly bracketed: boolean
  /** It begins a line of the file, where a block can begin. */
  readonly line_start: boolean
  /** Nothing or a hard break is before it, so that white space at its start would be lost. `last`: the same for its end. */
  readonly first: boolean
  readonly last: boolean
  /** Markup follows that begins with a bracket. */
  readonly before_bracket: boolean
  readonly mdx: boolean
  /** The translation has several tildes: two may strike out what is between them. */
  readonly tildes: boolean
}

/** A character written by its number: so it is never read as markup, and never trimmed. */
export function reference(character: string): string {
  return `&#${character.codePointAt(0)};`
}

const WORD = /^[\p{L}\p{N}]$/u
const REFERENCE = /^&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/
/** What would begin a block at the start of a line; the character to escape follows the group. */
const BLOCK_START =
  /^(\d{1,9})[.)](?:\s|$)|^()(?:#{1,6}(?:\s|$)|[-+](?:\s|$)|>|:::|:\s|\[!|[-=|:][-=|:\s]*$|!!!|\?\?\?|===|-+8<|<<<|@\[|@include|\$\$)/
const SPECIAL = /[\\`*_~[\]<&|!:.@#{"\r\n]/

/** Escapes a piece of text between markup. */
export function escapeText(text: string, at: Surroundings): string {
  const start = at.line_start ? BLOCK_START.exec(text) : null
  const block = start ? (start[1] ?? '').length : -1
  if (block < 0 && !SPECIAL.test(text)) return edges(text, at)
  let result = ''
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? ''
    const rule = RULES[character]
    if (character === '\n' || character === '\r') result += reference(character)
    else if (character === '"' && at.place === 'quoted') result += '&quot;'
    else result += (index === block || rule?.(text, index, at) ? '\\' : '') + character
  }
  return edges(result, at)
}

/** Escapes the title of a link, which is in quotes or parentheses. */
export function escapeTitle(text: string, quote: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/&/g, (found, offset: number, whole: string) =>
      REFERENCE.test(whole.slice(offset, offset + 40)) ? '\\&' : found,
    )
    .replace(quote === ')' || quote === '(' ? /[()|]/g : quote === "'" ? /['|]/g : /["|]/g, '\\$&')
    .replace(/[\r\n]/g, reference)
}

/** Escapes text between the tags of HTML. */
export function escapeHtml(text: string, at: Pick<Surroundings, 'first' | 'last' | 'source'>): string {
  const escaped = text.replace(/[<\r\n]|&/g, escapedInHtml)
  const begins = at.first && LINE_MARKER.test(text) && !LINE_MARKER.test(at.source)
  return edges(begins ? reference(escaped) + escaped.slice(1) : escaped, at)
}

/** Escapes the value of an attribute in its quotes. */
export function escapeAttribute(text: string, quote: string): string {
  return text.replace(quote === "'" ? /[<'\r\n]|&/g : /[<"\r\n]|&/g, escapedInHtml)
}

const NAMED: Readonly<Record<string, string>> = { '<': '&lt;', '"': '&quot;' }

function escapedInHtml(found: string, offset: number, whole: string): string {
  if (found === '&') return REFERENCE.test(whole.slice(offset, offset + 40)) ? '&amp;' : '&'
  return NAMED[found] ?? reference(found)
}

function edges(text: string, { first, last }: Pick<Surroundings, 'first' | 'last'>): string {
  const begun = first ? text.replace(/^\s+/u, space => [...space].map(reference).join('')) : text
  return last ? begun.replace(/(?<!\s)\s+$/u, space => [...space].map(reference).join('')) : begun
}

/** Places that a closing row of number signs may end. */
const HEADINGS = new Set<TextPlace>(['heading', 'container', 'quoted'])

type Rule = (text: string, index: number, at: Surroundings) => boolean

/** Whether a character must be escaped at its place; at the ends of a piece its neighbours are not known. */
const RULES: Readonly<Record<string, Rule>> = {
  '\\': (text, index) => /^(?:[!-/:-@[-`{-~\r\n]|\s*$)/.test(text.slice(index + 1, index + 100)),
  '`': () => true,
  '*': (text, index) => !amidSpace(text, index),
  _: (text, index) => !amidSpace(text, index) && !inWord(text, index),
  '~': (text, index, at) => at.tildes && !amidSpace(text, index),
  '[': (text, index, at) => at.bracketed || !(keepsBracket(text, index, at) || isNote(text, index, at)),
  ']': (_text, _index, at) => at.bracketed,
  '{': (_text, _index, at) => at.mdx,
  '<': (text, index, at) => at.mdx || !text[index + 1] || /[A-Za-z/!?]/.test(text[index + 1] ?? ''),
  '&': (text, index) => REFERENCE.test(text.slice(index, index + 40)),
  '|': (_text, _index, at) => at.place === 'cell',
  '!': (text, index, at) => at.before_bracket && index === text.length - 1,
  ':': (text, index, at) =>
    !at.bracketed && text.startsWith('//', index + 1) && /https?$/i.test(text.slice(Math.max(0, index - 5), index)),
  '.': (text, index, at) => !at.bracketed && /(?:^|[^A-Za-z\d])www$/i.test(text.slice(Math.max(0, index - 4), index)),
  '@': (text, index, at) =>
    !at.bracketed && /[\w.+-]/.test(text[index - 1] ?? '') && /^@[\w-]+\.[\w-]/.test(text.slice(index, index + 80)),
  '#': (text, index, at) =>
    HEADINGS.has(at.place) && at.last && !/\S/.test(text[index - 1] ?? '') && /^#+\s*$/.test(text.slice(index)),
}

/** True with white space on both sides and words after that. White space at an end may still become a reference. */
function amidSpace(text: string, index: number): boolean {
  return (
    /\S[^\S\r\n]+$/.test(text.slice(Math.max(0, index - 10), index)) &&
    /^[^\S\r\n]+\S/.test(text.slice(index + 1, index + 10))
  )
}

/** Of more underscores than this on one side each is escaped: it is not looked further for the letters around them. */
const LONGEST_RUN = 50

/** True between letters, where an underscore is never emphasis. */
function inWord(text: string, index: number): boolean {
  let before = index - 1
  let after = index + 1
  while (text[before] === '_' && index - before <= LONGEST_RUN) before -= 1
  while (text[after] === '_' && after - index <= LONGEST_RUN) after += 1
  return WORD.test(text[before] ?? '') && WORD.test(text[after] ?? '')
}

const BRACKETED = /^\[(?:\[[^[\]]*\]|[^[\]]*)\]/

/** True if the original's text has the same words in brackets, without a link: then no definition has their name. */
function keepsBracket(text: string, index: number, { source, raw, last }: Surroundings): boolean {
  const [words = ''] = BRACKETED.exec(text.slice(index)) ?? []
  if (words === '' || !raw.includes(words) || raw.includes(`\\${words}`)) return false
  const there = source.indexOf(words)
  if (there < 0 || !isAlone(source, there, words) || !isAlone(text, index, words)) return false
  return last || index + words.length < text.length
}

/** A note of Pandoc in the text, `^[so]`, where the original has such notes. With no definition of its name it is no link elsewhere. */
function isNote(text: string, index: number, { source, raw }: Surroundings): boolean {
  if (text[index - 1] !== '^' || !source.includes('^[') || !raw.includes('^[')) return false
  const [words = ''] = BRACKETED.exec(text.slice(index)) ?? []
  return words !== '' && !/[[(:]/.test(text[index + words.length] ?? '')
}

/** True if nothing next to the brackets can make them a link. */
function isAlone(text: string, index: number, words: string): boolean {
  return !/[\]!>[]/.test(text[index - 1] ?? '') && /^(?:|[\s.,;!?)'"])$/.test(text[index + words.length] ?? '')
}

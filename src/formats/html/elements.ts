/** What the elements of HTML are for readers. */
import type { Reason, UnitKind } from '../format.ts'
import type { HtmlAttribute } from './nodes.ts'

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/))
}

/** They stand in a line of text. All others end the text before them. */
export const INLINE = names(
  'a abbr acronym b bdi bdo big blink br cite code data del dfn em embed font i img input ins kbd mark nobr q rb rp rt rtc ruby s samp small spacer span strike strong sub sup time tt u var wbr',
)
/** In a line of text they are kept as they are, with all that is in them. */
export const CODE_IN_TEXT = names('code kbd samp var tt')
/** Blocks whose text is left out. */
const CODE_BLOCKS = names('pre xmp listing plaintext script style iframe noembed noframes math')
/** White space in them is seen. */
export const KEEPS_SPACE = names('pre textarea xmp listing plaintext')

/** Parts of a page that have a name of their own. */
export const LANDMARKS: ReadonlyMap<string, string> = new Map([
  ['header', 'header'],
  ['nav', 'navigation'],
  ['footer', 'footer'],
  ['aside', 'aside'],
  ['head', 'head'],
])

/** Without their end tag they end where one of these begins. */
const ENDED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['li', names('p li')],
  ['dt', names('p dt dd')],
  ['dd', names('p dt dd')],
  ['td', names('p td th')],
  ['th', names('p td th')],
  ['tr', names('p td th tr')],
  ...['tbody', 'thead', 'tfoot'].map(name => [name, names('p td th tr tbody thead tfoot')] as const),
  ['option', names('option')],
  ['optgroup', names('option optgroup')],
  ['body', names('head')],
])
/** They may stand in a paragraph, though they are no part of its text. */
const IN_PARAGRAPHS = names(
  'button label select option optgroup textarea legend meter progress output audio video object canvas map noscript svg math script style iframe picture slot template datalist',
)
const ENDS_PARAGRAPH = names('p')

/** The open elements that a start tag ends. */
export function endedBy(name: string): ReadonlySet<string> | undefined {
  const own = ENDED_BY.get(name)
  if (own || IN_PARAGRAPHS.has(name) || name.includes('-')) return own
  return ENDS_PARAGRAPH
}

export type BlockWord = { readonly kind: UnitKind; readonly word: string; readonly short: string }

const WORDS: ReadonlyMap<string, BlockWord> = new Map([
  ...[1, 2, 3, 4, 5, 6].map(level => [`h${level}`, block('heading', `heading ${level}`, 'h')] as const),
  ['li', block('list', 'list item', 'li')],
  ['dt', block('list', 'term', 'dt')],
  ['dd', block('list', 'definition', 'dd')],
  ...['td', 'th'].map(name => [name, block('table', 'cell', 'cell')] as const),
  ['caption', block('table', 'caption', 'caption')],
  ['figcaption', block('paragraph', 'caption', 'caption')],
  ['blockquote', block('quote', 'quote', 'quote')],
  ['title', block('paragraph', 'title', 'title')],
  ...['pre', 'xmp', 'listing', 'plaintext'].map(name => [name, block('code', 'code', 'code')] as const),
  ...['button', 'option', 'label', 'legend', 'summary', 'textarea'].map(
    name => [name, block('paragraph', name, name)] as const,
  ),
])
const PARAGRAPH = block('paragraph', 'paragraph', 'p')

function block(kind: UnitKind, word: string, short: string): BlockWord {
  return { kind, word, short }
}

/** What a text is by the element that it is in. */
export function wordOf(name: string): BlockWord {
  return WORDS.get(name) ?? PARAGRAPH
}

/** The level of a heading, from 1; 0 for all else. */
export function levelOf(name: string): number {
  return wordOf(name).short === 'h' ? Number(name.slice(1)) : 0
}

/** Why the text of an element is left out, with all that is inside. */
export function withoutText(
  name: string,
  attributes: ReadonlyMap<string, HtmlAttribute> | undefined,
): Reason | undefined {
  if (CODE_BLOCKS.has(name) || CODE_IN_TEXT.has(name)) return 'code'
  const translate = attributes?.get('translate')?.raw.toLowerCase()
  const classes = attributes?.get('class')?.raw ?? ''
  if (translate === 'no' || /(?:^|\s)notranslate(?:\s|$)/.test(classes)) return 'do_not_translate'
  return attributes?.has('hidden') ? 'hidden' : undefined
}

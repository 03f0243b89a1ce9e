/**
 * Rules for texts that are not for a translator. Two questions: does it hold text at all (asked for every format), and does it
 * look like a value that a program reads (asked for files that programs read: JSON, CSV)? In doubt a text is translated: the plan
 * shows a text that is not needed, but a missing translation is found only in the product.
 */

import type { PlaceholderSyntax, Reason } from '../format.ts'
import { literalText } from './placeholders.ts'

interface Rule {
  readonly reason: Reason
  readonly pattern: RegExp
}

const ADDRESS: readonly Rule[] = [
  { reason: 'url', pattern: /^[a-z][a-z0-9+.-]{1,20}:\/\/\S+$/i },
  { reason: 'url', pattern: /^(?:mailto|tel|sms|data|urn|javascript|blob):\S+$/i },
  { reason: 'url', pattern: /^(?:www\.|\/\/)[\w-]+(?:\.[\w-]+)+\S*$/i },
  { reason: 'url', pattern: /^<?[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}>?$/ },
  {
    reason: 'url',
    pattern:
      /^(?!(?:com|org|net|io|dev)\.)(?:[a-z0-9-]{1,63}\.){1,8}(?:com|org|net|io|dev|app|edu|gov|eu|de|fr|co\.uk)(?:\/\S*)?$/i,
  },
]

/** Numbers that contain letters: versions, amounts with a unit, dates and durations. */
const AMOUNT: readonly Rule[] = [
  { reason: 'number', pattern: /^v?\d+(?:\.\d+){1,4}(?:[-+][\w.-]+)?$/i },
  {
    reason: 'number',
    pattern:
      /^[-+]?(?:\d+(?:[.,]\d+)*|\.\d+)(?:px|r?em|ex|ch|v[hw]|vmin|vmax|pt|pc|cm|mm|in|fr|deg|rad|m?s|dpi|k?b|[kmg]i?b|hz)?$/i,
  },
  { reason: 'number', pattern: /^[-+]?\d+(?:\.\d+)?e[-+]?\d+$/i },
  { reason: 'number', pattern: /^0x[0-9a-f]+$/i },
  { reason: 'number', pattern: /^\d{4}-\d\d-\d\dT\d\d:?\d\d(?::?\d\d(?:[.,]\d+)?)?(?:Z|[-+]\d\d:?\d\d)?$/i },
  { reason: 'number', pattern: /^P(?=\d|T\d)(?:\d+[YMWD])*(?:T(?:\d+[HMS])+)?$/ },
]

/** Values in a form that no word has: names, paths, code. */
const FOR_PROGRAMS: readonly Rule[] = [
  { reason: 'code', pattern: /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i },
  { reason: 'identifier', pattern: /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i },
  { reason: 'identifier', pattern: /^[\w$]*[A-Za-z0-9]_[\w$]*$|^_+\w+$/ },
  { reason: 'identifier', pattern: /^[a-z]+(?:[A-Z][a-z0-9]*)+$/ },
  { reason: 'identifier', pattern: /^@?\w[\w-]+(?:\.\w[\w-]+)+$|^\w[\w-]*\.(?:\w[\w-]*\.)+\w[\w-]*$/ },
  {
    reason: 'identifier',
    pattern:
      /^[\w-]+(?:\.[\w-]+)*\.(?:png|svg|jpe?g|gif|webp|avif|ico|css|s[ac]ss|m?[jt]sx?|json|html?|xml|pdf|zip|gz|mp[34]|wav|webm|woff2?|ttf|otf|md|txt|csv|ya?ml|php|py|rb|sh|exe|docx?|xlsx?|pptx?)$/i,
  },
  { reason: 'identifier', pattern: /^(?:\.{0,2}|~|[A-Za-z]:)[\\/][\w.@%{}:*?=&#~+\\/-]*$/ },
  { reason: 'identifier', pattern: /^[\w.@-]+(?:[\\/][\w.@-]+)+\.[a-z]\w{0,4}$/ },
  // One of the parts must hold more than letters: `and/or/not` may be text.
  { reason: 'identifier', pattern: /^(?=.*[\d_.@-]|.*\/$)[\w.@-]+(?:\/[\w.@-]+){2,}\/?$/ },
  {
    reason: 'identifier',
    pattern: /^(?:application|text|image|audio|video|font|multipart|model)\/[\w.+*-]+(?:;\s?\S+)?$/,
  },
  { reason: 'identifier', pattern: /^[a-z]{2,3}[-_](?:[A-Z][a-z]{3}|[A-Z]{2}|[A-Z][a-z]{3}[-_][A-Z]{2})$/ },
  {
    reason: 'identifier',
    pattern: /^(?:icon|btn|fa|fas|far|fab|ic|img|bg|css|js|col|row|nav|mdi|bi|ui|aria|glyphicon|material)-[a-z0-9-]+$/,
  },
  { reason: 'identifier', pattern: /^[a-z]+(?:-[a-z0-9]+)*-\d+(?:-[a-z0-9]+)*$/ },
  { reason: 'identifier', pattern: /^[#.@][A-Za-z][\w/:-]*$/ },
  { reason: 'identifier', pattern: /^(?=[A-Za-z_-]*\d)(?=[\d_+/=-]*[A-Za-z])[\w+/-]{20,}={0,2}$/ },
  { reason: 'code', pattern: /^(?:true|false|null|undefined|NaN)$/ },
  {
    reason: 'code',
    pattern:
      /^(?:rgb|hsl)a?\([\d\s.,%/]+\)$|^(?:var|calc|url|linear-gradient|translate)\([^()]*(?:\([^()]*\)[^()]*)*\)$/i,
  },
  { reason: 'code', pattern: /^[Mm]\s?-?[\d.][\d\s.,eMmLlHhVvCcSsQqTtAaZz-]{8,}$/ },
  { reason: 'code', pattern: /^(?:function\b\s*(?:\*\s*)?(?:[\w$]+\s*)?\(|\(?[\w,\s]*(?:\)\s*)?=>\s*[({\w])/ },
  { reason: 'code', pattern: /^(?:[a-z-]{2,40}\s?:\s?[^;{}]{1,200};\s?){2,60}(?:[a-z-]{2,40}\s?:\s?[^;{}]{1,200})?$/ },
]

const HAS_LETTER = /\p{L}/u
const LONE_SURROGATE = /\p{Cs}/u
/** The patterns above are not tried on a longer value: it is text, or one endless word such as Base64. */
const LONGEST_NAME = 4000
const ENDLESS_WORD = /^[\w+/=-]+$/

/** Two words next to each other. Most texts have them and no sign of code (`FOR_PROGRAMS_ONLY`); then no rule above can match. */
const TWO_WORDS = /[A-Za-z\u00c0-\u02af\u0370-\u1fff]{2} [A-Za-z\u00c0-\u02af\u0370-\u1fff]/
const FOR_PROGRAMS_ONLY = /[(){}<>=;$%&@[\]\\\ud800-\udfff]/

/** Whether a text is clearly prose, so that no other rule needs to be tried. */
export function isProse(text: string): boolean {
  return TWO_WORDS.test(text) && !FOR_PROGRAMS_ONLY.test(text)
}

/** Why a text is left out in a file that people write for people; undefined for a text that is translated. */
export function leftOutOfText(text: string, syntax?: PlaceholderSyntax): Reason | undefined {
  if (isProse(text)) return undefined
  const trimmed = text.trim()
  if (trimmed === '') return 'empty'
  // A lone surrogate cannot be encoded, so it cannot be sent to an engine.
  if (LONE_SURROGATE.test(trimmed)) return 'not_text'
  const plain = matching(ADDRESS, trimmed) ?? matching(AMOUNT, trimmed)
  if (plain) return plain
  const literal = literalText(trimmed, syntax)
  if (HAS_LETTER.test(literal)) return undefined
  if (literal !== trimmed) return 'placeholder_only'
  return /\p{N}/u.test(literal) ? 'number' : 'not_text'
}

/** Like `leftOutOfText`, for values of a file that a program reads: names, paths and code are left out, too. */
export function leftOutOfData(text: string, syntax?: PlaceholderSyntax): Reason | undefined {
  if (isProse(text)) return undefined
  const trimmed = text.trim()
  const plain = leftOutOfText(trimmed, syntax)
  if (plain) return plain
  if (trimmed.length > LONGEST_NAME) return ENDLESS_WORD.test(trimmed) ? 'code' : undefined
  return matching(FOR_PROGRAMS, trimmed)
}

/** Word and PowerPoint once described a picture by where it came from. */
const FILE_PATH = /^(?:[A-Za-z]:\\|\\\\|file:)/

/** Like `leftOutOfData`, for what says what is in a picture. */
export function leftOutOfDescription(text: string): Reason | undefined {
  return FILE_PATH.test(text) ? 'identifier' : leftOutOfData(text)
}

/** Why what a document says of itself stays: the name of a person for good, its title and the like until somebody asks for them. */
export function leftOutOfProperty({
  stays,
  text,
}: {
  readonly stays: Reason | undefined
  readonly text: string
}): Reason {
  if (stays === 'person') return stays
  return stays === undefined ? (leftOutOfText(text) ?? 'on_request') : (leftOutOfData(text) ?? stays)
}

function matching(rules: readonly Rule[], text: string): Reason | undefined {
  return rules.find(({ pattern }) => pattern.test(text))?.reason
}

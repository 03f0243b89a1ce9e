/**
 * Writing a text as a scalar of YAML, in the manner of the one whose place it takes: plain, in quotes, or as a block of lines. Where that
 * style cannot hold the text, it is written in double quotes, which can hold any.
 */

/** How the scalar was written whose place is taken. */
export interface ScalarManner {
  readonly style: 'plain' | 'single' | 'double' | 'literal' | 'folded'
  /** It stands inside of `[…]` or `{…}`. */
  readonly flow: boolean
  /** Of a block: its first line, `|2- # comment`. */
  readonly header?: string | undefined
  /** What the second and all further lines begin with, where it had several lines. */
  readonly indent?: string | undefined
  /** How long its lines were, where it had several: the column at which the longest one ended. */
  readonly width?: number | undefined
  /** The column where the scalar begins, from 0. */
  readonly column?: number | undefined
  readonly eol: string
  /** The program that reads the file may expect only ASCII: all other characters are escaped. */
  readonly ascii: boolean
  /** What nobody can see was written as an escape: a space that does not break. */
  readonly unseen?: boolean | undefined
}

/**
 * The text as a scalar. `trail` is what the text ends with beyond what a block keeps by itself: the line ends after its last line, which
 * the caller leaves where they are.
 */
export function writeScalar(text: string, manner: ScalarManner, trail = ''): string {
  return WRITERS[manner.style](text, manner) ?? double(text + trail, manner)
}

/** Gives undefined where the style cannot hold the text. */
type Writer = (text: string, manner: ScalarManner) => string | undefined

const WRITERS: Readonly<Record<ScalarManner['style'], Writer>> = {
  plain: (text, manner) =>
    isPlain(text, manner.flow) && fits(text, manner) ? folded(text, manner, PLAIN_BREAK) : undefined,
  single: (text, manner) =>
    text.includes('\n') || HAS_SPECIAL.test(text) || !fits(text, manner)
      ? undefined
      : folded(`'${text.replaceAll("'", "''")}'`, manner, QUOTED_BREAK),
  double: () => undefined,
  literal: (text, manner) => (isLines(text, manner) ? block(text.split('\n'), manner) : undefined),
  folded: (text, manner) =>
    isLines(text, manner) && !STARTS_BLANK.test(text) && !ENDS_BLANK.test(text)
      ? block(foldedLines(text, manner), manner)
      : undefined,
}

/** What no style but double quotes holds: control characters, and what some programs take for a line end or drop. */
const HAS_SPECIAL = /(?![\t\n])\p{Cc}|[\u2028\u2029\ufeff\ufffe\uffff]/u
const BEYOND_ASCII = /[^\0-\x7f]/

function fits(text: string, { ascii }: ScalarManner): boolean {
  return !(ascii && BEYOND_ASCII.test(text))
}

/** Signs that begin something else than a text. */
const INDICATOR = /^[-?:,[\]{}#&*!|>'"%@`]/
const INSIDE = /:(?:\s|$)|\s#|[\n\t]/
const IN_FLOW = /[,[\]{}:]/
const DOCUMENT_MARK = /^\.\.\./

/** Whether a text without quotes reads as itself. */
function isPlain(text: string, flow: boolean): boolean {
  if (text === '' || text !== text.trim() || INDICATOR.test(text) || INSIDE.test(text)) return false
  if (flow && IN_FLOW.test(text)) return false
  return (
    !DOCUMENT_MARK.test(text) && !HAS_SPECIAL.test(text) && !isNumber(text) && !isWordOfYaml(text) && !LETTER.test(text)
  )
}

const WORD = /^(?:yes|no|on|off|true|false|null|~|<<|=|[-+]?\.inf|\.nan)$/i
/** YAML 1.1 names them too, but hardly a program reads them as true and false. */
const LETTER = /^[yn]$/i

/** Whether a plain scalar reads as true, false, nothing or another value with a name, in YAML 1.1 or 1.2. */
export function isWordOfYaml(text: string): boolean {
  return text.length <= 5 && WORD.test(text)
}

const NUMBERS: readonly RegExp[] = [
  /^[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[\da-f_]+)$/i,
  /^[-+]?(?:\d[\d_,]*)?(?:\.[\d_]*)?(?:e[-+]?\d+)?$/i,
  // Base 60: 12:30, 1:02:03.5.
  /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/,
  // Dates and times.
  /^\d{4}-\d\d?-\d\d?(?:(?:t|\s+)\d\d?:\d\d:\d\d(?:\.\d*)?\s*(?:z|[-+]\d\d?(?::?\d\d)?)?)?$/i,
]
const HAS_DIGIT = /^[-+.]?\d/
const LONGEST_NUMBER = 100

/** Whether a plain scalar reads as a number, a date or a time, in YAML 1.1 or 1.2. */
export function isNumber(text: string): boolean {
  return text.length <= LONGEST_NUMBER && HAS_DIGIT.test(text) && NUMBERS.some(pattern => pattern.test(text))
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '"': '\\"', '\\': '\\\\' }
const ESCAPED = /["\\\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/gu
const ESCAPED_UNSEEN = /["\\]|[^\P{Z} ]|\p{Cc}|\p{Cf}|[\ufffe\uffff]/gu
const ESCAPED_FOR_ASCII = /["\\]|[^ -~]/gu

function double(text: string, manner: ScalarManner): string {
  const signs = manner.ascii ? ESCAPED_FOR_ASCII : manner.unseen ? ESCAPED_UNSEEN : ESCAPED
  const escaped = text.replace(signs, sign => ESCAPES[sign] ?? numbered(sign))
  return folded(`"${escaped}"`, manner, QUOTED_BREAK)
}

function numbered(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  const hex = code.toString(16)
  return code > 0xffff ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`
}

/** Spaces at which a line may end. The one before is no space, nor the one after; a plain line begins with a letter or digit. */
const PLAIN_BREAK = /(?<=[^ \\]) (?=[\p{L}\p{N}])/gu
const QUOTED_BREAK = /(?<=[^ \\"']) (?=[^ ])/g

/** In a scalar that had several lines: the text in lines of about the same width. A line end reads as a space. */
function folded(text: string, { indent, width, column = 0, eol }: ScalarManner, at: RegExp): string {
  if (!indent || width === undefined || column + text.length <= width) return text
  return filled(text, at, width - column, width - indent.length).join(eol + indent)
}

/** Lines of at most `rest` characters, the first of at most `first`, where there are places to break. */
function filled(text: string, at: RegExp, first: number, rest: number): string[] {
  const lines: string[] = []
  let from = 0
  let last = -1
  let room = first
  for (const { index } of text.matchAll(at)) {
    if (index - from > room && last > from) {
      lines.push(text.slice(from, last))
      from = last + 1
      room = rest
    }
    last = index
  }
  if (text.length - from > room && last > from) {
    lines.push(text.slice(from, last))
    from = last + 1
  }
  lines.push(text.slice(from))
  return lines
}

const BLANK_FIRST = /^\n*[ \t]/
const INDENT_GIVEN = /^[|>][-+]?[1-9]/
const STARTS_BLANK = /^[ \t]/m
const ENDS_BLANK = /[ \t]$/m

/** Whether a text can be written on lines of its own: these say how far they are indented, unless the first begins with a space. */
function isLines(text: string, { indent, header = '', ...manner }: ScalarManner): boolean {
  if (!indent || HAS_SPECIAL.test(text) || manner.ascii) return false
  // Blank lines at the end would be taken for those that follow the block.
  if (text.slice(text.lastIndexOf('\n') + 1).trim() === '') return false
  return INDENT_GIVEN.test(header) || !BLANK_FIRST.test(text)
}

function block(lines: readonly string[], { header = '|', indent = '', eol }: ScalarManner): string {
  return [header, ...lines.map(line => (line === '' ? '' : indent + line))].join(eol)
}

/** In a folded block a line end reads as a space; one empty line reads as a line end, two as two. */
function foldedLines(text: string, { indent = '', width }: ScalarManner): string[] {
  const room = width === undefined ? Number.POSITIVE_INFINITY : width - indent.length
  return text
    .split(/(\n+)/)
    .filter(piece => piece !== '')
    .flatMap(piece => (piece.startsWith('\n') ? [...piece].map(() => '') : filled(piece, BREAK_IN_BLOCK, room, room)))
}

const BREAK_IN_BLOCK = /(?<=[^ \t]) (?=[^ \t])/g

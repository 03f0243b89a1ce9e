/** The operations of a content stream: what stands in front of an operator, and where in the stream it stands. */

export type PdfOperand =
  | { readonly kind: 'number'; readonly value: number }
  /** `value`: a character a byte. */
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'array'; readonly items: readonly PdfOperand[] }
  /** `from` and `to`: where its entries are in the stream. */
  | { readonly kind: 'dictionary'; readonly from: number; readonly to: number }
  | { readonly kind: 'other' }

export interface PdfOperation {
  readonly name: string
  readonly operands: readonly PdfOperand[]
  /** The first character of its operands, and the one after its name. */
  readonly start: number
  readonly end: number
}

const BLANKS = /(?:[\0\t\n\f\r ]+|%[^\r\n]*)*/y
const NUMBER = /[-+]*(?:\d+\.?\d*|\.\d+)(?:-\d*)*/y
const WORD = /[^\0\t\n\f\r ()<>[\]{}/%]+/y
const NAME = /[^\0\t\n\f\r ()<>[\]{}/%]*/y
const HEXADECIMAL = /[^>]*/y
/** Operands in front of one operator, and the depth to which they nest: more is damage. */
const MOST_OPERANDS = 4096
const DEEPEST = 32

const OPERATORS: ReadonlySet<string> = new Set(
  'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l M m MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'.split(
    ' ',
  ),
)
const CONSTANTS: ReadonlySet<string> = new Set(['true', 'false', 'null'])

/** The operations of a stream, in their order. `text`: a character a byte. */
export function* operationsIn(text: string): Generator<PdfOperation> {
  const reader = { text, at: 0 }
  let operands: PdfOperand[] = []
  let start: number | undefined
  for (;;) {
    skip(reader, BLANKS)
    if (reader.at >= text.length) return
    const begins = reader.at
    const operand = readOperand(reader, 0)
    if (operand !== undefined) {
      start ??= begins
      operands.push(operand)
      if (operands.length > MOST_OPERANDS) [operands, start] = [[], undefined]
      continue
    }
    const name = readOperator(reader)
    yield { name, operands, start: start ?? begins, end: reader.at }
    if (name === 'ID') reader.at = afterImage(text, reader.at)
    ;[operands, start] = [[], undefined]
  }
}

interface Reader {
  readonly text: string
  at: number
}

/** An operand; undefined where an operator begins, or where nothing does. */
function readOperand(reader: Reader, depth: number): PdfOperand | undefined {
  const { text, at } = reader
  const sign = text.charAt(at)
  if (sign === '(') return { kind: 'string', value: readLiteral(reader) }
  if (sign === '/') {
    reader.at += 1
    const name = skip(reader, NAME)
    return {
      kind: 'name',
      value: name.replace(/#([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    }
  }
  if (sign === '[' || text.startsWith('<<', at)) return readMany(reader, depth)
  if (sign === '<') return { kind: 'string', value: readHexadecimal(reader) }
  const number = skip(reader, NUMBER)
  if (number !== '') return { kind: 'number', value: numberOf(number) }
  const word = wordAt(reader)
  if (!CONSTANTS.has(word)) return undefined
  reader.at += word.length
  return { kind: 'other' }
}

function readMany(reader: Reader, depth: number): PdfOperand {
  const closing = reader.text.charAt(reader.at) === '[' ? ']' : '>>'
  reader.at += closing.length
  const from = reader.at
  const items: PdfOperand[] = []
  for (;;) {
    skip(reader, BLANKS)
    const to = reader.at
    if (to >= reader.text.length || reader.text.startsWith(closing, to)) {
      reader.at += closing.length
      return closing === ']' ? { kind: 'array', items } : { kind: 'dictionary', from, to }
    }
    const item = depth < DEEPEST ? readOperand(reader, depth + 1) : undefined
    if (item) items.push(item)
    else reader.at += Math.max(1, wordAt(reader).length)
  }
}

/** The name of an operator. Two that stand together are two, as `Qq`; a sign that begins nothing is one. */
function readOperator(reader: Reader): string {
  const word = wordAt(reader)
  if (word === '') return reader.text.charAt(reader.at++)
  let length = word.length
  if (!OPERATORS.has(word)) {
    const known = [3, 2, 1].find(size => OPERATORS.has(word.slice(0, size)))
    length = known ?? length
  }
  reader.at += length
  return word.slice(0, length)
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function readLiteral(reader: Reader): string {
  const { text } = reader
  let depth = 0
  let value = ''
  for (;;) {
    const sign = text.charAt(reader.at)
    if (sign === '') return value
    reader.at += 1
    if (sign === '\\') {
      value += readEscape(reader)
      continue
    }
    if (sign === ')') depth -= 1
    if (depth === 0 && sign === ')') return value
    if (depth > 0) value += sign === '\r' ? '\n' : sign
    if (sign === '\r' && text.charAt(reader.at) === '\n') reader.at += 1
    if (sign === '(') depth += 1
  }
}

function readEscape(reader: Reader): string {
  const octal = skip(reader, /[0-7]{1,3}/y)
  if (octal !== '') return String.fromCharCode(Number.parseInt(octal, 8) & 255)
  if (skip(reader, /\r\n|\r|\n/y) !== '') return ''
  const sign = reader.text.charAt(reader.at)
  reader.at += 1
  return ESCAPES[sign] ?? sign
}

function readHexadecimal(reader: Reader): string {
  reader.at += 1
  const digits = skip(reader, HEXADECIMAL).replace(/[^\da-f]/gi, '')
  reader.at += 1
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1')
}

/** Where an image that stands in the stream is over. */
function afterImage(text: string, from: number): number {
  const end = /[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ][\t\n\r -~]{0,10}|$)/g
  end.lastIndex = from
  for (let found = end.exec(text); found; found = end.exec(text)) {
    const next = text.slice(end.lastIndex, end.lastIndex + 12)
    // The bytes of a picture may hold the two letters; what comes after the right ones can be read.
    if (/^[\t\n\f\r -~]*$/.test(next)) return end.lastIndex
  }
  return text.length
}

function numberOf(text: string): number {
  const value = Number.parseFloat(text.replace(/^[-+]*(?=[-+])/, ''))
  return Number.isFinite(value) ? value : 0
}

function wordAt({ text, at }: Reader): string {
  WORD.lastIndex = at
  return WORD.exec(text)?.[0] ?? ''
}

function skip(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)?.[0] ?? ''
  reader.at += found.length
  return found
}

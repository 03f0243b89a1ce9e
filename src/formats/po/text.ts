/** Strings of a PO catalogue: decoding their escapes, and writing a message with the line width of the file. */

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
}
const ESCAPE = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|([\s\S]))/g
const BARE_QUOTE = /(?:^|[^\\])(?:\\\\)*"/

/** The text of a string, its escapes decoded; undefined where a quote in it is not escaped. */
export function unescaped(raw: string): string | undefined {
  if (raw.includes('"') && BARE_QUOTE.test(raw)) return undefined
  if (!raw.includes('\\')) return raw
  return raw.replace(ESCAPE, (_, octal?: string, hex?: string, letter?: string) => {
    if (letter !== undefined) return ESCAPES[letter] ?? letter
    return String.fromCharCode(octal === undefined ? Number.parseInt(hex ?? '0', 16) : Number.parseInt(octal, 8))
  })
}

const WRITTEN = new Map(
  Object.entries({ ...ESCAPES, '"': '"', '\\': '\\' }).map(([letter, meaning]) => [meaning, letter]),
)

const NEEDS_ESCAPE = /["\\\p{Cc}]/u

/** A text as it stands between quotes, on one line. */
export function escaped(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return text
  return text.replace(/["\\\p{Cc}]/gu, found => {
    const letter = WRITTEN.get(found)
    return letter === undefined ? found : `\\${letter}`
  })
}

/** The lines of a text, escaped. */
function escapedLines(text: string): string[] {
  if (!text.includes('\n')) return [escaped(text)]
  const lines = text.split('\n')
  const rest = lines.pop() ?? ''
  const whole = lines.map(line => `${escaped(line)}\\n`)
  return rest === '' ? whole : [...whole, escaped(rest)]
}

/** How a file breaks its messages into lines. */
export interface Wrapping {
  readonly eol: string
  /** The columns that a line may have, with its quotes. Undefined where the file folds only after line breaks of the text. */
  readonly width: number | undefined
}

/**
 * A keyword with its string as gettext writes it: on one line where it fits, else with one line of the file for each line of the text,
 * folded after blanks. `beside`: the first of these lines is on the line of the keyword, as some programs write it.
 */
export function messageBlock(keyword: string, text: string, { eol, width }: Wrapping, beside = false): string {
  const lines = escapedLines(text)
  const [first = ''] = lines
  const room = (width ?? Number.POSITIVE_INFINITY) - 2
  if (lines.length === 1 && columns(first) + keyword.length + 1 <= room) return `${keyword} "${first}"`
  const folded = lines.flatMap(line => (columns(line) <= room ? line : fold(line, room)))
  return `${keyword} ${beside ? '' : `""${eol}`}"${folded.join(`"${eol}"`)}"`
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/g
/** Where a line may be folded: after blanks, and between characters of scripts without blanks. */
const BREAKS = /(?<= )(?=[^ ])|(?<=[\u3040-\u30ff\u3400-\u9fff])(?=[\u3040-\u30ff\u3400-\u9fff])/u

function columns(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0)
}

function fold(line: string, room: number): string[] {
  const lines: string[] = []
  let current = ''
  let used = 0
  for (const word of line.split(BREAKS)) {
    const wide = columns(word)
    if (current !== '' && used + wide > room) {
      lines.push(current)
      current = ''
      used = 0
    }
    current += word
    used += wide
  }
  return [...lines, current]
}

/**
 * JSON: a unit per string value; keys are never translated. The range of a unit lies between the quotes, so everything else (order,
 * repeated keys, numbers, white space, comments) is never changed.
 */
import { byteCounter, decodeWhole, encode } from '../bytes/charset.ts'
import { isIcuMessage } from '../content/icu.ts'
import type { ByteStream, Charset, Edit, Format } from '../format.ts'
import { pointersIn, stringsOf } from './reader.ts'
import { leftOutOfJson, rolesOf } from './roles.ts'

/** How many keys are given at a time. */
const SOME = 500
const KEY_WORDS = 'key|keys|key name|structure|Schlüssel|Schlüsselnamen|clé|clés|clave|claves|キー'.split('|')

export const json: Format = {
  family: 'json',
  extensions: ['json'],
  traits: { guesses: true, part_separator: '.', never: KEY_WORDS },

  async *scan(source: ByteStream) {
    const { text, charset, bom_bytes } = await decodeWhole(source)
    const strings = [...stringsOf(text)]
    const roles = rolesOf(strings)
    const asciiOnly = escapesAllButAscii(text)
    const byteAt = byteCounter(text, charset, bom_bytes)
    for (const [index, string] of strings.entries()) {
      const { path, pointer, value } = string
      const raw = text.slice(string.start, string.end)
      const syntax = isIcuMessage(value) ? 'icu' : undefined
      const group = roles.groups.get(pointer)
      const key = path.join('.')
      yield {
        index,
        path: `json:${pointer}`,
        part: key || '$',
        slot: path.map(step => (ITEM.test(step) ? '*' : step)).join('.'),
        start: byteAt(string.start),
        end: byteAt(string.end),
        text: value,
        raw,
        charset: charset === 'utf-8' && (asciiOnly || escapesAllButAscii(raw)) ? 'us-ascii' : charset,
        left_out: leftOutOfJson(string, roles, syntax),
        syntax,
        group: group === undefined ? undefined : `json:${group}`,
        note: roles.notes.get(pointer),
        context: key === '' ? undefined : { key, stands_for: roles.placeholders.get(pointer) },
      }
    }
  },

  async *parts(source) {
    const { text } = await decodeWhole(source)
    let some: string[] = []
    for (const pointer of pointersIn(text)) {
      if (some.push(pointer) < SOME) continue
      yield some
      some = []
    }
    yield some
  },

  edits(unit, translation): readonly Edit[] {
    if (translation === undefined || translation === unit.text) return []
    const written = escapeLike(unit.raw ?? '', translation, unit.charset)
    return [{ start: unit.start, end: unit.end, bytes: encode(written, unit.charset) }]
  },
}

/** The number of an item in a list; some files have numbers as keys. */
const ITEM = /^\d+$/

const BEYOND_ASCII = /[^\0-\x7f]/
const ESCAPE_BEYOND_ASCII = /\\u(?!00[0-7])[0-9a-f]{4}/i

/** True where all characters beyond ASCII are escaped: the program that reads the file may expect only ASCII. */
function escapesAllButAscii(raw: string): boolean {
  return ESCAPE_BEYOND_ASCII.test(raw) && !BEYOND_ASCII.test(raw)
}

/** The text as it is written between the quotes of a JSON string. It escapes what JSON requires and what the original escaped. */
function escapeLike(raw: string, text: string, charset: Charset): string {
  const upper = /\\u[0-9a-f]*[A-F]/.test(raw)
  const unicode = (unit: string): string => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${upper ? hex.toUpperCase() : hex}`
  }
  const also = escapedIn(raw)
  const slashes = /\\\//.test(raw) ? (/(?<!\\)\//.test(raw) ? /<\//g : /\//g) : undefined
  let written = JSON.stringify(text).slice(1, -1)
  // Replaces UTF-16 code units, not characters: a character of two units becomes two escapes.
  written = written.replace(/[^"\\ A-Za-z0-9]/g, unit =>
    also.has(unit) || (charset === 'us-ascii' && BEYOND_ASCII.test(unit)) ? unicode(unit) : unit,
  )
  return slashes ? written.replace(slashes, found => found.replace('/', '\\/')) : written
}

/** The characters that the original wrote as \uXXXX, even if JSON does not require it (`\u003c`, `\u00a0`, `\u2028`). */
function escapedIn(raw: string): Set<string> {
  const codes = raw.matchAll(/\\u([0-9a-f]{4})/gi)
  return new Set([...codes].map(([, hex]) => String.fromCharCode(Number.parseInt(hex ?? '0', 16))))
}

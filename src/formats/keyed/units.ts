/** The units of a catalogue of entries. */
import { byteCounter, type DecodedText } from '../bytes/charset.ts'
import { isIcuMessage } from '../content/icu.ts'
import { leftOutOfData } from '../content/left-out.ts'
import { isNamedIdentifier } from '../content/named-identifiers.ts'
import { syntaxShownBy } from '../content/shown-syntax.ts'
import { childPointer } from '../content/tree.ts'
import type { Charset, PlaceholderSyntax, Reason } from '../format.ts'
import type { KeyedEntry, KeyedSyntax, KeyedUnit } from './entry.ts'

/** The paths of entries, in their order. A key that comes again has its number besides: the first keeps the plain path. */
export function entryPaths({ scheme }: KeyedSyntax, entries: readonly KeyedEntry[]): string[] {
  const seen = new Map<string, number>()
  return entries.map(({ keys }) => {
    const path = `${scheme}:${keys.reduce(childPointer, '')}`
    const count = (seen.get(path) ?? 0) + 1
    seen.set(path, count)
    return count === 1 ? path : `${path}#${count}`
  })
}

/** The units of a file, in its order. @throws {FormatError} as the syntax reads it */
export function* keyedUnits(
  syntax: KeyedSyntax,
  { text, charset, bom_bytes }: DecodedText,
  language: string | undefined,
): Generator<KeyedUnit> {
  const { entries } = syntax.read(text, language)
  const paths = entryPaths(syntax, entries)
  const written = writtenIn(syntax, text, charset)
  const shown = syntaxShownBy(entries.map(entry => entry.text))
  const eol = lineEndOf(text)
  const byteAt = byteCounter(text, charset, bom_bytes)
  for (const [index, entry] of entries.entries()) {
    const how = entry.syntax ?? (entry.text.includes('{') && isIcuMessage(entry.text) ? 'icu' : shown)
    const part = entry.keys.join('.')
    yield {
      index,
      path: paths[index] ?? '',
      part: part || '(no key)',
      start: byteAt(entry.start),
      end: byteAt(entry.end),
      text: entry.text,
      raw: entry.made?.raw ?? text.slice(entry.start, entry.end),
      charset: written,
      eol,
      left_out: entry.left_out ?? leftOutOfEntry(entry, how),
      syntax: how,
      note: [entry.note, entry.form?.numbers].filter(said => said !== undefined).join('\n') || undefined,
      max_length: entry.max_length,
      manner: entry.manner,
      slot: entry.keys.map(key => key.replace(NUMBERS, '*')).join('.'),
      context: part === '' ? undefined : { key: part, kind: entry.kind },
      made: entry.made,
      ...(entry.form && {
        group: `${syntax.scheme}:${entry.form.of.reduce(childPointer, '')}`,
        sense: entry.form.numbers,
        // The forms of a message are written together, or none of them.
        unwritten: entry.text,
      }),
    }
  }
}

const NUMBERS = /\d+/g

function leftOutOfEntry({ text, keys }: KeyedEntry, syntax: PlaceholderSyntax | undefined): Reason | undefined {
  const reason = leftOutOfData(text, syntax)
  if (reason !== undefined) return reason
  const name = keys.at(-1)?.split('.').at(-1) ?? ''
  return isNamedIdentifier(name, text.trim()) ? 'identifier' : undefined
}

/** What the texts of a file are written in. */
export function writtenIn(syntax: KeyedSyntax, text: string, charset: Charset): Charset {
  return charset === 'utf-8' && syntax.isAscii(text) ? 'us-ascii' : charset
}

/** The line end that a file has first; `\n` where it has none. */
export function lineEndOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
}

/** The header of a PO catalogue: what it declares. */
import { charsetNamed } from '../bytes/charset.ts'
import { countAlike, type PluralForms, parsePluralForms, pluralFormsFor } from '../content/gettext-plurals.ts'
import { type Charset, FormatError } from '../format.ts'
import type { Entry, Span } from './reader.ts'
import { unescaped } from './text.ts'

export interface Header {
  /** Absent where the catalogue has none. */
  readonly entry: Entry | undefined
  /** The byte offset where it begins, or would begin. */
  readonly at: number
  /** The values of its fields, by field name in lower case. */
  readonly fields: ReadonlyMap<string, string>
}

/** How the file is written, and how the text of a span is read. */
export interface Manner {
  readonly eol: string
  readonly charset: Charset
  readonly text: (span: Span) => string
}

/** Reads the header from its entry. `at` is where a missing header would begin; `text` gives the text of a span. */
export function headerOf(entry: Entry | undefined, at: number, text: (span: Span) => string): Header {
  const raw = entry?.msgstr[0]?.lines.map(text).join('') ?? ''
  const fields = new Map<string, string>()
  for (const line of (unescaped(raw) ?? '').split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  return { entry, at: entry?.start ?? at, fields }
}

/** The name of the charset that a header declares; undefined where it declares none yet, as in templates. */
export function declaredCharset({ fields }: Header): string | undefined {
  const name = /charset\s*=\s*([^\s;]+)/i.exec(fields.get('content-type') ?? '')?.[1]
  return name === undefined || name === 'CHARSET' ? undefined : name
}

/** The charset of a catalogue; UTF-8 where its header declares none. @throws {FormatError} not_decodable: the charset is unknown */
export function charsetOfHeader(header: Header): Charset {
  const name = declaredCharset(header)
  const charset = name === undefined ? 'utf-8' : charsetNamed(name)
  if (charset) return charset
  const message = `The header of the catalogue declares the charset “${name?.slice(0, 40)}”, which is not supported. Convert the file to UTF-8 (msgconv -t UTF-8) and send it again.`
  throw new FormatError('not_decodable', message)
}

/** The plural forms that a header declares; undefined where it declares none that gettext would accept. */
export function ownForms({ fields }: Header): PluralForms | undefined {
  return parsePluralForms(fields.get('plural-forms') ?? '')
}

/**
 * The plural forms of a result in this language: those of the header, unless they are another language's; else the usual ones. Of two
 * rules that count alike, that of the header stays.
 */
export function formsFor(own: PluralForms | undefined, other: boolean, tag: string): PluralForms {
  const usual = pluralFormsFor(tag)
  return own !== undefined && (!other || countAlike(own, usual)) ? own : usual
}

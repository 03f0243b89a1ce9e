/** The header of a PO catalogue: what it declares, and the edits that adapt it to another language. */
import { charsetNamed, encode } from '../bytes/charset.ts'
import { type Charset, type Edit, FormatError } from '../format.ts'
import { type PluralForms, parsePluralForms, pluralFormsField, pluralFormsFor } from './plural.ts'
import type { Entry, Span } from './reader.ts'
import { messageBlock, unescaped } from './text.ts'

export interface Header {
  /** Absent where the catalogue has none. */
  readonly entry: Entry | undefined
  /** The byte offset where it begins, or would begin. */
  readonly at: number
  /** The values of its fields, by field name in lower case. */
  readonly fields: ReadonlyMap<string, string>
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

/** The names that gettext has for languages, where they are not just the tag with an underscore. */
const GETTEXT_NAMES: ReadonlyMap<string, string> = new Map([
  ['zh-hans', 'zh_CN'],
  ['zh-hant', 'zh_TW'],
  ['zh-hant-hk', 'zh_HK'],
  ['sr-latn', 'sr@latin'],
])

function gettextName(tag: string): string {
  return GETTEXT_NAMES.get(tag.toLowerCase()) ?? tag.replaceAll('-', '_')
}

/** Whether the header names this language. `de_DE` counts as `de`, but `de` does not count as `de-AT`. */
function isOf({ fields }: Header, tag: string): boolean {
  const name = (fields.get('language') ?? '').toLowerCase()
  const wanted = gettextName(tag).toLowerCase()
  return name === wanted || (/^[a-z]+$/.test(wanted) && name.startsWith(`${wanted}_`))
}

/** The plural forms of a result in this language: those of the header if it names the language or its rule is the same, else the usual. */
export function formsFor(header: Header, tag: string): PluralForms {
  const own = parsePluralForms(header.fields.get('plural-forms') ?? '')
  const usual = pluralFormsFor(tag)
  if (!own || isOf(header, tag)) return own ?? usual
  return Array.from({ length: 1000 }, (_, n) => n).every(n => own.of(n) === usual.of(n)) ? own : usual
}

/** How the file is written, and how the text of a span is read. */
export interface Manner {
  readonly eol: string
  readonly charset: Charset
  readonly text: (span: Span) => string
}

/**
 * The edits that adapt the header to a language: the fields `Language` and `Plural-Forms`, and the charset of a template. The flag
 * `fuzzy` is removed. Other fields say who changed the file and when: they are kept. A catalogue without a header gets one.
 */
export function headerEdits(header: Header, tag: string, forms: PluralForms, plurals: boolean, manner: Manner): Edit[] {
  const { entry, fields, at } = header
  const wanted = new Map<string, string>()
  const charset = declaredCharset(header)
  if (manner.charset === 'utf-8' && !/^utf-?8$/i.test(charset ?? '')) {
    wanted.set('Content-Type', 'text/plain; charset=UTF-8')
  }
  if (!isOf(header, tag)) wanted.set('Language', gettextName(tag))
  const own = parsePluralForms(fields.get('plural-forms') ?? '')
  const named = fields.has('plural-forms')
  // Plural messages may follow after the first part, so a new language always gets its plural forms.
  if ((plurals || named || wanted.has('Language')) && own?.expression !== forms.expression)
    wanted.set('Plural-Forms', pluralFormsField(forms))
  if (wanted.size === 0) return []
  if (entry) return [...withoutFuzzy(entry, manner), ...fieldEdits(entry, wanted, manner)]
  const lines = [['MIME-Version', '1.0'], ...wanted, ['Content-Transfer-Encoding', '8bit']]
  const body = lines.map(([name, value]) => `${name}: ${value}\n`).join('')
  const block = messageBlock('msgstr', body, { eol: manner.eol, width: undefined })
  return [
    { start: at, end: at, bytes: encode(`msgid ""${manner.eol}${block}${manner.eol}${manner.eol}`, manner.charset) },
  ]
}

/** The edits that remove the flag `fuzzy` from an entry. */
export function withoutFuzzy(entry: Entry, { text, charset }: Manner): Edit[] {
  if (!entry.flags.has('fuzzy')) return []
  return entry.flag_lines.flatMap(span => {
    const line = text(span)
    const flags = line.slice(line.indexOf(',') + 1).split(',')
    const kept = flags.filter(flag => flag.trim() !== 'fuzzy')
    if (kept.length === flags.length) return []
    const eol = /(?<![\r\n])[\r\n]*$/.exec(line)?.[0] ?? ''
    const rest = kept.map(flag => flag.trimEnd()).join(',')
    return [{ start: span.start, end: span.end, bytes: encode(rest === '' ? '' : `#,${rest}${eol}`, charset) }]
  })
}

/** Replaces the wanted fields and appends missing ones. A header with several fields on a line, or not ended by `\n`, is written anew. */
function fieldEdits(entry: Entry, wanted: ReadonlyMap<string, string>, manner: Manner): Edit[] {
  const [block] = entry.msgstr
  if (!block) return []
  const lines = block.lines.map(span => ({ span, text: unescaped(manner.text(span)) ?? '' }))
  const tidy =
    lines.every(({ text }) => !text.slice(0, -1).includes('\n')) && (lines.at(-1)?.text.endsWith('\n') ?? false)
  if (!tidy) return [laidOutAnew(lines.map(line => line.text).join(''), wanted, block, manner)]
  const edits: Edit[] = []
  const missing = new Map(wanted)
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at]?.text === '') continue
    const first = at
    while (at < lines.length - 1 && !lines[at]?.text.endsWith('\n')) at += 1
    const name = nameIn(lines[first]?.text ?? '', wanted)
    const [start, end] = [lines[first]?.span.start, lines[at]?.span.end]
    if (name === undefined || start === undefined || end === undefined) continue
    missing.delete(name)
    edits.push({ start, end, bytes: encode(`${name}: ${wanted.get(name)}\\n`, manner.charset) })
  }
  const added = [...missing].map(([name, value]) => `${manner.eol}"${name}: ${value}\\n"`).join('')
  if (added !== '') edits.push({ start: block.end, end: block.end, bytes: encode(added, manner.charset) })
  return edits
}

function nameIn(line: string, wanted: ReadonlyMap<string, string>): string | undefined {
  const name = line
    .slice(0, Math.max(0, line.indexOf(':')))
    .trim()
    .toLowerCase()
  return [...wanted.keys()].find(key => key.toLowerCase() === name)
}

function laidOutAnew(text: string, wanted: ReadonlyMap<string, string>, block: Span, manner: Manner): Edit {
  const missing = new Map(wanted)
  const lines = text.split('\n').flatMap(line => {
    const name = nameIn(line, wanted)
    if (name !== undefined) missing.delete(name)
    return name === undefined ? (line === '' ? [] : [line]) : [`${name}: ${wanted.get(name)}`]
  })
  const all = [...lines, ...[...missing].map(([name, value]) => `${name}: ${value}`)]
  const body = all.map(line => `${line}\n`).join('')
  const bytes = encode(messageBlock('msgstr', body, { eol: manner.eol, width: undefined }), manner.charset)
  return { start: block.start, end: block.end, bytes }
}

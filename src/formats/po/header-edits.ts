/** The edits of a header, so that it tells the truth of a result: its language, its plural forms, who made it and when. */

import { gettextName } from '../../contract/language-tags.ts'
import { encode } from '../bytes/charset.ts'
import { type PluralForms, pluralFormsField } from '../content/gettext-plurals.ts'
import type { Edit, Target } from '../format.ts'
import { declaredCharset, type Header, type Manner, ownForms } from './header.ts'
import { countryName, englishName, isIn, tagOfGettext } from './language.ts'
import { marksOf } from './marks.ts'
import type { Entry, Span } from './reader.ts'
import { escaped, messageBlock, unescaped } from './text.ts'

/** What is to be said of a result. */
export interface Adapted {
  readonly target: Target
  readonly forms: PluralForms
  /** The catalogue was in another language. */
  readonly other: boolean
  /** It has messages with plural forms. */
  readonly plurals: boolean
}

/** The new values of fields, by name. */
type Fields = Map<string, string>

/**
 * The edits that adapt a header: the language and its plural forms, the charset of a template, who translated and when. The flag `fuzzy`
 * is removed. Other fields are kept. A catalogue without a header gets one.
 */
export function headerEdits(header: Header, adapted: Adapted, manner: Manner): Edit[] {
  const wanted = wantedFields(header, adapted, manner)
  if (wanted.size === 0) return []
  const { entry, at } = header
  if (entry) return [...marksOf(entry, manner, false), ...fieldEdits(entry, wanted, manner)]
  const lines = [['MIME-Version', '1.0'], ...wanted, ['Content-Transfer-Encoding', '8bit']]
  const body = lines.map(([name, value]) => `${name}: ${value}\n`).join('')
  const block = messageBlock('msgstr', body, { eol: manner.eol, width: undefined })
  return [
    { start: at, end: at, bytes: encode(`msgid ""${manner.eol}${block}${manner.eol}${manner.eol}`, manner.charset) },
  ]
}

function wantedFields(header: Header, adapted: Adapted, manner: Manner): Fields {
  const { target, forms, other, plurals } = adapted
  const { fields } = header
  const wanted: Fields = new Map()
  const said = tagOfGettext(fields.get('language') ?? '')
  const names = said !== undefined && isIn(said, target.language)
  for (const [name, value] of madeFields(fields, target, other)) wanted.set(name, value)
  if (manner.charset === 'utf-8' && !/^utf-?8$/i.test(declaredCharset(header) ?? '')) {
    wanted.set('Content-Type', 'text/plain; charset=UTF-8')
  }
  if (!names) wanted.set('Language', gettextName(target.language))
  // Plural messages may follow after the first part, so a new language always gets its plural forms.
  const counts = plurals || fields.has('plural-forms') || !names
  if (counts && ownForms(header)?.expression !== forms.expression) wanted.set('Plural-Forms', pluralFormsField(forms))
  if (!names || other) for (const [name, value] of teamFields(fields, target.language, other)) wanted.set(name, value)
  return wanted
}

/** What a template says before somebody fills it in. */
const UNFILLED = /^(?:YEAR-MO-DA HO:MI\+ZONE|FULL NAME <EMAIL@ADDRESS>|LANGUAGE <LL@li\.org>|LANGUAGE)$/
/** What gettext writes where no person translated. */
const NOBODY = 'Automatically generated'

/** The fields that say who translated and when. A template gets those that it lacks, all others keep their fields. */
function madeFields(fields: Header['fields'], { made }: Target, other: boolean): Fields {
  const wanted: Fields = new Map()
  const isTemplate = fields.size === 0 || [...fields.values()].some(value => UNFILLED.test(value))
  const set = (name: string, value: string): void => {
    if (isTemplate || fields.has(name.toLowerCase())) wanted.set(name, value)
  }
  if (made) {
    const by = made.by.replace(/\s+/g, ' ')
    set('PO-Revision-Date', dateOf(made.at))
    set('Last-Translator', by)
    if (fields.has('x-generator')) set('X-Generator', by)
  } else if (other && !isTemplate) set('Last-Translator', NOBODY)
  return wanted
}

/** `2026-11-25 03:20+0000` */
function dateOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}+0000`
}

/** The fields that name the language in the words of some program, and the team, which is that of another language. */
function teamFields(fields: Header['fields'], language: string, other: boolean): Fields {
  const wanted: Fields = new Map()
  const name = englishName(language) ?? language
  const values = {
    'Language-Team': other || UNFILLED.test(fields.get('language-team') ?? '') ? name : undefined,
    'X-Language': gettextName(language),
    'X-Crowdin-Language': language,
    'X-Loco-Target-Locale': gettextName(language),
    'X-Poedit-Language': name,
    'X-Poedit-Country': countryName(language)?.toUpperCase() ?? '',
  }
  for (const [field, value] of Object.entries(values)) {
    const said = fields.get(field.toLowerCase())
    if (said !== undefined && value !== undefined && said !== value) wanted.set(field, value)
  }
  return wanted
}

/** Replaces the wanted fields and appends missing ones. A header with several fields on a line, or not ended by `\n`, is written anew. */
export function fieldEdits(entry: Entry, wanted: Fields, manner: Manner): Edit[] {
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
    edits.push({ start, end, bytes: encode(`${lineOf(name, wanted)}\\n`, manner.charset) })
  }
  const added = [...missing.keys()].map(name => `${manner.eol}"${lineOf(name, wanted)}\\n"`).join('')
  if (added !== '') edits.push({ start: block.end, end: block.end, bytes: encode(added, manner.charset) })
  return edits
}

/** A field as it stands between quotes. */
function lineOf(name: string, wanted: Fields): string {
  return escaped(`${name}: ${wanted.get(name)}`)
}

function nameIn(line: string, wanted: Fields): string | undefined {
  const name = line
    .slice(0, Math.max(0, line.indexOf(':')))
    .trim()
    .toLowerCase()
  return [...wanted.keys()].find(key => key.toLowerCase() === name)
}

function laidOutAnew(text: string, wanted: Fields, block: Span, manner: Manner): Edit {
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

/** The units of a resource file of .NET, and how a translation is written. */
import { encodeLater } from '../bytes/charset.ts'
import { type CodedXml, codedOf, writeCoded, writeText, type XmlFile } from '../bytes/xml/index.ts'
import { isIcuMessage } from '../content/icu.ts'
import { leftOutOfData } from '../content/left-out.ts'
import { limitSaid } from '../content/limits.ts'
import { isNamedIdentifier } from '../content/named-identifiers.ts'
import type { Edit, PlaceholderSyntax, Reason, Unit } from '../format.ts'
import type { ResxEntry } from './entries.ts'

export interface ResxUnit extends Unit {
  /** Absent where the file has no place for a text: `<value />`. */
  readonly place?: CodedXml | undefined
  /** Where a comment goes, in bytes, and what stands around it there. */
  readonly remark: { readonly start: number; readonly end: number; readonly before: string; readonly after: string }
}

export function unitOf(entry: ResxEntry, index: number, { charset, eol = '\n' }: XmlFile): ResxUnit {
  const { name, path, value, note } = entry
  const place = codedOf(value.inside)
  const syntax = place.text.includes('{') && isIcuMessage(place.text) ? 'icu' : undefined
  return {
    index,
    path,
    part: name || '(no name)',
    start: value.from,
    end: value.to,
    text: place.text,
    charset,
    eol,
    left_out: entry.stays ?? reasonOf(entry, place.text, syntax),
    syntax,
    note,
    max_length: note === undefined ? undefined : limitSaid(remarksIn(note)),
    slot: name.replace(NUMBERS, '*'),
    context: name === '' ? undefined : { key: name },
    place: value.tag.empty ? undefined : place,
    remark: remarkOf(entry),
  }
}

/** Into the comment that is there, in the place of an empty one, or behind the value. */
function remarkOf({ value, comment, note }: ResxEntry): ResxUnit['remark'] {
  if (comment !== undefined && !comment.tag.empty)
    return { start: comment.to, end: comment.to, before: note === undefined ? '' : '; ', after: '' }
  const [before, after] = ['<comment>', '</comment>']
  if (comment !== undefined) return { start: comment.tag.start, end: comment.tag.end, before, after }
  return { start: value.end, end: value.end, before: value.indent + before, after }
}

const NUMBERS = /\d+/g

function reasonOf({ name, note }: ResxEntry, text: string, syntax: PlaceholderSyntax | undefined): Reason | undefined {
  if (note?.includes(LOCKED)) return 'do_not_translate'
  const reason = leftOutOfData(text, syntax)
  if (reason !== undefined) return reason
  return isNamedIdentifier(name.split('.').at(-1) ?? '', text.trim()) ? 'identifier' : undefined
}

/** What Microsoft writes into comments of texts that stay as they are. `{Locked="Windows"}` is about a word of the text. */
const LOCKED = '{Locked}'
const BRACES = /\{[^{}]{1,200}\}/g

/** A comment as a whole, and what it says in braces: `{MaxLength=40}`. */
function remarksIn(note: string): readonly string[] {
  return [note, ...(note.match(BRACES) ?? []).map(remark => remark.slice(1, -1))]
}

export function editsOfUnit(unit: ResxUnit, translation: string | undefined): readonly Edit[] {
  const { start, end, text, place, charset, eol } = unit
  if (place === undefined || translation === undefined || translation === text) return []
  const written = writeCoded(place, translation, charset, eol)
  return written === undefined ? [] : [{ start, end, bytes: encodeLater(written, charset) }]
}

/** As `Format.noting`: into the comment of the entry, which is made where there is none. */
export function notingResx(
  _file: string,
  units: readonly ResxUnit[],
  notes: ReadonlyMap<string, string>,
): readonly Edit[] {
  return units.flatMap(({ path, remark: { start, end, before, after }, charset }) => {
    const said = writeText(notes.get(path) ?? '', { like: '', charset, where: 'text' })
    return said ? [{ start, end, bytes: encodeLater(before + said + after, charset) }] : []
  })
}

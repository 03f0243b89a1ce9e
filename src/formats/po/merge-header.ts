/** What the header of a catalogue has to say before the catalogue can hold messages of another one. */
import type { Edit } from '../format.ts'
import { catalogueEncoding } from './encoding.ts'
import { declaredCharset, ownForms } from './header.ts'
import { fieldEdits } from './header-edits.ts'
import { marksOf } from './marks.ts'
import type { Message } from './message.ts'
import type { WholeCatalogue } from './whole.ts'

const BEYOND_ASCII = /[^\0-\x7f]/

/**
 * The edits that fill in the charset, the language and the plural forms: where a field is as in a template, and where one is missing that
 * these messages need. What it says stays.
 */
export function filledHeader(
  there: WholeCatalogue,
  from: WholeCatalogue,
  messages: readonly Message[],
): readonly Edit[] {
  const { header } = there.catalogue
  if (!header.entry || messages.length === 0) return []
  const wanted = new Map<string, string>()
  const takeOver = (name: string): void => {
    const value = from.catalogue.header.fields.get(name.toLowerCase())
    if (value) wanted.set(name, value)
  }
  if (getsCharset(there, messages)) wanted.set('Content-Type', 'text/plain; charset=UTF-8')
  if (header.fields.get('language') === '') takeOver('Language')
  if (getsForms(there, from, messages)) takeOver('Plural-Forms')
  if (wanted.size === 0) return []
  return [...marksOf(header.entry, there.catalogue, false), ...fieldEdits(header.entry, wanted, there.catalogue)]
}

/** Whether a catalogue in UTF-8, or in ASCII, which is a part of it, has to say so. */
function getsCharset({ catalogue: { header, charset } }: WholeCatalogue, messages: readonly Message[]): boolean {
  const said = declaredCharset(header)
  if (charset !== 'utf-8' || /^utf-?8$/i.test(said ?? '')) return false
  const isUnfilled = said === undefined && header.fields.has('content-type')
  return isUnfilled || messages.some(({ id, targets }) => [id, ...targets].some(text => BEYOND_ASCII.test(text)))
}

/** Whether a catalogue takes over the plural forms of the other one. */
export function getsForms(there: WholeCatalogue, from: WholeCatalogue, messages: readonly Message[]): boolean {
  const { header } = there.catalogue
  if (ownForms(header) !== undefined || ownForms(from.catalogue.header) === undefined) return false
  return header.fields.has('plural-forms') || messages.some(({ plural }) => plural !== undefined)
}

/** The lines of the header of a catalogue, for one in UTF-8 that has none. */
export function headerLines({ catalogue, entries, lines }: WholeCatalogue): string[] {
  const block = entries.find(({ message }) => message === undefined)
  if (!block) return []
  const [start, end] = [lines[block.first]?.start ?? 0, lines[block.last]?.end ?? 0]
  return catalogueEncoding.saysUtf8(catalogue.text({ start, end })).split(/\r?\n/)
}

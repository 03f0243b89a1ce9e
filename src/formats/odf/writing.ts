/** Writing a translation in the place of its source. */
import { encodeLater } from '../bytes/charset.ts'
import { editsOfRuns } from '../bytes/runs/index.ts'
import { reword, setAttribute, writeText } from '../bytes/xml/index.ts'
import type { Edit, Target } from '../format.ts'
import { editsOfLanguage } from './language.ts'
import { withEvenBlanks } from './paragraph.ts'
import { type OdfUnit, OWN_TAGS } from './unit.ts'

const NONE: readonly Edit[] = []
/** Texts that are no longer there, or that a program makes. */
const NEVER: ReadonlySet<unknown> = new Set(['deleted', 'computed'])

/** Units come in the order of the document, and last its language, which is said anew where something was written. */
export function editsOfDocument(unit: OdfUnit, translation: string | undefined, target: Target): readonly Edit[] {
  const { target_place: place, ledger } = unit
  if (place.in === 'language') return ledger.written ? editsOfLanguage(place.places, target) : NONE
  const edits = editsOfText(unit, translation)
  ledger.written ||= edits.length > 0
  return edits
}

function editsOfText(unit: OdfUnit, translation: string | undefined): readonly Edit[] {
  const { target_place: place, member, charset, text, start, end } = unit
  if (translation === undefined || translation === text || NEVER.has(unit.left_out)) return NONE
  if (place.in === 'nothing' || place.in === 'language' || member === undefined) return NONE
  if (place.in === 'attribute') {
    const edit = reword(place.tag, place.name, translation, charset)
    return edit ? [{ ...edit, member }] : NONE
  }
  if (place.in === 'text') {
    const written = writeText(translation, { like: place.like, charset, where: 'text' })
    return written === undefined ? NONE : [{ member, start, end, bytes: encodeLater(written, charset) }]
  }
  const escaped = (said: string): string | undefined => writeText(said, { like: '', charset, where: 'text' })
  const said = withEvenBlanks(place.runs, translation)
  const edits = editsOfRuns(place.runs, said, escaped)
  const written = edits.map(edit => ({
    member,
    start: edit.start,
    end: edit.end,
    bytes: encodeLater(edit.text, charset),
  }))
  if (!place.cell || written.length === 0) return written
  const again = setAttribute(place.cell, 'office:string-value', said.replace(OWN_TAGS, ''), charset)
  return again ? [{ ...again, member }, ...written] : written
}

/** A catalogue gains messages of another one, and loses some (`Merge`). */
import { encodeLater } from '../bytes/charset.ts'
import type { Edit, Merge } from '../format.ts'
import { ownForms } from './header.ts'
import { lineEdits, type TextEdit } from './lines.ts'
import { marksOf } from './marks.ts'
import { filledHeader, getsForms } from './merge-header.ts'
import { linesMoved, type WholeMessage } from './merge-lines.ts'
import { requireHeld, type Sides, textEdits, textsFor } from './merge-messages.ts'
import { type WholeCatalogue, wholeCatalogue } from './whole.ts'

/** Messages of the source by their addresses. */
type Taken = ReadonlyMap<string, WholeMessage>

/**
 * As `Format.merge`. A message is known by its context and its `msgid`, whatever its plural is; all entries that have them are changed.
 * An obsolete entry goes where it is named, and where its message comes back; none is taken over. A message that the source has no
 * translation for keeps its own. What programs say of a message that is there (references, flags) stays.
 * @throws {FormatError} also where the catalogue is in a charset that lacks a character of a text; in a comment it becomes `?`
 */
export function mergeCatalogues(file: Uint8Array, { from: other, take, remove }: Merge): readonly Edit[] {
  const [there, from] = [wholeCatalogue(file), wholeCatalogue(other)]
  const own = messagesOf(there)
  const taken = firstOfEach(messagesOf(from).filter(whole => !whole.entry.obsolete && isNamed(take, whole)))
  const present = firstOfEach(own.filter(({ entry }) => !entry.obsolete))
  const missing = new Map([...taken].filter(([address]) => !present.has(address)))
  const goes = (whole: WholeMessage): boolean => {
    const { address } = whole.message
    return whole.entry.obsolete
      ? missing.has(address) || isNamed(remove, whole)
      : isNamed(remove, whole) && !taken.has(address)
  }
  const gone = new Set(own.filter(goes))
  const kept = own.filter(whole => !whole.entry.obsolete && !gone.has(whole))
  const sides = sidesOf(there, from)
  const changed = textChanges(sides, kept, taken, missing)
  const gains = missing.size > 0 || changed.length > 0
  const moved = lineEdits(there.lines, there.end, linesMoved(sides, { kept, gone, missing, gains }))
  return inOrder(there, moved, changed)
}

function messagesOf({ entries }: WholeCatalogue): WholeMessage[] {
  return entries.filter((whole): whole is WholeMessage => whole.message !== undefined)
}

function firstOfEach(messages: readonly WholeMessage[]): Map<string, WholeMessage> {
  const found = new Map<string, WholeMessage>()
  for (const whole of messages) if (!found.has(whole.message.address)) found.set(whole.message.address, whole)
  return found
}

/** No language has more plural forms. */
const FORMS = Array.from({ length: 10 }, (_, form) => `[${form}]`)

/** Whether a message, or one of its plural forms, is among the paths. */
function isNamed(paths: ReadonlySet<string>, { message: { address, plural } }: WholeMessage): boolean {
  return paths.has(address) || (plural !== undefined && FORMS.some(form => paths.has(address + form)))
}

function sidesOf(there: WholeCatalogue, from: WholeCatalogue): Sides {
  const forms = ownForms(from.catalogue.header)
  return { there, from, forms: { there: ownForms(there.catalogue.header) ?? forms, from: forms } }
}

/** The edits inside of entries that stay: of the messages that are taken, and of the header. @throws {FormatError} as `requireHeld` */
function textChanges(sides: Sides, kept: readonly WholeMessage[], taken: Taken, missing: Taken): Edit[] {
  const { there, from } = sides
  const { charset } = there.catalogue
  const translated = [...taken.values()].map(({ message }) => message).filter(({ targets }) => targets.some(Boolean))
  const added = [...missing.values()].map(({ message }) => message)
  const names = added.flatMap(({ context, id, plural }) => [context, id, plural])
  requireHeld(charset, [...names, ...translated.flatMap(({ plural, targets }) => [plural, ...targets])])
  const needy = new Set([...translated, ...added])
  const isCounted = needy.size > 0 && getsForms(there, from, [...needy])
  const edits = kept.flatMap(({ entry, message }): Edit[] => {
    const other = taken.get(message.address)
    if (other && needy.has(other.message)) {
      const texts = textsFor(sides, other.message)
      const marks = marksOf(entry, there.catalogue, other.entry.flags.has('fuzzy'))
      return [...marks, ...encoded(there, textEdits(there, message, texts, other.message.plural))]
    }
    if (!isCounted || message.plural === undefined) return []
    const texts = textsFor({ ...sides, forms: { ...sides.forms, from: undefined } }, message)
    return encoded(there, textEdits(there, message, texts, message.plural))
  })
  return [...filledHeader(there, from, [...needy]), ...edits]
}

function encoded({ catalogue: { charset } }: WholeCatalogue, edits: readonly TextEdit[]): Edit[] {
  return edits.map(({ text, ...range }) => ({ ...range, bytes: encodeLater(text, charset) }))
}

/** New lines come before what changes at the same place, but those at the end of the file come last. */
function inOrder(there: WholeCatalogue, moved: readonly TextEdit[], changed: readonly Edit[]): Edit[] {
  const isTail = ({ end }: TextEdit): boolean => end === there.end
  const lines = encoded(
    there,
    moved.filter(edit => !isTail(edit)),
  )
  const tail = encoded(there, moved.filter(isTail))
  return [...lines, ...changed, ...tail].sort((one, two) => one.start - two.start)
}

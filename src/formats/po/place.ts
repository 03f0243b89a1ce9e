/** Writing a message of a PO catalogue, and what this needs to know. */
import { encodeLater } from '../bytes/charset.ts'
import type { Edit, Unit } from '../format.ts'
import type { Wrapping } from './text.ts'
import { messageBlock } from './text.ts'

export interface PoPlace {
  /** `msgstr`, `msgstr[2]`; absent for the header. */
  readonly keyword?: string
  readonly wrapping: Wrapping
  /** White space around the source, which the translation gets, too: msgfmt requires the same line breaks at both ends. */
  readonly lead: string
  readonly trail: string
  /** The first line of the string is on the line of the keyword. */
  readonly beside: boolean
  /** This plural form is not in the file yet: it is inserted after the last form of the message. */
  readonly absent: boolean
  /** Edits that are made before the message, if it is written: they say whether it is `fuzzy`, and remove its earlier source. */
  readonly before: readonly Edit[]
  /** Edits that are made after the message, if it is written: they remove forms that the language does not have. */
  readonly after: readonly Edit[]
  /**
   * The edits if the message is not written: they give it as many forms as the new header says, and empty it where it is in another
   * language. For the header: its edits.
   */
  readonly unwritten: readonly Edit[]
  /** The message is emptied if it is not written, and nothing else: there is no need to keep that edit for each message. */
  readonly empties: boolean
}

/** A message or one of its plural forms, or the header. An obsolete message has no `place`. */
export interface PoUnit extends Unit {
  readonly place?: PoPlace | undefined
}

/** No edits. */
export const NONE: readonly Edit[] = []
/** The keyword of a message without plural forms. */
export const SINGLE = 'msgstr'
/** A message that needs nothing special. */
export const PLAIN = {
  lead: '',
  trail: '',
  beside: false,
  absent: false,
  before: NONE,
  after: NONE,
  unwritten: NONE,
  empties: false,
} as const

const HAS_MARK = /\S/

/** The edits of a message, or of the header. */
export function editsOfMessage(unit: Unit, place: PoPlace, translation: string | undefined): readonly Edit[] {
  if (translation === undefined || place.keyword === undefined) return editsLeft(unit, place)
  if (!HAS_MARK.test(translation) || translation.includes('\0')) return editsLeft(unit, place)
  if (translation === unit.target && !place.absent) return [...place.before, ...place.after]
  const text = place.lead + translation + place.trail
  const block = messageBlock(place.keyword, text, place.wrapping, place.beside)
  const bytes = encodeLater(place.absent ? place.wrapping.eol + block : block, unit.charset)
  return [...place.before, { start: unit.start, end: unit.end, bytes }, ...place.after]
}

function editsLeft({ start, end }: Unit, { keyword, empties, unwritten }: PoPlace): readonly Edit[] {
  return empties ? [{ start, end, bytes: `${keyword} ""` }] : unwritten
}

/** Writing a message of a PO catalogue, and what must be known for it. */
import { encodeLater } from '../bytes/charset.ts'
import type { Edit, Unit } from '../format.ts'
import type { Wrapping } from './text.ts'
import { messageBlock } from './text.ts'

export interface PoPlace {
  /** `msgstr`, `msgstr[2]`; absent for the header. */
  readonly keyword?: string
  readonly wrapping: Wrapping
  /** White space around the source, which its translation must have too: msgfmt refuses a line break more or less. */
  readonly lead: string
  readonly trail: string
  /** The first line of the string stands beside the keyword. */
  readonly beside: boolean
  /** This plural form is not in the file yet: it is put behind the form before it. */
  readonly absent: boolean
  /** Edits before this one when it is written: `fuzzy` is removed. */
  readonly before: readonly Edit[]
  /** Edits behind it when it is written: forms that the language does not have. */
  readonly after: readonly Edit[]
  /** The edits when it is not written: it gets as many forms as the header says. */
  readonly unwritten: readonly Edit[]
}

/** A message or one of its plural forms; an obsolete one has no place. */
export interface PoUnit extends Unit {
  readonly place?: PoPlace | undefined
}

/** Nothing is changed. */
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
} as const

const HAS_MARK = /\S/

/** The edits of a message, or of the header. */
export function editsOfMessage(unit: Unit, place: PoPlace, translation: string | undefined): readonly Edit[] {
  if (translation === undefined || place.keyword === undefined) return place.unwritten
  if (!HAS_MARK.test(translation) || translation.includes('\0')) return []
  if (translation === unit.target && !place.absent) return [...place.before, ...place.after]
  const text = place.lead + translation + place.trail
  const block = messageBlock(place.keyword, text, place.wrapping, place.beside)
  const bytes = encodeLater(place.absent ? place.wrapping.eol + block : block, unit.charset)
  return [...place.before, { start: unit.start, end: unit.end, bytes }, ...place.after]
}

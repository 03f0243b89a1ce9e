/** Writing one text of a string catalog. */
import { encode } from '../../bytes/charset.ts'
import type { Charset, Edit, Target, Unit } from '../../format.ts'
import { escapeLike } from '../escape.ts'

export interface CatalogUnit extends Unit {
  /** Absent while a file is surveyed, and where nothing is written. */
  readonly place?: CatalogPlace | undefined
}

export type CatalogPlace =
  /** The text is there, and so is its state, between these bytes. */
  | { readonly kind: 'there'; readonly state: CatalogState }
  /** It is made, between these; its state stands between the first two. */
  | { readonly kind: 'made'; readonly before: string; readonly between: string; readonly after: string }

interface CatalogState {
  readonly start: number
  readonly end: number
  readonly value: string
}

const NONE: readonly Edit[] = []

/** The state of a text that is done. */
export const TRANSLATED = 'translated'

export function catalogEdits(unit: CatalogUnit, translation: string | undefined, target: Target): readonly Edit[] {
  const { place, start, end, charset, raw = '' } = unit
  if (place === undefined || translation === undefined) return NONE
  const state = target.unreviewed ? 'needs_review' : TRANSLATED
  const written = escapeLike(raw, translation, charset)
  if (place.kind === 'made') {
    return [editOf({ start, end }, place.before + state + place.between + written + place.after, charset)]
  }
  const edits = [
    ...(state === place.state.value ? [] : [editOf(place.state, state, charset)]),
    ...(translation === unit.target && translation !== '' ? [] : [editOf({ start, end }, written, charset)]),
  ]
  return edits.sort((one, other) => one.start - other.start)
}

/** Text that is escaped to be ASCII stands in a file of UTF-8. */
function editOf({ start, end }: Pick<Edit, 'start' | 'end'>, text: string, charset: Charset): Edit {
  return { start, end, bytes: encode(text, charset === 'us-ascii' ? 'utf-8' : charset) }
}

import { type Checked, type FixedWords, termSearchFor, termsIn } from '../../checks/index.ts'
import { isSuspicious } from '../../contract/suspicious.ts'
import { encodeCodes } from '../../formats/index.ts'
import type { ShownSegment } from '../domain/shown-segment.ts'

/** Segments of up to so many characters together are shown or checked at once: that takes some hundredths of a second at most. */
export const AT_ONCE = 5000

/** A segment as a model sees it. */
export function showSegment({ text, syntax, note = '' }: Checked, terms: FixedWords): ShownSegment {
  const shown = encodeCodes(text, syntax)
  return {
    text: shown.text,
    tags: [...shown.tags].map(([name, markup]) => ({ name, markup })),
    suspicious: isSuspicious(text) || isSuspicious(note),
    terms: termsIn([text], termSearchFor(terms)),
  }
}

import { type Checked, type FixedWords, shownText, termSearchFor, termsIn } from '../../checks/index.ts'
import type { ShownSegment } from '../domain/shown-segment.ts'
import { isSuspicious } from './suspicious.ts'

/** Segments of up to so many characters together are shown or checked at once: that takes some hundredths of a second at most. */
export const AT_ONCE = 5000

/** A segment as a model sees it. */
export function showSegment(segment: Checked, terms: FixedWords): ShownSegment {
  const { text, note = '' } = segment
  return {
    text: shownText(segment),
    suspicious: isSuspicious(text) || isSuspicious(note),
    terms: termsIn([text], termSearchFor(terms)),
  }
}

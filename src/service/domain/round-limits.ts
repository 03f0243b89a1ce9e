/** The most words of the source, and the most segments, that one round for a caller's own model may have. */
export interface RoundLimits {
  readonly words: number
  readonly segments: number
}

const LATIN: RoundLimits = { words: 1200, segments: 100 }
/** Other scripts take about twice the tokens a word. */
const OTHER_SCRIPTS: RoundLimits = { words: 600, segments: 100 }
/** For a work file, which does not pass through the conversation. */
const WHOLE: RoundLimits = { words: Number.POSITIVE_INFINITY, segments: 2000 }

/** The limits of a round into a language (BCP 47 tag); `whole` for a work file. */
export function roundLimits(target: string, whole: boolean): RoundLimits {
  if (whole) return WHOLE
  return isLatin(target) ? LATIN : OTHER_SCRIPTS
}

function isLatin(tag: string): boolean {
  return new Intl.Locale(tag).maximize().script === 'Latn'
}

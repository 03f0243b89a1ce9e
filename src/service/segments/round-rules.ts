/** The rules of a round: how much of a file a model is given at a time, and how long it is reserved for that model. */

import type { RoundLimits } from '../domain/round-limits.ts'

/** What a round is cut from. Equal `bundle`s stay together: plural siblings, the parts of a sentence. */
export interface RoundItem {
  readonly words: number
  readonly bundle: number
}

/**
 * The first items that fit a round. A bundle is taken whole or not at all; the first one is taken whatever its size, so that a round
 * is never empty while there are items. The items of a bundle have to be next to each other.
 */
export function cutRound<Given extends RoundItem>(pieces: readonly Given[], limits: RoundLimits): Given[] {
  const round: Given[] = []
  let words = 0
  for (const bundle of bundlesOf(pieces)) {
    const more = bundle.reduce((sum, piece) => sum + piece.words, 0)
    const fits = round.length + bundle.length <= limits.segments && words + more <= limits.words
    if (round.length > 0 && !fits) break
    round.push(...bundle)
    words += more
  }
  return round
}

function* bundlesOf<Given extends RoundItem>(pieces: readonly Given[]): Generator<Given[]> {
  let bundle: Given[] = []
  for (const piece of pieces) {
    if (bundle.length > 0 && bundle[0]?.bundle !== piece.bundle) {
      yield bundle
      bundle = []
    }
    bundle.push(piece)
  }
  if (bundle.length > 0) yield bundle
}

/** How long a round is reserved for the caller that received it. Both moments are in milliseconds since 1970. */
export interface Hold {
  /** Before this moment another caller receives the round only as `yields_at` says. */
  readonly held_until: number
  /** From this moment on another caller may take the round over, where all open segments are reserved. */
  readonly yields_at: number
}

const WHOLE_HOURS = 24
/** The share of the time after which a round may be taken over: a model answers within a minute or two, or not at all. */
const YIELDS_AFTER = 1 / 5

/** The times of a round that is handed out at `now`; `minutes` is the setting. A round for a work file may be taken over at once. */
export function holdFrom(now: number, minutes: number, whole: boolean): Hold {
  if (whole) return { held_until: now + WHOLE_HOURS * 60 * 60_000, yields_at: now }
  const length = minutes * 60_000
  return { held_until: now + length, yields_at: now + length * YIELDS_AFTER }
}

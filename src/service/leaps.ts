import { MINUTE } from './domain/time.ts'

/** A clock that is set right by so much has not leapt. */
const LEAP_MS = 15 * MINUTE

/**
 * Watches a clock for leaps ahead, against one that nobody can set. The function it gives says whether it leapt since the call before;
 * the first call knows of none. A machine that slept looks the same.
 *
 * @param clock milliseconds since 1970
 * @param steady milliseconds since any moment
 */
export function watchLeaps(clock: () => number, steady: () => number = () => performance.now()): () => boolean {
  let seen: { readonly at: number; readonly steady: number } | undefined
  return () => {
    const before = seen
    seen = { at: clock(), steady: steady() }
    return before !== undefined && seen.at - before.at - (seen.steady - before.steady) > LEAP_MS
  }
}

const WEEK_MS = 7 * 86_400_000

/** The number of the present week. What a service was told counts for one: it may be gone there. */
export function weekNow(): number {
  return Math.floor(Date.now() / WEEK_MS)
}

/** So many take a few megabytes. */
const MOST_KNOWN = 100_000

/** The segments that were asked for in one run, by source hash: equal ones are asked for once. */
export interface AskedSegments {
  has(hash: string): boolean
  add(hash: string): void
  /** These are written by now: of a large file some are forgotten here. */
  written(hashes: readonly string[]): void
  /** True while the database may hold segments of the run that `has` does not know. */
  readonly isPartial: boolean
}

/** `earlier`: the database holds segments of an earlier run. */
export function createAsked(earlier: boolean): AskedSegments {
  const known = new Set<string>()
  let isPartial = earlier
  return {
    has: hash => known.has(hash),
    add: hash => void known.add(hash),
    written(hashes) {
      if (known.size <= MOST_KNOWN) return
      isPartial = true
      for (const hash of hashes) known.delete(hash)
    },
    get isPartial() {
      return isPartial
    },
  }
}

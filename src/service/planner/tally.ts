export interface TallyRow {
  readonly part: string
  readonly reason: string
  readonly segments: number
  readonly words: number
}

export interface Tally {
  add(part: string, reason: string, words: number): void
  /** In order of first appearance. */
  rows(): TallyRow[]
}

/** A part cut to `depth` segments: `menu.file.open` → `menu.*`. Without a separator it has but one. */
export function shorten(part: string, depth: number, separator: string): string {
  const segments = separator === '' ? [part] : part.split(separator)
  return segments.length > depth ? [...segments.slice(0, depth), '*'].join(separator) : part
}

const DEEPEST = 8

/**
 * Counts segments and words by part and reason in bounded memory: past `cap` rows, parts whose names have
 * segments (`separator` between them) are counted under shorter and shorter prefixes, and what still does not fit under "other parts".
 */
export function tally(cap: number, separator: string): Tally {
  let counts = new Map<string, TallyRow>()
  let depth = Number.POSITIVE_INFINITY

  function put(part: string, reason: string, segments: number, words: number): void {
    const short = depth === Number.POSITIVE_INFINITY ? part : shorten(part, depth, separator)
    const wanted = `${reason}\n${short}`
    const fits = counts.has(wanted) || counts.size < cap || depth > 1
    const key = fits ? wanted : `${reason}\nother parts`
    const before = counts.get(key)
    counts.set(key, {
      part: before?.part ?? (fits ? short : 'other parts'),
      reason,
      segments: (before?.segments ?? 0) + segments,
      words: (before?.words ?? 0) + words,
    })
  }

  function coarsen(): void {
    while (counts.size > cap && depth > 1) {
      depth = depth === Number.POSITIVE_INFINITY ? DEEPEST : depth - 1
      const finer = [...counts.values()]
      counts = new Map()
      for (const row of finer) put(row.part, row.reason, row.segments, row.words)
    }
  }

  return {
    add(part, reason, words) {
      put(part, reason, 1, words)
      if (counts.size > cap) coarsen()
    },
    rows: () => [...counts.values()],
  }
}

/** At most `most` rows: the largest by words, in their order, then one that says how many more there are. */
export function foldRows(rows: readonly TallyRow[], most: number): TallyRow[] {
  if (rows.length <= most) return [...rows]
  const kept = new Set([...rows].sort((a, b) => b.words - a.words || b.segments - a.segments).slice(0, most - 1))
  const rest = rows.filter(row => !kept.has(row))
  const sum = (count: (row: TallyRow) => number) => rest.reduce((total, row) => total + count(row), 0)
  const more: TallyRow = {
    part: `… and ${rest.length} more`,
    reason: [...new Set(rest.map(row => row.reason))].join('; '),
    segments: sum(row => row.segments),
    words: sum(row => row.words),
  }
  return [...rows.filter(row => kept.has(row)), more]
}

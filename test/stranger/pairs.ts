import { ALL_CHOICES, type Choice, type Choices, dimensions, withChoices } from './choices.ts'

/**
 * Rows of choices in which every two options of two dimensions stand together at least once. Greedy: each row starts from a pair that no
 * row has yet, and takes for each other dimension the option that adds most new pairs. The same in every run.
 */
export function pairwise(): readonly Choices[] {
  const open = new Set<string>()
  for (const one of ALL_CHOICES)
    for (const other of ALL_CHOICES) if (one.dimension < other.dimension) open.add(keyOf(one, other))
  const rows: Choices[] = []
  while (open.size > 0) {
    const row = rowFrom(open)
    for (const one of row) for (const other of row) open.delete(keyOf(one, other))
    rows.push(withChoices(row))
    if (rows.length > 500) throw new Error('no end of rows')
  }
  return rows
}

function rowFrom(open: ReadonlySet<string>): readonly Choice[] {
  const [pair = ''] = open
  const row: Choice[] = ALL_CHOICES.filter(one => pair.split(' × ').includes(nameOf(one)))
  for (const dimension of dimensions()) {
    if (row.some(one => one.dimension === dimension)) continue
    const options = ALL_CHOICES.filter(one => one.dimension === dimension)
    const gains = options.map(option => row.filter(one => open.has(keyOf(one, option))).length)
    const best = options[gains.indexOf(Math.max(...gains))]
    if (best !== undefined) row.push(best)
  }
  return row
}

function keyOf(one: Choice, other: Choice): string {
  return [one, other].map(nameOf).sort().join(' × ')
}

/** `dimension: option` */
export function nameOf({ dimension, option }: Choice): string {
  return `${dimension}: ${option}`
}

/** One printed line: a figure, and the budget it is held against where there is one. */
export interface Line {
  readonly what: string
  readonly figure: string
  readonly budget?: { readonly text: string; readonly kept: boolean } | undefined
  /** How it came about: absolute values, what was compared. */
  readonly detail?: string
}

/** What a measurement is run with. */
export interface Setup {
  /** The repository; dist/ is built. */
  readonly root: string
  /** Folder of the bundled programs that are measured or compared with. */
  readonly programs: string
  /** A folder for files, removed afterwards. */
  readonly folder: string
  /** Rounds after the warm-up; undefined: as many as the measurement needs. */
  readonly rounds: number | undefined
  /** Share of the full sizes and durations. Below 1 the figures mean nothing. */
  readonly size: number
}

export type Measurement = (setup: Setup) => AsyncIterable<Line>

/**
 * Runs the cases one after the other, round after round, and drops the first round: whatever else the machine does then hits
 * all of them alike. Gives the values of each round in the order of the cases.
 */
export async function interleave<Value>(cases: readonly (() => Promise<Value>)[], rounds: number): Promise<Value[][]> {
  const all: Value[][] = []
  for (let round = 0; round <= rounds; round += 1) {
    const values: Value[] = []
    for (const measure of cases) values.push(await measure())
    if (round > 0) all.push(values)
  }
  return all
}

/** The values of one case over the rounds. */
export function column(rounds: readonly (readonly number[])[], index: number): number[] {
  return rounds.map(values => values[index] ?? Number.NaN)
}

/** One case over another, within each round. */
export function ratios(rounds: readonly (readonly number[])[], over: number, under: number): number[] {
  return rounds.map(values => (values[over] ?? Number.NaN) / (values[under] ?? Number.NaN))
}

/** The value below which the given share of the values lies, between two of them where it falls there. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = share * (sorted.length - 1)
  const [below = Number.NaN, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return below + (above - below) * (at - Math.floor(at))
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The middle half of the values, which says how much the machine was disturbed. */
export function spread(values: readonly number[], digits: number): string {
  return `${quantile(values, 0.25).toFixed(digits)}–${quantile(values, 0.75).toFixed(digits)}`
}

/** A median of ratios against the most, or the least, it may be. */
export function ratioLine(what: string, values: readonly number[], budget: { most?: number; least?: number }): Line {
  const ratio = median(values)
  const { most = Number.POSITIVE_INFINITY, least = 0 } = budget
  const text = budget.most === undefined ? `≥ ${budget.least} ×` : `≤ ${budget.most} ×`
  return {
    what,
    figure: `${ratio.toFixed(2)} ×`,
    budget: { text, kept: ratio <= most && ratio >= least },
    detail: `half of the rounds ${spread(values, 2)}`,
  }
}

/** The cells of a grid by their edges, in the order in which docutils finds them: each is the least that closes. */
import type { RuledLine } from './columns.ts'

/** The edges of a cell: columns and lines. */
export interface CellEdges {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Where edges meet this one, from its left to its right, and from its top to its bottom. */
  readonly across: readonly number[]
  readonly down: readonly number[]
}

/** Whether a sign goes on with an edge. */
const LEVEL = (sign: string) => sign === '-' || sign === '+'
const UPRIGHT = (sign: string) => sign === '|' || sign === '+'

/** So often each sign may be looked at. Text that looks like edges leads astray, but not often. */
const LOOKS = 16

/** All cells; undefined where they do not fill the grid. */
export function outlinesIn(lines: readonly RuledLine[]): CellEdges[] | undefined {
  const right = (lines[0]?.width ?? 0) - 1
  const bottom = lines.length - 1
  const edges = new Edges(lines)
  /** The columns at which cells begin, by the line of their tops. */
  const begins: number[][] = lines.map((_, at) => (at === 0 ? [0] : []))
  /** Down to which line cells were found, by columns. */
  const done = new Array<number>(right).fill(0)
  const found: CellEdges[] = []
  for (let top = 0; top < bottom; top += 1) {
    for (const begin of (begins[top] ?? []).sort((one, other) => one - other)) {
      for (let left = begin; left < right && done[left] === top; ) {
        const outline = edges.around(left, top)
        if (!outline) return undefined
        for (let column = left; column < outline.right; column += 1) {
          if (done[column] !== top) return undefined
          done[column] = outline.bottom
        }
        found.push(outline)
        begins[outline.bottom]?.push(left)
        left = outline.right
      }
    }
  }
  return done.every(line => line === bottom) ? found : undefined
}

class Edges {
  readonly #lines: readonly RuledLine[]
  #looks: number

  constructor(lines: readonly RuledLine[]) {
    this.#lines = lines
    this.#looks = LOOKS * lines.length * (lines[0]?.width ?? 0)
  }

  /** The cell whose upper left corner is at a place; undefined where no edges close. */
  around(left: number, top: number): CellEdges | undefined {
    const across = [left]
    for (let right = left + 1; LEVEL(this.#sign(right, top)); right += 1) {
      if (this.#sign(right, top) !== '+') continue
      across.push(right)
      const closed = this.#below(left, right, top)
      if (closed) return { ...closed, across: [...across, ...closed.across] }
    }
    return undefined
  }

  #below(left: number, right: number, top: number): CellEdges | undefined {
    const down = [top]
    for (let bottom = top + 1; UPRIGHT(this.#sign(right, bottom)); bottom += 1) {
      if (this.#sign(right, bottom) !== '+') continue
      down.push(bottom)
      const across = this.#meeting(left, right, column => this.#sign(column, bottom), LEVEL)
      const back = across && this.#meeting(top, bottom, line => this.#sign(left, line), UPRIGHT)
      if (back && this.#sign(left, bottom) === '+')
        return { left, right, top, bottom, across, down: [...down, ...back] }
    }
    return undefined
  }

  /** Where edges meet this one between two places; undefined where it is broken. */
  #meeting(
    from: number,
    to: number,
    signAt: (at: number) => string,
    goesOn: (sign: string) => boolean,
  ): number[] | undefined {
    const meeting: number[] = []
    for (let at = to - 1; at > from; at -= 1) {
      const sign = signAt(at)
      if (!goesOn(sign)) return undefined
      if (sign === '+') meeting.push(at)
    }
    return meeting
  }

  /** The sign at a place; none where there were too many looks. */
  #sign(column: number, line: number): string {
    this.#looks -= 1
    return this.#looks < 0 ? '' : (this.#lines[line]?.sign(column) ?? '')
  }
}

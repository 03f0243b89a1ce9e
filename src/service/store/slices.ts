import { setTimeout } from 'node:timers/promises'

/** How many rows are changed before requests have a turn. SQLite works in the thread of the requests. */
export const ROWS_IN_TURN = 20
/** The pause after a slice, in milliseconds: what waits gets through more than one step of its work. */
const PAUSE_MS = 3

/** Does a slice of work again and again, until one had fewer rows than it may have. Requests have a turn after each of them. */
export async function inSlices(slice: (rows: number) => Promise<number>, rows: number = ROWS_IN_TURN): Promise<void> {
  while ((await slice(rows)) === rows) await turn()
}

/**
 * Goes over all rows of a table in slices, in the order of a key. `slice` looks at up to `rows` of them after the key `after`, and
 * gives their keys.
 */
export async function inOrder(slice: (after: string, rows: number) => Promise<readonly string[]>): Promise<void> {
  let after = ''
  await inSlices(async rows => {
    const seen = await slice(after, rows)
    after = seen.at(-1) ?? after
    return seen.length
  })
}

/** Gives requests a turn. */
export async function turn(): Promise<void> {
  await setTimeout(PAUSE_MS)
}

import { setTimeout } from 'node:timers/promises'
import { isConflict, isDuplicate } from './faults.ts'

/** How often a transaction is tried, and how long it waits in between: a random part of a time that doubles. In milliseconds. */
const TRIES = 20
const FIRST_MS = 2
const LONGEST_MS = 150
/** How often where a row was there already: one that is there the next time too was not made just now. */
const DUPLICATE_TRIES = 2

/** The number of the advisory lock of PostgreSQL by which a transaction that lost too often is alone; each database has its own. */
export const TURN = 7_240_113_586

/** Does work that changes all or nothing until it meets no other; `tries` counts from 1. Its last conflict is thrown. */
export async function again<Value>(work: (tries: number) => Promise<Value>): Promise<Value> {
  let duplicates = 0
  for (let tries = 1; ; tries++) {
    try {
      return await work(tries)
    } catch (error) {
      duplicates += isDuplicate(error) ? 1 : 0
      const mayPass = isConflict(error) || (isDuplicate(error) && duplicates < DUPLICATE_TRIES)
      if (!mayPass || tries === TRIES) throw error
      await setTimeout(Math.random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** tries))
    }
  }
}

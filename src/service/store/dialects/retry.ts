import { setTimeout } from 'node:timers/promises'
import { isConflict } from './faults.ts'

/** How often a transaction is tried, and how long it waits in between: a random part of a time that doubles. In milliseconds. */
const TRIES = 20
const FIRST_MS = 2
const LONGEST_MS = 150

/** Does work that changes all or nothing until it meets no other; `tries` counts from 1. Its last conflict is thrown. */
export async function again<Value>(work: (tries: number) => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries++) {
    try {
      return await work(tries)
    } catch (error) {
      if (!isConflict(error) || tries === TRIES) throw error
      await setTimeout(Math.random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** tries))
    }
  }
}

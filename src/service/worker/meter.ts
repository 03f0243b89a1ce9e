import type { Phase } from '../../contract/batch.ts'
import { type HeldLease, noteProgress } from '../store/outcomes.ts'
import type { World } from './world.ts'

/** Progress is noted at most this often, in milliseconds. */
const NOTE_MS = 500

/** Where a phase of the work begins and ends, in percent of the whole. */
export const SHARES = { translating: [0, 85], writing: [85, 99] } as const

/** Counts what is done of one phase. */
export interface Meter {
  /** Adds to what is done. */
  done(count: number): void
  /** Writes down how far the work is, unless it did so a moment ago. */
  note(): Promise<void>
}

/** Measures a phase that ends when `total` is done. More than that counts as `total`. */
export function createMeter(
  held: HeldLease,
  phase: keyof typeof SHARES & Phase,
  total: number,
  { db, clock }: Pick<World, 'db' | 'clock'>,
): Meter {
  const [from, to] = SHARES[phase]
  let finished = 0
  let noted = 0
  return {
    done(count) {
      finished += count
    },
    async note() {
      const now = clock()
      // A clock that was put back makes the last note seem to be in the future.
      if (noted <= now && now < noted + NOTE_MS) return
      noted = now
      const part = total <= 0 ? 0 : Math.min(1, finished / total)
      await noteProgress(db, held, phase, Math.floor(from + part * (to - from)), now)
    },
  }
}

/** A meter for work that is done a second time: it still notes progress, but counts nothing more. */
export function still(meter: Meter): Meter {
  return { done: () => undefined, note: () => meter.note() }
}

/** Passes the chunks on; before each of them the meter may note how far the work is. */
export async function* metered(chunks: AsyncIterable<Uint8Array>, meter: Meter): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    await meter.note()
    yield chunk
  }
}

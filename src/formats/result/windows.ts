/** Windows: the units of a file, some hundred at a time, so that one question can be asked about all of them. */
import { batchesOf } from '../bytes/flatten.ts'
import type { Unit } from '../format.ts'

/** A window ends with so many units, */
const MOST_UNITS = 500
/** or with the unit that makes its texts so long: a text may be a megabyte, and memory must not grow with the file. */
const MOST_CHARACTERS = 1_000_000

/** The units in windows: in file order, each in one window, no window empty. Memory: one window, and what the scan takes. */
export async function* windowsOf(units: AsyncIterable<Unit> | Iterable<Unit>): AsyncGenerator<readonly Unit[]> {
  let window = emptyWindow()
  for await (const batch of batchesOf(units)) {
    for (let at = 0; at < batch.length; ) {
      at = fill(window, batch, at)
      if (!isFull(window)) continue
      yield window.units
      window = emptyWindow()
    }
  }
  if (window.units.length > 0) yield window.units
}

interface Window {
  readonly units: Unit[]
  characters: number
}

function emptyWindow(): Window {
  return { units: [], characters: 0 }
}

function isFull({ units, characters }: Window): boolean {
  return units.length >= MOST_UNITS || characters >= MOST_CHARACTERS
}

/** Fills the window from `from` on, in a loop that never waits, and gives the first unit that is left. */
function fill(window: Window, batch: readonly Unit[], from: number): number {
  for (let at = from; ; at += 1) {
    const unit = batch[at]
    if (unit === undefined || isFull(window)) return at
    window.units.push(unit)
    window.characters += unit.text.length
  }
}

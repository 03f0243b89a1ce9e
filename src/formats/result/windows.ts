/** Windows: the units of a file, some hundred at a time, so that one question can be asked about all of them. */
import { batchesOf } from '../bytes/flatten.ts'
import type { Unit } from '../format.ts'

/** A window ends with so many units, */
const MOST_UNITS = 500
/** or with the unit after which it spans so many bytes of the file: a text may be a megabyte, and memory must stay flat. */
const MOST_BYTES = 1_000_000

/** The units in windows: in file order, each in one window, no window empty. Memory: one window, and what the scan takes. */
export async function* windowsOf(units: AsyncIterable<Unit> | Iterable<Unit>): AsyncGenerator<readonly Unit[]> {
  const window = new Window()
  for await (const batch of batchesOf(units)) {
    for (let at = 0; at < batch.length; ) {
      at = window.fill(batch, at)
      if (window.isFull) yield window.take()
    }
  }
  if (window.units.length > 0) yield window.take()
}

class Window {
  units: Unit[] = []
  /** Bytes of the file that it spans. */
  #bytes = 0
  /** Where the last unit ended: in the file, or in its member of a package. */
  #end = 0

  get isFull(): boolean {
    return this.units.length >= MOST_UNITS || this.#bytes >= MOST_BYTES
  }

  /** Adds units from `from` on and gives the first that is left. It never waits, and reads no text: a format may decode it late. */
  fill(batch: readonly Unit[], from: number): number {
    for (let at = from; ; at += 1) {
      const unit = batch[at]
      if (unit === undefined || this.isFull) return at
      const { start, end } = unit
      this.units.push(unit)
      this.#bytes += end < this.#end ? end - start : end - this.#end
      this.#end = end
    }
  }

  take(): readonly Unit[] {
    const { units } = this
    this.units = []
    this.#bytes = 0
    return units
  }
}

/** Windows: the units of a file in groups of some hundred, so that one call can ask about all of a group. */
import { batchesOf } from '../bytes/flatten.ts'
import type { Unit } from '../format.ts'

/** A window has at most this many units. */
const MOST_UNITS = 250
/**
 * A window also ends with the unit that brings it to this many bytes of the file: one text may be a megabyte, and a paragraph of markup is made of
 * so many objects that some hundred of them are work for the garbage collector.
 */
const MOST_BYTES = 32_768

/** The units in windows, in file order. No window is empty. Memory holds one window and what the scan takes. */
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
  /** How many bytes of the file the window spans. */
  #bytes = 0
  /** Where the last unit ended: in the file, or in its member of a package. */
  #end = 0

  get isFull(): boolean {
    return this.units.length >= MOST_UNITS || this.#bytes >= MOST_BYTES
  }

  /**
   * Adds units from the index `from` on until the window is full. Gives the index of the first that is left. It does not read `text`,
   * which some formats decode only when it is read.
   */
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

/**
 * The edits of a package, which are held until all of it is read: there may be millions. As numbers and bytes they take a fraction of what as
 * many objects take, and the garbage collector does not look at them.
 */
import { Flattened } from '../bytes/flatten.ts'
import type { Edit } from '../format.ts'
import type { Replacement } from './verify-bytes.ts'

/** Where the edits of one member lie, and how long they are. */
export class HeldPlaces {
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #lengths: number[] = []
  #isSorted = true

  get count(): number {
    return this.#starts.length
  }

  add(start: number, end: number, length: number): void {
    if (start < (this.#starts.at(-1) ?? 0)) this.#isSorted = false
    this.#starts.push(start)
    this.#ends.push(end)
    this.#lengths.push(length)
  }

  at(index: number): Replacement {
    return { start: this.#starts[index] ?? 0, end: this.#ends[index] ?? 0, length: this.#lengths[index] ?? 0 }
  }

  /**
   * The indexes in the order of where the edits begin; those that begin at one place stay as they came. Units of a member may lie in each
   * other, as the paragraphs of a box in the paragraph that it hangs on.
   */
  inOrder(): Iterable<number> {
    const indexes = this.#starts.keys()
    if (this.#isSorted) return indexes
    return [...indexes].sort((one, other) => (this.#starts[one] ?? 0) - (this.#starts[other] ?? 0))
  }
}

/** The first bytes that are held take so much; what follows takes more, up to the most. */
const [LEAST_BYTES, MOST_BYTES] = [512, 65_536]
/** The most bytes that a UTF-16 code unit takes in UTF-8. */
const WIDEST = 3
const BATCH = 500

/** The edits of one member, without its name. */
export class HeldEdits {
  readonly #places = new HeldPlaces()
  readonly #chunks: Buffer[] = []
  /** For each edit, in which chunk its bytes are, and where there. */
  readonly #inChunk: number[] = []
  readonly #from: number[] = []
  #used = 0

  add({ start, end, bytes }: Pick<Edit, 'start' | 'end' | 'bytes'>): void {
    const chunk = this.#chunkFor(typeof bytes === 'string' ? bytes.length * WIDEST : bytes.length)
    const length = typeof bytes === 'string' ? chunk.write(bytes, this.#used) : bytes.length
    if (typeof bytes !== 'string') chunk.set(bytes, this.#used)
    this.#places.add(start, end, length)
    this.#inChunk.push(this.#chunks.length - 1)
    this.#from.push(this.#used)
    this.#used += length
  }

  #chunkFor(most: number): Buffer {
    const last = this.#chunks.at(-1)
    if (last && this.#used + most <= last.length) return last
    const size = last ? Math.min(MOST_BYTES, last.length * 2) : LEAST_BYTES
    const chunk = Buffer.allocUnsafe(Math.max(size, most))
    this.#chunks.push(chunk)
    this.#used = 0
    return chunk
  }

  /** In the order of where they begin. */
  inOrder(): AsyncIterable<Edit> {
    return new Flattened(() => this.#batches())
  }

  async *#batches(): AsyncGenerator<readonly Edit[]> {
    let batch: Edit[] = []
    for (const index of this.#places.inOrder()) {
      batch.push(this.#edit(index))
      if (batch.length < BATCH) continue
      yield batch
      batch = []
    }
    yield batch
  }

  #edit(index: number): Edit {
    const { start, end, length } = this.#places.at(index)
    const from = this.#from[index] ?? 0
    const bytes = this.#chunks[this.#inChunk[index] ?? 0]?.subarray(from, from + length)
    return { start, end, bytes: bytes ?? '' }
  }
}

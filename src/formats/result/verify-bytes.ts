/** Comparing the bytes of a result with its original. */
import { Reader } from '../bytes/reader.ts'
import type { ByteStream, Edit } from '../format.ts'

/** What an edit does to a file: where it replaces what, and by how many bytes. */
export interface Replacement extends Pick<Edit, 'member' | 'inner' | 'start' | 'end'> {
  readonly length: number
}

export function replacementBy({ member, inner, start, end, bytes }: Edit): Replacement {
  return { member, inner, start, end, length: Buffer.byteLength(bytes) }
}

/** Compares an original with its result. They must be equal except for the edits. */
export interface Comparison {
  /**
   * Compares the bytes before each edit, and skips what the edits replace. `written` is called with the bytes that the result has in
   * place of the last edit: now, or before `end` resolves. It is not called without edits, nor after an earlier difference.
   */
  past(edits: readonly Replacement[], written?: (bytes: Uint8Array) => void): Promise<void>
  /** Compares the rest. */
  end(): Promise<void>
}

/** Compares two streams. It waits only where a chunk ends, because a file can have a million edits. */
export class ByteComparison implements Comparison {
  readonly #original: Reader
  readonly #result: Reader
  readonly #differ: (offset: number) => void
  #same = true

  /** `differ` is called once at most, with the offset in the result of the first byte that is wrong. */
  constructor(original: ByteStream, result: ByteStream, differ: (offset: number) => void) {
    this.#original = new Reader(original)
    this.#result = new Reader(result)
    this.#differ = differ
  }

  async past(edits: readonly Replacement[], written?: (bytes: Uint8Array) => void): Promise<void> {
    const [original, result] = [this.#original, this.#result]
    const last = edits.at(-1)
    for (const edit of edits) {
      if (!this.#compareAtHand(edit.start)) await this.#compareTo(edit.start)
      if (!this.#same) return
      const { length } = edit
      if (!original.pass(edit.end - original.offset)) await original.take(edit.end - original.offset)
      if (edit !== last && result.pass(length)) continue
      const bytes = await result.take(length)
      if (bytes.length < length) this.#end(result.offset)
      if (edit === last) written?.(bytes)
    }
  }

  async end(): Promise<void> {
    await this.#compareTo(Number.POSITIVE_INFINITY)
    if (this.#same && (await this.#result.more())) this.#end(this.#result.offset)
    await Promise.all([this.#original.close(), this.#result.close()])
  }

  async #compareTo(end: number): Promise<void> {
    while (!this.#compareAtHand(end) && (await this.#original.more())) {
      if (!(await this.#result.more())) this.#end(this.#result.offset)
    }
  }

  /** Compares what both streams have at hand. True once `end`, an offset in the original, is reached or a difference was found. */
  #compareAtHand(end: number): boolean {
    const [original, result] = [this.#original, this.#result]
    const count = Math.min(end - original.offset, original.atHand, result.atHand)
    for (let at = 0; at < count && this.#same; at += 1) {
      if (original.chunk[original.at + at] !== result.chunk[result.at + at]) this.#end(result.offset + at)
    }
    original.pass(count)
    result.pass(count)
    return !this.#same || original.offset >= end
  }

  #end(offset: number): void {
    if (this.#same) this.#differ(offset)
    this.#same = false
  }
}

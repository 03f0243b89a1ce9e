/** Two streams side by side that must be equal but for the edits. Waits only where a chunk ends: a file can have a million edits. */
import { Reader } from '../bytes/reader.ts'
import type { ByteStream, Edit } from '../format.ts'

export class ByteComparison {
  readonly #original: Reader
  readonly #result: Reader
  readonly #differ: (offset: number) => void
  #same = true

  /** `differ` hears the offset in the result of the first byte that is not as it should be. */
  constructor(original: ByteStream, result: ByteStream, differ: (offset: number) => void) {
    this.#original = new Reader(original)
    this.#result = new Reader(result)
    this.#differ = differ
  }

  /**
   * Compares up to the edits, passes them by and gives the bytes that stand in the last one's place; undefined where there are
   * none, or once the streams differ.
   */
  async past(edits: readonly Edit[]): Promise<Uint8Array | undefined> {
    const [original, result] = [this.#original, this.#result]
    let written: Uint8Array | undefined
    for (const edit of edits) {
      if (!this.#compareAtHand(edit.start)) await this.#compareTo(edit.start)
      if (!this.#same) return undefined
      const length = Buffer.byteLength(edit.bytes)
      if (!original.pass(edit.end - original.offset)) await original.take(edit.end - original.offset)
      if (edit !== edits.at(-1) && result.pass(length)) continue
      written = await result.take(length)
      if (written.length < length) this.#end(result.offset)
    }
    return written
  }

  /** Compares what is left. */
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

  /** Compares what both streams have at hand. True when that reached the end, an offset of the original, or they differ. */
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

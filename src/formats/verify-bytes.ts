/** Two streams side by side that must be equal but for the edits. Waits only where a chunk ends: a file can have a million edits. */
import type { Edit, Source } from './unit.ts'

export class ByteComparison {
  readonly #original: Reader
  readonly #result: Reader
  readonly #differ: (offset: number) => void
  #same = true

  /** `differ` hears the offset in the result of the first byte that is not as it should be. */
  constructor(original: Source, result: Source, differ: (offset: number) => void) {
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

class Reader {
  chunk: Uint8Array = new Uint8Array()
  /** Bytes of the chunk that were read. */
  at = 0
  /** Bytes read before the chunk. */
  #before = 0
  readonly #chunks: AsyncIterator<Uint8Array>

  constructor(source: Source) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  /** Bytes read so far. */
  get offset(): number {
    return this.#before + this.at
  }

  get atHand(): number {
    return this.chunk.length - this.at
  }

  /** Reads on without waiting; false where so many bytes are not at hand. */
  pass(count: number): boolean {
    if (count > this.atHand) return false
    this.at += count
    return true
  }

  /** Waits for bytes where none are at hand; false at the end. */
  async more(): Promise<boolean> {
    while (this.atHand === 0) {
      const next = await this.#chunks.next()
      if (next.done) return false
      this.#before += this.chunk.length
      this.chunk = next.value
      this.at = 0
    }
    return true
  }

  /** The next bytes: fewer only at the end. */
  async take(count: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    for (let missing = count; missing > 0 && (await this.more()); ) {
      const part = this.chunk.subarray(this.at, this.at + missing)
      this.at += part.length
      missing -= part.length
      parts.push(part)
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}

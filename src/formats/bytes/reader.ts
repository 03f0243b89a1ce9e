/** Reading a stream up to given offsets. */
import type { ByteStream } from '../format.ts'

/** Waits for the stream only where the chunk has no bytes left: to wait at each of a million places would be slow. */
export class Reader {
  chunk: Uint8Array = new Uint8Array()
  /** How many bytes of the chunk were read. */
  at = 0
  /** How many bytes came before the chunk. */
  #before = 0
  readonly #chunks: AsyncIterator<Uint8Array>

  constructor(source: ByteStream) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  /** How many bytes were read so far: the offset in the stream. */
  get offset(): number {
    return this.#before + this.at
  }

  /** How many bytes can be read without waiting: the rest of the chunk. */
  get atHand(): number {
    return this.chunk.length - this.at
  }

  /** Skips `count` bytes without waiting. False, and nothing is skipped, where fewer are at hand. */
  pass(count: number): boolean {
    if (count > this.atHand) return false
    this.at += count
    return true
  }

  /** Waits for the next chunk where no bytes are at hand; false at the end of the stream. */
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

  /** Reads the next `count` bytes; fewer only at the end of the stream. */
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

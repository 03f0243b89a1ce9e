/** A stream that is read up to places in it. */
import type { ByteStream } from '../format.ts'

/** Waits for bytes only where none are at hand. Most are, and waiting at each of a million places would be slow. */
export class Reader {
  chunk: Uint8Array = new Uint8Array()
  /** Bytes of the chunk that were read. */
  at = 0
  /** Bytes read before the chunk. */
  #before = 0
  readonly #chunks: AsyncIterator<Uint8Array>

  constructor(source: ByteStream) {
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

/** One pass over a file: some byte ranges are replaced, all other bytes are copied. */
import { type ByteStream, type Edit, FormatError } from '../format.ts'
import { batchesOf } from './flatten.ts'
import { Reader } from './reader.ts'

/**
 * The source with the edits applied. Edits must be sorted by start; an empty range inserts. Memory holds one chunk and one batch of
 * edits.
 * @throws {FormatError} overlapping_edits: edits are not sorted, overlap, are reversed, or lie beyond the end of the source
 */
export async function* splice(
  source: ByteStream,
  edits: AsyncIterable<Edit> | Iterable<Edit>,
): AsyncGenerator<Uint8Array> {
  const original = new Reader(source)
  const out = new Gathered()
  const splicing = new Splicing(original, out)
  try {
    for await (const batch of Symbol.asyncIterator in edits ? batchesOf(edits) : [[...edits]]) {
      for (let at = splicing.write(batch, 0); at < batch.length; at = splicing.write(batch, at)) {
        splicing.endChunk()
        if (out.ready.length > 0) yield* out.take()
        if (!(await original.more())) throw beyond(original)
      }
    }
    do {
      splicing.endChunk()
      if (out.ready.length > 0) yield* out.take()
    } while (await original.more())
    if (splicing.settled > original.offset) throw beyond(original)
    yield* out.rest()
  } finally {
    await original.close()
  }
}

/** The part without await. There may be a million edits, and the runtime makes a loop fast only in a function without await. */
class Splicing {
  /** All bytes of the original before this offset are written or dropped. */
  settled = 0
  readonly #original: Reader
  readonly #out: Gathered

  constructor(original: Reader, out: Gathered) {
    this.#original = original
    this.#out = out
  }

  /** Writes the edits from index `from` on, and the bytes before each. Gives the index of the first edit that needs the next chunk. */
  write(edits: readonly Edit[], from: number): number {
    const [original, out] = [this.#original, this.#out]
    const { chunk } = original
    // The offset of the chunk.
    const before = original.offset - original.at
    let settled = this.settled
    let at = from
    for (; at < edits.length; at += 1) {
      const edit = edits[at]
      if (!edit || settled - before > chunk.length) break
      const { start, end } = edit
      if (start < settled) throw refusal(`from byte ${start}, inside or before the one that ends at ${settled}`)
      if (end < start) throw refusal(`from byte ${start} back to ${end}`)
      if (start - before > chunk.length) break
      if (start > settled) out.add(chunk, settled - before, start - before)
      out.write(edit.bytes)
      settled = end
    }
    this.settled = settled
    original.pass(Math.min(original.atHand, Math.max(0, settled - original.offset)))
    return at
  }

  /** Drops the bytes of the chunk that edits replaced, and writes the rest. */
  endChunk(): void {
    const [original, out] = [this.#original, this.#out]
    original.pass(Math.min(original.atHand, Math.max(0, this.settled - original.offset)))
    out.add(original.chunk, original.at, original.chunk.length)
    original.pass(original.atHand)
    this.settled = Math.max(this.settled, original.offset)
  }
}

/** Small pieces are joined to chunks of this size, because each chunk costs a call to the disk. */
const CHUNK_BYTES = 131_072
/** A chunk begins with so many: a package has thousands of short members, and each is spliced by itself. */
const LEAST_BYTES = 4096
const NOTHING = Buffer.alloc(0)
/** Fewer bytes than this are copied one by one: to make a view of them would be slower. */
const SHORT = 96
/** The most bytes that a UTF-16 code unit takes in UTF-8. */
const MOST_BYTES = 3

class Gathered {
  /** Chunks that are full, in order. */
  ready: Uint8Array[] = []
  #buffer = NOTHING
  #used = 0
  /** Bytes of the next buffer. */
  #size = LEAST_BYTES

  take(): readonly Uint8Array[] {
    const { ready } = this
    this.ready = []
    return ready
  }

  /** All that is gathered, with the chunk that is not full. */
  rest(): readonly Uint8Array[] {
    this.#close()
    return this.take()
  }

  add(bytes: Uint8Array, from: number, to: number): void {
    const length = to - from
    if (this.#used + length > CHUNK_BYTES) this.#close()
    if (length > CHUNK_BYTES / 4 && this.#used === 0) {
      this.ready.push(bytes.subarray(from, to))
      return
    }
    const buffer = this.#withRoom(length)
    const at = this.#used - from
    if (length < SHORT) for (let next = from; next < to; next += 1) buffer[at + next] = bytes[next] ?? 0
    else buffer.set(bytes.subarray(from, to), this.#used)
    this.#used += length
  }

  /** Adds bytes, or text as UTF-8, which is encoded directly into the buffer. */
  write(bytes: Uint8Array | string): void {
    const most = bytes.length * MOST_BYTES
    if (typeof bytes !== 'string' || most > CHUNK_BYTES) {
      const all = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
      this.add(all, 0, all.length)
      return
    }
    if (this.#used + most > CHUNK_BYTES) this.#close()
    this.#used += this.#withRoom(most).write(bytes, this.#used)
  }

  /** The buffer, where so many bytes more fit into it. */
  #withRoom(length: number): Buffer {
    const [old, needed] = [this.#buffer, this.#used + length]
    if (needed <= old.length) return old
    while (this.#size < needed) this.#size *= 2
    this.#buffer = Buffer.allocUnsafe(this.#size)
    this.#size = Math.min(CHUNK_BYTES, this.#size * 2)
    old.copy(this.#buffer, 0, 0, this.#used)
    return this.#buffer
  }

  #close(): void {
    if (this.#used === 0) return
    this.ready.push(this.#buffer.subarray(0, this.#used))
    this.#buffer = NOTHING
    this.#used = 0
  }
}

function beyond({ offset }: Reader): FormatError {
  return refusal(`beyond the end of the file (${offset} bytes)`)
}

function refusal(where: string): FormatError {
  return new FormatError('overlapping_edits', `Nothing was written: an edit lies ${where}.`)
}

/** One pass over a file: some byte ranges replaced, every other byte passed on as it came. */
import { batchesOf } from './flatten.ts'
import { type Edit, FormatError, type Source } from './unit.ts'

/**
 * The source with the edits applied. Edits are sorted by start; an empty range inserts. Memory: one chunk and one edit.
 * @throws FormatError overlapping_edits: not sorted, overlapping, reversed, or beyond the end of the source.
 */
export async function* splice(source: Source, edits: AsyncIterable<Edit> | Iterable<Edit>): AsyncGenerator<Uint8Array> {
  const pending = inOrder(edits)
  const out = new Gathered()
  let offset = 0
  /** Bytes before this have been written or dropped. */
  let settled = 0
  try {
    for await (const chunk of source) {
      const end = offset + chunk.length
      for (;;) {
        const edit = pending.first() ?? (await pending.more())
        if (!edit || edit.start > end) break
        if (edit.start > settled) out.add(chunk, settled - offset, edit.start - offset)
        out.write(edit.bytes)
        if (out.ready.length > 0) yield* out.take()
        settled = edit.end
        pending.next()
      }
      if (settled < end) {
        out.add(chunk, settled - offset, chunk.length)
        settled = end
      }
      if (out.ready.length > 0) yield* out.take()
      offset = end
    }
    let edit = pending.first() ?? (await pending.more())
    // Only a source without any chunk has not passed its own end yet.
    for (; edit && edit.end === offset; edit = pending.first() ?? (await pending.more())) {
      out.write(edit.bytes)
      pending.next()
    }
    if (edit || settled > offset) throw refusal(`beyond the end of the file (${offset} bytes)`)
    yield* out.rest()
  } finally {
    await pending.close()
  }
}

/** Small pieces are put together in chunks of this size: a file can have a million edits, and each chunk is a call to a disk. */
const CHUNK_BYTES = 131_072
/** Copying so few bytes one by one is quicker than making a view of them. */
const SHORT = 96
/** No character takes more bytes in UTF-8 for each of its UTF-16 units. */
const MOST_BYTES = 3

class Gathered {
  /** Chunks that are full, in order. */
  ready: Uint8Array[] = []
  #buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  #used = 0

  take(): readonly Uint8Array[] {
    const { ready } = this
    this.ready = []
    return ready
  }

  /** All that there is. */
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
    const buffer = this.#buffer
    const at = this.#used - from
    if (length < SHORT) for (let next = from; next < to; next += 1) buffer[at + next] = bytes[next] ?? 0
    else buffer.set(bytes.subarray(from, to), this.#used)
    this.#used += length
  }

  /** Text is encoded where it goes. */
  write(bytes: Uint8Array | string): void {
    const most = bytes.length * MOST_BYTES
    if (typeof bytes !== 'string' || most > CHUNK_BYTES) {
      const all = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
      this.add(all, 0, all.length)
      return
    }
    if (this.#used + most > CHUNK_BYTES) this.#close()
    this.#used += this.#buffer.write(bytes, this.#used)
  }

  #close(): void {
    if (this.#used === 0) return
    this.ready.push(this.#buffer.subarray(0, this.#used))
    this.#buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    this.#used = 0
  }
}

interface Pending {
  /** The first edit that is at hand. */
  first(): Edit | undefined
  /** Done with it. */
  next(): void
  /** The first of the next ones; undefined where there are none. */
  more(): Promise<Edit | undefined>
  close(): Promise<void>
}

function inOrder(edits: AsyncIterable<Edit> | Iterable<Edit>): Pending {
  const batches = Symbol.asyncIterator in edits ? batchesOf(edits) : batchesOf(asynchronous(edits))
  let batch: readonly Edit[] = []
  let at = 0
  let last = 0
  const first = (): Edit | undefined => {
    const edit = batch[at]
    if (!edit) return undefined
    if (edit.start < last) throw refusal(`from byte ${edit.start}, inside or before the one that ends at ${last}`)
    if (edit.end < edit.start) throw refusal(`from byte ${edit.start} back to ${edit.end}`)
    return edit
  }
  return {
    first,
    next() {
      last = batch[at]?.end ?? last
      at += 1
    },
    async more() {
      while (at >= batch.length) {
        const next = await batches.next()
        if (next.done) return undefined
        batch = next.value
        at = 0
      }
      return first()
    },
    async close() {
      await batches.return(undefined)
    },
  }
}

async function* asynchronous(edits: Iterable<Edit>): AsyncGenerator<Edit> {
  yield* edits
}

function refusal(where: string): FormatError {
  return new FormatError('overlapping_edits', `Nothing was written: an edit lies ${where}.`)
}

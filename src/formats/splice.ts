/** One pass over a file: some byte ranges replaced, every other byte passed on as it came. */
import { batchesOf } from './flatten.ts'
import { type Edit, FormatError, type Source } from './unit.ts'

/**
 * The source with the edits applied. Edits are sorted by start; an empty range inserts. Memory: one chunk and one edit.
 * @throws FormatError overlapping_edits: not sorted, overlapping, reversed, or beyond the end of the source.
 */
export async function* splice(source: Source, edits: AsyncIterable<Edit> | Iterable<Edit>): AsyncGenerator<Uint8Array> {
  const pending = inOrder(edits)
  const out = gathered()
  let offset = 0
  /** Bytes before this have been written or dropped. */
  let settled = 0
  try {
    for await (const chunk of source) {
      const end = offset + chunk.length
      for (;;) {
        const edit = pending.first() ?? (await pending.more())
        if (!edit || edit.start > end) break
        if (edit.start > settled) for (const full of out.add(chunk, settled - offset, edit.start - offset)) yield full
        for (const full of out.add(edit.bytes, 0, edit.bytes.length)) yield full
        settled = edit.end
        pending.next()
      }
      if (settled < end) {
        for (const full of out.add(chunk, settled - offset, chunk.length)) yield full
        settled = end
      }
      offset = end
    }
    let edit = pending.first() ?? (await pending.more())
    // Only a source without any chunk has not passed its own end yet.
    for (; edit && edit.end === offset; edit = pending.first() ?? (await pending.more())) {
      for (const full of out.add(edit.bytes, 0, edit.bytes.length)) yield full
      pending.next()
    }
    if (edit || settled > offset) throw refusal(`beyond the end of the file (${offset} bytes)`)
    for (const full of out.rest()) yield full
  } finally {
    await pending.close()
  }
}

/** Small pieces are put together in chunks of this size: a file can have a million edits. */
const CHUNK_BYTES = 65_536
const NONE: readonly Uint8Array[] = []

interface Gathered {
  /** Takes a stretch of bytes and gives what is ready to go, in order. */
  add(bytes: Uint8Array, from: number, to: number): readonly Uint8Array[]
  rest(): readonly Uint8Array[]
}

function gathered(): Gathered {
  let buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  let used = 0
  const rest = (): readonly Uint8Array[] => {
    if (used === 0) return NONE
    const full = buffer.subarray(0, used)
    buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    used = 0
    return [full]
  }
  return {
    rest,
    add(bytes, from, to) {
      const length = to - from
      const ready = used + length > CHUNK_BYTES ? rest() : NONE
      if (length > CHUNK_BYTES / 4 && used === 0) return [...ready, bytes.subarray(from, to)]
      if (length < SHORT) for (let at = 0; at < length; at += 1) buffer[used + at] = bytes[from + at] ?? 0
      else buffer.set(bytes.subarray(from, to), used)
      used += length
      return ready
    },
  }
}

/** Copying so few bytes one by one is quicker than making a view of them. */
const SHORT = 96

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

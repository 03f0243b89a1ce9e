/** Files that are read from any place on. */
import type { ByteStream, Ranges } from '../format.ts'

/** The same stream, which can also be read from any place on. */
export function withRanges(stream: AsyncIterable<Uint8Array>, ranges: Ranges | undefined): ByteStream {
  return ranges === undefined ? stream : { [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator](), ranges }
}

/** The ranges of a stream, read in blocks. A stream that cannot be read so is read to its end, and held. */
export async function rangesOf(source: ByteStream): Promise<Ranges> {
  if (source.ranges) return inBlocks(source.ranges)
  const bytes = await heldBytes(source)
  return {
    size: async () => bytes.length,
    async *read(start, end) {
      yield bytes.subarray(start, end)
    },
  }
}

/** Bytes that are held as a stream of one chunk. */
export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const BLOCK_BYTES = 262_144
/** So many blocks are held, those that were read last: of a package the directory, and what is being read of its members. */
const MOST_BLOCKS = 4

/**
 * The same ranges, read ahead in blocks: a package is read in many small ranges beside each other, and a disk opens the file for each. What is
 * longer than a block is read as it is.
 */
export function inBlocks(ranges: Ranges, block_bytes: number = BLOCK_BYTES): Ranges {
  const blocks = new Map<number, Buffer>()
  let size: number | undefined
  const sizeOf = async (): Promise<number> => {
    size ??= await ranges.size()
    return size
  }
  const blockAt = async (nth: number): Promise<Buffer> => {
    const from = nth * block_bytes
    const block = blocks.get(nth) ?? (await bytesAt(ranges, from, Math.min(from + block_bytes, await sizeOf())))
    blocks.delete(nth)
    blocks.set(nth, block)
    const [oldest] = blocks.keys()
    if (blocks.size > MOST_BLOCKS && oldest !== undefined) blocks.delete(oldest)
    return block
  }
  return {
    size: sizeOf,
    async *read(start, end) {
      if (end - start > block_bytes) return yield* ranges.read(start, end)
      for (let at = start; at < end; ) {
        const nth = Math.floor(at / block_bytes)
        const from = nth * block_bytes
        const piece = (await blockAt(nth)).subarray(at - from, end - from)
        if (piece.length === 0) return
        yield piece
        at += piece.length
      }
    },
  }
}

/** The bytes of a range, held. */
export async function bytesAt(ranges: Ranges, start: number, end: number): Promise<Buffer> {
  return start >= end ? Buffer.alloc(0) : await heldBytes(ranges.read(start, end))
}

export async function heldBytes(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  const [only] = chunks
  return only instanceof Buffer && chunks.length === 1 ? only : Buffer.concat(chunks)
}

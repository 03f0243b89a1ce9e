/** Files that are read from any place on. */
import type { ByteStream, Ranges } from '../format.ts'

/** The same stream, which can also be read from any place on. */
export function withRanges(stream: AsyncIterable<Uint8Array>, ranges: Ranges | undefined): ByteStream {
  return ranges === undefined ? stream : { [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator](), ranges }
}

/** The ranges of a stream. One that cannot be read so is read to its end, and held. */
export async function rangesOf(source: ByteStream): Promise<Ranges> {
  if (source.ranges) return source.ranges
  const bytes = await heldBytes(source)
  return {
    size: async () => bytes.length,
    async *read(start, end) {
      yield bytes.subarray(start, end)
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

/** A stream in pieces of one size, so that reading a file does not depend on the chunks it arrives in. */
import type { ByteStream } from '../format.ts'

export const PIECE_BYTES = 65_536

export interface FilePiece {
  readonly bytes: Buffer
  readonly last: boolean
}

/** The file in pieces of 64 KB, or of `length`, whatever the size of its chunks. The last piece may be shorter. An empty file is one empty piece. */
export async function* piecesOf(source: ByteStream, length = PIECE_BYTES): AsyncGenerator<FilePiece> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += length) {
      if (size >= length) {
        const all = together(waiting)
        for (let from = 0; from + length <= size; from += length) {
          yield { bytes: all.subarray(from, from + length), last: false }
        }
        waiting = [all.subarray(size - (size % length))]
        size %= length
      }
      const part = chunk.subarray(at, at + length)
      waiting.push(part)
      size += part.length
    }
  }
  const all = together(waiting)
  const cut = Math.max(0, size - length)
  if (cut > 0) yield { bytes: all.subarray(0, length), last: false }
  yield { bytes: all.subarray(cut > 0 ? length : 0), last: true }
}

/** Only the bytes of the pieces. A piece is so small that the garbage collector soon frees it and what was made from it. */
export async function* bytesOfPieces(source: ByteStream, length = PIECE_BYTES): AsyncGenerator<Buffer> {
  for await (const { bytes } of piecesOf(source, length)) yield bytes
}

/** Joins parts. A single part is not copied, and most pieces are a single part of a chunk. */
function together(parts: readonly Uint8Array[]): Buffer {
  const [first] = parts
  if (!first || parts.length > 1) return Buffer.concat(parts)
  return Buffer.from(first.buffer, first.byteOffset, first.length)
}

/** A stream in pieces of one size, so that reading a file does not depend on the chunks it arrives in. */
import type { ByteStream } from '../format.ts'

export const PIECE_BYTES = 65_536

export interface FilePiece {
  readonly bytes: Buffer
  readonly last: boolean
}

/** The file in pieces of 64 KB, whatever the size of its chunks. The last piece may be shorter. An empty file is one empty piece. */
export async function* piecesOf(source: ByteStream): AsyncGenerator<FilePiece> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      if (size >= PIECE_BYTES) {
        const all = together(waiting)
        for (let from = 0; from + PIECE_BYTES <= size; from += PIECE_BYTES) {
          yield { bytes: all.subarray(from, from + PIECE_BYTES), last: false }
        }
        waiting = [all.subarray(size - (size % PIECE_BYTES))]
        size %= PIECE_BYTES
      }
      const part = chunk.subarray(at, at + PIECE_BYTES)
      waiting.push(part)
      size += part.length
    }
  }
  const all = together(waiting)
  const cut = Math.max(0, size - PIECE_BYTES)
  if (cut > 0) yield { bytes: all.subarray(0, PIECE_BYTES), last: false }
  yield { bytes: all.subarray(cut > 0 ? PIECE_BYTES : 0), last: true }
}

/** Only the bytes of the pieces. A piece is so small that the garbage collector soon frees it and what was made from it. */
export async function* bytesOfPieces(source: ByteStream): AsyncGenerator<Buffer> {
  for await (const { bytes } of piecesOf(source)) yield bytes
}

/** Joins parts. A single part is not copied, and most pieces are a single part of a chunk. */
function together(parts: readonly Uint8Array[]): Buffer {
  const [first] = parts
  if (!first || parts.length > 1) return Buffer.concat(parts)
  return Buffer.from(first.buffer, first.byteOffset, first.length)
}

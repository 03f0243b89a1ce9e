/** A stream in pieces of one size: where a file was cut on its way must not be seen in what is read from it. */
import type { ByteStream } from '../format.ts'

export const PIECE_BYTES = 65_536

export interface FilePiece {
  readonly bytes: Buffer
  readonly last: boolean
}

/**
 * The file cut anew, so that neither tiny nor huge chunks matter, nor what is read: pieces of 64 KB, the last one marked. An
 * empty file is one empty piece.
 */
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

/** The bytes of the pieces alone: what is made of each is small enough for the collector to move, and gone with it. */
export async function* bytesOfPieces(source: ByteStream): AsyncGenerator<Buffer> {
  for await (const { bytes } of piecesOf(source)) yield bytes
}

/** Most pieces are part of one chunk: nothing is copied then. */
function together(parts: readonly Uint8Array[]): Buffer {
  const [first] = parts
  if (!first || parts.length > 1) return Buffer.concat(parts)
  return Buffer.from(first.buffer, first.byteOffset, first.length)
}

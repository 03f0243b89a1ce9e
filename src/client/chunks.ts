import type { FileHandle } from 'node:fs/promises'
import { ApiError } from './errors.ts'
import { systemCode } from './transport.ts'

/** Not below the high water mark of a socket. So each write to the socket waits until its chunk is sent. */
const CHUNK_BYTES = 128 * 1024

/**
 * Reads an open file from its start in full chunks; the last one may be short. The chunks share `buffers` buffers in turn, so a
 * chunk is valid until the reader has asked for `buffers` more. Memory does not grow with the size of the file.
 */
export async function* chunksOf(handle: FileHandle, buffers: number): AsyncGenerator<Buffer> {
  const ring = Array.from({ length: buffers }, () => Buffer.allocUnsafe(CHUNK_BYTES))
  let position = 0
  for (let turn = 0; ; turn = (turn + 1) % buffers) {
    const buffer = ring[turn] ?? Buffer.allocUnsafe(CHUNK_BYTES)
    const length = await fill(handle, buffer, position)
    if (length > 0) yield buffer.subarray(0, length)
    if (length < CHUNK_BYTES) return
    position += length
  }
}

/** The error of a failed file operation, without the path: the caller knows how much of that may be shown. */
export function fileError(what: 'read' | 'written', error: unknown): ApiError {
  const code = systemCode(error)
  const message = FULL.has(code)
    ? `The disk is full: the file cannot be ${what} (${code}).`
    : `The file cannot be ${what} (${code}).`
  return new ApiError({ code: 'file_error', message })
}

/** The system's codes for no room: of the disk, or of this user's share of it. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

async function fill(handle: FileHandle, buffer: Buffer, position: number): Promise<number> {
  let length = 0
  while (length < buffer.length) {
    const read = handle.read(buffer, length, buffer.length - length, position + length)
    const { bytesRead } = await read.catch(error => Promise.reject(fileError('read', error)))
    if (bytesRead === 0) break
    length += bytesRead
  }
  return length
}

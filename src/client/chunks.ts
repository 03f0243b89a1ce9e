import { type FileHandle, open } from 'node:fs/promises'
import { ApiError } from './errors.ts'
import { systemCode } from './transport.ts'

/** At least the high water mark of a socket, so that a written chunk always waits until it is drained. */
const CHUNK_BYTES = 128 * 1024

/**
 * Reads an open file from its start in full chunks (the last may be short) into `buffers` that are used in turn: a chunk is valid
 * until `buffers` more have been asked for. Memory stays flat whatever the size.
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

/** Opens a file for reading; the caller closes it. @throws {ApiError} file_error */
export function openFile(path: string): Promise<FileHandle> {
  return open(path, 'r').catch(error => Promise.reject(fileError('read', error)))
}

/** The error of a failed file operation. The path is left to the caller, who knows how much of it may be shown. */
export function fileError(what: 'read' | 'written', error: unknown): ApiError {
  return new ApiError({ code: 'file_error', message: `The file cannot be ${what} (${systemCode(error)}).` })
}

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

import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { chunksOf } from './chunks.ts'

/**
 * The SHA-256 of an open file as lower-case hex, and its size in bytes, read from its start as a stream with one buffer. The caller
 * closes the file.
 *
 * @throws {ApiError} file_error; if the signal aborts, its reason is thrown instead
 */
export async function hashFile(
  handle: FileHandle,
  signal?: AbortSignal,
): Promise<{ sha256: string; size_bytes: number }> {
  const hash = createHash('sha256')
  let size_bytes = 0
  for await (const chunk of chunksOf(handle, 1)) {
    signal?.throwIfAborted()
    hash.update(chunk)
    size_bytes += chunk.length
  }
  return { sha256: hash.digest('hex'), size_bytes }
}

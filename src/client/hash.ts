import { createHash } from 'node:crypto'
import { chunksOf, openFile } from './chunks.ts'

/**
 * The SHA-256 of a file as lower-case hex, and its size in bytes, read as a stream with one buffer.
 *
 * @throws {ApiError} file_error; if the signal aborts, its reason is thrown instead
 */
export async function hashFile(path: string, signal?: AbortSignal): Promise<{ sha256: string; size_bytes: number }> {
  const handle = await openFile(path)
  try {
    const hash = createHash('sha256')
    let size_bytes = 0
    for await (const chunk of chunksOf(handle, 1)) {
      signal?.throwIfAborted()
      hash.update(chunk)
      size_bytes += chunk.length
    }
    return { sha256: hash.digest('hex'), size_bytes }
  } finally {
    await handle.close()
  }
}

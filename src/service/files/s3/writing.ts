import { createHash } from 'node:crypto'
import { tooLarge } from '../blobs.ts'
import { awayBy, StoreRefusal } from './faults.ts'
import type { Requests } from './requests.ts'
import { textIn, xmlAnswer } from './xml-answer.ts'

/** Stores take parts of 5 MB and more, and up to 10,000 of them. One is held in memory at a time. */
const PART_BYTES = 8 * 1024 * 1024
/** What a part begins with; it grows as it is filled, since most files are small. */
const FIRST_BYTES = 64 * 1024

/**
 * Writes an object: a small one by one request, a larger one in parts, which become an object with the last request alone. What fails on the
 * way takes its parts away with it; where that fails too, they are found by `unfinished`.
 *
 * @throws {ServiceError} file_too_large with the first byte beyond `limit`
 */
export async function writeObject(
  requests: Requests,
  key: string,
  source: AsyncIterable<Uint8Array>,
  { limit, headers }: { readonly limit: number; readonly headers: Readonly<Record<string, string>> },
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  let parts: Parts | undefined
  try {
    for await (const { bytes, last } of inParts(source, limit)) {
      size += bytes.length
      hash.update(bytes)
      if (last && parts === undefined) await putWhole(requests, key, bytes, headers)
      else {
        parts ??= await beginParts(requests, key, headers)
        await parts.add(bytes)
      }
    }
    await parts?.complete(size)
    return { size, sha256: hash.digest('hex') }
  } catch (error) {
    await parts?.abort()
    throw awayBy(error)
  }
}

async function putWhole(
  requests: Requests,
  key: string,
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const answer = await requests.send({ method: 'PUT', key, headers, body })
  await answer.body.dump()
}

/** The bytes in parts of the same size but for the last, which may be empty. */
async function* inParts(
  source: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<{ bytes: Uint8Array; last: boolean }> {
  let part = Buffer.allocUnsafe(FIRST_BYTES)
  let filled = 0
  let total = 0
  for await (const piece of source) {
    total += piece.length
    if (total > limit) throw tooLarge(limit)
    for (let from = 0; from < piece.length; ) {
      if (filled === PART_BYTES) {
        yield { bytes: part, last: false }
        filled = 0
      }
      const more = Math.min(piece.length - from, PART_BYTES - filled)
      if (filled + more > part.length) part = grown(part, filled, filled + more)
      part.set(piece.subarray(from, from + more), filled)
      filled += more
      from += more
    }
  }
  yield { bytes: part.subarray(0, filled), last: true }
}

function grown(part: Buffer, filled: number, needed: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(Math.min(PART_BYTES, Math.max(needed, part.length * 2)))
  part.copy(larger, 0, 0, filled)
  return larger
}

interface Parts {
  add(bytes: Uint8Array): Promise<void>
  complete(size: number): Promise<void>
  abort(): Promise<void>
}

async function beginParts(requests: Requests, key: string, headers: Readonly<Record<string, string>>): Promise<Parts> {
  const begun = await requests.send({ method: 'POST', key, query: { uploads: '' }, headers })
  const uploadId = textIn(await xmlAnswer(await begun.body.text()), 'UploadId')
  const tags: string[] = []
  return {
    async add(bytes) {
      const query = { partNumber: String(tags.length + 1), uploadId }
      const answer = await requests.send({ method: 'PUT', key, query, body: bytes })
      await answer.body.dump()
      tags.push(String(answer.headers.etag))
    },
    complete: size => completeParts(requests, key, { uploadId, tags, size }),
    abort: () => abortUpload(requests, key, uploadId),
  }
}

async function completeParts(
  requests: Requests,
  key: string,
  { uploadId, tags, size }: { readonly uploadId: string; readonly tags: readonly string[]; readonly size: number },
): Promise<void> {
  const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`)
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  try {
    const answer = await requests.send({ method: 'POST', key, query: { uploadId }, body, knows: [NO_UPLOAD] })
    const said = await xmlAnswer(await answer.body.text())
    // A store may fail after it has begun to answer with 200.
    if (said?.name === 'Error') throw new StoreRefusal(textIn(said, 'Code'), 500)
  } catch (error) {
    if (!(error instanceof StoreRefusal && error.code === NO_UPLOAD)) throw error
    // It may be the answer to the second sending of what had counted at the first.
    if (!(await isWhole(requests, key, size))) throw error
  }
}

const NO_UPLOAD = 'NoSuchUpload'

async function isWhole(requests: Requests, key: string, size: number): Promise<boolean> {
  const answer = await requests.send({ method: 'HEAD', key })
  await answer.body.dump()
  return Number(answer.headers['content-length']) === size
}

function escaped(tag: string): string {
  return tag.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Takes the parts of an upload away. Where that fails they are still listed as unfinished, and taken away by the hourly pass. */
export async function abortUpload(requests: Requests, key: string, uploadId: string): Promise<void> {
  try {
    const answer = await requests.send({ method: 'DELETE', key, query: { uploadId }, knows: [NO_UPLOAD] })
    await answer.body.dump()
  } catch {
    // As said.
  }
}

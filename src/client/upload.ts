import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { chunksOf, fileError } from './chunks.ts'
import { ApiError } from './errors.ts'

/**
 * An open file on this machine, which its opener closes after the call: what was opened and judged is sent, whatever its name leads to
 * by now. `size` in bytes, as last seen: sending fails with `file_changed` if the file has another size now.
 */
export interface LocalFile {
  handle: FileHandle
  /** The name the service sees; its extension selects the format. */
  name: string
  size: number
}

/** Bytes from another source, such as a request that is passed on. `open` is called once for each attempt. */
export interface StreamFile {
  name: string
  /** Bytes in all; without it the body is sent chunked. */
  size?: number
  open(): AsyncIterable<Uint8Array>
  /** True when `open` gives the same bytes again, so that a failed attempt may be repeated. */
  repeatable?: boolean
}

export type UploadFile = LocalFile | StreamFile

/** Called with the number of bytes sent so far, and the size of the file in bytes; null where that is not known. */
export type OnProgress = (bytes: number, total: number | null) => void

/** A multipart/form-data body (RFC 7578): a new stream for every attempt. */
export interface Multipart {
  contentType: string
  /** Length of the whole body in bytes; null when the size of the file is not known. */
  contentLength: number | null
  /** False once bytes were read from a source that can be read only once. */
  repeatable(): boolean
  /** `passed` is called each time when bytes were taken; at the end of the body with true. */
  stream(passed?: (isLast: boolean) => void): Readable
}

/** One chunk is being sent, one waits in the stream, one is being read. So three buffers in turn are never overwritten in use. */
const BUFFERS_IN_FLIGHT = 3

/** The multipart body of a creation: text fields first, so that the service knows them before the bytes come, then the file. */
export function multipart(
  file: UploadFile,
  fields: Readonly<Record<string, string>>,
  onProgress?: OnProgress,
): Multipart {
  const boundary = `----translation-${randomBytes(16).toString('hex')}`
  const head = Buffer.from(
    Object.entries(fields)
      .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('') +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(file.name)}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const size = file.size ?? null
  let opened = false
  async function* body(passed?: (isLast: boolean) => void): AsyncGenerator<Uint8Array> {
    yield head
    opened = true
    let sent = 0
    for await (const chunk of bytesOf(file)) {
      sent += chunk.length
      if (size !== null && sent > size) throw changed(file, `more than the ${size} bytes it had`)
      yield chunk
      passed?.(false)
      onProgress?.(sent, size)
    }
    if (size !== null && sent < size) throw changed(file, `only ${sent} of the ${size} bytes it had`)
    yield tail
    passed?.(true)
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: size === null ? null : head.length + size + tail.length,
    repeatable: () => !opened || 'handle' in file || file.repeatable === true,
    stream: passed => Readable.from(body(passed)),
  }
}

/** A file name inside quotes: raw UTF-8, with only quotes and line ends escaped (RFC 7578 § 4.2; WHATWG form data encoding). */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

async function* bytesOf(file: UploadFile): AsyncGenerator<Uint8Array> {
  if ('open' in file) {
    try {
      yield* file.open()
    } catch (error) {
      throw error instanceof ApiError ? error : fileError('read', error)
    }
    return
  }
  const { handle } = file
  const before = await factsOf(handle)
  if (before.size !== file.size) throw changed(file, `${before.size} bytes instead of ${file.size}`)
  yield* chunksOf(handle, BUFFERS_IN_FLIGHT)
  const after = await factsOf(handle)
  if (after.mtimeMs !== before.mtimeMs || after.size !== before.size) throw changed(file, 'new content')
}

function factsOf(handle: FileHandle): Promise<Stats> {
  return handle.stat().catch(error => Promise.reject(fileError('read', error)))
}

function changed(file: UploadFile, how: string): ApiError {
  return new ApiError({ code: 'file_changed', message: `${file.name} changed while it was being sent: it has ${how}.` })
}

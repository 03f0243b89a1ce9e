import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { Dispatcher } from 'undici'
import { urlOf } from '../contract/url.ts'
import { fileError } from './chunks.ts'
import type { Circuits } from './circuit.ts'
import { type Clock, type Deadline, deadlineError, type IdleWatch, startDeadline, transferMs } from './deadline.ts'
import { ApiError, refusalError } from './errors.ts'
import {
  type AnswerHead,
  checkHead,
  checkSoFar,
  checkWhole,
  type ExpectedFile,
  mediaTypeOf,
  wrongResult,
} from './expected.ts'
import { following } from './follow.ts'
import { checkFree, putInPlace, temporaryBeside } from './place.ts'
import { redactor } from './redact.ts'
import { type Hearing, retryAfterSeconds, tried } from './retry.ts'
import { bytesIn, headerValue, type Transport, transportError } from './transport.ts'
import { codingsOf, unpacked } from './unpacked.ts'

/** The place of a download: the path of a file in a folder that exists. */
export interface DownloadTarget {
  path: string
  /** True: replaces a file that is already there. Else that file stays, and the download fails with `file_exists`. */
  overwrite?: boolean | undefined
}

export interface DownloadOptions {
  signal?: AbortSignal | undefined
  /** Time limit over all attempts, in milliseconds; by default that of a call and more by the size. */
  deadlineMs?: number | undefined
  /** What the file has to be. What is something else is not written, and no more of it is read than shows that. */
  expected?: ExpectedFile | undefined
  /** Called with the number of bytes received so far, and the size in bytes; null where that is not known. */
  onProgress?: ((bytes: number, total: number | null) => void) | undefined
}

/** The saved file; `sha256` in lower-case hex. */
export interface Downloaded {
  path: string
  size_bytes: number
  sha256: string
}

/** What a download works with. */
export interface DownloadTools {
  transport: Transport
  circuits: Circuits
  clock: Clock
  random: () => number
  maxAttempts: number
  userAgent: string
  /** Time limit of a call that names none, in milliseconds. */
  deadlineMs: number
  /** The longest time without a byte, in milliseconds. */
  idleMs: number
}

const LONGEST_ENVELOPE_BYTES = 64 * 1024
const method = 'GET'

/** Saves the file behind a signed link. It is streamed into a temporary file beside the target, which then gets its name in one step. */
export async function download(
  url: string,
  to: DownloadTarget,
  tools: DownloadTools,
  { signal, deadlineMs, expected, onProgress }: DownloadOptions = {},
): Promise<Downloaded> {
  const { path, overwrite = false } = to
  const link = linkOf(url)
  if (!overwrite) await checkFree(path)
  const { clock, random, maxAttempts } = tools
  const longest = tools.deadlineMs + transferMs(expected?.size_bytes)
  const deadline = startDeadline(deadlineMs ?? longest, clock, signal)
  const plan = { retry: 'safe', repeatable: () => true, maxAttempts, deadline, random } as const
  const temporary = temporaryBeside(path)
  try {
    return await tried(
      { circuits: tools.circuits, clock, origin: link.origin, operation: 'the file of a link', reads: true, plan },
      async hearing => {
        try {
          const saved = await fetchInto(temporary, link, tools, { deadline, hearing, expected, onProgress })
          const fault = deadline.fault()
          if (fault !== null) throw deadlineError(fault, false)
          await putInPlace(temporary, path, overwrite)
          return { path, ...saved }
        } finally {
          await rm(temporary, { force: true })
        }
      },
    )
  } finally {
    deadline.end()
  }
}

async function fetchInto(
  temporary: string,
  link: URL,
  { transport, clock, userAgent, idleMs }: DownloadTools,
  { deadline, hearing, ...wanted }: Fetching,
): Promise<Omit<Downloaded, 'path'>> {
  let { origin } = link
  // A signed link needs no credential. Ours must not be sent to the host that the link names.
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgent }
  const ask = async (at: URL) => {
    const { pathname, search } = at
    origin = at.origin
    if (origin !== link.origin) hearing.sentOn()
    const request = { origin, path: `${pathname}${search}`, method, headers, signal: deadline.signal }
    const response = await transport.files(request)
    hearing.answered()
    return response
  }
  const handle = await open(temporary, 'wx').catch(unwritable)
  const watch = deadline.watch(idleMs)
  try {
    const response = await following(link, ask)
    const { body } = response
    // A body that is destroyed half read emits an error. That is ignored: an error that matters is thrown by the reading loop.
    body.on('error', () => undefined)
    try {
      if (response.statusCode !== 200) throw await refusal(response, clock)
      return await save(response, handle, { watch, ...wanted })
    } finally {
      body.destroy()
    }
  } catch (error) {
    throw transportError(error, { method, origin, deadline })
  } finally {
    watch.end()
    await handle.close()
  }
}

type Wanted = Pick<DownloadOptions, 'expected' | 'onProgress'>
type Fetching = Wanted & { readonly deadline: Deadline; readonly hearing: Hearing }

async function save(
  { body, headers }: Dispatcher.ResponseData,
  handle: FileHandle,
  { watch, expected, onProgress }: Wanted & { readonly watch: IdleWatch },
): Promise<Omit<Downloaded, 'path'>> {
  const facts = factsOf(headers)
  if (expected !== undefined) checkHead(facts, expected)
  const { length: total, digest, encoding } = facts
  const came = createHash('sha256')
  let passed = 0
  async function* arriving() {
    for await (const chunk of bytesIn(body)) {
      watch.passed()
      passed += chunk.length
      came.update(chunk)
      yield chunk
    }
    if (total !== null && total !== passed) throw cutShort(passed, total)
  }
  const isPacked = codingsOf(encoding).length > 0
  const hash = createHash('sha256')
  let size_bytes = 0
  for await (const chunk of unpacked(arriving(), encoding, what => wrongResult(`it came ${what}`))) {
    size_bytes += chunk.length
    if (expected !== undefined) checkSoFar(size_bytes, expected)
    hash.update(chunk)
    await handle.writeFile(chunk).catch(unwritable)
    onProgress?.(size_bytes, isPacked ? null : total)
  }
  const whole = { size_bytes, sha256: hash.digest('hex') }
  if (expected !== undefined) checkWhole({ ...whole, as_sent: came.digest('hex') }, digest, expected)
  await handle.sync().catch(unwritable)
  return whole
}

function factsOf(headers: Dispatcher.ResponseData['headers']): AnswerHead {
  const length = headerValue(headers, 'content-length')
  return {
    mediaType: mediaTypeOf(headerValue(headers, 'content-type')),
    encoding: headerValue(headers, 'content-encoding'),
    length: length === undefined ? null : Number(length),
    digest: headerValue(headers, 'repr-digest') ?? headerValue(headers, 'content-digest'),
  }
}

function unwritable(error: unknown): never {
  throw fileError('written', error)
}

function cutShort(size: number, total: number): ApiError {
  return new ApiError({ code: 'network_error', message: `The file broke off after ${size} of ${total} bytes.` })
}

/** Codes of the API that say something of a file. Others are about operations and credentials, and a link is neither. */
const OF_A_FILE: ReadonlySet<string> = new Set([
  ...['file_expired', 'file_retention_expired', 'result_not_ready', 'result_too_large'],
  ...['rate_limited', 'internal_error', 'service_unavailable'],
])

/** The error for a refused link: the API's own error if that is about the file, else `link_refused`. The status says whether to retry. */
async function refusal(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  clock: Clock,
): Promise<ApiError> {
  const contentType = headerValue(headers, 'content-type') ?? ''
  const retry_after_seconds = retryAfterSeconds(headerValue(headers, 'retry-after'), clock.now())
  const packed = headerValue(headers, 'content-encoding')
  const text = await startOf(unpacked(bytesIn(body), packed, () => new TypeError('unreadable'))).catch(() => '')
  const error = refusalError({ method, status, contentType, text, retry_after_seconds, redact: redactor('') })
  if (OF_A_FILE.has(error.code)) return error
  const why = status === 404 || status === 410 ? 'it may have expired, or the file is gone' : 'it may have expired'
  const code = error.code === 'not_an_api' ? '' : ` (${error.code})`
  const message = `The link is refused with status ${status}${code}: ${why}.`
  return new ApiError({ code: 'link_refused', status, message, request_id: error.request_id })
}

/** The start of a body, as much as an envelope can have. A longer body is no envelope. */
async function startOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length > LONGEST_ENVELOPE_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

function linkOf(url: string): URL {
  const link = urlOf(url)
  if (link !== undefined && /^https?:$/.test(link.protocol)) return link
  throw new ApiError({ code: 'link_refused', message: 'The link is not an http or https address.' })
}

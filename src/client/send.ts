import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { fieldsOf } from '../contract/finding.ts'
import { PROJECT_HEADER, STATE_HEADER } from '../contract/limits.ts'
import type { ApiOperation } from '../contract/operations.ts'
import type { AskedFor } from '../contract/silent.ts'
import { urlOf } from '../contract/url.ts'
import type { ApiCredential } from './credential.ts'
import type { Clock, Deadline, IdleWatch } from './deadline.ts'
import { ApiError } from './errors.ts'
import { type Redact, redactor } from './redact.ts'
import { bodyKey, checkKey, pathOf, type RawInput } from './request.ts'
import { type Read, readResponse } from './response.ts'
import { type Hearing, retryAfterSeconds } from './retry.ts'
import { headerValue, type Transport, transportError } from './transport.ts'
import { textOf } from './unpacked.ts'
import { type Multipart, multipart, type OnProgress, type UploadFile } from './upload.ts'

/** A request that is ready to be sent, the same for each attempt. */
export interface Prepared<Op extends ApiOperation> {
  operation: Op
  origin: string
  path: string
  headers: Record<string, string>
  body: string | Multipart | null
  asked: AskedFor
  redact: Redact
}

/** What goes into a request beside the operation and its input. */
export interface Extras {
  userAgent: string
  newKey: () => string
  idempotencyKey?: string | undefined
  project?: string | undefined
  file?: UploadFile | undefined
  onProgress?: OnProgress | undefined
  cursor?: string | undefined
  /** See ClientOptions. */
  traceparent?: string | undefined
}

/**
 * Builds the request of a call.
 *
 * @throws {ApiError} not_an_api for a bad address; invalid_api_key for a credential that no header can hold; invalid_parameter for
 *   a bad parameter or idempotency key
 */
export function prepare<Op extends ApiOperation>(
  operation: Op,
  input: RawInput,
  credential: ApiCredential,
  extras: Extras,
): Prepared<Op> {
  const base = baseOf(credential.baseUrl)
  const body = bodyOf(operation, input.body, extras)
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    authorization: `Bearer ${secretOf(credential)}`,
    'user-agent': extras.userAgent,
  }
  const key = keyOf(operation, input.body, extras)
  if (key !== undefined) headers['idempotency-key'] = key
  if (extras.traceparent !== undefined) headers.traceparent = extras.traceparent
  if (extras.project !== undefined) headers[PROJECT_HEADER] = extras.project
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  else if (body !== null) {
    headers['content-type'] = body.contentType
    if (body.contentLength !== null) headers['content-length'] = String(body.contentLength)
  }
  const path = pathOf(operation, base, input, extras.cursor)
  const asked = { params: fieldsOf(input.params), body: fieldsOf(input.body) }
  return { operation, origin: base.origin, path, headers, body, asked, redact: redactor(credential.credential) }
}

/** What sending works with. `deadlineMs`: time for the answer after a whole file was sent. */
export interface SendingTools {
  readonly transport: Transport
  readonly clock: Clock
  readonly deadlineMs: number
  readonly idleMs: number
}

/** One attempt: its time, and whom it tells what it hears. */
interface Attempt {
  readonly deadline: Deadline
  readonly hearing: Hearing
}

/** Sends a request once and reads its response. @throws {ApiError} a code of the API or one of FAULTS */
export async function sendOnce<Op extends ApiOperation>(
  request: Prepared<Op>,
  { transport, clock, deadlineMs, idleMs }: SendingTools,
  { deadline, hearing }: Attempt,
): Promise<Read<Op>> {
  const { operation, origin, path, headers, redact } = request
  const { method } = operation
  const { signal } = deadline
  const [body, watch] = bodyFor(request, { deadlineMs, idleMs }, { deadline, hearing })
  let response: Dispatcher.ResponseData
  let text: string
  try {
    response = await transport.api({ origin, path, method, headers, body, signal })
    hearing.answered()
    const { statusCode: status } = response
    text = await textOf(response, what => {
      const may_have_applied = method !== 'GET' && status !== 429
      const message = `The service's answer (status ${status}) came ${what}.`
      return new ApiError({ code: 'not_an_api', status, message, may_have_applied })
    })
  } catch (error) {
    throw transportError(error, { method, origin, deadline })
  } finally {
    watch?.end()
  }
  const { headers: told, statusCode: status } = response
  const came = {
    ...{ method, status, text, redact },
    location: locationOf(headerValue(told, 'location'), `${origin}${path}`),
    contentType: headerValue(told, 'content-type') ?? '',
    state: headerValue(told, STATE_HEADER),
    retry_after_seconds: retryAfterSeconds(headerValue(told, 'retry-after'), clock.now()),
  }
  return readResponse(operation, came, request.asked)
}

function locationOf(header: string | undefined, asked: string): string | undefined {
  return header === undefined ? undefined : urlOf(header, asked)?.href
}

/** The body of one attempt; for a file with a watch over its bytes, and then over the time for the answer. */
function bodyFor(
  { body }: Pick<Prepared<ApiOperation>, 'body'>,
  { deadlineMs, idleMs }: Pick<SendingTools, 'deadlineMs' | 'idleMs'>,
  { deadline, hearing }: Attempt,
): [string | Readable | null, IdleWatch?] {
  if (typeof body === 'string' || body === null) return [body]
  const watch = deadline.watch(idleMs)
  hearing.passing()
  const passed = (isLast: boolean) => {
    watch.passed(isLast ? deadlineMs : idleMs)
    if (isLast) hearing.owed()
  }
  return [body.stream(passed), watch]
}

function baseOf(baseUrl: string): URL {
  const base = urlOf(baseUrl)
  if (base !== undefined && /^https?:$/.test(base.protocol)) return base
  throw new ApiError({ code: 'not_an_api', message: 'The address of the API is not an http or https URL.' })
}

function secretOf({ credential }: ApiCredential): string {
  // Other characters are not allowed in a header, or no key and no token has them.
  if (/^[\x21-\x7e]+$/.test(credential)) return credential
  throw new ApiError({
    code: 'invalid_api_key',
    message: 'The credential is empty or holds characters that no key has.',
  })
}

function bodyOf(operation: ApiOperation, body: unknown, { file, onProgress }: Extras): string | Multipart | null {
  if (operation.method === 'GET' || operation.method === 'DELETE') return null
  if (file === undefined) return JSON.stringify(body ?? {})
  if (!operation.multipart) throw new TypeError(`${operation.id} takes no file`)
  const fields = Object.entries(body ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return multipart(file, Object.fromEntries(fields), onProgress)
}

/** The Idempotency-Key header: the caller's key, else a new one for a creation whose body has none (CRE-10). */
function keyOf(operation: ApiOperation, body: unknown, { idempotencyKey, newKey }: Extras): string | undefined {
  const given = idempotencyKey ?? bodyKey(body)
  if (given !== undefined) checkKey(given)
  if (idempotencyKey !== undefined) return idempotencyKey
  return given === undefined && operation.retry === 'keyed' ? newKey() : undefined
}

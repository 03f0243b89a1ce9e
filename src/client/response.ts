import type * as z from 'zod'
import { listEnvelope, objectEnvelope } from '../contract/envelope.ts'
import { type Fields, fieldsOf, isFields } from '../contract/finding.ts'
import type { Operation } from '../contract/operation.ts'
import type { ApiOperation, OperationId } from '../contract/operations.ts'
import { type AnswerReading, type AskedFor, type Lacking, notOffered, READINGS } from '../contract/silent.ts'
import { urlOf } from '../contract/url.ts'
import { ApiError, foreignAnswer, parseJson, type RawResponse, refusalError } from './errors.ts'

interface ObjectResponse<Data> {
  data: Data
  /** What to quote when reporting a failure; empty where the answer had no body. */
  request_id: string
  /** HTTP status, from 200 to 299. */
  status: number
  /** In which state a translation was answered, by a service that knows how to wait for another one (assumptions.md, Batches). */
  state?: string
}
interface Page {
  has_more: boolean
  next_cursor: string | null
  limit: number
}

/** What an operation answers: one object, or for a list the items of one page and the cursor of the next. */
export type ApiResponse<Op extends ApiOperation> = Op extends { shape: 'list' }
  ? ObjectResponse<z.output<Op['data']>[]> & Page
  : ObjectResponse<z.output<Op['data']>>

/** Operations that answer a list. */
export type ListOperation = Extract<ApiOperation, { shape: 'list' }>

/** A success whose data lacks an object that can be read. */
export interface Incomplete<Op extends ApiOperation> {
  readonly lacking: Lacking
  /** Gives the whole answer from that object. @throws {ApiError} contract_violation */
  readonly complete: (found: unknown) => ApiResponse<Op>
}

/** What a success brings: the answer, or what it lacks. */
export type Read<Op extends ApiOperation> = { readonly answer: ApiResponse<Op> } | Incomplete<Op>

type ListEnvelope = ReturnType<typeof listEnvelope<z.ZodType>>
type ObjectEnvelope = ReturnType<typeof objectEnvelope<z.ZodType>>
/** The schemas, built once for each operation: building one takes much longer than parsing with it. */
const envelopes = new WeakMap<Operation, ListEnvelope | ObjectEnvelope>()

/**
 * Reads a response: by the row of `READINGS` where the contract is silent, then by the operation's own schema. Unknown fields are ignored.
 *
 * @throws {ApiError} the code in the envelope; contract_violation, which names the field and the request_id; not_an_api
 */
export function readResponse<Op extends ApiOperation>(operation: Op, came: RawResponse, asked: AskedFor): Read<Op>
export function readResponse(operation: Operation & { id: OperationId }, came: RawResponse, asked: AskedFor) {
  const reading = READINGS[operation.id]
  const body = bodyOf(operation, came, reading)
  const list = operation.shape === 'list' ? pageOf(body, reading) : undefined
  if (list !== undefined) return { answer: parsed(operation, came, list) }
  const read = reading === undefined || !('data' in body) ? body : { ...body, data: reading.read(body.data, asked) }
  const lacking = 'data' in body ? reading?.lacks?.(body.data, asked) : undefined
  if (lacking === undefined) return { answer: parsed(operation, came, read) }
  const join = (found: unknown) => ({ ...read, data: reading?.join?.(fieldsOf(read).data, found) })
  return { lacking, complete: (found: unknown) => parsed(operation, came, join(found)) }
}

/** The object that a success brings. @throws {ApiError} the error of any other answer */
function bodyOf(
  operation: Operation & { id: OperationId },
  came: RawResponse,
  reading: AnswerReading | undefined,
): object {
  const { status, text, location } = came
  const isRedirect = status >= 300 && status < 400
  if (isRedirect && reading?.redirect && leadsToFile(location)) return { data: { url: location }, request_id: '' }
  if (status < 200 || status > 299) throw refusalOf(operation, came)
  if (reading?.bodiless && status > 201 && text === '') return { data: {}, request_id: '' }
  const body = parseJson(text)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  const message = foreignAnswer(status, came.contentType)
  throw new ApiError({ code: 'not_an_api', status, message, may_have_applied: operation.method !== 'GET' })
}

/** A whole part of a path or host name that means a place where people sign in: what sends us there does not answer. */
const SIGN_IN =
  /^(?:(?:wp-)?log[-_]?in|sign[-_]?in|sso|o?auth2?|authorize|authenticate|consent|saml2?)(?:\.(?:html?|php|aspx?|jsp|do))?$/i

function leadsToFile(location: string | undefined): boolean {
  const to = location === undefined ? undefined : urlOf(location)
  if (to === undefined || !/^https?:$/.test(to.protocol)) return false
  return ![...to.hostname.split('.'), ...to.pathname.split('/')].some(part => SIGN_IN.test(part))
}

/** The error of a refusal. Where the service has no such operation, nothing was done, whatever it answers. */
function refusalOf(operation: Operation & { id: OperationId }, came: RawResponse): ApiError {
  const error = refusalError(came)
  if (!notOffered(operation.id, came.status, error.code)) return error
  const { message, param, request_id, docs_url, status } = error
  return new ApiError({
    ...{ code: 'resource_not_found', message, param, request_id, docs_url },
    ...(status !== null && { status }),
  })
}

/** The page of a list that came without the envelope of a list, or in other shapes than the declared one. */
function pageOf(body: object, reading: AnswerReading | undefined): object | undefined {
  if (reading?.page === undefined || !('data' in body)) return undefined
  const items = reading.page(body.data)
  if (items === undefined) return undefined
  if (PAGE.some(name => name in body)) return { ...body, data: items }
  const places = [fieldsOf(body.data), fieldsOf(body)].flatMap(fields => [
    fields,
    ...Object.values(fields).filter(isFields),
  ])
  const place = places.find(fields => 'has_more' in fields || 'next_cursor' in fields)
  if (place === undefined) {
    // Without has_more it is refused, where something says in a way that cannot be followed that there is more.
    const whole = { has_more: false, next_cursor: null, limit: items.length }
    return { ...body, ...(places.some(fields => saysMore(fields, items.length)) ? {} : whole), data: items }
  }
  const { next_cursor = null, has_more = next_cursor !== null, limit = items.length } = place
  return { ...body, has_more, next_cursor, limit, data: items }
}

const PAGE = ['has_more', 'next_cursor', 'limit']

/** True for fields of a list by other names that say it goes on beyond so many items. */
function saysMore(fields: Fields, count: number): boolean {
  return Object.entries(fields).some(([name, value]) => {
    if (/^total(?:_(?:count|items|results))?$/.test(name)) return typeof value === 'number' && value > count
    return /(?:^|_)(?:next|more)(?:_|$)/.test(name) && Boolean(value)
  })
}

function parsed(operation: Operation, came: RawResponse, body: object) {
  const { status, state } = came
  const result = envelopeOf(operation).safeParse(body)
  if (result.success) return { ...result.data, status, ...(state !== undefined && { state }) }
  throw violation(operation, came, body, result.error.issues[0])
}

function envelopeOf(operation: Operation): ListEnvelope | ObjectEnvelope {
  const known = envelopes.get(operation)
  if (known !== undefined) return known
  const made = operation.shape === 'list' ? listEnvelope(operation.data) : objectEnvelope(operation.data)
  envelopes.set(operation, made)
  return made
}

function violation(
  operation: Operation,
  came: RawResponse,
  body: object,
  issue: z.core.$ZodIssue | undefined,
): ApiError {
  const path = issue?.path ?? []
  const field = path.join('.')
  const found = path.reduce<unknown>((value, key) => property(value, key), body)
  const claimed = property(body, 'request_id')
  const request_id = typeof claimed === 'string' ? came.redact(claimed) : null
  const expected = issue !== undefined && 'expected' in issue ? ` (expected ${issue.expected})` : ''
  const what = found === undefined ? 'is missing' : `is not as declared${expected}`
  return new ApiError({
    code: 'contract_violation',
    status: came.status,
    param: field,
    request_id,
    message: `The service's answer to ${operation.id} breaks the contract: ${field} ${what}; request_id ${request_id ?? 'unknown'}.`,
    may_have_applied: operation.method !== 'GET',
  })
}

function property(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

import type * as z from 'zod'
import { listEnvelope, objectEnvelope } from '../contract/envelope.ts'
import type { Operation } from '../contract/operation.ts'
import type { ApiOperation } from '../contract/operations.ts'
import { ApiError, foreignAnswer, parseJson, type RawResponse, refusalError } from './errors.ts'

interface ObjectResponse<Data> {
  data: Data
  request_id: string
  /** HTTP status: 200, or 201 where something was made. */
  status: number
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

type ListEnvelope = ReturnType<typeof listEnvelope<z.ZodType>>
type ObjectEnvelope = ReturnType<typeof objectEnvelope<z.ZodType>>
/** The schemas, built once for each operation: building one takes much longer than parsing with it. */
const envelopes = new WeakMap<Operation, ListEnvelope | ObjectEnvelope>()

/**
 * Reads a response by the operation's own schema. Unknown fields are ignored.
 *
 * @throws {ApiError} the code in the envelope; contract_violation, which names the field and the request_id; not_an_api
 */
export function readResponse<Op extends ApiOperation>(operation: Op, came: RawResponse): ApiResponse<Op>
export function readResponse(operation: Operation, came: RawResponse) {
  const { status } = came
  if (status < 200 || status > 299) throw refusalError(came)
  const body = parseJson(came.text)
  const may_have_applied = operation.method !== 'GET'
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const message = foreignAnswer(status, came.contentType)
    throw new ApiError({ code: 'not_an_api', status, message, may_have_applied })
  }
  const parsed = envelopeOf(operation).safeParse(body)
  if (parsed.success) return { ...parsed.data, status }
  throw violation(operation, came, body, parsed.error.issues[0])
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

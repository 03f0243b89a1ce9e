import { listEnvelope, objectEnvelope } from '../envelope.ts'
import { ERRORS, type ErrorCode } from '../errors.ts'
import { COMMON_ERRORS } from '../operation.ts'
import type { ApiOperation } from '../operations.ts'
import { REMEDIES } from '../remedies.ts'
import { ANSWERS } from './examples.ts'
import { inlineSchema, type Json, refTo, schemaName } from './schemas.ts'

const REQUEST_ID = 'req_01JZ8Q4W7N3R5T6V8X9Y0A1B2C'

/** Headers of answers, by their names in the document. */
export const HEADERS: Readonly<Record<string, Json>> = {
  RequestId: {
    description: 'The same as `request_id` of the body: quote it in reports.',
    schema: { type: 'string' },
    example: REQUEST_ID,
  },
  State: {
    description: 'The state of the translation as one word, for `unlike`. Its parts mean nothing to clients.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the request is sent again.',
    schema: { type: 'integer', minimum: 0 },
  },
  Challenge: { description: 'How to authenticate (RFC 6750, RFC 9728).', schema: { type: 'string' } },
}

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })

/** The answers of an operation by status: its success, and its errors, a response for each status. */
export function answersOf(operation: ApiOperation): Json {
  const made = Object.fromEntries(
    statusesOf(operation).map(([status, description]) => [status, success(operation, description)]),
  )
  return { ...made, ...errorsOf([...COMMON_ERRORS, ...operation.errors]) }
}

/** A repeated creation answers 200, since nothing is made. */
function statusesOf({ id, status }: ApiOperation): [string, string][] {
  if (id === 'batches.create')
    return [
      ['200', 'A repeat: the translation that the first call made.'],
      ['201', 'The new translation.'],
    ]
  return [[String(status), status === 201 ? 'What was made.' : 'What was asked for.']]
}

function success(operation: ApiOperation, description: string): Json {
  const { id, data, shape } = operation
  const ref = { $ref: refTo(schemaName(data) ?? '') }
  const isList = shape === 'list'
  const envelope = inlineSchema(isList ? listEnvelope(data) : objectEnvelope(data), 'output')
  const inner = isList ? { type: 'array', items: ref } : ref
  const page = isList ? { has_more: false, next_cursor: null, limit: 20 } : {}
  const example = { data: isList ? [ANSWERS[id]] : ANSWERS[id], ...page, request_id: REQUEST_ID }
  return {
    description,
    headers: {
      'X-Request-Id': header('RequestId'),
      ...(id === 'batches.get' && { 'Translation-State': header('State') }),
    },
    content: { 'application/json': { schema: withData(envelope, inner), example } },
  }
}

/** An envelope whose data is named, in place of written out. */
function withData({ properties, ...envelope }: Json, data: Json): Json {
  return { ...envelope, properties: { ...(typeof properties === 'object' ? properties : {}), data } }
}

/** The responses for error codes, by status. */
export function errorsOf(codes: readonly ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set(codes))
    byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code])
  return Object.fromEntries(
    [...byStatus].sort(([one], [other]) => one - other).map(([status, of]) => [String(status), refusal(status, of)]),
  )
}

function refusal(status: number, codes: readonly ErrorCode[]): Json {
  const waits = status === 429 || status === 503 ? { 'Retry-After': header('RetryAfter') } : {}
  const challenge = status === 401 ? { 'WWW-Authenticate': header('Challenge') } : {}
  const examples = codes.map(code => [code, { $ref: `#/components/examples/${code}` }])
  return {
    description: codes.map(code => `\`${code}\`: ${ERRORS[code].condition}.`).join('\n\n'),
    'x-error-codes': codes,
    headers: { 'X-Request-Id': header('RequestId'), ...waits, ...challenge },
    content: { 'application/json': { schema: { $ref: refTo('Error') }, examples: Object.fromEntries(examples) } },
  }
}

/** An error of every code, as it is sent. */
export function errorExamples(docsUrl: string): Json {
  const examples = Object.entries(ERRORS).map(([code, { type, condition }]) => {
    const message = `${condition.charAt(0).toUpperCase()}${condition.slice(1)}.`
    const error = { type, code, message, docs_url: `${docsUrl}/errors#${code}` }
    return [code, { summary: condition, value: { error, request_id: REQUEST_ID } }]
  })
  return Object.fromEntries(examples)
}

/** Every code with its status, type, condition and remedy, as data. */
export function errorTable(): Json {
  return Object.fromEntries(Object.entries(ERRORS).map(([code, facts]) => [code, { ...facts, ...remedyOf(code) }]))
}

function remedyOf(code: string): object {
  return Object.entries(REMEDIES).find(([name]) => name === code)?.[1] ?? {}
}

import * as z from 'zod'
import type { ErrorCode } from './errors.ts'
import { queryWhole } from './fields.ts'
import { LIMITS } from './limits.ts'
import type { Scope } from './scopes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * When the client may send a request again after a fault (assumptions.md, Retry). `safe`: always. `keyed`: with the same idempotency
 * key. `never`: only after a 429, which changed nothing.
 */
export type Retry = 'safe' | 'keyed' | 'never'

/** One operation of the API as data. The client's call and the service's route, scope check and body check are made from it. */
export interface Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Shape extends 'object' | 'list' = 'object' | 'list',
> {
  readonly id: string
  readonly method: Method
  /** Path below the base address, `{name}` for a parameter. */
  readonly path: string
  readonly scope: Scope
  readonly params: Params
  /** Query parameters. The codec reads and writes their texts; the service ignores unknown ones. */
  readonly query: Query
  /** JSON body; unknown fields are refused. An empty object where the operation takes no body. */
  readonly body: Body
  /** True where the body may also be multipart/form-data with a `file` part. */
  readonly multipart: boolean
  readonly shape: Shape
  readonly data: Data
  /** HTTP status of success. */
  readonly status: 200 | 201
  readonly retry: Retry
  /** Error codes that this operation may answer, in addition to COMMON_ERRORS. */
  readonly errors: readonly ErrorCode[]
}

/** Error codes that every operation may answer. */
export const COMMON_ERRORS = [
  'authentication_required',
  'invalid_api_key',
  'api_key_expired',
  'api_key_revoked',
  'insufficient_scope',
  'invalid_request',
  'resource_not_found',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[]

interface Facts<Params, Query, Body, Data, Shape> {
  scope: Scope
  retry: Retry
  params: Params
  query: Query
  body: Body
  shape: Shape
  data: Data
  status?: 200 | 201
  multipart?: boolean
  errors?: readonly ErrorCode[]
}

/** Makes an operation of its facts. */
export function operation<
  const Id extends string,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Data extends z.ZodType,
  Shape extends 'object' | 'list',
>(id: Id, method: Method, path: string, facts: Facts<Params, Query, Body, Data, Shape>) {
  const whole = { id, method, path, status: 200, multipart: false, errors: [], ...facts } as const
  return whole satisfies Operation<Params, Query, Body, Data, Shape>
}

export const none = z.strictObject({})

const { page_size: page } = LIMITS
/** The query of a list. */
export const pageQuery = { limit: queryWhole(page.min, page.max).optional(), cursor: z.string().optional() }
/** Error codes of an operation that reads a body, also where the body must be empty. */
export const bodyErrors = ['unknown_field', 'invalid_parameter', 'request_too_large'] as const

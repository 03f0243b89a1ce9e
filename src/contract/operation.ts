import type * as z from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Scope } from './scopes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * When the client may send a request again (assumptions.md, Retry): `safe` always, `keyed` under the same idempotency key,
 * `never` not at all, except after a 429, which changed nothing.
 */
export type Retry = 'safe' | 'keyed' | 'never'

/** One operation of the API as data. The client's call, the service's route, scope check and body check derive from it. */
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
  /** Query parameters as they are written on the wire; unrecognised ones are ignored by the service. */
  readonly query: Query
  /** JSON body, strict; `null` schema where the operation takes none. */
  readonly body: Body
  /** True where the body may also be multipart/form-data with a `file` part. */
  readonly multipart: boolean
  readonly shape: Shape
  readonly data: Data
  /** HTTP status of success. */
  readonly status: 200 | 201
  readonly retry: Retry
  /** Codes this operation answers beside those any call can get (COMMON_ERRORS). */
  readonly errors: readonly ErrorCode[]
}

/** What any call can be answered with. */
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

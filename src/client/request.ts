import * as z from 'zod'
import { IDEMPOTENCY_KEY } from '../contract/limits.ts'
import type { Operation } from '../contract/operation.ts'
import type { ApiOperation } from '../contract/operations.ts'
import { ApiError } from './errors.ts'

type Part<Name extends string, Value> =
  Record<never, never> extends Value ? { [K in Name]?: Value } : { [K in Name]: Value }

/** What a call takes: path parameters, query as values (numbers, truth values), JSON body. Parts that may be empty may be left out. */
export type CallInput<Op extends ApiOperation> = Part<'params', z.input<Op['params']>> &
  Part<'query', z.output<Op['query']>> &
  Part<'body', z.input<Op['body']>>

/** The input of a call without its types, for code that treats all operations alike. */
export interface RawInput {
  params?: unknown
  query?: unknown
  body?: unknown
}

const Texts = z.record(z.string(), z.string().optional())
const Params = Texts.catch({})
/** Half of a surrogate pair. encodeURIComponent throws for it, so U+FFFD is sent instead. No id has either of them. */
const HALF = /\p{Surrogate}/gu
const UP_OR_HERE = /^\.{0,2}$/

/**
 * The path and query of a call below the base address.
 *
 * @throws {ApiError} invalid_parameter, with its name, for a value that the contract refuses; nothing was sent
 */
export function pathOf(operation: Operation, base: URL, input: RawInput, cursor?: string): string {
  const params = Params.parse(input.params ?? {})
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? ''
    // An empty segment, `.` or `..` would make this the path of another operation.
    if (UP_OR_HERE.test(value)) throw invalid(name, 'must name something')
    return encodeURIComponent(value.replaceAll(HALF, '\ufffd'))
  })
  return `${base.pathname.replace(/\/+$/, '')}${path}${searchOf(operation, input, cursor)}`
}

function searchOf(operation: Operation, input: RawInput, cursor: string | undefined): string {
  if (input.query === undefined && cursor === undefined) return ''
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(queryOf(operation, input))) {
    if (value !== undefined) search.set(name, value)
  }
  if (cursor !== undefined) search.set('cursor', cursor)
  return search.size === 0 ? '' : `?${search}`
}

function queryOf(operation: Operation, input: RawInput): Record<string, string | undefined> {
  const encoded = z.safeEncode(operation.query, input.query ?? {})
  if (encoded.success) return Texts.parse(encoded.data)
  const issue = encoded.error.issues[0]
  throw invalid(issue?.path.join('.') ?? 'query', issue?.message ?? 'is not valid')
}

/** Gives the key back. @throws {ApiError} invalid_parameter, the key cannot be an Idempotency-Key (contract, Limits) */
export function checkKey(key: string): string {
  if (IDEMPOTENCY_KEY.test(key)) return key
  throw invalid('idempotency_key', 'must have 1 to 255 printable characters')
}

/** The idempotency key in a JSON body; undefined where it has none. */
export function bodyKey(body: unknown): string | undefined {
  const key: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'idempotency_key') : undefined
  return typeof key === 'string' ? key : undefined
}

function invalid(param: string, why: string): ApiError {
  return new ApiError({ code: 'invalid_parameter', param, message: `${param}: ${why}. Nothing was sent.` })
}

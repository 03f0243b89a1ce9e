import * as z from 'zod'
import type { ErrorCode } from '../../contract/errors.ts'
import { ServiceError } from '../domain/errors.ts'
import { bodyOf } from '../files/stream.ts'

type Issue = z.core.$ZodIssue

/** Properties whose invalid entries have an error code of their own, if the operation lists that code. */
const FIELD_CODES: Readonly<Record<string, ErrorCode>> = { terms: 'invalid_glossary_terms' }

/** Decodes path parameters. @throws {ServiceError} invalid_parameter */
export function decodeParams<Schema extends z.ZodType>(schema: Schema, params: Record<string, string>) {
  const result = z.safeParse(schema, params)
  if (!result.success) throw refusal(result.error.issues)
  return result.data
}

/**
 * Decodes the query parameters that the operation knows; the others are ignored (contract, Endpoints).
 *
 * @throws {ServiceError} invalid_parameter naming the parameter
 */
export function decodeQuery<Schema extends z.ZodType>(schema: Schema, query: URLSearchParams) {
  const known: Record<string, string> = {}
  for (const name of schema instanceof z.ZodObject ? Object.keys(schema.shape) : []) {
    const values = query.getAll(name)
    if (values.length > 1)
      throw new ServiceError('invalid_parameter', `${name} may be given once only.`, { param: name })
    if (values[0] !== undefined) known[name] = values[0]
  }
  const result = z.safeParse(schema, known)
  if (!result.success) throw refusal(result.error.issues)
  refuseUnwritable(known)
  return result.data
}

/**
 * Decodes a JSON body strictly.
 *
 * @param codes the codes the operation may answer: entries of a property with its own code use it when it is among them
 * @throws {ServiceError} unknown_field, invalid_parameter or a property's own code, naming the property; invalid_request
 *   when the body is no object
 */
export function decodeBody<Schema extends z.ZodType>(schema: Schema, json: unknown, codes: readonly ErrorCode[]) {
  const result = z.safeParse(schema, json)
  if (!result.success) throw refusal(result.error.issues, codes)
  refuseUnwritable(json, codes)
  return result.data
}

/** Properties that are a file: they are stored as bytes, not as text in the database. */
const FILES: ReadonlySet<PropertyKey> = new Set(['content'])

/** Refuses text that cannot be stored exactly as it was sent. */
function refuseUnwritable(value: unknown, codes: readonly ErrorCode[] = [], path: readonly PropertyKey[] = []): void {
  if (typeof value === 'string') {
    const problem = problemOf(value, path)
    if (problem !== undefined) throw refusalAt(path, problem, codes)
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) refuseUnwritable(item, codes, [...path, index])
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) refuseUnwritable(item, codes, [...path, name])
  }
}

/** Why a text cannot be stored: the database returns a text only up to U+0000, and UTF-8 cannot encode half a surrogate pair. */
function problemOf(text: string, path: readonly PropertyKey[]): string | undefined {
  if (text.includes('\0') && !FILES.has(path[0] ?? '')) return 'must not hold the character U+0000'
  return /\p{Cs}/u.test(text) ? 'must not hold half a surrogate pair' : undefined
}

function refusal(issues: readonly Issue[], codes: readonly ErrorCode[] = []): ServiceError {
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const param = nameOf([...issue.path, issue.keys[0] ?? ''])
    return new ServiceError('unknown_field', `${param} is not a property of this request.`, { param })
  }
  const [issue] = issues
  if (issue === undefined || issue.path.length === 0) {
    return new ServiceError('invalid_request', 'The request body must be a JSON object.')
  }
  return refusalAt(issue.path, issue.message, codes)
}

function refusalAt(path: readonly PropertyKey[], problem: string, codes: readonly ErrorCode[]): ServiceError {
  const param = nameOf(path)
  const own = path.length > 1 ? FIELD_CODES[String(path[0])] : undefined
  const code = own !== undefined && codes.includes(own) ? own : 'invalid_parameter'
  return new ServiceError(code, `${param}: ${problem}.`, { param })
}

/** `terms[3].target` for the path terms, 3, target. */
function nameOf(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${String(step)}`))
    .join('')
}

/**
 * Reads a JSON body and holds at most `limitBytes` of it. An empty body counts as `{}`.
 *
 * @throws {ServiceError} request_too_large, or invalid_request when it is not JSON in UTF-8
 */
export async function readJson(request: Request, limitBytes: number): Promise<unknown> {
  const bytes = await readBounded(request, limitBytes)
  if (bytes.length === 0) return {}
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? 'application/json'
  if (type !== 'application/json') {
    throw new ServiceError('invalid_request', `The body must be application/json, not ${type}.`)
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ServiceError('invalid_request', 'The body is not valid JSON in UTF-8.')
  }
}

async function readBounded(request: Request, limitBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new ServiceError('request_too_large', `The request body is over ${limitBytes} bytes.`)
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bodyOf(request)) {
    size += chunk.length
    if (size > limitBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

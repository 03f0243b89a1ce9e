import { createHash } from 'node:crypto'
import { IDEMPOTENCY_KEY, PROJECT } from '../../contract/limits.ts'
import type { CreateBatch } from '../../contract/operations.ts'
import { ServiceError } from './errors.ts'

/** Where the file of a JSON creation comes from. */
export type FileSource =
  | { readonly kind: 'content'; readonly content: string }
  | { readonly kind: 'file_url'; readonly url: string }
  | { readonly kind: 'upload_id'; readonly id: string }

/**
 * The one source that a JSON body names.
 *
 * @throws {ServiceError} invalid_request for none or several, and for a file name with an upload, which has its own name
 */
export function fileSourceOf(body: CreateBatch): FileSource {
  const found: FileSource[] = []
  if (body.content !== undefined) found.push({ kind: 'content', content: body.content })
  if (body.file_url !== undefined) found.push({ kind: 'file_url', url: body.file_url })
  if (body.upload_id !== undefined) found.push({ kind: 'upload_id', id: body.upload_id })
  const [source, ...more] = found
  if (source === undefined || more.length > 0) throw oneSource(found.map(({ kind }) => kind))
  if (source.kind === 'upload_id' && body.filename !== undefined) {
    const message = 'filename must be omitted with upload_id: the upload has its own name.'
    throw new ServiceError('invalid_request', message, { param: 'filename' })
  }
  return source
}

/** The refusal of a creation that names no source, or several. */
export function oneSource(given: readonly string[]): ServiceError {
  const what = given.length === 0 ? 'none was given' : `${given.join(' and ')} were given`
  const message = `Give exactly one of content, file_url, upload_id or a multipart file: ${what}.`
  return new ServiceError('invalid_request', message)
}

/**
 * The idempotency key of a creation, from its header or its body.
 *
 * @throws {ServiceError} invalid_parameter unless it is 1 to 255 printable characters; invalid_request when both are given
 *   and differ
 */
export function idempotencyKeyOf(header: string | null, body: string | undefined): string | undefined {
  for (const [param, key] of [
    ['Idempotency-Key', header ?? undefined],
    ['idempotency_key', body],
  ] as const) {
    if (key !== undefined && !IDEMPOTENCY_KEY.test(key)) {
      throw new ServiceError('invalid_parameter', `${param} must be 1 to 255 printable ASCII characters.`, { param })
    }
  }
  if (header !== null && body !== undefined && header !== body) {
    const message = 'The Idempotency-Key header and idempotency_key in the body differ. Send one of them.'
    throw new ServiceError('invalid_request', message, { param: 'idempotency_key' })
  }
  return header ?? body
}

/**
 * The label of the project that a creation belongs to, from its header; null where it names none.
 *
 * @throws {ServiceError} invalid_parameter unless it is a label (contract/limits.ts)
 */
export function projectOf(header: string | null): string | null {
  if (header === null || PROJECT.test(header)) return header
  const message = 'Translation-Project must be 1 to 100 printable ASCII characters.'
  throw new ServiceError('invalid_parameter', message, { param: 'Translation-Project' })
}

/** What a creation is about: the same key with another fingerprint is refused. */
export interface Identity {
  /** `sha256:…` of the bytes, or the URL they are fetched from. */
  readonly source: string
  /** The name as the caller gave it; null when it was inferred. */
  readonly filename: string | null
  readonly instruction: string | null
}

/** SHA-256 over the identity, in hex. */
export function fingerprintOf({ source, filename, instruction }: Identity): string {
  return createHash('sha256')
    .update(JSON.stringify([source, filename, instruction]))
    .digest('hex')
}

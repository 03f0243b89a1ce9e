import { ApiError } from './errors.ts'
import { codingsOf } from './unpacked.ts'

/** What the file behind a link has to be. What nobody said is null. */
export interface ExpectedFile {
  readonly size_bytes: number | null
  /** The most bytes that are read where no size is known. */
  readonly most_bytes: number
  /** Lower-case hex. */
  readonly sha256: string | null
  /** False where a file without a byte cannot be the one. */
  readonly may_be_empty: boolean
  /** Whether such a file may come under this media type, which has no parameters and is in lower case. */
  readonly admits: (mediaType: string) => boolean
}

/** What an answer says of its own bytes. */
export interface AnswerHead {
  /** The media type without parameters, in lower case; empty where none is given. */
  readonly mediaType: string
  readonly encoding: string | undefined
  /** Content-Length in bytes; null where it is not given. */
  readonly length: number | null
  /** A digest header (RFC 9530). */
  readonly digest: string | undefined
}

const KIND = /^[\w.+-]+\/[\w.+-]+/

/** The media type of a Content-Type header, without its parameters. */
export function mediaTypeOf(contentType: string | undefined): string {
  return KIND.exec(contentType?.trim() ?? '')?.[0].toLowerCase() ?? ''
}

/** Looks at an answer before any of its body is read. @throws {ApiError} wrong_result */
export function checkHead({ mediaType, encoding, length }: AnswerHead, expected: ExpectedFile): void {
  if (mediaType !== '' && !expected.admits(mediaType))
    throw wrongResult(`${whatIs(mediaType)} (${mediaType}) came instead`)
  const { size_bytes, most_bytes } = expected
  // The length of what is packed says nothing of the file.
  if (length === null || codingsOf(encoding).length > 0) return
  if (size_bytes !== null && length !== size_bytes) {
    throw wrongResult(`it has ${length} bytes by its header, and ${size_bytes} were announced`)
  }
  if (length > most_bytes) throw wrongResult(`it has ${length} bytes by its header, more than such a file can have`)
}

/** Looks at the number of bytes so far, while they come. @throws {ApiError} wrong_result, as soon as there are too many */
export function checkSoFar(bytes: number, { size_bytes, most_bytes }: ExpectedFile): void {
  if (size_bytes !== null && bytes > size_bytes) {
    throw wrongResult(`more came than the ${size_bytes} bytes that were announced; reading stopped there`)
  }
  if (bytes > most_bytes) throw wrongResult(`more than ${most_bytes} bytes came, more than such a file can have`)
}

/** Looks at the whole file: `came` is what was read; `as_sent` the SHA-256 of the bytes on the line, packed or not. @throws {ApiError} wrong_result */
export function checkWhole(
  came: { size_bytes: number; sha256: string; as_sent: string },
  digest: string | undefined,
  expected: ExpectedFile,
) {
  if (came.size_bytes === 0 && !expected.may_be_empty) throw wrongResult('nothing came: the answer is empty')
  if (expected.size_bytes !== null && came.size_bytes !== expected.size_bytes) {
    throw wrongResult(`only ${came.size_bytes} of the ${expected.size_bytes} bytes came that were announced`)
  }
  const told = sha256In(digest)
  // A digest is of what is sent (RFC 9530), but what packs an answer on its way may leave that of the file.
  const isOther = told !== null && told !== came.as_sent && told !== came.sha256
  if (isOther || (expected.sha256 !== null && expected.sha256 !== came.sha256)) {
    throw wrongResult('its SHA-256 is not the one that was announced')
  }
}

/** The SHA-256 in a Repr-Digest or Content-Digest header as lower-case hex; null where there is none. */
function sha256In(digest: string | undefined): string | null {
  const [, base64] = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(digest ?? '') ?? []
  return base64 === undefined ? null : Buffer.from(base64, 'base64').toString('hex')
}

/** The error for what is not the file that was announced; `what` says what is wrong, or what came instead. */
export function wrongResult(what: string): ApiError {
  return new ApiError({
    code: 'wrong_result',
    message: `The link did not give the result: ${what}. No file was written.`,
  })
}

const PAGES = new Set(['text/html', 'application/xhtml+xml'])

function whatIs(mediaType: string): string {
  if (PAGES.has(mediaType)) return 'a web page, such as one to sign in,'
  return mediaType.includes('json') ? 'a JSON text, such as an error,' : 'another kind of file'
}

import * as z from 'zod'
import { ErrorEnvelope } from '../contract/envelope.ts'
import type { ErrorCode } from '../contract/errors.ts'
import type { Method } from '../contract/operation.ts'
import type { OperationId } from '../contract/operations.ts'
import { urlOf } from '../contract/url.ts'
import type { Redact } from './redact.ts'

/** What can go wrong on the client's side, with our own codes. The API's codes are in contract/errors.ts. */
export const FAULTS = {
  network_error: 'the service could not be reached, or the connection broke',
  tls_error: 'no secure connection was made: the certificate of the address is not trusted',
  api_down: 'the address failed again and again, so the call was not sent',
  timeout: 'the call did not finish before its deadline',
  cancelled: 'the caller gave up the call',
  contract_violation: 'the answer lacks a declared field or holds one of another type',
  unconfirmed: 'a change was answered with success, and nothing says or shows that it was done',
  not_an_api: 'the address answers, but not as the Translation Service API does',
  wrong_result: 'a download link gave something else than the file that was announced',
  link_refused: 'a download link does not lead to its file',
  file_exists: 'a file is already there and was not to be overwritten',
  file_changed: 'the file changed while it was being sent',
  file_error: 'a file on this machine could not be read or written',
  sign_in_required: 'a person has to sign in at the address of the API',
  token_ended: "the caller's token ended while the call was under way",
  reconnect_required: 'the connection of an assistant was revoked, or was not granted enough',
} as const satisfies Record<string, string>

export type FaultCode = keyof typeof FAULTS
/** A code of the API, one of FAULTS, or one that only a newer service knows. */
export type ApiErrorCode = ErrorCode | FaultCode | (string & Record<never, never>)

export interface ErrorFacts {
  code: ApiErrorCode
  message: string
  status?: number
  type?: string | null
  param?: string | null
  request_id?: string | null
  retry_after_seconds?: number | null
  docs_url?: string | null
  may_have_applied?: boolean
  operation?: OperationId | null
}

/** The error class of this client. Branch on `code` only. A fact that is not known is null. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  /** HTTP status of the answer; null when none arrived. */
  readonly status: number | null
  /** `error.type` of the envelope. */
  readonly type: string | null
  /** The field or parameter that was refused. */
  readonly param: string | null
  /** What to quote when reporting the failure. */
  readonly request_id: string | null
  /** Seconds the service asked us to wait (Retry-After). */
  readonly retry_after_seconds: number | null
  readonly docs_url: string | null
  /** True when a changing request may have taken effect although no answer said so. */
  readonly may_have_applied: boolean
  /** The operation that failed; null for what is none, such as fetching the file behind a link. */
  readonly operation: OperationId | null

  constructor(facts: ErrorFacts) {
    super(facts.message)
    this.code = facts.code
    this.status = facts.status ?? null
    this.type = facts.type ?? null
    this.param = facts.param ?? null
    this.request_id = facts.request_id ?? null
    this.retry_after_seconds = facts.retry_after_seconds ?? null
    this.docs_url = facts.docs_url ?? null
    this.may_have_applied = facts.may_have_applied ?? false
    this.operation = facts.operation ?? null
  }

  /** The same failure after an earlier attempt that may have taken effect. */
  afterLostAnswer(): ApiError {
    return this.may_have_applied ? this : new ApiError({ ...this.facts(), may_have_applied: true })
  }

  /** The same failure, of this operation unless it says another. */
  of(operation: OperationId): ApiError {
    return this.operation === null ? new ApiError({ ...this.facts(), operation }) : this
  }

  /** The failure to read `what` after a change that was answered with success. */
  afterSuccess(what: string): ApiError {
    const message = `The service answered with success, but ${what} could not be read: ${this.message}`
    return new ApiError({ ...this.facts(), message, may_have_applied: true })
  }

  private facts(): ErrorFacts {
    const { code, message, type, param, request_id, retry_after_seconds, docs_url, may_have_applied, operation } = this
    const rest = { code, message, type, param, request_id, retry_after_seconds, docs_url, may_have_applied, operation }
    return this.status === null ? rest : { ...rest, status: this.status }
  }
}

/** An answer as it came. */
export interface RawResponse {
  method: Method
  status: number
  /** Where a redirect leads, as a whole address. */
  location?: string | undefined
  contentType: string
  /** Where it says so: in which state a translation was answered. */
  state?: string | undefined
  text: string
  retry_after_seconds: number | null
  redact: Redact
}

const lenient = z.string().nullable().catch(null)
/** The error envelope, read leniently: only `code` must be there. A refusal with its code helps more than one about other fields. */
const Envelope = z.object({
  error: z.object({
    code: ErrorEnvelope.shape.error.shape.code,
    message: lenient,
    type: lenient,
    param: lenient,
    docs_url: lenient,
  }),
  request_id: lenient,
})

/** Codes for an answer without envelope, such as a gateway's page. Only statuses whose meaning the contract fixes. */
const WITHOUT_ENVELOPE: Readonly<Record<number, ErrorCode>> = {
  429: 'rate_limited',
  500: 'internal_error',
  502: 'service_unavailable',
  503: 'service_unavailable',
  504: 'service_unavailable',
}
const MESSAGE_LENGTH = 2000

/** The error of an answer that is not a success (contract, Errors). The text of a body without envelope is never repeated. */
export function refusalError(refusal: RawResponse): ApiError {
  const { status, retry_after_seconds, redact } = refusal
  const changes = refusal.method !== 'GET'
  // A redirect after a change may be the last step of doing it, as after a form (RFC 9110 § 15.4.4).
  const may_have_applied = changes && (status >= 500 || isRedirect(status))
  const known = { status, retry_after_seconds, may_have_applied }
  const envelope = Envelope.safeParse(parseJson(refusal.text))
  if (!envelope.success) {
    const code = WITHOUT_ENVELOPE[status] ?? 'not_an_api'
    // Whoever answered so is not the API: what stands between may have passed the request on. After a 429 nobody did.
    const passed_on = status !== 429 && changes
    const message = foreignAnswer(status, refusal.contentType)
    return new ApiError({ ...known, code, message, may_have_applied: passed_on })
  }
  const { error, request_id } = envelope.data
  const show = (text: string | null) => (text === null ? null : redact(text).slice(0, MESSAGE_LENGTH))
  return new ApiError({
    ...known,
    code: show(error.code) ?? error.code,
    message: show(error.message) ?? `The service refused the request with status ${status}.`,
    type: show(error.type),
    param: show(error.param),
    request_id: show(request_id),
    docs_url: docsUrl(error.docs_url, redact),
  })
}

/** The message for an answer that is not from the API. */
export function foreignAnswer(status: number, contentType: string): string {
  if (isRedirect(status)) return `The service answered ${status}, a redirect; redirects are not followed.`
  const kind = /^[\w.+-]+\/[\w.+-]+/.exec(contentType)?.[0] ?? 'no content type'
  return `The service answered ${status} (${kind}) without the API's envelope.`
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400
}

/** The value of a JSON text; undefined where the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The documentation link without its query; null for a link that holds a credential or is no http address. */
function docsUrl(address: string | null, redact: Redact): string | null {
  const url = address === null ? undefined : urlOf(address)
  if (url === undefined) return null
  const { protocol, origin, pathname, hash } = url
  const path = `${pathname}${hash}`
  return protocol.startsWith('http') && redact(path) === path ? `${origin}${path}` : null
}

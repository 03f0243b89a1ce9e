import { ERRORS, type ErrorCode } from '../contract/errors.ts'

interface Details {
  /** The property or parameter at fault, nested ones as `terms[3].target`. */
  readonly param?: string
  /** For `rate_limited` and `service_unavailable`: sent as Retry-After, in whole seconds. */
  readonly retryAfterSeconds?: number
}

/** A refusal that the caller is told about, made where its cause is known. Its message must hold no secret and no local path. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly param: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message)
    this.name = 'ServiceError'
    this.code = code
    this.param = details.param
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** The error envelope of the contract (Errors): `docs_url` is `{docsUrl}/errors#<code>`. */
export function errorEnvelope(error: ServiceError, requestId: string, docsUrl: string) {
  return {
    error: {
      type: ERRORS[error.code].type,
      code: error.code,
      message: error.message,
      ...(error.param === undefined ? {} : { param: error.param }),
      docs_url: `${docsUrl}/errors#${error.code}`,
    },
    request_id: requestId,
  }
}

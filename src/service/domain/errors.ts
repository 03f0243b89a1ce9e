import type { ErrorCode } from '../../contract/errors.ts'

interface Details {
  /** The property or parameter at fault, nested ones as `terms[3].target`. */
  readonly param?: string
  /** When to ask again, in whole seconds. */
  readonly retryAfterSeconds?: number
}

/**
 * A refusal that is shown to the caller, made where its cause is known. Its message must hold no secret and no local path. The
 * HTTP status and envelope of its code are defined elsewhere: in the contract's table and in `http/`.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly param: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message)
    this.code = code
    this.param = details.param
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** Why a piece of work was refused: a ServiceError as plain data, which travels between threads. */
export interface Refusal {
  readonly code: ErrorCode
  readonly message: string
  readonly param?: string | undefined
}

/** The error that a refusal stands for. */
export function errorOf({ code, message, param }: Refusal): ServiceError {
  return new ServiceError(code, message, param === undefined ? {} : { param })
}

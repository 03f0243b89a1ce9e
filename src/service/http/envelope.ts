import { ERRORS } from '../../contract/errors.ts'
import type { ServiceError } from '../domain/errors.ts'

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

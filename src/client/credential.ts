import type { Scope } from '../contract/scopes.ts'
import type { ApiError } from './errors.ts'

/** A credential and the address of the one API that it is for. The credential appears in no URL, log or error. */
export interface ApiCredential {
  baseUrl: string
  credential: string
  /**
   * Gets another credential after the API refused this one with 401 or `insufficient_scope`; `scope` is that of the operation.
   * If there is no other, it rejects with the error for the caller. Absent where there can be no other.
   */
  renew?: (refusal: ApiError, scope: Scope) => Promise<ApiCredential>
}

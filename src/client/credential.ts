import type { Scope } from '../contract/scopes.ts'
import type { ApiError } from './errors.ts'

/** A credential and the address of the one API that it is for. The credential appears in no URL, log or error. */
export interface ApiCredential {
  baseUrl: string
  credential: string
  /**
   * Another credential, once the API has refused this one: with 401, or with `insufficient_scope` for an operation of `scope`.
   * Absent where there is no other. Rejects with what the caller is to be told where there is none any more.
   */
  renew?: (refusal: ApiError, scope: Scope) => Promise<ApiCredential>
}

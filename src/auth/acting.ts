import type { ApiCredential } from '../client/credential.ts'
import type { ApiError } from '../client/errors.ts'
import type { Scope } from '../contract/scopes.ts'
import { beyondCeiling } from './beyond-ceiling.ts'
import type { Caller } from './caller.ts'
import { connectionEnded, type TokenExchange } from './token-exchange.ts'

/**
 * The way to the API for one caller. The caller's token is exchanged for a token of the API. If the API refuses that token, it is
 * exchanged once more, since the connection or the ceiling may have changed. If the second is refused too, the error says why.
 */
export function actingFor(caller: Caller, baseUrl: string, exchange: TokenExchange): () => Promise<ApiCredential> {
  return async () => {
    const { token } = await exchange.tokenFor(caller)
    return {
      baseUrl,
      credential: token,
      async renew() {
        const again = await exchange.tokenFor(caller, token)
        const renew = (refusal: ApiError, scope: Scope) => Promise.reject(explained(refusal, scope, caller))
        return { baseUrl, credential: again.token, renew }
      },
    }
  }
}

function explained(refusal: ApiError, scope: Scope, caller: Caller): ApiError {
  return refusal.code === 'insufficient_scope' ? beyondCeiling(scope, caller, refusal) : connectionEnded()
}

import type { ApiCredential } from '../client/credential.ts'
import type { ApiError } from '../client/errors.ts'
import type { Scope } from '../contract/scopes.ts'
import { beyondCeiling } from './beyond-ceiling.ts'
import type { Caller } from './caller.ts'
import { connectionEnded, type TokenExchange } from './token-exchange.ts'

/**
 * The way to the API for one caller: her token is exchanged for one of the API. If the API refuses that one, it is exchanged once
 * more, since the connection or the ceiling may have changed meanwhile. If that is refused too, the caller is told why.
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

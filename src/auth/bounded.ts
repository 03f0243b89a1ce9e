import type { Client } from '../client/client.ts'
import { ApiError } from '../client/errors.ts'
import type { Scope } from '../contract/scopes.ts'
import { beyondCeiling } from './beyond-ceiling.ts'
import type { Caller } from './caller.ts'
import { openid } from './issuer.ts'
import type { IssuingServer } from './issuing-server.ts'
import { connectionEnded, type TokenExchange } from './token-exchange.ts'

/**
 * Checks that a caller may now make a call that needs a scope.
 *
 * @throws {ApiError} insufficient_scope, reconnect_required, token_ended; service_unavailable, where the server cannot be asked
 */
export type Permit = (caller: Caller, scope: Scope) => Promise<void>

/**
 * Makes the check for calls that use a shared credential, which may do more than the caller. Each call asks the authorization
 * server what the caller's connection still allows, so a revocation or a lowered ceiling counts from the next call on.
 */
export function createPermit({ configuration }: IssuingServer, exchange: TokenExchange): Permit {
  return async (caller, scope) => {
    const { token } = await exchange.tokenFor(caller)
    const state = await introspected(configuration, token)
    if (!state.active) throw connectionEnded()
    if (!(state.scope ?? '').split(' ').includes(scope)) throw beyondCeiling(scope, caller)
  }
}

async function introspected(configuration: IssuingServer['configuration'], token: string) {
  const { tokenIntrospection } = await openid()
  return tokenIntrospection(configuration, token).catch(() => {
    const message = 'The authorization server cannot be reached, so no call can be answered at the moment.'
    throw new ApiError({ code: 'service_unavailable', message })
  })
}

/** A client that makes a call only after it was permitted. Links need no permission: they are signed. */
export function boundedClient(client: Client, permit: (scope: Scope) => Promise<void>): Client {
  return {
    ...client,
    async call(operation, input, options) {
      await permit(operation.scope)
      return client.call(operation, input, options)
    },
    async *pages(operation, input, options) {
      await permit(operation.scope)
      yield* client.pages(operation, input, options)
    },
    over: connect => boundedClient(client.over(connect), permit),
  }
}

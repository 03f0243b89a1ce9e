import { beyondCeiling } from '../auth/beyond-ceiling.ts'
import type { Account } from '../contract/account.ts'
import { api } from '../contract/operations.ts'
import type { CallContext } from './context.ts'
import { ToolRefusal } from './failure.ts'

/** How long the account of a caller is cached, in milliseconds. */
const BELIEVED_MS = 60_000

/** The account of the caller, cached for a minute. @throws {ApiError} as `call` does */
export async function accountOf(context: CallContext): Promise<Account> {
  const { client, clock, callerState } = context.parts
  const known = callerState.accounts.get(context.principal)
  if (known && clock() < known.until) return known.account
  const { data } = await client.call(api.account.get, {}, { signal: context.signal })
  // An account that cannot create is not cached: that may change at any moment.
  if (data.capabilities.batch_creation) {
    callerState.accounts.set(context.principal, { account: data, until: clock() + BELIEVED_MS })
  }
  return data
}

/**
 * The account of a caller who can create translations. Only `capabilities` decides what is possible, never the scopes or a version
 * (ACC-2). The scopes only decide which reason is given.
 *
 * @throws {ToolRefusal} creation_not_available, when the service has creation switched off, or the key of this server lacks the scope
 * @throws {ApiError} insufficient_scope, when the member who calls may not create translations; or as reading the account does
 */
export async function creatorAccount(context: CallContext): Promise<Account> {
  const account = await accountOf(context)
  if (account.capabilities.batch_creation) return account
  const { caller } = context
  const may = account.credential.scopes.includes('batches:create')
  if (caller && !may) throw beyondCeiling('batches:create', caller)
  const [what, who] = may ? SWITCHED_OFF : NOT_WITH_THIS_KEY
  const works = 'What works: list_batches, get_batch, get_result, glossaries, usage.'
  throw new ToolRefusal('creation_not_available', [`Nothing was done: ${what}.`, `${works} ${who}`])
}

const SWITCHED_OFF = [
  'this service does not create, plan or approve translations yet (capabilities.batch_creation is false)',
  'An administrator of the service decides when creation is switched on.',
] as const
const NOT_WITH_THIS_KEY = [
  'the key of this server may not create, plan or approve translations: it lacks batches:create',
  'Whoever configured this server can give it a key with that scope.',
] as const

import { isScope, type Scope, USABLE_SCOPES } from '../../contract/scopes.ts'
import { errorCode, mustRefuse } from '../answer.ts'
import { valueAt } from '../probe.ts'
import type { ContractCheck } from '../trial.ts'
import { must, untried } from '../verdict.ts'

/**
 * Operations that change nothing whatever the answer, by their scope: what a credential without the scope must be refused. They name
 * what nobody can have, since a service that forgets to look at the scope carries them out.
 */
const READING: Readonly<Record<string, readonly [method: string, path: string]>> = {
  'account:read': ['GET', '/v1/account'],
  'usage:read': ['GET', '/v1/usage'],
  'batches:read': ['GET', '/v1/batches'],
  'batches:write': ['PATCH', '/v1/batches/no-such-translation'],
  'batches:create': ['POST', '/v1/batches/no-such-translation/plan'],
  'glossaries:read': ['GET', '/v1/glossaries'],
  'glossaries:write': ['DELETE', '/v1/glossaries/nonsense'],
}
/** The scopes that a credential lacks. @throws {Ended} untried, its account does not tell its scopes */
function missingOf(account: unknown): readonly Scope[] {
  const scopes = valueAt(account, 'credential', 'scopes')
  if (!Array.isArray(scopes)) throw untried('the account does not say which scopes the credential has')
  return USABLE_SCOPES.filter(scope => !scopes.includes(scope))
}

const STATED = ['/v1/account', '/v1/credits', '/v1/usage', '/v1/batches', '/v1/languages']

/** Credentials and scopes. */
export const credential: readonly ContractCheck[] = [
  {
    id: 'ERR-2',
    promise: 'every read without a credential is refused with authentication_required',
    needs: [],
    async run({ send }) {
      for (const path of STATED) mustRefuse(await send('GET', path, { key: null }), 'authentication_required')
    },
  },
  {
    id: 'ERR-2',
    promise: 'a creation without a credential is refused with authentication_required',
    needs: [],
    async run({ createAs }) {
      const answer = await createAs({ key: null, body: { content: 'x', filename: 'x.txt' } })
      mustRefuse(answer, 'authentication_required')
    },
  },
  {
    id: 'ERR-2',
    promise: 'a malformed key is refused with invalid_api_key',
    needs: [],
    async run({ send }) {
      mustRefuse(await send('GET', '/v1/account', { key: 'not-a-key' }), 'invalid_api_key')
    },
  },
  {
    id: 'ERR-2',
    promise: 'an unknown key is refused with invalid_api_key',
    needs: [],
    async run({ send, account }) {
      const prefix = String(valueAt(account, 'credential', 'prefix') ?? 'tr').split('_')[0]
      const key = `${prefix}_live_${'0'.repeat(32)}`
      mustRefuse(await send('GET', '/v1/account', { key }), 'invalid_api_key')
    },
  },
  {
    id: 'KEY-3',
    promise: 'a credential in the URL is not read',
    needs: [],
    async run({ send }) {
      // Not the caller's own: it would stand in logs.
      const query = { access_token: 'x_live_0', api_key: 'x_live_0' }
      mustRefuse(await send('GET', '/v1/account', { key: null, query }), 'authentication_required')
    },
  },
  {
    id: 'SCP-1',
    promise: 'an operation whose scope the credential lacks is refused with insufficient_scope',
    needs: ['account:read'],
    async run({ send, account, own, second }) {
      const callers = [{ key: own, account }, ...(second ? [second] : [])]
      const missing = callers.flatMap(({ key, account }) => missingOf(account).map(scope => ({ key, scope })))
      if (missing.length === 0)
        throw untried(
          'it has every scope: try again with one that lacks some, or set TRANSLATION_SECOND_API_KEY to such a key',
        )
      for (const { key, scope } of missing) {
        const [method = 'GET', path = ''] = READING[scope] ?? []
        const answer = await send(method, path, { key })
        const absent = !answer.stated && [404, 405].includes(answer.status) && errorCode(answer) !== 'batch_not_found'
        if (!absent) mustRefuse(answer, 'insufficient_scope', scope)
      }
    },
  },
  {
    id: 'ACC-1',
    promise: 'the scopes of the credential are scopes of the document',
    needs: ['account:read'],
    run({ account }) {
      const scopes = valueAt(account, 'credential', 'scopes')
      must(Array.isArray(scopes), 'credential.scopes is no list')
      for (const scope of Array.isArray(scopes) ? scopes : []) must(isScope(String(scope)), `${scope} is no scope`)
    },
  },
]

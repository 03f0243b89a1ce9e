import { describe, expect, it } from 'vitest'
import { BATCH_STATUSES } from '../../../src/contract/batch.ts'
import { ERRORS } from '../../../src/contract/errors.ts'
import { isScope, SCOPE_NAMES } from '../../../src/contract/scopes.ts'
import { approvalRefusal, housekeepingRefusal, planningRefusal } from '../../../src/service/domain/batch-state.ts'
import { DEFAULT_CEILING, grantedScopes, knownScopes } from '../../../src/service/domain/ceiling.ts'
import { hashKey, isKey, KEY_REFUSALS, keyState, mintKey } from '../../../src/service/domain/keys.ts'

describe('a translation', () => {
  const late = 'batch_not_awaiting_approval'
  // status, approval without a plan, approval with one, planning, archiving, bringing back, renaming
  it.each([
    ['queued', 'no_plan_yet', late, late, false],
    ['analyzing', 'no_plan_yet', late, late, false],
    ['awaiting_review', 'no_plan_yet', undefined, undefined, true],
    ['translating', late, late, late, false],
    ['completed', late, late, late, true],
    ['failed', late, late, late, true],
  ] as const)('that is %s allows what its state says, and nothing else [BAT-6, APR-1]', (...row) => {
    const [status, unplanned, planned, planning, archiving] = row
    expect(approvalRefusal(status, false)).toBe(unplanned)
    expect(approvalRefusal(status, true)).toBe(planned)
    expect(planningRefusal(status)).toBe(planning)
    for (const archived of [false, true]) {
      const refusal = (change: { name?: string; archived?: boolean }) =>
        housekeepingRefusal({ status, archived }, change) === undefined
      expect(refusal({}), 'nothing').toBe(true)
      expect(refusal({ archived: true }), 'archive').toBe(archiving)
      expect(refusal({ archived: false }), 'bring back').toBe(true)
      expect(refusal({ name: 'x' }), 'rename').toBe(!archived)
      expect(refusal({ name: 'x', archived: false }), 'bring back and rename').toBe(true)
      expect(refusal({ name: 'x', archived: true }), 'rename and archive').toBe(archiving && !archived)
    }
  })

  it('has no state that the table above leaves out [BAT-5]', () => {
    expect([...BATCH_STATUSES].sort()).toEqual(
      ['queued', 'analyzing', 'awaiting_review', 'translating', 'completed', 'failed'].sort(),
    )
  })
})

describe('a key', () => {
  const NOW = 1_000_000
  it.each([
    ['active', null, 'active', undefined],
    ['active', NOW + 1, 'active', undefined],
    ['active', NOW, 'expired', 'api_key_expired'],
    ['active', NOW - 1, 'expired', 'api_key_expired'],
    ['replaced', null, 'replaced', 'api_key_revoked'],
    ['replaced', NOW - 1, 'replaced', 'api_key_revoked'],
    ['revoked', null, 'revoked', 'api_key_revoked'],
    ['revoked', NOW - 1, 'revoked', 'api_key_revoked'],
  ] as const)('that is %s with expiry %s counts as %s [KEY-2]', (state, expires_at, seen, code) => {
    expect(keyState({ state, expires_at }, NOW)).toBe(seen)
    expect(KEY_REFUSALS[seen]?.code).toBe(code)
    if (code !== undefined) expect(ERRORS[code].status).toBe(401)
  })

  it('is made of all its randomness, and recognised by its form alone [KEY-1]', () => {
    const [zero, one] = [new Uint8Array(32), new Uint8Array(32).fill(0, 0, 31).fill(1, 31)].map(mintKey)
    expect(zero?.secret).not.toBe(one?.secret)
    expect(zero?.prefix).toBe('tsk_live_AAAA')
    expect(zero?.hash).toBe(hashKey(zero?.secret ?? ''))
    expect(zero?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(isKey(zero?.secret ?? '')).toBe(true)
    for (const near of ['', ` ${zero?.secret}`, `${zero?.secret}\n`, `${zero?.secret}A`, zero?.secret.slice(0, -1)]) {
      expect(isKey(near ?? ''), JSON.stringify(near)).toBe(false)
    }
    expect(isKey(zero?.secret.replace('tsk_live_', 'TSK_LIVE_') ?? '')).toBe(false)
    expect(isKey(zero?.secret.replace('A', '+') ?? '')).toBe(false)
  })
})

describe('scopes', () => {
  it('are known by their own names only [SCP-1]', () => {
    expect(SCOPE_NAMES.filter(isScope)).toEqual(SCOPE_NAMES)
    for (const name of ['toString', 'constructor', '__proto__', 'account', 'account:read ', 'Account:read', '']) {
      expect(isScope(name), name).toBe(false)
    }
  })

  it('of a stored list are those this version knows: anything else grants nothing [SCP-1]', () => {
    expect(
      knownScopes(JSON.parse('["usage:read","toString","usage:write",3,null,["account:read"],"account:read"]')),
    ).toEqual([...['usage:read', 'account:read']])
    for (const json of ['{}', '"account:read"', 'null', '[]', '{"0":"account:read","length":1}']) {
      expect(knownScopes(JSON.parse(json))).toEqual([])
    }
  })

  it('of a credential are those within its ceiling, by default all but creation [SCP-1]', () => {
    expect(SCOPE_NAMES.filter(scope => !DEFAULT_CEILING.includes(scope))).toEqual(['batches:create'])
    expect(grantedScopes({ requested: SCOPE_NAMES, ceiling: DEFAULT_CEILING })).not.toContain('batches:create')
    expect(grantedScopes({ requested: ['batches:create', 'account:read'], ceiling: DEFAULT_CEILING })).toEqual([
      'account:read',
    ])
    expect(grantedScopes({ requested: ['account:read'], ceiling: [] })).toEqual([])
    expect(grantedScopes({ requested: [], ceiling: SCOPE_NAMES })).toEqual([])
  })
})

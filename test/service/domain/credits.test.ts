import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkNewGrant, checkNewKey } from '../../../src/service/domain/admin.ts'
import {
  balanceOf,
  freeIn,
  type GrantState,
  isExpired,
  monthOf,
  remainingIn,
  spread,
} from '../../../src/service/domain/credits.ts'
import { creditCost, TIER_RATES } from '../../../src/service/domain/price.ts'
import { rounds } from '../../support/seed.ts'

const NOW = 1000
const grant = (id: string, amount: number, facts: Partial<GrantState> = {}): GrantState => ({
  ...{ id, amount, used: 0, reserved: 0, expires_at: null, period: null },
  ...facts,
})

const anyGrant = fc
  .record({
    id: fc.uuid(),
    parts: fc.tuple(fc.nat(100), fc.nat(100), fc.nat(100)),
    expires_at: fc.option(fc.integer({ min: NOW - 3, max: NOW + 3 })),
  })
  .map(({ id, parts: [used, reserved, free], expires_at }) =>
    grant(id, used + reserved + free, { used, reserved, expires_at }),
  )
const anyGrants = fc.uniqueArray(anyGrant, { maxLength: 6, selector: ({ id }) => id })

describe('a grant', () => {
  it('gives until the moment of its expiry, and not from it on [CRD-2]', () => {
    expect(isExpired(grant('a', 5, { expires_at: NOW + 1 }), NOW)).toBe(false)
    expect(isExpired(grant('a', 5, { expires_at: NOW }), NOW)).toBe(true)
    expect(isExpired(grant('a', 5), Number.MAX_SAFE_INTEGER)).toBe(false)
  })

  it('of a later month gives nothing before that month begins, but keeps what is reserved from it [CRD-2, CRD-3]', () => {
    const april = Date.parse('2026-04-01T00:00:00Z')
    const early = grant('a', 10, { period: '2026-04', expires_at: Date.parse('2026-05-01T00:00:00Z'), reserved: 3 })
    expect([freeIn(early, april - 1), remainingIn(early, april - 1)]).toEqual([0, 3])
    expect([freeIn(early, april), remainingIn(early, april)]).toEqual([7, 10])
  })

  it('keeps what is reserved from it after its expiry, and nothing else [CRD-2]', () => {
    const held = grant('a', 10, { used: 2, reserved: 3, expires_at: NOW })
    expect([freeIn(held, NOW - 1), remainingIn(held, NOW - 1)]).toEqual([5, 8])
    expect([freeIn(held, NOW), remainingIn(held, NOW)]).toEqual([0, 3])
  })

  it('never remains with less than nothing: remaining is balance plus reserved, over all of them [CRD-2]', () => {
    fc.assert(
      fc.property(anyGrants, grants => {
        const reserved = grants.reduce((sum, { reserved }) => sum + reserved, 0)
        const remaining = grants.reduce((sum, each) => sum + remainingIn(each, NOW), 0)
        expect(remaining).toBe(balanceOf(grants, NOW) + reserved)
        expect(grants.filter(each => freeIn(each, NOW) < 0)).toEqual([])
      }),
      { numRuns: rounds(200) },
    )
  })
})

describe('taking credits', () => {
  it('takes exactly the amount, or nothing where the balance is too small [CRD-2]', () => {
    fc.assert(
      fc.property(anyGrants, fc.nat(700), (grants, amount) => {
        const shares = spread(grants, amount, NOW)
        expect(shares === undefined).toBe(amount > balanceOf(grants, NOW))
        if (shares === undefined) return
        expect(shares.reduce((sum, share) => sum + share.amount, 0)).toBe(amount)
        expect(new Set(shares.map(({ grant_id }) => grant_id)).size).toBe(shares.length)
        for (const { grant_id, amount: taken } of shares) {
          const from = grants.find(({ id }) => id === grant_id)
          expect(taken).toBeGreaterThan(0)
          expect(taken).toBeLessThanOrEqual(from === undefined ? 0 : freeIn(from, NOW))
        }
      }),
      { numRuns: rounds(300) },
    )
  })

  it('empties each grant before it touches one that lasts longer [CRD-2]', () => {
    fc.assert(
      fc.property(anyGrants, fc.nat(300), (grants, amount) => {
        const shares = spread(grants, amount, NOW) ?? []
        const taken = (id: string) => shares.find(({ grant_id }) => grant_id === id)?.amount ?? 0
        const ends = ({ expires_at }: GrantState) => expires_at ?? Number.MAX_SAFE_INTEGER
        for (const sooner of grants) {
          for (const later of grants) {
            if (ends(sooner) < ends(later) && taken(later.id) > 0) expect(taken(sooner.id)).toBe(freeIn(sooner, NOW))
          }
        }
      }),
      { numRuns: rounds(300) },
    )
  })

  it('takes nothing for nothing, also from no grant at all [CRD-2]', () => {
    expect(spread([], 0, NOW)).toEqual([])
    expect(spread([grant('a', 5)], 0, NOW)).toEqual([])
    expect(spread([], 1, NOW)).toBeUndefined()
  })

  it('takes from equal expiries in the order of their ids, whatever order they come in [CRD-2]', () => {
    const grants = [grant('b', 5), grant('a', 5), grant('c', 5)]
    const shares = [
      { grant_id: 'a', amount: 5 },
      { grant_id: 'b', amount: 2 },
    ]
    expect(spread(grants, 7, NOW)).toEqual(shares)
    expect(spread(grants.toReversed(), 7, NOW)).toEqual(shares)
  })
})

describe('a month', () => {
  it.each([
    ['2026-01-01T00:00:00.000Z', '2026-01', '2026-02-01T00:00:00.000Z'],
    ['2026-01-31T23:59:59.999Z', '2026-01', '2026-02-01T00:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', '2028-02', '2028-03-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2026-12', '2027-01-01T00:00:00.000Z'],
    ['2026-12-31T23:30:00.000-02:00', '2027-01', '2027-02-01T00:00:00.000Z'],
  ])('of %s is %s in UTC and ends at %s [CRD-3]', (moment, period, end) => {
    const { ends_at, ...rest } = monthOf(Date.parse(moment))
    expect(rest).toEqual({ period })
    expect(new Date(ends_at).toISOString()).toBe(end)
  })

  it('ends where the next one begins [CRD-3]', () => {
    let now = Date.UTC(2026, 0, 1)
    const periods: string[] = []
    for (let month = 0; month < 36; month++) {
      const { period, ends_at } = monthOf(now)
      expect(monthOf(ends_at - 1).period).toBe(period)
      expect(monthOf(ends_at).period > period).toBe(true)
      periods.push(period)
      now = ends_at
    }
    expect(new Set(periods).size).toBe(36)
    expect(periods.at(-1)).toBe('2028-12')
  })
})

describe('the price', () => {
  it.each([
    [0, 3, 'lite', 0],
    [1, 1, 'standard', 1],
    [1, 1, 'lite', 1],
    [1, 4, 'lite', 4],
    [3, 2, 'lite', 4],
    [1241, 2, 'standard', 2482],
    [1241, 2, 'lite', 1242],
  ] as const)(
    'of %i words into %i languages, %s, is %i: rounded up for each [CRE-8]',
    (words, languages, tier, cost) => {
      expect(creditCost(words, languages, tier)).toBe(cost)
    },
  )

  it('is whole, never less for more, and lite never dearer than standard [CRE-8]', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 120 }), (words, languages) => {
        for (const tier of ['standard', 'lite'] as const) {
          const cost = creditCost(words, languages, tier)
          expect(Number.isSafeInteger(cost)).toBe(true)
          expect(cost).toBeGreaterThanOrEqual(words * languages * TIER_RATES[tier])
          expect(cost).toBeLessThan((words * TIER_RATES[tier] + 1) * languages)
          expect(creditCost(words + 1, languages, tier)).toBeGreaterThanOrEqual(cost)
          expect(creditCost(words, languages + 1, tier) - cost).toBe(cost / languages)
        }
        expect(creditCost(words, languages, 'lite')).toBeLessThanOrEqual(creditCost(words, languages, 'standard'))
      }),
      { numRuns: rounds(300) },
    )
  })
})

describe('an order of the operator', () => {
  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e12 + 1, 2 ** 53])(
    'of %d credits is refused [CRD-3]',
    amount => {
      expect(() => checkNewGrant(amount, null, NOW)).toThrow(expect.objectContaining({ code: 'invalid_amount' }))
    },
  )

  it('of credits is whole and lies ahead: 1 to 10^12, until later than now [CRD-3]', () => {
    for (const amount of [1, 1e12]) expect(() => checkNewGrant(amount, NOW + 1, NOW)).not.toThrow()
    for (const end of [NOW, NOW - 1, Number.NaN]) {
      expect(() => checkNewGrant(1, end, NOW)).toThrow(expect.objectContaining({ code: 'invalid_expiry' }))
      expect(() => checkNewKey('x', end, NOW)).toThrow(expect.objectContaining({ code: 'invalid_expiry' }))
    }
  })

  it('for a key has a name of 1 to 100 characters [KEY-1]', () => {
    for (const name of ['x', 'x'.repeat(100), '日本']) expect(() => checkNewKey(name, null, NOW)).not.toThrow()
    for (const name of ['', ' ', '\n', 'x'.repeat(101)]) {
      expect(() => checkNewKey(name, null, NOW), name).toThrow(expect.objectContaining({ code: 'invalid_name' }))
    }
  })
})

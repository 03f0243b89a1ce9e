import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError, FAULTS } from '../../src/client/errors.ts'
import { redactor } from '../../src/client/redact.ts'
import { pathOf } from '../../src/client/request.ts'
import { delayMs, mayRetry, retryAfterSeconds } from '../../src/client/retry.ts'
import { ERRORS } from '../../src/contract/errors.ts'
import { api, OPERATIONS } from '../../src/contract/operations.ts'
import { growth, STEADY } from '../support/growth.ts'
import { rounds } from '../support/seed.ts'
import { NOON } from './start.ts'

const BASE = new URL('https://api.test/base/')
const statuses = fc.constantFrom(null, 400, 401, 402, 403, 404, 409, 410, 413, 422, 429, 500, 501, 502, 503, 504)
const codes = fc.constantFrom(...Object.keys(ERRORS), ...Object.keys(FAULTS), 'a_code_of_tomorrow')

describe('whether a call is repeated', () => {
  it('never is one that may have spent something, unless it was turned away for its pace [ERR-3]', () => {
    fc.assert(
      fc.property(statuses, codes, (status, code) => {
        expect(mayRetry('never', { status, code })).toBe(status === 429)
      }),
      { numRuns: rounds(300) },
    )
  })

  it('is told by what failed alone, and alike for what is safe and what has a key [ERR-3, ENV-6]', () => {
    fc.assert(
      fc.property(statuses, codes, (status, code) => {
        const passing = [429, 500, 502, 503, 504].includes(status ?? 0) || code === 'network_error'
        expect(mayRetry('safe', { status, code })).toBe(passing)
        expect(mayRetry('keyed', { status, code })).toBe(passing)
      }),
      { numRuns: rounds(300) },
    )
  })

  it('is no for every refusal that waiting cannot change [ERR-3]', () => {
    for (const { status } of Object.values(ERRORS)) {
      if (status >= 500 || status === 429) continue
      for (const retry of ['safe', 'keyed', 'never'] as const)
        expect(mayRetry(retry, { status, code: 'x' })).toBe(false)
    }
  })
})

describe('the pause before another attempt', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

  it('is never shorter than the service asks, and at most a second longer, unless the backoff is [ERR-3]', () => {
    fc.assert(
      fc.property(fc.nat(3600), fc.integer({ min: 1, max: 20 }), random, (seconds, count, chance) => {
        const pause = delayMs({ retry_after_seconds: seconds }, count, () => chance)
        expect(pause).toBeGreaterThanOrEqual(seconds * 1000)
        expect(pause).toBeLessThanOrEqual(Math.max(seconds * 1000 + 1000, 8000))
      }),
      { numRuns: rounds(300) },
    )
  })

  it('grows with each attempt up to eight seconds, and callers do not return together [ERR-3]', () => {
    const none = { retry_after_seconds: null }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), random, random, (count, one, other) => {
        const [a, b] = [delayMs(none, count, () => one), delayMs(none, count, () => other)]
        expect(Math.max(a, b)).toBeLessThanOrEqual(8000)
        expect(Math.min(a, b) * 2).toBeGreaterThanOrEqual(Math.max(a, b))
        expect(delayMs(none, count + 1, () => one)).toBeGreaterThanOrEqual(a)
        if (other - one > 0.001) expect(a).toBeLessThan(b)
      }),
      { numRuns: rounds(300) },
    )
  })

  it.each([
    ['0', 0],
    [' 40 ', 40],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['', null],
    ['12345678901', null],
    ['2026', 2026],
  ])('of a Retry-After header %j is %j seconds [LIM-1, ERR-3]', (header, seconds) => {
    expect(retryAfterSeconds(header, NOON)).toBe(seconds)
  })
})

describe('the address of a call', () => {
  const hostile = fc.oneof(
    fc.string({ minLength: 1, maxLength: 20 }),
    fc.constantFrom(
      '../account',
      '..%2f',
      '?x=1',
      '#',
      'a/b',
      '\\',
      '%',
      '\0',
      '\n',
      '\ud800',
      'é',
      '//evil.test/',
      '@evil.test',
    ),
  )
  const byId = OPERATIONS.filter(({ path }) => path.includes('{'))

  it('stays below its base and its operation, whatever an id holds [ENV-5, KEY-3]', () => {
    fc.assert(
      fc.property(fc.constantFrom(...byId), hostile, (operation, id) => {
        const [, name = ''] = /\{(\w+)\}/.exec(operation.path) ?? []
        let path: string
        try {
          path = pathOf(operation, BASE, { params: { [name]: id } })
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_parameter', param: name, may_have_applied: false })
          expect(['', '.', '..']).toContain(id)
          return
        }
        const { origin, pathname, search, hash } = new URL(path, BASE)
        expect([origin, search, hash]).toEqual([BASE.origin, '', ''])
        const shape = `/base${operation.path}`.split('/')
        const parts = pathname.split('/')
        expect(parts.length).toBe(shape.length)
        for (const [at, part] of shape.entries()) if (!part.startsWith('{')) expect(parts[at]).toBe(part)
      }),
      { numRuns: rounds(500) },
    )
  })

  it('carries what was searched for and nothing else, whatever that holds [BAT-2]', () => {
    fc.assert(
      fc.property(
        hostile.filter(text => !/\p{Surrogate}/u.test(text)),
        search => {
          const path = pathOf(api.batches.list, BASE, { query: { search, limit: 5 } })
          const query = new URL(path, BASE).searchParams
          expect(Object.fromEntries(query)).toEqual({ search, limit: '5' })
        },
      ),
      { numRuns: rounds(300) },
    )
  })

  it('is none for a value that the contract refuses: it is named, and nothing is sent [BAT-2]', () => {
    for (const query of [{ limit: 0 }, { limit: 101 }, { limit: 1.5 }, { status: 'done' }, { search: '' }]) {
      const [name] = Object.keys(query)
      expect(() => pathOf(api.batches.list, BASE, { query })).toThrow(
        expect.objectContaining({ code: 'invalid_parameter', param: name }),
      )
    }
  })
})

describe('a text that is shown', () => {
  const SECRET = 'tms_live_S3cretS3cret'
  const piece = fc.oneof(
    fc.constantFrom(
      SECRET,
      `Bearer ${SECRET}`,
      'bearer abc.def',
      'https://u:p@a.test/x?s=1',
      'http://[::1]:8/k',
      'acme_live_other-Key',
    ),
    fc.constantFrom('https://', 'http://%', ' ', '"', ')', 'plan_changed', 'Bearer', '_live_', 'see '),
    fc.string({ maxLength: 6 }),
  )

  it('holds no credential and no more of a link than whose it is, however they are mixed [KEY-3]', () => {
    const redact = redactor(SECRET)
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
        const text = pieces.join('')
        const shown = redact(text)
        expect(shown).not.toContain(SECRET)
        expect(shown).not.toMatch(/[A-Za-z0-9]+_live_[A-Za-z0-9-]/)
        expect(shown).not.toContain('u:p@')
      }),
      { numRuns: rounds(500) },
    )
  })

  it('is looked through in no time, however long it is and whatever it is made of [KEY-3]', async () => {
    const long = (times: number) => 'a'.repeat(times * 10)
    for (const text of [
      long,
      (times: number) => `${long(times)}_live_`,
      (times: number) => `https://${long(times)}`,
      (times: number) => 'Bearer '.repeat(times),
      (times: number) => 'x_live_'.repeat(times),
    ]) {
      const look = (times: number) => redactor(SECRET)(text(times))
      expect(await growth(look, 25_000)).toBeLessThan(STEADY)
    }
  })

  it('is left as it is where there is nothing to hide', () => {
    const plain = fc.stringMatching(/^[a-z ,.!?()'"-]{0,60}$/).filter(text => !/bearer/i.test(text))
    fc.assert(
      fc.property(plain, text => {
        expect(redactor(SECRET)(text)).toBe(text)
        expect(redactor('')(text)).toBe(text)
      }),
      { numRuns: rounds(200) },
    )
  })
})

describe('an error after a lost answer', () => {
  it('is the same but that it may have taken effect, and is so only once [CRE-10, ERR-3]', () => {
    fc.assert(
      fc.property(codes, statuses, fc.boolean(), (code, status, may_have_applied) => {
        const facts = { code, message: 'm', request_id: 'req_1', param: 'p', retry_after_seconds: 3, may_have_applied }
        const error = new ApiError(status === null ? facts : { ...facts, status })
        const after = error.afterLostAnswer()
        expect(after).toMatchObject({ ...facts, status, may_have_applied: true })
        expect(after.afterLostAnswer()).toBe(after)
        if (may_have_applied) expect(after).toBe(error)
      }),
      { numRuns: rounds(100) },
    )
  })
})

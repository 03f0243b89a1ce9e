import { describe, expect, it } from 'vitest'
import { keysInForce, nextKeyChange, rotatedKeys } from '../../../src/service/domain/signing-keys.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const MINUTE = 60_000
const first = { kid: 'a', signs_from: 0, ends_at: null }
const { fresh, earlier } = rotatedKeys([first], { kid: 'b' }, NOW)
const both = [fresh, ...earlier]

const kids = (keys: readonly { kid: string }[]) => keys.map(({ kid }) => kid)

describe('a signing key', () => {
  it('is published before it signs, and honoured after it did, until its tokens have ended [OAU-1]', () => {
    const at = (minutes: number) => kids(keysInForce(both, NOW + minutes * MINUTE))
    expect([at(0), at(1.9), at(2), at(11.9), at(12)]).toEqual([['a', 'b'], ['a', 'b'], ['b', 'a'], ['b', 'a'], ['b']])
  })

  it('says when the keys in force change next: at the change, and at the end of the earlier one [OAU-1]', () => {
    const next = (minutes: number) => nextKeyChange(both, NOW + minutes * MINUTE)
    expect([next(0), next(2), next(12)]).toEqual([NOW + 2 * MINUTE, NOW + 12 * MINUTE, undefined])
    expect(nextKeyChange([first], NOW)).toBeUndefined()
  })

  it('is replaced by one at a time: not while another waits to sign, and those that ended are left out [OAU-1]', () => {
    expect(() => rotatedKeys(both, { kid: 'c' }, NOW + MINUTE)).toThrow('Nothing was changed.')
    const later = rotatedKeys(both, { kid: 'c' }, NOW + 3 * MINUTE)
    expect(kids(later.earlier)).toEqual(['b', 'a'])
    expect(kids(rotatedKeys(both, { kid: 'c' }, NOW + 12 * MINUTE).earlier)).toEqual(['b'])
  })
})

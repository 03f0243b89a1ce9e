import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sealing } from '../../../src/service/domain/sealing.ts'
import { StateSecretRefused, stateKeys } from '../../../src/service/domain/state-secret.ts'
import { anyText } from '../../support/any-text.ts'

const SECRET = 'a-secret-of-the-processes-of-a-team-0123456789'

describe('what is sealed', () => {
  const keys = stateKeys(SECRET)

  it('opens whole, with the same secret and under the same name alone [KEY-3]', () => {
    fc.assert(
      fc.property(anyText(), fc.string(), fc.string(), (text, name, other) => {
        const sealed = keys.seal(text, name)
        expect(stateKeys(SECRET).unseal(sealed, name)).toBe(text)
        if (other !== name) expect(keys.unseal(sealed, other)).toBeUndefined()
        expect(stateKeys(`${SECRET}.`).unseal(sealed, name)).toBeUndefined()
      }),
      { numRuns: 50 },
    )
  })

  it('is not opened once a byte of it was changed, nor where it is something else [KEY-3]', () => {
    const sealed = Buffer.from(keys.seal('text', 'name'), 'base64url')
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(keys.unseal(changed.toString('base64url'), 'name')).toBeUndefined()
    }
    for (const other of ['', 'tsk_live_x', '{"signing":[]}']) expect(keys.unseal(other, 'name')).toBeUndefined()
  })

  it('is another text each time, and the print tells secrets apart without telling them [KEY-3]', () => {
    expect(keys.seal('text')).not.toBe(keys.seal('text'))
    expect(keys.print).toMatch(/^[0-9a-f]{64}$/)
    expect(stateKeys(SECRET).print).toBe(keys.print)
    expect(stateKeys(`${SECRET}.`).print).not.toBe(keys.print)
    // The print is no key: what it seals is nothing that the key opens.
    expect(keys.unseal(sealing(Buffer.from(keys.print, 'hex')).seal('text'))).toBeUndefined()
  })
})

it('a refusal says what is missing, and what to set [KEY-3]', () => {
  const whys = ['missing', 'other', 'other_folder', 'still_used'] as const
  for (const why of whys) {
    const { code, message } = new StateSecretRefused(why)
    expect({ code, message }).toEqual({
      code: 'state_secret',
      message: expect.stringContaining('TRANSLATION_STATE_SECRET'),
    })
  }
  expect(new Set(whys.map(why => new StateSecretRefused(why).message)).size).toBe(whys.length)
})

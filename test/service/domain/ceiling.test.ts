import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SCOPE_NAMES, type Scope } from '../../../src/contract/scopes.ts'
import { DEFAULT_CEILING, grantedScopes, knownScopes, scopeWords } from '../../../src/service/domain/ceiling.ts'

const scopes = fc.subarray([...SCOPE_NAMES])
const words = fc.array(fc.oneof(fc.constantFrom(...SCOPE_NAMES), fc.constantFrom('openid', 'admin', '', '__proto__')))

describe('what is granted', () => {
  it('is in each of: requested, resource, ceiling, ticked, and everything that is [OAU-2]', () => {
    fc.assert(
      fc.property(words, scopes, scopes, words, (requested, resource, ceiling, ticked) => {
        const granted = grantedScopes({ requested, resource, ceiling, ticked })
        const all = SCOPE_NAMES.filter(scope =>
          [requested, resource, ceiling, ticked].every(list => list.some(word => word === scope)),
        )
        expect(granted).toEqual(all)
      }),
    )
  })

  it('never grows by asking for more, and never outgrows a ceiling that was lowered [OAU-3]', () => {
    fc.assert(
      fc.property(words, words, scopes, scopes, (asked, more, ceiling, kept) => {
        const lowered = ceiling.filter(scope => kept.includes(scope))
        const before = grantedScopes({ requested: asked, ceiling })
        const after = grantedScopes({ requested: [...asked, ...more], ceiling: lowered })
        expect(after.filter(scope => !lowered.includes(scope))).toEqual([])
        expect(grantedScopes({ requested: before, ceiling: lowered })).toEqual(
          grantedScopes({ requested: asked, ceiling: lowered }),
        )
      }),
    )
  })

  it('gives the same applied twice, so that the four moments agree [OAU-3]', () => {
    fc.assert(
      fc.property(words, scopes, (requested, ceiling) => {
        const once = grantedScopes({ requested, ceiling })
        expect(grantedScopes({ requested: once, ceiling, ticked: once })).toEqual(once)
      }),
    )
  })

  it('reads the words of a scope parameter, and nothing out of anything else', () => {
    expect(scopeWords('account:read  openid ')).toEqual(['account:read', 'openid'])
    for (const none of [undefined, null, 7, ['account:read']]) expect(scopeWords(none)).toEqual([])
    const creating: Scope = 'batches:create'
    expect(DEFAULT_CEILING).not.toContain(creating)
  })

  it('takes of a list that was kept the scopes of this version, and nothing out of anything else', () => {
    expect(knownScopes(['account:read', 'of:later', 7, null, ['usage:read'], 'usage:read'])).toEqual([
      'account:read',
      'usage:read',
    ])
    for (const none of [undefined, null, 'account:read', { 0: 'account:read' }]) expect(knownScopes(none)).toEqual([])
  })
})

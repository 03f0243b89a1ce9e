import { describe, expect, it } from 'vitest'
import { startAuthority } from '../support/authority.ts'
import { dataDirIn, makePlace } from '../support/program.ts'
import { proveSignIn } from './sign-in-cases.ts'
import { later, openHost } from './sign-in-host.ts'

proveSignIn(['sdk 1', 'modern'])

describe('no secret of a sign-in', () => {
  it('reaches the assistant [KEY-3, MCP-7]', async () => {
    const [place, authority] = [makePlace(), await startAuthority()]
    const host = await openHost(place, authority, { meet: later })
    const told = [await host.call('get_account')]
    authority.revokeAll()
    authority.does.consents = false
    told.push(await host.call('get_account'))
    expect(authority.secrets.length).toBeGreaterThan(2)
    const all = JSON.stringify([told, host.asked])
    expect(authority.secrets.filter(secret => all.includes(secret))).toEqual([])
    expect(all).not.toContain(dataDirIn(place))
  })
})

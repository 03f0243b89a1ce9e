import { describe, expect, it } from 'vitest'
import { startAuthority } from '../support/authority.ts'
import type { HostKind } from '../support/mcp.ts'
import { makePlace, TYPED } from '../support/program.ts'
import { later, openHost } from './sign-in-host.ts'

/** Proves what a host of each kind meets where nobody is signed in. */
export function proveSignIn(kinds: readonly HostKind[]): void {
  describe.each(kinds)('a host (%s) at a service where nobody is signed in', kind => {
    it('opens the sign-in page at the first call, which then goes on [OAU-4]', async () => {
      const [place, authority] = [makePlace(), await startAuthority()]
      const host = await openHost(place, authority, { kind, meet: later })
      const told = await host.call('get_account')
      expect(told.text).toContain('Workspace Example')
      expect(host.asked).toMatchObject([{ message: expect.stringContaining(`Sign in at ${authority.url}`) }])
      expect(new URL(host.asked[0]?.url ?? '').origin).toBe(authority.url)
      await host.call('get_account')
      expect(host.asked).toHaveLength(1)
      // Another process of this person finds the login.
      const next = await openHost(place, authority, { kind, elicitation: undefined })
      expect((await next.call('get_account')).failed).toBe(false)
    })

    it.each([[undefined], [{ form: {} }]])('that cannot open pages (%j) hears the exact command', async elicitation => {
      const [place, authority] = [makePlace(), await startAuthority()]
      const host = await openHost(place, authority, { kind, elicitation })
      const { failed, text } = await host.call('get_account')
      expect({ failed, asked: host.asked, seen: authority.seen }).toEqual({ failed: true, asked: [], seen: [] })
      expect(text).toContain(`Run \`${TYPED} login --api-url ${authority.url}\` in a terminal`)
      expect(text).toContain('get_account failed (sign_in_required)')
    })

    it('whose person says no has changed nothing, and is told the other way', async () => {
      const [place, authority] = [makePlace(), await startAuthority()]
      const host = await openHost(place, authority, { kind, meet: () => 'decline' })
      const { failed, text } = await host.call('get_account')
      expect({ failed, text }).toMatchObject({ failed: true, text: expect.stringContaining('sign_in_declined') })
      expect(text).toContain(`${TYPED} login --api-url ${authority.url}`)
      // A "no" that quick is the program's own: it is not asked again at once.
      await host.call('get_account')
      expect(host.asked).toHaveLength(1)
    })

    it('hears why a sign-in came to nothing, and may try again', async () => {
      const [place, authority] = [makePlace(), await startAuthority({ consents: false })]
      const host = await openHost(place, authority, { kind, meet: later })
      const { text } = await host.call('get_account')
      expect(text).toContain('sign_in_failed')
      expect(text).toContain('was not approved')
      authority.does.consents = true
      expect((await host.call('get_account')).failed).toBe(false)
    })
  })
}

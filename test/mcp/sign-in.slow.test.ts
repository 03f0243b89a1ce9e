import { beforeAll, describe, expect, it } from 'vitest'
import { browse, startAuthority } from '../support/authority.ts'
import { HOSTS } from '../support/mcp.ts'
import { dataDirIn, makePlace, TYPED } from '../support/program.ts'
import { proveSignIn } from './sign-in-cases.ts'
import { later, openHost } from './sign-in-host.ts'

/** What becomes of the slow sign-ins: each of them waits most of a minute, meanwhile the other tests run. */
let unhurried: Promise<readonly PromiseSettledResult<void>[]>
beforeAll(async () => {
  const opened = await Promise.all(
    HOSTS.map(async kind => {
      const [place, authority] = [makePlace(), await startAuthority()]
      return { authority, host: await openHost(place, authority, { kind, meet: () => 'accept' }) }
    }),
  )
  unhurried = Promise.allSettled(opened.map(slowSignIn))
})

proveSignIn(['sdk 1', 'modern', 'legacy'])

interface Opened {
  readonly authority: Awaited<ReturnType<typeof startAuthority>>
  readonly host: Awaited<ReturnType<typeof openHost>>
}

/** A person who opens the page, and goes there only once the call has been answered. */
async function slowSignIn({ authority, host }: Opened): Promise<void> {
  const begun = performance.now()
  const { failed, text } = await host.call('get_account')
  expect(performance.now() - begun).toBeLessThan(55_000)
  expect({ failed, text }).toMatchObject({ failed: true, text: expect.stringContaining('sign_in_pending') })
  expect(text).toContain(`${TYPED} login --api-url ${authority.url} --device`)
  expect((await browse(host.asked[0]?.url ?? '')).text).toContain('You are signed in.')
  expect((await host.call('get_account')).text).toContain('Workspace Example')
  expect(host.asked).toHaveLength(1)
}

describe('a host whose person takes her time to sign in', () => {
  it('is answered before it gives up; the page stays open, and the next call finds the login [OAU-4]', async () => {
    expect((await unhurried).filter(({ status }) => status === 'rejected')).toEqual([])
  })
})

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

import { beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../src/contract/scopes.ts'
import { type SignedIn, type Signing, signInNew, signInOld } from '../support/oauth-hosts.ts'
import { installReleases, type Releases } from '../support/sdk-releases.ts'
import { startTeam, type Team } from '../support/team.ts'

/** Releases that hosts were built with: each differs from the one before in how it signs in. */
const OLD = ['1.12.0', '1.12.3', '1.17.5', '1.20.2', '1.22.0', '1.23.1', '1.24.3', '1.26.0', '1.29.0', '1.32.2']
const NEWER = ['2.0.0', '2.4.0']

const releases: Releases | undefined = installReleases(OLD, NEWER)

let team: Team
beforeAll(async () => {
  team = await startTeam()
})

const READING = ['account:read', 'usage:read', 'batches:read', 'glossaries:read'] as const satisfies readonly Scope[]
const reading = { member: 'olga', ticked: READING } as const
const creating = { member: 'olga', ticked: [...READING, 'batches:create'] } as const

const HOSTS: readonly (readonly [string, (signing: Signing) => Promise<SignedIn | undefined>])[] = [
  ...OLD.map(
    version =>
      [
        `sdk ${version}`,
        async (signing: Signing) => signInOld(team.mcp, signing, await releases?.old(version)),
      ] as const,
  ),
  ...NEWER.flatMap(version =>
    (['auto', 'legacy'] as const).map(
      mode =>
        [
          `client ${version}, ${mode === 'auto' ? 'newer' : 'older'} era`,
          async (signing: Signing) => signInNew(team.mcp, mode, signing, await releases?.newer(version)),
        ] as const,
    ),
  ),
]

describe.skipIf(releases === undefined).each(HOSTS)('a host with %s', (name, open) => {
  it.each([
    ['forgets', true],
    ['keeps', false],
  ])(
    'that %s ended tokens is led to the consent again by the call that needs more, and the call then succeeds [OAU-2]',
    async (_, forgets) => {
      let shown = ''
      const host = await open({
        ...reading,
        forgets,
        seen: ({ html }) => {
          shown = html
        },
      })
      expect(shown).toContain('value="batches:create"')
      expect(shown).not.toMatch(/value="batches:create" checked/)
      if (host === undefined) throw new Error('no host')
      expect((await host.call('list_batches')).failed).toBe(false)
      const wish = { content: `Good morning, ${name} ${forgets}.`, filename: 'n.txt', target_languages: ['de'] }
      await expect(host.call('create_batch', wish)).rejects.toThrow()
      expect(host.keeping.page).toBeDefined()
      await host.agree({
        ...creating,
        seen: ({ html }) => {
          shown = html
        },
      })
      expect(shown).toContain('just asked')
      const made = await host.call('create_batch', wish)
      expect(made.failed, made.text).toBe(false)
      expect((await host.call('list_batches')).failed).toBe(false)
    },
  )

  it.each([
    ['forgets', true],
    ['keeps', false],
  ])('that %s ended tokens goes on as it was when its member declines [OAU-2]', async (_, forgets) => {
    const host = await open({ ...reading, forgets })
    if (host === undefined) throw new Error('no host')
    const wish = { content: `Good evening, ${name} ${forgets}.`, filename: 'n.txt', target_languages: ['de'] }
    await expect(host.call('create_batch', wish)).rejects.toThrow()
    expect((await host.keeping.approved({ member: 'olga', deny: true })).get('error')).toBe('access_denied')
    expect((await host.call('list_batches')).failed).toBe(false)
  })

  it('that may not approve is led there by the approval too [OAU-2]', async () => {
    const host = await open(reading)
    if (host === undefined) throw new Error('no host')
    const approval = { batch_id: 'bat_01JD0000000000000000000000', plan_revision: 'pr_1' }
    await expect(host.call('approve_batch', approval)).rejects.toThrow()
    expect(host.keeping.page).toBeDefined()
    await host.agree(creating)
    expect((await host.call('approve_batch', approval)).text).toContain('batch_not_found')
  })
})

import { PassThrough } from 'node:stream'
import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { SCOPE_NAMES } from '../../src/contract/scopes.ts'
import { revokeConnection } from '../../src/service/store/connections.ts'
import { write } from '../../src/service/store/database.ts'
import { setCeiling } from '../../src/service/store/members.ts'
import { type ClientDocuments, serveClientDocuments } from '../support/client-documents.ts'
import { signInNew, signInOld } from '../support/oauth-hosts.ts'
import { startTeam, type Team } from '../support/team.ts'

let documents: ClientDocuments
let team: Team
beforeAll(async () => {
  documents = await serveClientDocuments()
  team = await startTeam({ fetching: documents.fetching })
})

const HOSTS = {
  'sdk 2, newer era': (signing = {}) => signInNew(team.mcp, 'auto', signing),
  'sdk 2, older era': (signing = {}) => signInNew(team.mcp, 'legacy', signing),
  'sdk 1': (signing = {}) => signInOld(team.mcp, signing),
} as const
const names = ['sdk 2, newer era', 'sdk 2, older era', 'sdk 1'] as const

const admit = (ceiling: readonly (typeof SCOPE_NAMES)[number][]) =>
  write(team.world.db, tx =>
    setCeiling(tx, { now: Date.now(), newId: team.world.newId, id: team.world.members.olga, ceiling }),
  )

describe.each(names)('a host with %s', name => {
  const open = HOSTS[name]

  it('comes from nothing to a call: refused, told where, registered, approved, served [OAU-1, OAU-5, MCP-3]', async () => {
    const before = team.exchanges()
    const host = await open()
    expect(host.era).toBe(name === 'sdk 2, newer era' ? '2026-07-28' : '2025-11-25')
    const told = await host.call('get_account')
    expect(told.data.credential).toMatchObject({
      kind: 'oauth',
      id: decodeJwt(host.keeping.held?.access_token ?? '').gid,
    })
    expect((await host.call('list_batches')).failed).toBe(false)
    // Two exchanges at the token endpoint: the code for the token, and the token for the API's.
    expect(team.exchanges() - before).toBe(1)
  })

  it('is not sent to a consent that cannot help, but told who can and how [OAU-3, MCP-7]', async () => {
    const host = await open({ member: 'ada' })
    const told = await host.call('create_batch', { content: 'x', filename: 'n.txt', target_languages: ['de'] })
    expect(told.failed).toBe(true)
    expect(told.text).toContain('The workspace does not let ada use batches:create')
    expect(told.text).toContain('translation-mcp members set ada --scopes +batches:create')
    expect(host.keeping.page).toBeUndefined()
  })

  it('hears at its next call that its connection was revoked, although its token is still good [OAU-1]', async () => {
    const host = await open()
    await host.call('get_account')
    const { gid } = decodeJwt(host.keeping.held?.access_token ?? '')
    await write(team.world.db, tx => revokeConnection(tx, String(gid), Date.now()))
    const told = await host.call('get_account')
    expect(told.failed).toBe(true)
    expect(told.text).toContain('reconnect_required')
    expect(host.keeping.page).toBeUndefined()
  })

  it('gets a new token by itself when the one it has is refused [OAU-1]', async () => {
    const host = await open()
    const { keeping } = host
    const old = keeping.held
    if (old) keeping.held = { ...old, access_token: `${old.access_token.slice(0, -4)}AAAA` }
    expect((await host.call('get_account')).failed).toBe(false)
    expect(keeping.held?.refresh_token).not.toBe(old?.refresh_token)
    expect(keeping.page).toBeUndefined()
  })
})

/** A member who may create leaves out at first what spends, as the page suggests. */
const careful = { member: 'olga', ticked: 'as shown' } as const

describe.each(names)('a host with %s', name => {
  it('is asked for more where that helps, and the call then succeeds [OAU-2, SCP-1]', async () => {
    const host = await HOSTS[name](careful)
    const wish = { content: `Good morning, ${name}.`, filename: 'n.txt', target_languages: ['de'] }
    await expect(host.call('create_batch', wish)).rejects.toThrow()
    const asked = host.keeping.page?.searchParams.get('scope')?.split(' ')
    expect(asked).toEqual(expect.arrayContaining(['account:read', 'batches:read', 'batches:create']))
    await host.agree({ member: 'olga' })
    expect((await host.call('create_batch', wish)).failed).toBe(false)
  })
})

describe('the command that a refusal names', () => {
  it('does what it says as it is printed: then a new connection may be asked for more [OAU-3, MCP-7]', async () => {
    const wish = { content: 'Good evening.', filename: 'n.txt', target_languages: ['de'] }
    const before = await signInNew(team.mcp, 'auto', { member: 'rita' })
    const { text } = await before.call('create_batch', wish)
    const [, command = ''] = /`translation-mcp ([^`]+)`/.exec(text) ?? []
    const said = new PassThrough()
    const env = { TRANSLATION_DATA_DIR: team.world.dataDir }
    expect(await run({ argv: command.split(' '), env, stdout: said, stderr: said }), command).toBe(0)
    expect(String(said.read())).toBe('"rita"  member  account:read,batches:read,batches:create\n')
    const host = await signInNew(team.mcp, 'auto', { member: 'rita', ticked: 'as shown' })
    await expect(host.call('create_batch', wish)).rejects.toThrow()
    await host.agree({ member: 'rita' })
    expect((await host.call('create_batch', wish)).failed).toBe(false)
  })
})

describe('a member who is asked for more and leaves it out again', () => {
  it('is not asked over and over: the host hears what she has to do, and everything else goes on [OAU-2, MCP-7]', async () => {
    const host = await signInOld(team.mcp, careful)
    const wish = { content: 'Good morning.', filename: 'n.txt', target_languages: ['de'] }
    await expect(host.call('create_batch', wish)).rejects.toThrow()
    await host.agree(careful)
    const told = await host.call('create_batch', wish)
    expect(told.text).toContain('This connection was not granted batches:create. The person has to connect again')
    expect((await host.call('list_batches')).failed).toBe(false)
  })
})

describe('a host whose client is described by a document', () => {
  it.each(['auto', 'legacy'] as const)('comes to a call without registering (%s) [OAU-1]', async mode => {
    const host = await signInNew(team.mcp, mode, { document: documents.at('/client.json') })
    expect(host.keeping.registered?.client_id).toBe(documents.at('/client.json'))
    expect(new Set(documents.seen)).toEqual(new Set(['/client.json']))
    expect((await host.call('get_account')).data.credential).toMatchObject({ name: 'Agent of the tests' })
  })
})

describe('a ceiling that is lowered and raised again', () => {
  it('counts for the next call, each time [OAU-3]', async () => {
    const host = await signInNew(team.mcp, 'auto', { member: 'olga' })
    expect((await host.call('list_batches')).failed).toBe(false)
    await admit(['account:read'])
    const told = await host.call('list_batches')
    expect(told.text).toContain('The workspace does not let olga use batches:read')
    expect(host.keeping.page).toBeUndefined()
    await admit(SCOPE_NAMES)
    expect((await host.call('list_batches')).failed).toBe(false)
  })
})

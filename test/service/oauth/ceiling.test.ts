import * as oauth from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { SCOPE_NAMES, type Scope } from '../../../src/contract/scopes.ts'
import { DEFAULT_CEILING } from '../../../src/service/domain/ceiling.ts'
import { hashPassword } from '../../../src/service/oauth/passwords.ts'
import { listEvents } from '../../../src/service/store/audit.ts'
import { listConnections, revokeConnection } from '../../../src/service/store/connections.ts'
import { write } from '../../../src/service/store/database.ts'
import { addMember, listMembers, removeMember, setCeiling, setPassword } from '../../../src/service/store/members.ts'
import { Browser } from '../../support/browser.ts'
import { type MemberName, type OAuthWorld, PASSWORD, signIn, startOAuthWorld } from '../../support/sign-in.ts'

const ALL = SCOPE_NAMES.join(' ')

let world: OAuthWorld
beforeAll(async () => {
  world = await startOAuthWorld()
})

async function limit(member: MemberName, ceiling: readonly Scope[]): Promise<void> {
  const acting = { now: Date.now(), newId: world.newId }
  await write(world.db, tx => setCeiling(tx, { ...acting, id: world.members[member], ceiling }))
}

async function refresh(tokens: { refresh_token?: string }) {
  return await oauth.refreshTokenGrant(await world.client(), tokens.refresh_token ?? '', { resource: world.api })
}

function newest() {
  return listEvents(world.db, world.workspace.id, { limit: 1 })
}

describe('the ceiling of a member', () => {
  it('leaves creation out by default, whatever is asked for [OAU-2] [OAU-3] [SCP-1]', async () => {
    const tokens = await signIn(world, { scope: ALL })
    expect(tokens.scope).toBe(DEFAULT_CEILING.join(' '))
    const body = { content: 'Hello', filename: 'a.txt' }
    expect(await world.refuse(api.batches.create, { key: tokens.access_token, body })).toMatchObject({
      ...{ status: 403, code: 'insufficient_scope' },
    })
  })

  it('is not passed by connecting again and asking for more [OAU-3]', async () => {
    const browser = new Browser()
    const first = await signIn(world, { member: 'rita', scope: 'account:read', browser })
    const second = await signIn(world, { member: 'rita', scope: ALL, browser })
    expect([first.scope, second.scope]).toEqual(['account:read', 'account:read batches:read'])
  })

  it('is not passed by ticking what was not offered [OAU-2]', async () => {
    const ticked: readonly Scope[] = ['account:read', 'batches:create', 'webhooks:write']
    expect(await signIn(world, { scope: ALL, member: 'rita', ticked })).toMatchObject({ scope: 'account:read' })
  })

  it('that holds nothing of what is asked for ends in a refusal that says so [OAU-2]', async () => {
    const refused = signIn(world, { member: 'rita', scope: 'batches:create' })
    await expect(refused).rejects.toMatchObject({ error: 'access_denied' })
    const [event] = await newest()
    expect(event).toMatchObject({ kind: 'connection_refused', member_id: world.members.rita })
  })

  it('bites at the next call once lowered, and at the next refresh; widened, it gives back what was consented [OAU-3]', async () => {
    const tokens = await signIn(world, { member: 'olga', scope: 'account:read batches:read batches:create' })
    const { access_token: key } = tokens
    await world.list(api.batches.list, { key })
    await limit('olga', ['account:read'])
    expect(await world.refuse(api.batches.list, { key })).toMatchObject({ code: 'insufficient_scope' })
    const { credential, capabilities } = await world.call(api.account.get, { key })
    expect([credential.scopes, capabilities.batch_creation]).toEqual([['account:read'], false])
    const narrowed = await refresh(tokens)
    expect(narrowed.scope).toBe('account:read')
    await limit('olga', SCOPE_NAMES)
    expect((await refresh(narrowed)).scope).toBe('account:read batches:read batches:create')
    const changes = (await listEvents(world.db, world.workspace.id)).filter(({ kind }) => kind === 'ceiling_changed')
    expect(JSON.parse(changes[1]?.detail_json ?? '')).toEqual({
      ...{ before: [...SCOPE_NAMES], after: ['account:read'] },
      by: 'operator',
    })
  })

  it('shows in introspection as it stands [OAU-3]', async () => {
    const tokens = await signIn(world, { member: 'olga', scope: 'account:read usage:read' })
    const own = await world.client()
    expect(await oauth.tokenIntrospection(own, tokens.access_token)).toMatchObject({ scope: 'account:read usage:read' })
    await limit('olga', ['usage:read'])
    expect(await oauth.tokenIntrospection(own, tokens.access_token)).toMatchObject({ scope: 'usage:read' })
    await limit('olga', SCOPE_NAMES)
  })
})

describe('a member who is removed', () => {
  async function admit(name: string): Promise<string> {
    const acting = { now: Date.now(), newId: world.newId }
    const password_hash = await hashPassword(PASSWORD)
    return await write(world.db, async tx => {
      const facts = { workspace_id: world.workspace.id, name, role: 'member', ceiling: DEFAULT_CEILING } as const
      const { id } = await addMember(tx, { ...acting, ...facts })
      await setPassword(tx, { ...acting, id, password_hash })
      return id
    })
  }

  it('takes every token along at once, and cannot sign in again [OAU-3]', async () => {
    const id = await admit('temp')
    const browser = new Browser()
    const tokens = await signIn(world, { name: 'temp', browser })
    await world.call(api.account.get, { key: tokens.access_token })
    await write(world.db, tx => removeMember(tx, { now: Date.now(), newId: world.newId, id }))
    expect(await world.refuse(api.account.get, { key: tokens.access_token })).toMatchObject({
      ...{ status: 401, code: 'api_key_revoked' },
    })
    await expect(refresh(tokens)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await oauth.tokenIntrospection(await world.client(), tokens.access_token)).toEqual({ active: false })
    // The session of the browser is worth nothing either: it is asked for a name, and the name is refused.
    await expect(signIn(world, { name: 'temp', browser })).rejects.toThrow('do not belong together')
    expect((await listMembers(world.db, world.workspace.id)).find(member => member.id === id)).toMatchObject({
      ...{ state: 'removed', password_hash: null },
    })
    const hers = await listConnections(world.db, { workspace_id: world.workspace.id, member_id: id })
    expect(hers.map(({ revoked_at }) => revoked_at)).toEqual([expect.any(Number)])
  })
})

describe('a connection', () => {
  it('records who approved what for whom, and when it was used [OAU-2]', async () => {
    const { access_token } = await signIn(world, { scope: 'account:read batches:create' })
    const { credential } = await world.call(api.account.get, { key: access_token })
    const whose = { workspace_id: world.workspace.id, member_id: world.members.ada }
    // The use is written down beside the call, which does not wait for it.
    await expect.poll(async () => (await listConnections(world.db, whose))[0]?.last_used_at).toEqual(expect.any(Number))
    const [mine] = await listConnections(world.db, whose)
    expect(mine).toMatchObject({
      ...{ id: credential.id, client_id: 'translation-cli', redirect_host: '127.0.0.1:14523', revoked_at: null },
      ...{ requested_json: '["account:read","batches:create"]', granted_json: '["account:read"]' },
    })
    const [event] = await newest()
    expect(event).toMatchObject({ kind: 'connection_granted', connection_id: credential.id })
    expect(JSON.parse(event?.detail_json ?? '')).toEqual({ granted: ['account:read'], overCeiling: ['batches:create'] })
  })

  it('that an admin revokes is refused at the next call and the next refresh [OAU-1]', async () => {
    const tokens = await signIn(world)
    const { credential } = await world.call(api.account.get, { key: tokens.access_token })
    await write(world.db, tx => revokeConnection(tx, credential.id, Date.now()))
    expect(await world.refuse(api.account.get, { key: tokens.access_token })).toMatchObject({ code: 'api_key_revoked' })
    await expect(refresh(tokens)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('that spends is in the audit log with member, client, batch and credits, in the same transaction [OAU-2] [CRD-2]', async () => {
    const { access_token: key } = await signIn(world, { member: 'olga', scope: ALL })
    const body = { content: 'Hello there', filename: 'a.txt', instruction: 'Translate to German' }
    const { batch, plan } = await world.call(api.batches.create, { key, body })
    const approval = {
      key,
      params: { batch_id: batch.id },
      body: { expected_plan_revision: plan?.plan_revision ?? '' },
    }
    const { credits_reserved } = await world.call(api.batches.approve, approval)
    const spent = (await listEvents(world.db, world.workspace.id)).filter(({ kind }) => kind === 'spending_approved')
    expect(spent).toHaveLength(1)
    expect(spent[0]).toMatchObject({
      ...{ member_id: world.members.olga, client_id: 'translation-cli', batch_id: batch.id, credits: credits_reserved },
      connection_id: expect.stringMatching(/^con_/),
    })
    await world.refuse(api.batches.approve, approval)
    expect((await listEvents(world.db, world.workspace.id)).filter(({ kind }) => kind === 'spending_approved')).toEqual(
      spent,
    )
  })
})

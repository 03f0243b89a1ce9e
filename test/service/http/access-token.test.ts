import { expect, it } from 'vitest'
import type { Scope } from '../../../src/contract/scopes.ts'
import { hashKey } from '../../../src/service/domain/keys.ts'
import { byAccessToken } from '../../../src/service/http/access-token.ts'
import { createNotes } from '../../../src/service/http/notes.ts'
import { addConnection, findConnection } from '../../../src/service/store/connections.ts'
import { addMember } from '../../../src/service/store/members.ts'
import { putArtifact } from '../../../src/service/store/oauth.ts'
import { manualClock, startWorld } from '../../support/world.ts'

const clock = manualClock('2026-03-10T12:00:00Z')
const world = await startWorld({ clock })
const { db, newId, workspace } = world
const api = 'https://translate.example/v1'
const CEILING: readonly Scope[] = ['account:read', 'usage:read']

/** Puts a token into the database with the connection and the member behind it, as issuing it would have left them. */
async function plant(payload: object = {}, expires_at: number | null = clock() + 600_000) {
  const acting = { now: clock(), newId }
  const name = newId('name')
  const member = await addMember(db, { ...acting, workspace_id: workspace.id, name, role: 'member', ceiling: CEILING })
  const id = newId('con')
  const client = { client_id: 'assistant', client_name: 'An assistant', redirect_host: null }
  const facts = { id, workspace_id: workspace.id, member_id: member.id, ...client, now: clock() }
  await addConnection(db, { ...facts, requested: CEILING, granted: CEILING })
  const token = newId('token')
  const said = { aud: api, grantId: id, scope: 'account:read batches:read', ...payload }
  const kept = { model: 'AccessToken', id: hashKey(token), payload: JSON.stringify(said), grant_id: id }
  await putArtifact(db, { ...kept, user_code: null, uid: null, expires_at })
  return { token, connection_id: id, member_id: member.id }
}

const notes = createNotes({ warn: () => {}, error: () => {} })
const caller = (token: string) => byAccessToken(token, { db, clock, apiAudience: api, notes })
const refusedAs = (code: string) => expect.objectContaining({ code })

it('names connection, member and client, with what the token and the ceiling both allow [OAU-3]', async () => {
  const expires_at = clock() + 600_000
  const { token, connection_id, member_id } = await plant({}, expires_at)
  const scopes = ['account:read']
  const named = { id: connection_id, kind: 'oauth', name: 'An assistant', prefix: connection_id.slice(0, 12) }
  expect(await caller(token)).toEqual({
    credential: { ...named, scopes, created_at: clock(), expires_at },
    ...{ workspace, own_process: false, caller_id: connection_id, scopes: new Set(scopes) },
    actor: { member_id, client_id: 'assistant', connection_id },
  })
})

it('notes the use of the connection, not that of a token it refuses [OAU-2]', async () => {
  const used = async (id: string) => (await findConnection(db, id))?.last_used_at
  const { token, connection_id } = await plant()
  await caller(token)
  await expect.poll(() => used(connection_id)).toBe(clock())
  const ended = await plant({}, clock())
  await expect(caller(ended.token)).rejects.toEqual(refusedAs('api_key_expired'))
  expect(await used(ended.connection_id)).toBeNull()
})

it('refuses a token from the moment of its expiry on, and one without an expiry never [OAU-1]', async () => {
  const { token } = await plant({}, clock() + 1)
  expect(await caller(token)).toBeDefined()
  clock.advance(1)
  await expect(caller(token)).rejects.toEqual(refusedAs('api_key_expired'))
  expect(await caller((await plant({}, null)).token)).toBeDefined()
})

it.each<[string, (planted: Awaited<ReturnType<typeof plant>>) => Promise<unknown>]>([
  ['token itself', ({ token }) => end('oauth_artifacts', hashKey(token))],
  ['connection alone', ({ connection_id }) => end('connections', connection_id)],
  [
    'member alone',
    ({ member_id: id }) => db.updateTable('members').set({ state: 'removed' }).where('id', '=', id).execute(),
  ],
  ['connection, which is gone', ({ connection_id: id }) => db.deleteFrom('connections').where('id', '=', id).execute()],
])('refuses a token as revoked for the end of its %s [OAU-1] [OAU-3]', async (_what, ending) => {
  const planted = await plant()
  await ending(planted)
  await expect(caller(planted.token)).rejects.toEqual(refusedAs('api_key_revoked'))
})

function end(table: 'oauth_artifacts' | 'connections', id: string) {
  return db.updateTable(table).set({ revoked_at: clock() }).where('id', '=', id).execute()
}

it('knows nothing that is no access token, was issued for another API, or under no connection [OAU-1]', async () => {
  expect(await caller('con_none')).toBeUndefined()
  for (const payload of [{ aud: 'https://translate.example/mcp' }, { aud: null }, { grantId: undefined }]) {
    expect(await caller((await plant(payload)).token)).toBeUndefined()
  }
  const { token } = await plant()
  await db.updateTable('oauth_artifacts').set({ model: 'RefreshToken' }).where('id', '=', hashKey(token)).execute()
  expect(await caller(token)).toBeUndefined()
})

it('does not guess at a token that a newer program wrote', async () => {
  const { token } = await plant({ $version: 2, value: { aud: api } })
  await expect(caller(token)).rejects.toEqual(refusedAs('column_newer'))
})

it('takes no access token where nobody signs in, also one that names no API [OAU-1]', async () => {
  for (const payload of [{}, { aud: undefined }]) {
    expect(
      await byAccessToken((await plant(payload)).token, { db, clock, apiAudience: undefined, notes }),
    ).toBeUndefined()
  }
})

it('is nobody’s where it was issued without an audience, and opens nothing without a scope [OAU-3]', async () => {
  expect(await caller((await plant({ aud: undefined })).token)).toBeUndefined()
  expect((await caller((await plant({ scope: undefined })).token))?.scopes).toEqual(new Set())
})

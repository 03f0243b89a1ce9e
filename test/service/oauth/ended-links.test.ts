import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { SCOPE_NAMES } from '../../../src/contract/scopes.ts'
import { removeMember } from '../../../src/service/admin/members.ts'
import { listConnections, revokeConnection } from '../../../src/service/store/connections.ts'
import { write } from '../../../src/service/store/database.ts'
import { createMenu, follow, translate } from '../../support/flow.ts'
import { type MemberName, type OAuthWorld, signIn, startOAuthWorld } from '../../support/sign-in.ts'

let world: OAuthWorld
beforeAll(async () => {
  world = await startOAuthWorld()
})

let translated: Promise<string> | undefined
/** A finished batch, the same for all tests. */
async function finished(): Promise<string> {
  const created = await createMenu(world)
  await translate(world, created)
  return created.batch.id
}

async function askResult(key?: string): Promise<string> {
  translated ??= finished()
  const params = { batch_id: await translated }
  return (await world.call(api.batches.result, { params, ...(key !== undefined && { key }) })).url
}

/** A link that a connection of this member was given. */
async function linkOf(member: MemberName): Promise<string> {
  const { access_token: key } = await signIn(world, { member, scope: SCOPE_NAMES.join(' ') })
  return await askResult(key)
}

async function refusal(url: string) {
  const { status, text } = await follow(url)
  return { status, code: JSON.parse(text).error.code, message: String(JSON.parse(text).error.message) }
}

describe('the link of a result', () => {
  it('ends with the connection that it was made for, and no other link does [RES-1, OAU-1]', async () => {
    const [mine, theirs] = [await linkOf('ada'), await linkOf('olga')]
    expect((await follow(mine)).status).toBe(200)
    const whose = { workspace_id: world.workspace.id, member_id: world.members.ada }
    for (const { id } of await listConnections(world.db, whose)) {
      await write(world.db, tx => revokeConnection(tx, id, Date.now()))
    }
    expect(await refusal(mine)).toMatchObject({ status: 410, message: expect.stringContaining('its connection') })
    expect((await follow(theirs)).status).toBe(200)
  })

  it('ends when its member is removed [RES-1, OAU-1]', async () => {
    const link = await linkOf('rita')
    expect((await follow(link)).status).toBe(200)
    await removeMember({ dataDir: world.dataDir }, 'rita')
    expect((await refusal(link)).status).toBe(410)
  })

  it('that a workspace key made holds [RES-1]', async () => {
    expect((await follow(await askResult())).status).toBe(200)
  })
})

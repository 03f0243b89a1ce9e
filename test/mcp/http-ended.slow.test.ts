import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { removeMember } from '../../src/service/admin/members.ts'
import { revokeConnection } from '../../src/service/store/connections.ts'
import { write } from '../../src/service/store/database.ts'
import { modern, modernHeaders, openSession } from '../support/http.ts'
import { type Served, startHostedTeam, startTeam, type Team } from '../support/team.ts'

let team: Team
let hosted: Team
beforeAll(async () => {
  team = await startTeam({ endpoint: { streams_ms: 3_600_000 } })
  hosted = await startHostedTeam({ endpoint: { streams_ms: 3_600_000 } })
})

const STREAM = 'text/event-stream'

/** Opens a stream, and gives what becomes of it. */
async function opened(url: string, init: RequestInit): Promise<{ state: () => Promise<'open' | 'ended'> }> {
  const response = await fetch(url, init)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, STREAM])
  const reader = response.body?.getReader()
  const toItsEnd = async (): Promise<'ended'> => ((await reader?.read())?.done === false ? toItsEnd() : 'ended')
  const ended = toItsEnd()
  const soon = (): Promise<'open'> => new Promise(resolve => setTimeout(resolve, 100, 'open'))
  return { state: () => Promise.race([ended, soon()]) }
}

/** The listening stream of a session, as clients of 2025 open it. */
async function listening(at: Served, token: string) {
  const bearer = { authorization: `Bearer ${token}` }
  const session = await openSession(at.mcp, bearer)
  return await opened(at.mcp, { headers: { accept: STREAM, 'mcp-session-id': session, ...bearer } })
}

/** The stream of notifications of a newer client. */
async function subscribed(at: Served, token: string) {
  const message = modern('subscriptions/listen', { notifications: { toolsListChanged: true } })
  const headers = {
    ...{ 'content-type': 'application/json', accept: `application/json, ${STREAM}` },
    ...{ authorization: `Bearer ${token}`, ...modernHeaders('subscriptions/listen') },
  }
  const body = JSON.stringify({ jsonrpc: '2.0', ...message })
  return await opened(at.mcp, { method: 'POST', headers, body })
}

const revoke = (at: Team, token: string) =>
  write(at.world.db, tx => revokeConnection(tx, String(decodeJwt(token).gid), Date.now()))

describe('an open stream', () => {
  it.each([
    ['of a session', listening],
    ['of notifications', subscribed],
  ])('%s ends with its connection, and no other does [OAU-1]', async (_, open) => {
    for (const at of [team, hosted]) {
      const [token, other] = [await at.token(), await at.token()]
      const [mine, theirs] = [await open(at, token), await open(at, other)]
      await at.endpoint.endStreams()
      expect([await mine.state(), await theirs.state()]).toEqual(['open', 'open'])
      await revoke(at, token)
      await at.endpoint.endStreams()
      await expect.poll(() => mine.state()).toBe('ended')
      expect(await theirs.state()).toBe('open')
    }
  })

  it('ends when its member is removed [OAU-1]', async () => {
    const stream = await listening(team, await team.token({ member: 'rita', scope: 'account:read' }))
    await removeMember({ dataDir: team.world.dataDir }, 'rita')
    await team.endpoint.endStreams()
    await expect.poll(() => stream.state()).toBe('ended')
  })

  it('is looked at by itself, every few seconds [OAU-1]', async () => {
    const quick = await startTeam({ endpoint: { streams_ms: 20 } })
    const token = await quick.token()
    const stream = await subscribed(quick, token)
    await revoke(quick, token)
    await expect.poll(() => stream.state()).toBe('ended')
  })

  it('outlives its token: the client uses its next one for its next call [MCP-12]', async () => {
    const stream = await listening(team, await team.token())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    await team.endpoint.endStreams()
    vi.useRealTimers()
    expect(await stream.state()).toBe('open')
  })

  it('of a hosted service, which can be asked by a valid token only, ends some time after its last token [OAU-1]', async () => {
    const stream = await listening(hosted, await hosted.token())
    const begun = Date.now()
    for (const [minutes, state] of [
      [6, 'open'],
      [21, 'ended'],
    ] as const) {
      vi.useFakeTimers({ toFake: ['Date'], now: begun + minutes * 60_000 })
      await hosted.endpoint.endStreams()
      vi.useRealTimers()
      await expect.poll(() => stream.state()).toBe(state)
    }
  })

  it('stays while the authorization server is away [OAU-5]', async () => {
    const stream = await listening(hosted, await hosted.token())
    hosted.between.script({ kind: 'reset' })
    await hosted.endpoint.endStreams()
    expect(await stream.state()).toBe('open')
  })
})

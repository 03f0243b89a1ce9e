import { beforeAll, describe, expect, it } from 'vitest'
import { ask, HELLO, openSession, post } from '../support/http.ts'
import { startTeam, type Team } from '../support/team.ts'

let team: Team
let ada: string
let rita: string
beforeAll(async () => {
  team = await startTeam()
  ada = await team.token({ member: 'ada' })
  rita = await team.token({ member: 'rita', scope: 'account:read batches:read' })
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const PING = { id: 2, method: 'ping' }

describe('an id that an attacker chose (fixation)', () => {
  it.each([
    'chosen-by-somebody-else',
    '',
    '00000000-0000-0000-0000-000000000000',
    '../../etc/passwd',
    '[object Object]',
  ])('is never taken as the id of a session that begins: “%s”', async chosen => {
    const answer = await post(team.mcp, HELLO, { 'mcp-session-id': chosen, ...bearer(ada) })
    if (answer.status === 200) expect(answer.headers['mcp-session-id']).not.toBe(chosen)
    const used = await post(team.mcp, PING, { 'mcp-session-id': chosen || 'x', ...bearer(ada) })
    expect(used.status).toBe(404)
  })

  it('is not to be guessed: 200 sessions have ids of 122 random bits, none twice', async () => {
    const ids = new Set<string>()
    for (let at = 0; at < 200; at++) ids.add(await openSession(team.mcp, bearer(ada)))
    expect(ids.size).toBe(200)
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  })
})

describe('the session of another member', () => {
  it.each(['GET', 'POST', 'DELETE'] as const)('does not exist for her by %s, and goes on', async method => {
    const session = await openSession(team.mcp, bearer(ada))
    const headers = { accept: 'application/json, text/event-stream', 'mcp-session-id': session, ...bearer(rita) }
    const stolen = method === 'POST' ? await post(team.mcp, PING, headers) : await ask(team.mcp, { method, headers })
    expect(stolen.status).toBe(404)
    expect((await post(team.mcp, PING, { 'mcp-session-id': session, ...bearer(ada) })).status).toBe(200)
  })

  it('does not exist for nobody either: without a token each answer asks for one', async () => {
    const session = await openSession(team.mcp, bearer(ada))
    for (const method of ['GET', 'DELETE']) {
      expect((await ask(team.mcp, { method, headers: { 'mcp-session-id': session } })).status).toBe(401)
    }
    expect((await post(team.mcp, PING, { 'mcp-session-id': session })).status).toBe(401)
  })
})

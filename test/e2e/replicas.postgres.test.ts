import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeProtectedHeader } from 'jose'
import * as oauth from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { SCOPE_NAMES } from '../../src/contract/scopes.ts'
import { CHANNEL } from '../../src/service/store/telling.ts'
import { order, rowsOf } from '../support/cluster.ts'
import { callTool, HELLO, openSession, post } from '../support/http.ts'
import { codeIn, madeIn, type Told } from '../support/mcp.ts'
import { dataDirIn } from '../support/program.ts'
import { openProgram } from '../support/program-host.ts'
import {
  addMember,
  answerOnPage,
  type Balancer,
  launch,
  newDatabase,
  operating,
  placeWith,
  type Replica,
  SHARED,
  startBalancer,
  startReplica,
} from '../support/replicas.ts'
import { discovered, signIn, type Tokens } from '../support/sign-in.ts'
import { temporaryFolder } from '../support/world.ts'

let balancer: Balancer
let database: string
let files: string
let first: Replica
let second: Replica
let tokens: Tokens

const client = () => discovered(balancer.origin)()
const mcp = () => `${balancer.origin}/mcp`

const enter = (member: 'ada' | 'olga' = 'ada') =>
  signIn(
    { api: mcp(), client: discovered(balancer.origin) },
    { member, resource: mcp(), scope: `offline_access ${SCOPE_NAMES.join(' ')}` },
  )

/** Calls a tool at one replica. */
async function at(one: Replica, name: string, input: object = {}, token = tokens.access_token): Promise<Told> {
  const { told, text } = await callTool(`${one.origin}/mcp`, token, name, input)
  if (told === undefined) throw new Error(text)
  return told
}

const text = (filename: string) => ({ content: 'Good morning, everybody.\n', filename, target_languages: ['de'] })

beforeAll(async () => {
  balancer = await startBalancer()
  database = await newDatabase()
  files = temporaryFolder()
  // Both at once, on an empty database: one migrates, the other waits.
  ;[first, second] = await Promise.all([
    startReplica({ database, secret: SHARED, balancer, files }),
    startReplica({ database, secret: SHARED, balancer, files }),
  ])
  await addMember(database, first, 'ada')
  await addMember(database, second, 'olga')
  tokens = await enter()
})

describe('replicas that share a database and a secret, and no folder', () => {
  it('carry one sign-in between them, page by page in turn, and take each other’s tokens [OAU-1, SCL-1]', async () => {
    expect((await at(first, 'get_account')).failed).toBe(false)
    expect((await at(second, 'get_account')).failed).toBe(false)
    const keys = await Promise.all(
      [first, second].map(async ({ origin }) => await (await fetch(`${origin}/oauth/jwks`)).json()),
    )
    expect(keys[0]).toEqual(keys[1])
  })

  it('refresh at another than the one that issued, and a code is used once over both [OAU-1]', async () => {
    balancer.to = first.origin
    const issued = await enter('olga')
    balancer.to = second.origin
    const renewed = await oauth.refreshTokenGrant(await client(), issued.refresh_token ?? '', { resource: mcp() })
    expect((await at(first, 'get_account', {}, renewed.access_token)).failed).toBe(false)
    // Within its leeway the same successor comes from either.
    balancer.to = first.origin
    const again = await oauth.refreshTokenGrant(await client(), issued.refresh_token ?? '', { resource: mcp() })
    expect(again.refresh_token).toBe(renewed.refresh_token)
    balancer.to = undefined
  })

  it('count what an address tries over both: it may not register as many programs at each [OAU-1]', async () => {
    const register = async ({ origin }: Replica) => {
      const headers = { 'content-type': 'application/json' }
      return await fetch(`${origin}/oauth/register`, { method: 'POST', headers, body: '{}' })
    }
    const statuses: number[] = []
    for (let sent = 0; sent < 15; sent += 1)
      for (const one of [first, second]) statuses.push((await register(one)).status)
    expect(new Set(statuses)).toEqual(new Set([400]))
    const refused = await Promise.all([first, second].map(register))
    expect(refused.map(({ status }) => status)).toEqual([429, 429])
    // The same hour ends for both.
    const waits = refused.map(({ headers }) => Number(headers.get('retry-after')))
    expect(Math.min(...waits)).toBeGreaterThan(3000)
    expect(Math.max(...waits) - Math.min(...waits)).toBeLessThan(5)
  })

  it('open each other’s links, and go on in each other’s lists [RES-1, ENV-3]', async () => {
    for (const name of ['a.txt', 'b.txt']) madeIn(await at(first, 'create_batch', text(name)))
    const page = z.looseObject({ next_cursor: z.string() }).parse((await at(first, 'list_batches', { limit: 1 })).data)
    const next = await at(second, 'list_batches', { limit: 1, cursor: page.next_cursor })
    expect(next.text).toContain('a.txt')
  })

  it('take a file at one for an address of another, and a third call finds it at the first [UPL-1]', async () => {
    // The second one never hears of this connection but from the row.
    const { access_token } = await enter('olga')
    const opened = await at(first, 'create_batch', { target_languages: ['de'] }, access_token)
    const { upload } = z
      .looseObject({ upload: z.looseObject({ url: z.string(), upload_id: z.string() }) })
      .parse(opened.data)
    const { upload_id } = upload
    const there = new URL(upload.url)
    const put = () => fetch(`${second.origin}${there.pathname}sent.txt`, { method: 'PUT', body: 'Good morning.\n' })
    const sent = await put()
    expect([sent.status, await sent.text()]).toEqual([201, expect.stringContaining(upload_id)])
    expect((await put()).status).toBe(410)
    expect((await at(first, 'create_batch', { upload_id }, access_token)).text).toContain('sent.txt')
    // It belongs to its caller at every replica.
    expect((await at(second, 'create_batch', { upload_id })).text).toContain('upload_unknown')
  })

  it('hear at one the answer that was given at another, while the call waits [MCP-9, OAU-2]', async () => {
    const made = madeIn(await at(first, 'create_batch', text('wait.txt')))
    const told = await at(first, 'approve_batch', made.approval)
    expect(told.text).toContain('/approvals')
    // The next call reaches the other one, which knows that the agent was told, and waits.
    const waiting = at(second, 'approve_batch', made.approval)
    balancer.to = first.origin
    await answerOnPage(balancer.origin, 'yes')
    const approved = await waiting
    expect(approved.failed, approved.text).toBe(false)
    balancer.to = undefined
    const result = await at(first, 'get_result', { batch_id: made.id, wait_seconds: 20 })
    const { url } = z.looseObject({ url: z.string() }).parse(Object(result.data))
    const bodies: string[] = []
    for (const { origin } of [first, second]) {
      balancer.to = origin
      bodies.push(await (await fetch(url)).text())
    }
    balancer.to = undefined
    expect(bodies[0]).toContain('Ĝ')
    expect(bodies[1]).toBe(bodies[0])
  })

  it('take a no that was given at one as a no at the other [MCP-9]', async () => {
    const made = madeIn(await at(first, 'create_batch', text('no.txt')))
    await at(first, 'approve_batch', made.approval)
    balancer.to = first.origin
    await answerOnPage(balancer.origin, 'no')
    balancer.to = undefined
    const declined = await at(second, 'approve_batch', made.approval)
    expect(declined.text).toContain('The person declined')
  })

  it('hear at one that the work has ended at another, while the call waits [MCP-8]', async () => {
    const { id } = madeIn(await at(first, 'create_batch', text('heard.txt')))
    await workedOn(id)
    const waiting = at(first, 'get_batch', { batch_id: id, wait_seconds: 20 })
    await sleep(1500)
    const moved = Date.now()
    await completed(id)
    expect((await waiting).text).toContain('completed')
    expect(Date.now() - moved).toBeLessThan(1000)
  })

  it('answer calls that wait when they are told to end, and end [MCP-8]', async () => {
    const third = await startReplica({ database, secret: SHARED, balancer: { ...balancer, behind: [] }, files })
    const { id } = madeIn(await at(first, 'create_batch', text('ending.txt')))
    await workedOn(id)
    const waiting = at(third, 'get_batch', { batch_id: id, wait_seconds: 20 })
    await sleep(1500)
    const began = Date.now()
    third.child.kill('SIGTERM')
    expect((await waiting).text).toContain('being translated')
    await third.ended
    expect(Date.now() - began).toBeLessThan(5000)
    await completed(id)
  })

  it('tell a session of an older client that reaches another one to begin anew: 404, as the specification says [MCP-12]', async () => {
    const authorization = `Bearer ${tokens.access_token}`
    const session = await openSession(`${first.origin}/mcp`, { authorization })
    const ping = { id: 2, method: 'ping' }
    const lost = await post(`${second.origin}/mcp`, ping, { authorization, 'mcp-session-id': session })
    expect([lost.status, lost.text]).toEqual([404, expect.stringContaining('Initialize again')])
    expect((await post(`${second.origin}/mcp`, HELLO, { authorization })).status).toBe(200)
    const kept = await post(`${first.origin}/mcp`, ping, { authorization, 'mcp-session-id': session })
    expect(kept.status).toBe(200)
  })

  it('publish a signing key that was rotated at one at the other too [KEY-2]', async () => {
    const { rotateSigningKeys } = await import('../../src/service/admin/signing-keys.ts')
    await rotateSigningKeys(operating(database, first))
    const kids = async ({ origin }: Replica) =>
      z
        .object({ keys: z.array(z.looseObject({ kid: z.string() })) })
        .parse(await (await fetch(`${origin}/oauth/jwks`)).json())
    await expect.poll(async () => (await kids(first)).keys.length, { timeout: 20_000 }).toBe(2)
    await expect.poll(async () => await kids(second), { timeout: 20_000 }).toEqual(await kids(first))
    expect((await kids(first)).keys[0]?.kid).toBe(decodeProtectedHeader(tokens.access_token).kid)
  })
})

/** Has somebody else work on a translation, as far as the database says. */
const workedOn = (id: string) =>
  order(
    database,
    `update batches set status = 'translating', phase = 'translating', lease_owner = 'elsewhere', lease_until = ${Date.now() + 14_000} where id = '${id}'`,
  )
/** Ends that work, and tells of it as a worker does. */
const completed = (id: string) =>
  order(
    database,
    `with moved as (update batches set status = 'completed', completed_at = ${Date.now()}, lease_owner = null where id = '${id}' returning id) select pg_notify('${CHANNEL}', 'moved ' || id) from moved`,
  )

describe('what lies in the database', () => {
  it('opens nothing without the secret: no key and no permission is there as it is [KEY-3]', async () => {
    const facts = await rowsOf(database, 'select value as it from service_facts')
    const key = readFileSync(join(dataDirIn(first.place), 'key'), 'utf8').trim()
    expect(readFileSync(join(dataDirIn(second.place), 'key'), 'utf8').trim()).toBe(key)
    const everything = [
      ...facts,
      ...(await rowsOf(database, 'select each::text as it from upload_addresses each')),
    ].join('\n')
    for (const secret of [SHARED, key, tokens.access_token, '"d":', 'tsk_']) expect(everything).not.toContain(secret)
    expect(existsSync(join(dataDirIn(first.place), 'oauth-keys'))).toBe(false)
  })
})

describe('half a configuration', () => {
  const refusal = async (options: {
    readonly secret?: string
    readonly previous?: string
    readonly database?: string
  }) => {
    const { code, stderr } = await launch({ database, ...options, env: { TRANSLATION_PORT: '0' } }).ended
    expect(code).not.toBe(0)
    return stderr
  }

  it('is refused at the start: another secret, or none where one is shared [KEY-3]', async () => {
    const other = 'another-secret-than-the-replicas-have-0123456789'
    const said = await refusal({ secret: other })
    expect(said).toContain('TRANSLATION_STATE_SECRET is another one')
    expect(said).toContain('TRANSLATION_STATE_SECRET_PREVIOUS')
    expect(said).not.toContain(other)
    expect(await refusal({})).toContain('Set TRANSLATION_STATE_SECRET to the same value as theirs')
    // Nothing changed for those that run.
    expect((await at(first, 'get_account')).failed).toBe(false)
  })

  it('is refused for a second folder without a secret, and not for one process alone, nor for the same folder [KEY-3]', async () => {
    const alone = await newDatabase()
    const balancing = await startBalancer()
    const common = temporaryFolder()
    const place = placeWith(common)
    const one = await startReplica({ database: alone, balancer: balancing, place })
    expect(await refusal({ database: alone })).toContain('another data folder')
    // With a secret, too: it would seal what the one that runs has in its folder.
    expect(await refusal({ database: alone, secret: SHARED })).toContain('without a secret')
    const same = await startReplica({ database: alone, balancer: balancing, place })
    same.child.kill('SIGTERM')
    await same.ended
    one.child.kill('SIGTERM')
    await one.ended
    // Once it has ended, a process with an empty folder goes on as before.
    const next = await startReplica({ database: alone, balancer: balancing, place: placeWith(common) })
    expect((await fetch(`${next.origin}/readyz`)).status).toBe(200)
  })
})

it('the secret is replaced without anybody signing in again, while a replica with the earlier one still runs [KEY-3, OAU-1]', async () => {
  const fresh = 'the-secret-after-the-one-of-the-replicas-0123456789'
  const third = await startReplica({ database, secret: fresh, previous: SHARED, balancer, files })
  for (const one of [third, first, second]) expect((await at(one, 'get_account')).failed).toBe(false)
  const ended = once(second.child, 'exit')
  second.child.kill('SIGTERM')
  await ended
  rmSync(dataDirIn(second.place), { recursive: true, force: true })
  // What was sealed with the earlier one is sealed anew: the new one alone opens it.
  const fourth = await startReplica({ database, secret: fresh, balancer, files })
  expect((await at(fourth, 'get_account')).failed).toBe(false)
  expect((await launch({ database, secret: SHARED, env: { TRANSLATION_PORT: '0' } }).ended).stderr).toContain(
    'is another one',
  )
})

it('a sign-in whose replica dies in the middle is ended by the other one [OAU-1, SCL-1]', async () => {
  const own = await newDatabase()
  const balancing = await startBalancer()
  const common = { database: own, secret: SHARED, balancer: balancing, files: temporaryFolder() }
  const [dying, lasting] = await Promise.all([startReplica(common), startReplica(common)])
  await addMember(own, lasting, 'ada')
  balancing.to = dying.origin
  const dies = () => {
    dying.child.kill('SIGKILL')
    balancing.to = lasting.origin
  }
  const world = { api: `${balancing.origin}/mcp`, client: discovered(balancing.origin) }
  const ended = await signIn(world, { resource: world.api, scope: 'account:read', seen: dies })
  expect((await callTool(`${lasting.origin}/mcp`, ended.access_token, 'get_account')).told?.failed).toBe(false)
})

it('a client of 2025 works through a proxy that keeps its token with one replica, and begins anew when that one dies [MCP-12, SCL-2]', async () => {
  const own = await newDatabase()
  const balancing = await startBalancer()
  const common = { database: own, secret: SHARED, balancer: balancing, files: temporaryFolder() }
  const replicas = await Promise.all([startReplica(common), startReplica(common)])
  await addMember(own, replicas[0], 'ada')
  const resource = `${balancing.origin}/mcp`
  const asking = { resource, scope: 'account:read' }
  const { access_token } = await signIn({ api: resource, client: discovered(balancing.origin) }, asking)
  const authorization = `Bearer ${access_token}`
  const session = await openSession(resource, { authorization })
  const ping = (id: number, mcp = resource, held = session) =>
    post(mcp, { id, method: 'ping' }, { authorization, 'mcp-session-id': held })
  for (const id of [2, 3, 4]) expect((await ping(id)).status).toBe(200)
  const serving = await Promise.all(replicas.map(async one => (await ping(5, `${one.origin}/mcp`)).status === 200))
  expect([...serving].sort()).toEqual([false, true])
  const dying = replicas[serving.indexOf(true)]
  const gone = dying && once(dying.child, 'exit')
  dying?.child.kill('SIGKILL')
  await gone
  expect((await ping(6)).status).toBe(404)
  expect((await ping(7, resource, await openSession(resource, { authorization }))).status).toBe(200)
})

it('a code that one process gave is taken by another with a folder of its own, and wrong ones count over both [MCP-9, APR-3]', async () => {
  const env = {
    ...{ TRANSLATION_DATABASE_URL: await newDatabase(), TRANSLATION_STATE_SECRET: SHARED },
    ...{ TRANSLATION_ENGINE: 'pseudo', TRANSLATION_CONSENT: 'code' },
  }
  const folder = temporaryFolder()
  const [one, other] = [await openProgram(placeWith(folder), env), await openProgram(placeWith(folder), env)]
  const made = madeIn(await one.call('create_batch', text('code.txt')))
  const given = codeIn(await one.call('approve_batch', made.approval))
  const approved = await other.call('approve_batch', { ...made.approval, approval_code: given })
  expect(approved.failed, approved.text).toBe(false)
  const next = madeIn(await one.call('create_batch', text('guessed.txt')))
  const right = codeIn(await one.call('approve_batch', next.approval))
  const wrong = right.startsWith('2') ? `3${right.slice(1)}` : `2${right.slice(1)}`
  for (const each of [one, other, one, other, one]) {
    expect((await each.call('approve_batch', { ...next.approval, approval_code: wrong })).failed).toBe(true)
  }
  // The fifth ended the question: the code that was right then is not any more, at either.
  const late = await other.call('approve_batch', { ...next.approval, approval_code: right })
  expect(late.failed).toBe(true)
  expect(codeIn(late)).not.toBe(right)
})

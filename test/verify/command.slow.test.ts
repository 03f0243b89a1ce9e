import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { api } from '../../src/contract/operations.ts'
import { certificate } from '../support/certificate.ts'
import { makePlace, startProgram } from '../support/program.ts'
import { breaking, keyElsewhere } from '../support/verifying.ts'
import { startWorld, temporaryFolder } from '../support/world.ts'
import type { Asked, Told } from './breakage.ts'
import { BROKEN } from './broken.ts'

/** Runs `translation-mcp verify` with this key: its exit status and what it wrote. */
async function verifying(key: string | undefined, ...flags: readonly string[]) {
  return verifyingWith({ TRANSLATION_API_KEY: key }, ...flags)
}

async function verifyingWith(keys: Readonly<Record<string, string | undefined>>, ...flags: readonly string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const env = { ...keys, TRANSLATION_DATA_DIR: temporaryFolder() }
  const status = await run({ argv: ['verify', ...flags], env, stdout, stderr })
  stdout.end()
  stderr.end()
  return { status, out: await text(stdout), told: await text(stderr) }
}

/** The address of a server that ends with the test. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new TypeError('the server is not listening')
  return `http://127.0.0.1:${address.port}`
}

const settings = { requests_per_minute: 1_000_000 }

it('prints a table, spends nothing, shows no key and leaves nothing to see [CLI-2] [KEY-3]', async () => {
  const world = await startWorld({ settings })
  const before = await world.call(api.credits.get)
  const { status, out, told } = await verifying(world.key, '--api-url', world.baseUrl)
  expect({ status, told }).toEqual({ status: 0, told: expect.stringContaining('It approves nothing') })
  expect(out).toMatch(/^kept +ENV-1 +a single object is \{data, request_id\}/)
  expect(out).toMatch(/^not tried +APR-1 .*\n +it spends credits: run with --spend$/m)
  expect(out).toMatch(/\n\d+ kept, 0 broken, 0 allowed differences, \d+ not tried\.\n$/)
  expect(`${out}${told}`).not.toContain(world.key)
  expect(await world.call(api.credits.get)).toEqual(before)
  expect((await world.list(api.batches.list)).data).toEqual([])
  expect((await world.list(api.glossaries.list)).data).toEqual([])
})

it('ends with 1 where a promise is broken, and says as data what was seen', async () => {
  const world = await startWorld({ settings })
  const service = BROKEN['gives another code']
  if (service === undefined) throw new TypeError('There is no such service.')
  const url = await breaking(world.baseUrl, world.key, service)
  const { status, out } = await verifying(world.key, '--api-url', url, '--json')
  expect(status).toBe(1)
  const { findings, counts } = JSON.parse(out)
  expect(counts.broken).toBeGreaterThan(0)
  expect(findings).toContainEqual({
    asked: ['GET /v1/batches/no-such-translation 404'],
    ...{ id: 'BAT-4', area: 'lists', promise: expect.stringContaining('that does not exist'), verdict: 'broken' },
    saw: 'GET /v1/batches/no-such-translation answered 404 resource_not_found; expected batch_not_found',
  })
})

it('approves nothing that costs more than it may spend', async () => {
  const world = await startWorld({ settings })
  const before = await world.call(api.credits.get)
  const { status, out } = await verifying(world.key, '--api-url', world.baseUrl, '--spend', '--max-credits', '1')
  expect([status, out]).toEqual([0, expect.stringMatching(/its plan costs \d+, and --max-credits is 1$/m)])
  expect(await world.call(api.credits.get)).toEqual(before)
})

it('spends no more than it said, and approves nothing whose cost moves after the plan [APR-3]', async () => {
  const world = await startWorld({ settings })
  const approved: string[] = []
  let reads = 0
  const asked = (given: Asked): Asked => {
    if (given.path.endsWith('/approve')) approved.push(given.body)
    return given
  }
  const told = (answer: Told, { method, path }: Asked): Told => {
    if (method !== 'GET' || !/^\/v1\/batches\/[^/]+(?:\/plan)?$/.test(path)) return answer
    reads += 1
    return { ...answer, body: answer.body.replaceAll(/"credit_cost":\d+/g, `"credit_cost":${3 + reads}`) }
  }
  const url = await breaking(world.baseUrl, world.key, { asked, told })
  const { out, told: beforehand } = await verifying(world.key, '--api-url', url, '--spend', '--max-credits', '90')
  expect(beforehand).toContain('and spends 90 credits at most')
  expect(out).toMatch(/its cost was \d+ and is \d+ now: what moves is not approved/)
  expect(approved.filter(body => body.includes('pr_'))).toEqual([])
})

it('shows no sign that does not show itself, in a table and as data, whatever a service answers', async () => {
  const world = await startWorld({ settings })
  const told = (answer: Told): Told => ({
    ...answer,
    body: answer.body
      .replaceAll(/"message":"[^"]*"/g, '"message":"\\u001b[2J\\u009b31m\\u202e"')
      .replaceAll('batch_not_found', '\u001b]0;x\u0007\u202e'),
  })
  const url = await breaking(world.baseUrl, world.key, { told })
  for (const flags of [[], ['--json']]) {
    const { out, told: said } = await verifying(world.key, '--api-url', url, ...flags)
    expect(out).toMatch(/U\+202E/)
    expect(`${out}${said}`).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u)
  }
})

it('tries the second key, and says where it cannot be used [ENV-5]', async () => {
  const world = await startWorld({ settings })
  const both = { TRANSLATION_API_KEY: world.key, TRANSLATION_SECOND_API_KEY: await keyElsewhere(world) }
  const tried = await verifyingWith(both, '--api-url', world.baseUrl)
  expect(tried).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^kept +ENV-5 +reading a translation of another/m),
  })
  const second = String(both.TRANSLATION_SECOND_API_KEY)
  expect(`${tried.out}${tried.told}`).not.toContain(second)
  expect((await world.list(api.batches.list, { key: second })).data).toEqual([])
  const same = { ...both, TRANSLATION_SECOND_API_KEY: world.key }
  expect((await verifyingWith(same, '--api-url', world.baseUrl)).out).toContain('both keys are of one workspace')
  const unknown = { ...both, TRANSLATION_SECOND_API_KEY: 'unknown_live_key' }
  const refused = await verifyingWith(unknown, '--api-url', world.baseUrl)
  expect(refused).toMatchObject({ status: 1, told: expect.stringContaining('TRANSLATION_SECOND_API_KEY') })
  expect(refused.told).not.toContain('unknown_live_key')
})

/** What answers in place of the API, and what is said of it. */
const NO_API: Readonly<
  Record<string, { status: number; type?: string; location?: string; body: string; says: string }>
> = {
  'a page': {
    status: 200,
    type: 'text/html',
    body: '<html>\u001b[31mWelcome',
    says: 'is not the API: GET /v1/account answered 200',
  },
  'other JSON': { status: 200, type: 'application/json', body: '{"hello":"world"}', says: 'neither data nor an error' },
  'a failure': {
    ...{ status: 500, type: 'application/json' },
    body: '{"error":{"code":"internal_error","message":"x"},"request_id":"r"}',
    says: 'answered 500 internal_error',
  },
  'a redirect': {
    status: 301,
    location: 'https://api.example.com/v1/account',
    body: '',
    says: 'a redirect to https://api.example.com.',
  },
  nothing: { status: 404, type: 'text/plain', body: 'Not found', says: 'Leave /v1 out of the address' },
}

it.each(Object.entries(NO_API))(
  'writes nothing where %s answers in place of the API, and says so',
  async (_, { status, type, location, body, says }) => {
    const asked: string[] = []
    const server = createServer((incoming, outgoing) => {
      asked.push(`${incoming.method} ${incoming.url}`)
      outgoing.writeHead(status, { ...(type && { 'content-type': type }), ...(location && { location }) }).end(body)
    })
    const url = await listening(server)
    const ended = await verifying('k_live_secret', '--api-url', `${url}/v1`)
    expect(ended).toMatchObject({ status: 1, out: '', told: expect.stringContaining(says) })
    expect(ended.told).toMatch(/Nothing was tried\.\n$/)
    expect(ended.told).not.toContain('\u001b')
    expect(asked).toEqual(['GET /v1/v1/account'])
  },
)

it('says that an address speaks TLS, or does not', async () => {
  const world = await startWorld({ settings })
  const plain = await verifying('k', '--api-url', world.baseUrl.replace('http:', 'https:'))
  expect(plain).toMatchObject({
    status: 1,
    told: expect.stringContaining('has to begin with http:// instead of https://'),
  })
  const { key, cert } = certificate('127.0.0.1')
  const url = await listening(createSecureServer({ key, cert }, (_, outgoing) => void outgoing.end('{}')))
  const secure = await verifying('k', '--api-url', url)
  expect(secure).toMatchObject({ status: 1, told: expect.stringContaining('has to begin with https://') })
})

it('ended by Ctrl-C names what was made, puts it away and ends with 1 [CLI-2]', async () => {
  const world = await startWorld({ settings })
  const place = makePlace()
  const env = { TRANSLATION_API_KEY: world.key, TRANSLATION_SECOND_API_KEY: await keyElsewhere(world) }
  const { child, heard, ended } = startProgram(['verify', '--api-url', world.baseUrl], { place, env })
  await heard('reading a translation of another', 'stdout')
  child.kill('SIGINT')
  const { code, stdout, stderr } = await ended
  expect(code).toBe(1)
  expect(stderr).toMatch(/Stopped.* What was made is put away now: the translation bat_\w+, /)
  expect(stdout).toMatch(/The run was ended before its end\. \d+ kept, 0 broken/)
  expect(stdout).not.toContain('Left behind')
  expect((await world.list(api.batches.list)).data).toEqual([])
  expect((await world.list(api.glossaries.list)).data).toEqual([])
})

it('ended by Ctrl-C while it exceeds the rate sends no more', async () => {
  const world = await startWorld({ settings })
  let floods = 0
  const told = (answer: Told, { path }: Asked): Told => {
    if (path === '/v1/account') floods += 1
    return answer
  }
  const url = await breaking(world.baseUrl, world.key, { told })
  const flags = ['verify', '--api-url', url, '--exceed-rate']
  const { child, heard, ended } = startProgram(flags, { place: makePlace(), env: { TRANSLATION_API_KEY: world.key } })
  await heard('a deleted glossary is refused', 'stdout')
  await expect.poll(() => floods).toBeGreaterThan(100)
  child.kill('SIGINT')
  expect((await ended).code).toBe(1)
  expect(floods).toBeLessThan(4000)
})

it('ended by Ctrl-C does not wait for what a service is slow about', async () => {
  const world = await startWorld({ settings })
  const told = (answer: Told): Told => ({ ...answer, body: answer.body.replaceAll('awaiting_review', 'analyzing') })
  const url = await breaking(world.baseUrl, world.key, { told })
  const { child, heard, ended } = startProgram(['verify', '--api-url', url], {
    place: makePlace(),
    env: { TRANSLATION_API_KEY: world.key },
  })
  await heard('a creation with an unrecognised property', 'stdout')
  const began = Date.now()
  child.kill('SIGINT')
  expect((await ended).code).toBe(1)
  expect(Date.now() - began).toBeLessThan(10_000)
})

it('says what is missing: the address, a service that answers, a key that it takes', async () => {
  const world = await startWorld({ settings })
  expect(await verifying(undefined)).toMatchObject({ status: 2, told: expect.stringContaining('--api-url URL') })
  const nobody = await verifying('k', '--api-url', 'http://127.0.0.1:9')
  expect(nobody).toMatchObject({
    status: 1,
    told: expect.stringContaining('cannot be reached (ECONNREFUSED). Nothing was tried.'),
  })
  const unknown = await verifying('unknown_live_key', '--api-url', world.baseUrl)
  expect(unknown).toMatchObject({ status: 1, told: expect.stringContaining('refuses the credential') })
  expect(unknown.told).not.toContain('unknown_live_key')
})

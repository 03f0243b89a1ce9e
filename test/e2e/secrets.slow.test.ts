import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { inviteMember } from '../../src/service/admin/members.ts'
import { agreeToAll } from '../support/agree.ts'
import { ask, callTool, HELLO, post } from '../support/http.ts'
import { madeIn } from '../support/mcp.ts'
import { dataDirIn, makePlace, runProgram, startProgram } from '../support/program.ts'
import { discovered, signIn } from '../support/sign-in.ts'
import { ROOT } from '../support/tree.ts'

const PLANTED = {
  TRANSLATION_API_KEY: 'tsk_live_planted-key-4f8a21c97e5d',
  TRANSLATION_OAUTH_CLIENT_SECRET: 'planted-client-secret-8c17be02',
  TRANSLATION_STATE_SECRET: 'planted-state-secret-5b5d2f9a6c1e4d7788aa',
  TRANSLATION_OPENAI_API_KEY: 'sk-planted-openai-19d3c0a7',
  TRANSLATION_DEEPL_API_KEY: 'planted-deepl-77aa02e1:fx',
}
const PASSWORD = 'planted-password-9e2d44'
const ALL = 'account:read usage:read batches:read batches:write batches:create glossaries:read glossaries:write'
const Facts = z.object({ mcp_url: z.string() })

/** A server that answers everything with a refusal in which all that it was sent is said again. */
async function startParrot(): Promise<{ url: string; heard: string[] }> {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(request.headers.authorization ?? '')
    const said = JSON.stringify(request.headers)
    const error = { type: 'api_error', code: 'internal_error', message: said }
    response.writeHead(request.url?.startsWith('/v1/chat') ? 401 : 422, {
      'content-type': 'application/json',
      'x-echo': request.headers.authorization ?? '',
    })
    response.end(JSON.stringify({ error, message: said, request_id: 'req_1' }))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port }: { port?: number } = Object(server.address())
  return { url: `http://127.0.0.1:${port}`, heard }
}

/** A program that serves members, one of whom has signed in: all that is secret is planted, and everything that was said is kept. */
async function serve(args: readonly string[], env: Record<string, string>) {
  const place = makePlace()
  const heard: string[] = []
  await inviteMember({ dataDir: dataDirIn(place) }, { name: 'ada', more: ['batches:create'] })
  const set = await runProgram(['members', 'password', 'ada'], {
    place,
    env: { TRANSLATION_MEMBER_PASSWORD: PASSWORD },
  })
  expect(set.code).toBe(0)
  heard.push(set.stdout, set.stderr)
  const loud = { ...PLANTED, TRANSLATION_LOG_LEVEL: 'debug', ...env }
  const running = startProgram(['http', '--port', '0', '--json', ...args], { place, env: loud })
  await running.heard('\n', 'stdout')
  const { mcp_url } = Facts.parse(JSON.parse(running.said('stdout')))
  const { origin } = new URL(mcp_url)
  const issuer = { mcp: mcp_url, api: `${origin}/v1`, client: discovered(origin) }
  const tokens = await signIn(issuer, { name: 'ada', password: PASSWORD, resource: mcp_url, scope: ALL })
  const { access_token, refresh_token = '' } = tokens
  const call = async (name: string, input: object = {}) => {
    const answer = await callTool(mcp_url, access_token, name, input)
    heard.push(JSON.stringify(answer.headers), answer.text)
    return answer.told ?? { text: answer.text, failed: true, data: {}, links: [] }
  }
  const end = async () => {
    running.child.kill('SIGTERM')
    const ended = await running.ended
    heard.push(ended.stdout, ended.stderr)
    return ended
  }
  const credentials = { ...PLANTED, ...env, PASSWORD, access_token, refresh_token }
  const secrets = Object.entries(credentials).filter(([name, value]) => !/_URL$|_MODEL$/.test(name) && value !== '')
  return { place, heard, mcp_url, access_token, call, end, secrets: Object.fromEntries(secrets) }
}

/** What a stranger and a clumsy client send, with the answers. */
async function misuse(mcp_url: string, access_token: string): Promise<string[]> {
  const bearer = { authorization: `Bearer ${access_token}` }
  const answers = [
    await post(mcp_url, HELLO, { authorization: `Bearer ${access_token}x` }),
    await post(mcp_url, HELLO, { authorization: `Bearer ${PLANTED.TRANSLATION_API_KEY}` }),
    await post(`${mcp_url}?access_token=${access_token}`, HELLO),
    await post(mcp_url, { id: 1, method: access_token }, bearer),
    await ask(mcp_url, { method: 'POST', headers: bearer, body: access_token }),
    await ask(mcp_url.replace('/mcp', `/oauth/token`), { method: 'POST', headers: bearer, body: access_token }),
    await ask(mcp_url.replace('/mcp', '/readyz'), { headers: bearer }),
  ]
  return answers.flatMap(({ text, headers }) => [text, JSON.stringify(headers)])
}

/** The argument lists of all processes; none where the system does not show them. */
function processList(): string {
  if (!existsSync('/proc/self/cmdline')) return ''
  const lists = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return lists.map(pid => textOf(`/proc/${pid}/cmdline`)).join('\n')
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

/** All that lies below a folder, but for what a file for its owner alone is there to keep. */
function contentsOf(folder: string): string {
  const names = readdirSync(folder).filter(name => !['key', 'oauth-keys'].includes(name))
  const files = names.map(name => join(folder, name))
  return files.map(file => (statSync(file).isDirectory() ? contentsOf(file) : textOf(file))).join('\n')
}

function expectNowhere(secrets: Record<string, string>, text: string): void {
  for (const [name, secret] of Object.entries(secrets)) expect(text.includes(secret), name).toBe(false)
}

describe('a secret planted in every credential', () => {
  it('is in no answer, log, list of processes or file of a server with its own service [KEY-3, OAU-1, SCL-3]', async () => {
    const parrot = await startParrot()
    const engine = {
      ...{ TRANSLATION_OPENAI_BASE_URL: `${parrot.url}/v1`, TRANSLATION_DEEPL_API_KEY: '' },
      TRANSLATION_OPENAI_MODEL: 'm',
    }
    const { place, heard, mcp_url, access_token, call, end, secrets } = await serve([], engine)
    await call('get_account')
    const file = { content: 'Good morning.', filename: 'n.txt', target_languages: ['de'], source_language: 'en' }
    const failing = madeIn(await call('create_batch', file))
    await call('approve_batch', failing.approval)
    const costly = madeIn(await call('create_batch', { ...file, target_languages: ['en-XA'] }))
    await call('approve_batch', { ...costly.approval, approval_code: '8-credits-aaaaaa' })
    expect(await agreeToAll(dataDirIn(place))).toBe(2)
    for (const { approval } of [failing, costly])
      expect(await call('approve_batch', approval)).toMatchObject({ failed: false })
    await call('get_batch', { batch_id: failing.id, wait_seconds: 10 })
    await call('get_batch', { batch_id: costly.id, wait_seconds: 10 })
    await call('get_result', { batch_id: costly.id })
    expect(parrot.heard).toContain(`Bearer ${PLANTED.TRANSLATION_OPENAI_API_KEY}`)
    heard.push(...(await misuse(mcp_url, access_token)), processList())
    expect((await end()).code).toBe(0)
    const audit = await runProgram(['audit', '--json'], { place, env: PLANTED })
    expectNowhere(secrets, [...heard, audit.stdout, audit.stderr, contentsOf(dataDirIn(place))].join('\n'))
  })

  it('is in none of a server with one workspace key either, whose service says all that it hears [KEY-3, OAU-5]', async () => {
    const parrot = await startParrot()
    const args = ['--credential', 'key', '--api-url', parrot.url]
    const { place, heard, mcp_url, access_token, call, end, secrets } = await serve(args, {})
    for (const name of ['get_account', 'list_batches', 'get_usage']) {
      expect((await call(name)).text).toContain('authorization":"Bearer [redacted]')
    }
    expect(parrot.heard).toContain(`Bearer ${PLANTED.TRANSLATION_API_KEY}`)
    heard.push(...(await misuse(mcp_url, access_token)), processList())
    expect((await end()).code).toBe(0)
    expectNowhere(secrets, [...heard, contentsOf(dataDirIn(place))].join('\n'))
  })

  it('would be noticed in a snapshot: none holds anything like a credential [KEY-3]', () => {
    const like = /(?:tsk|tms)_live_[\w-]{20,}|eyJ[\w-]{20,}\.[\w-]+\.|Bearer [\w.~+/-]{20,}|-----BEGIN/
    const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    const texts = files
      .filter(name => name.includes('__snapshots__'))
      .map(name => [name, textOf(join(ROOT, 'test', name))] as const)
    expect(texts.length).toBeGreaterThan(10)
    for (const [name, text] of texts) expect(like.test(text), name).toBe(false)
  })
})

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { serveDeepl } from '../support/engines/deepl.ts'
import { serveOpenAi } from '../support/engines/openai.ts'
import { dataDirIn, inTheEnd, makePlace, type Place, runProgram, startProgram } from '../support/program.ts'
import { answerOf, LACKING, type Session, startKeyring } from '../support/secret-service.ts'
import { approve, startOAuthWorld } from '../support/sign-in.ts'
import { ENTER, TERMINAL, typed } from '../support/terminal.ts'

if (LACKING.length > 0)
  process.stderr.write(`\nSKIPPED: a real keyring, for want of ${LACKING.join(' and ')} (gnome-keyring, dbus).\n\n`)
else if (!TERMINAL) process.stderr.write('\nSKIPPED: a key typed at a terminal, for want of script (util-linux).\n\n')

const KEY = 'sk-planted-in-the-keyring-52c1'
/** The one that the server of the tests takes. */
const DEEPL_KEY = 'test-key:fx'
const PASSWORD = 'of the keyring'

/** Everything that lies in a folder, as one text. */
function contentsOf(folder: string): string {
  return readdirSync(folder)
    .map(name => join(folder, name))
    .map(file => (statSync(file).isDirectory() ? contentsOf(file) : readFileSync(file, 'latin1')))
    .join('\n')
}

/** Puts a key into the keyring, as a program does that nobody sits at. */
async function keep(place: Place, session: Session): Promise<void> {
  const env = { ...session, TRANSLATION_OPENAI_API_KEY: KEY }
  const { code, stdout } = await runProgram(['engine-keys', 'set', 'openai'], { place, env })
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining("is kept in this system's keyring"),
  })
}

/** A bus that takes connections and never says a word. */
async function startSilentBus(place: Place): Promise<{
  readonly env: Session
  readonly calls: () => number
  readonly open: () => number
}> {
  const path = join(place.temporary, 'bus')
  let [calls, open] = [0, 0]
  const server = createServer(socket => {
    calls += 1
    open += 1
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open -= 1
    })
    socket.resume()
  })
  await new Promise<void>(done => server.listen(path, done))
  inTheEnd(() => void server.close())
  return { env: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` }, calls: () => calls, open: () => open }
}

/** Has the key of an engine in the keyring behind the bus, as far as the program knows. */
function keptOnBus(place: Place): void {
  const folder = join(dataDirIn(place), 'engine-keys')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'openai'), 'one\n')
}

describe.skipIf(LACKING.length > 0)('a real keyring', () => {
  it('keeps a sign-in, gives it to other processes, and has it no more after the sign-out [KEY-3, OAU-4]', async () => {
    const [world, place] = [await startOAuthWorld(), makePlace()]
    const { session } = await startKeyring(place, PASSWORD)
    const env = { ...session, DISPLAY: ':99', TRANSLATION_API_URL: world.baseUrl }
    const running = startProgram(['login'], { place, env })
    await running.heard('\n', 'stderr')
    await running.heard('&code_challenge_method=S256')
    const page = /^http\S+authorize\S+$/m.exec(running.said('stderr'))?.[0] ?? ''
    await fetch(await approve(new URL(page), { member: 'rita' }))
    const { code, stdout } = await running.ended
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("kept in this system's keyring.") })

    const { logins } = JSON.parse(readFileSync(join(dataDirIn(place), 'sign-in', 'logins.json'), 'utf8'))
    const [name = ''] = Object.keys(logins)
    expect(logins[name]).toMatchObject({ kept_in: 'keyring' })
    const secrets: Record<string, unknown> = JSON.parse(String(answerOf({ does: 'read', name }, session)))
    const all = contentsOf(place.home)
    for (const kind of ['access_token', 'refresh_token']) {
      expect(secrets[kind]).toEqual(expect.stringMatching(/\S{20}/))
      expect(all.includes(String(secrets[kind])), kind).toBe(false)
    }
    expect(answerOf({ does: 'read', name: 'probe' }, session)).toBeNull()

    const status = await runProgram(['status'], { place, env })
    expect(status.stdout).toMatch(/^as: +oauth Translation command line/m)
    expect((await runProgram(['logout'], { place, env })).stdout).toContain('the connection is revoked there')
    expect(answerOf({ does: 'read', name }, session)).toBeNull()
    expect((await runProgram(['status'], { place, env })).stdout).toContain('nobody signed in')
  })

  it.skipIf(!TERMINAL)('keeps the key of an engine that is typed, for the engine alone [KEY-3, ENG-1]', async () => {
    const place = makePlace()
    const { session } = await startKeyring(place, PASSWORD)
    const { screen, code } = await typed(['engine-keys', 'set', 'openai'], {
      ...{ place, env: session, questions: ['Key for openai: ', 'The same again: '], keys: [KEY + ENTER, KEY + ENTER] },
    })
    expect({ code, screen }).toEqual({ code: 0, screen: expect.stringContaining("is kept in this system's keyring") })
    const said = [screen]
    const run = async (args: string[], env: Record<string, string> = {}) => {
      const ended = await runProgram(args, { place, env: { ...session, ...env } })
      said.push(ended.stdout, ended.stderr)
      return ended
    }
    expect((await run(['engine-keys', 'list'])).stdout).toBe("openai  this system's keyring\ndeepl  no key\n")
    expect((await run(['status'])).stdout).toMatch(/^engine keys: +openai from this system's keyring$/m)

    const server = await serveOpenAi(({ text }) => `Auf Deutsch: ${text}`)
    const endpoint = { TRANSLATION_OPENAI_BASE_URL: `${server.origin}/v1`, TRANSLATION_OPENAI_MODEL: 'tiny' }
    writeFileSync(join(place.work, 'notes.txt'), 'Good morning.\n')
    const env = { ...endpoint, TRANSLATION_LOG_LEVEL: 'debug' }
    const done = await run(['translate', 'notes.txt', '--to', 'de', '--yes', '--max-tokens', '100000'], env)
    expect(done).toMatchObject({ code: 0, stderr: expect.stringContaining('Engine: openai') })
    expect(new Set(server.calls.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${KEY}`]))
    await run(['status'], { ...endpoint, TRANSLATION_OPENAI_API_KEY: 'another' })
    expect(said.at(-2)).toMatch(/^engine keys: +openai from TRANSLATION_OPENAI_API_KEY$/m)

    const mark = readFileSync(join(dataDirIn(place), 'engine-keys', 'openai'), 'utf8').trim()
    const entry = { does: 'read', name: `engine openai ${mark}` } as const
    expect(answerOf(entry, session)).toBe(KEY)
    expect((await run(['engine-keys', 'remove', 'openai'])).code).toBe(0)
    expect(answerOf(entry, session)).toBeNull()
    expect((await run(['engine-keys', 'list'])).stdout).toContain('openai  no key')
    expect([...said, contentsOf(place.home)].join('\n').includes(KEY)).toBe(false)
  })

  it.skipIf(!TERMINAL)(
    'keeps the key of an engine that was set up and tried, in no file of the choice [KEY-3]',
    async () => {
      const place = makePlace()
      const { session } = await startKeyring(place, PASSWORD)
      const server = await serveDeepl(text => `Auf Deutsch: ${text}`)
      const { screen, code } = await typed(['engine', 'use', 'deepl', '--deepl-url', server.origin], {
        ...{ place, env: session, questions: ['which is not shown: ', 'The same again: ', '[y/N]'] },
        keys: [DEEPL_KEY + ENTER, DEEPL_KEY + ENTER, `y${ENTER}`],
      })
      expect({ code, screen }).toEqual({
        code: 0,
        screen: expect.stringContaining("Its key is in this system's keyring."),
      })
      const { stdout } = await runProgram(['status'], { place, env: session })
      expect(stdout).toContain(`deepl (${server.origin})`)
      expect(stdout).toMatch(/^engine keys: +deepl from this system's keyring$/m)
      expect(JSON.parse(readFileSync(join(dataDirIn(place), 'engine.json'), 'utf8'))).toMatchObject({ key: true })
      expect([screen, contentsOf(place.home)].join('\n').includes(DEEPL_KEY)).toBe(false)
      const dropped = await runProgram(['engine', 'use', 'none'], { place, env: session })
      expect(dropped.stdout).toContain('engine-keys remove deepl')
    },
  )

  it('that is locked is told by status and at planning, and the environment serves meanwhile [ENG-1]', async () => {
    const place = makePlace()
    const open = await startKeyring(place, PASSWORD)
    await keep(place, open.session)
    await open.end()
    const { session } = await startKeyring(place, undefined)
    writeFileSync(join(place.work, 'notes.txt'), 'Good morning.\n')
    const status = await runProgram(['status'], { place, env: session })
    expect(status).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("openai in this system's keyring, which cannot be read now: unlock it"),
    })
    const refused = await runProgram(['translate', 'notes.txt', '--to', 'de', '--yes'], { place, env: session })
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/“openai” is in this system's keyring, which cannot be read now/),
    })
    const again = await runProgram(['engine-keys', 'set', 'openai'], {
      ...{ place, env: { ...session, TRANSLATION_OPENAI_API_KEY: KEY } },
    })
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('or it is locked') })
    const given = await runProgram(['status'], { place, env: { ...session, TRANSLATION_OPENAI_API_KEY: 'another' } })
    expect(given.stdout).toMatch(/^engine keys: +openai from TRANSLATION_OPENAI_API_KEY$/m)
  })
})

describe('a bus that never answers', () => {
  /** The connections of a process that was killed: they go after half a minute, during which the other test runs. */
  let left: { readonly open: () => number; readonly said: string }
  beforeAll(async () => {
    const place = makePlace()
    const { calls, open, env } = await startSilentBus(place)
    keptOnBus(place)
    const running = startProgram(['status'], { place, env })
    await vi.waitFor(() => expect(calls()).toBe(1), { timeout: 10_000 })
    running.child.kill('SIGKILL')
    await running.ended
    left = { open, said: running.said('stdout') }
  })

  it('is not asked for the list of tools, and holds nobody for long', async () => {
    const place = makePlace()
    const { calls, env } = await startSilentBus(place)
    keptOnBus(place)
    const running = startProgram([], { place, env })
    const say = (message: object) => running.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    const clientInfo = { name: 'test', version: '1' }
    say({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } })
    say({ method: 'notifications/initialized' })
    say({ id: 2, method: 'tools/list' })
    await running.heard('"id":2', 'stdout')
    expect(calls()).toBe(0)
    say({ id: 3, method: 'tools/call', params: { name: 'get_account', arguments: {} } })
    await expect.poll(calls).toBe(1)
    // Nothing else waits for it.
    say({ id: 4, method: 'tools/list' })
    await running.heard('"id":4', 'stdout')
    expect(running.said('stdout')).not.toContain('"id":3')
    await running.heard('"id":3', 'stdout')
    running.child.stdin.end()
    expect((await running.ended).code).toBe(0)

    const kept = await runProgram(['engine-keys', 'set', 'deepl'], {
      ...{ place, env: { ...env, TRANSLATION_DEEPL_API_KEY: KEY } },
    })
    expect(kept).toMatchObject({ code: 1, stderr: expect.stringContaining('set TRANSLATION_DEEPL_API_KEY instead') })
  })

  it('holds nobody who ends, and the process that asked it not for long', async () => {
    expect(left.said).toBe('')
    await expect.poll(left.open, { timeout: 40_000, interval: 200 }).toBe(0)
  })
})

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { VERSION } from '../../src/cli/version.ts'
import { openDatabase } from '../../src/service/store/database.ts'
import { startFaults } from '../support/faults.ts'
import { dataDirIn, makePlace, type Place, runProgram, startProgram, TYPED } from '../support/program.ts'

const KEY = /tsk_live_[\w-]{20,}/

async function json(args: readonly string[], place: Place): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runProgram([...args, '--json'], { place })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return z.record(z.string(), z.unknown()).parse(JSON.parse(stdout))
}

async function hosted(behind: Parameters<typeof startFaults>[0]) {
  const faults = await startFaults(behind)
  afterAll(() => faults.close())
  return faults
}

describe('help and version', () => {
  it('are printed on stdout, touching nothing', async () => {
    const place = makePlace()
    expect(await runProgram(['--version'], { place })).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' })
    const help = await runProgram(['--help'], { place })
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toContain('translation-mcp COMMAND --help')
    expect((await runProgram(['translate', '-h'], { place })).stdout).toContain('--out PATH')
    expect(place.written()).toEqual([])
  })

  it.each([
    [['--colour'], 'There is no flag --colour.'],
    [['keys', 'constructor'], 'translation-mcp: keys takes one of'],
    [['service', '--host', '0.0.0.0'], '--host 0.0.0.0 needs --public-url'],
  ])('refuses %j with status 2, before anything is touched', async (args, message) => {
    const place = makePlace()
    const { code, stdout, stderr } = await runProgram(args, { place })
    expect({ code, stdout, written: place.written() }).toEqual({ code: 2, stdout: '', written: [] })
    expect(stderr).toContain(message)
  })
})

describe.skipIf(!existsSync('/proc/self'))('a data folder that cannot be made', () => {
  it.each([
    [['status'], 'stdout'],
    [['keys', 'list'], 'stderr'],
    [['service'], 'stderr'],
  ] as const)('ends %j at once with status 1 and says so', async (args, where) => {
    const env = { TRANSLATION_DATA_DIR: '/proc/no-such-entry' }
    const ended = await runProgram(args, { place: makePlace(), env })
    expect(ended.code).toBe(1)
    expect(ended[where]).toMatch(/data folder .*cannot be made \(ENOENT\)/i)
    expect(ended[where]).toContain('/proc/no-such-entry')
    expect(ended[where]).toContain('TRANSLATION_DATA_DIR')
  })
})

describe('keys', () => {
  it('are created, rotated and revoked, each secret shown once [KEY-1, KEY-2]', async () => {
    const place = makePlace()
    const made = await runProgram(['keys', 'create', '--name', 'ci', '--scopes', 'account:read,batches:read'], {
      place,
    })
    const [, secret = ''] = made.stdout.split('\n')
    expect(secret).toMatch(KEY)
    const id = made.stdout.split(' ')[0] ?? ''
    const rotated = await runProgram(['keys', 'rotate', id], { place })
    expect(rotated.stdout).toMatch(KEY)
    expect(rotated.stdout).not.toContain(secret)
    const fresh = rotated.stdout.split(' ')[0] ?? ''
    expect(await json(['keys', 'revoke', fresh], place)).toEqual({ revoked: fresh })
    const listed = await runProgram(['keys', 'list'], { place })
    expect(listed.stdout).not.toMatch(KEY)
    const { keys } = await json(['keys', 'list'], place)
    expect(keys).toMatchObject([
      { id: fresh, name: 'ci', state: 'revoked', scopes: ['account:read', 'batches:read'] },
      { id, name: 'ci', state: 'replaced', replaced_by: fresh },
      { own: true, state: 'active' },
    ])
  })

  it('leave out what spends unless it is named [SCP-1]', async () => {
    const { key } = await json(['keys', 'create', '--name', 'reader', '--expires', '2999-01-01'], makePlace())
    expect(key).toMatchObject({ expires_at: '2999-01-01T00:00:00.000Z' })
    expect(z.looseObject({ scopes: z.array(z.string()) }).parse(key).scopes).not.toContain('batches:create')
  })

  it('that do not exist are refused with status 1', async () => {
    const { code, stderr } = await runProgram(['keys', 'revoke', 'key_none'], { place: makePlace() })
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('translation-mcp: ') })
  })

  it('of this program itself may be rotated: the next start uses the new one [KEY-2]', async () => {
    const place = makePlace()
    const own = (await runProgram(['keys', 'list'], { place })).stdout.split(' ')[0] ?? ''
    await runProgram(['keys', 'rotate', own], { place })
    expect(await json(['status'], place)).toMatchObject({ account: { credential: { name: 'This computer' } } })
    expect(statSync(join(dataDirIn(place), 'key')).mode & 0o777).toBe(0o600)
  })
})

describe('credits', () => {
  it('are shown and granted [CRD-3]', async () => {
    const place = makePlace()
    const before = z.looseObject({ balance: z.number() }).parse(await json(['credits', 'show'], place))
    const { grant } = await json(['credits', 'grant', '500', '--expires', '2999-01-01'], place)
    expect(grant).toMatchObject({ amount: 500, remaining: 500, expires_at: '2999-01-01T00:00:00.000Z' })
    expect(await json(['credits', 'show'], place)).toMatchObject({ balance: before.balance + 500 })
    expect((await runProgram(['credits', 'show'], { place })).stdout).toContain('500 of 500 left, until 2999-01-01')
  })

  it('of a new data folder are as set', async () => {
    const args = ['credits', 'show', '--seed-credits', '7', '--monthly-credits', '0']
    expect((await runProgram(args, { place: makePlace() })).stdout).toContain('7 credits in 1 grant.')
  })
})

describe('status', () => {
  it('says what is configured, as whom, and what it may do', async () => {
    const place = makePlace()
    const env = { TRANSLATION_ENGINE: 'pseudo', TRANSLATION_MAX_CREDITS: '50' }
    const { code, stdout, stderr } = await runProgram(['status', '--allow', place.home], { place, env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const line of [
      `translation-mcp: ${VERSION}, node ${process.version}`,
      'inside this program, with its own key',
      'pseudo',
      'at most 50 credits at once',
      place.home,
      'reached:         yes',
      'Local workspace',
      'account:read',
    ]) {
      expect(stdout).toContain(line)
    }
    expect(stdout).not.toMatch(KEY)
  })

  it('says what to set where a hosted service has no key, and calls nobody [KEY-3]', async () => {
    const faults = await hosted(() => ({ status: 500 }))
    const place = makePlace()
    await runProgram(['status'], { place })
    const { code, stdout } = await runProgram(['status', '--api-url', faults.url], { place })
    expect(code).toBe(1)
    expect(stdout).toContain(`run \`${TYPED} login --api-url ${faults.url}\`, or set TRANSLATION_API_KEY`)
    expect(faults.seen).toEqual([])
  })

  it('sends the key to the configured address only, in a header, under our name [KEY-3]', async () => {
    const error = {
      type: 'authentication_error',
      code: 'invalid_api_key',
      message: 'no acme_live_hush here',
      docs_url: '',
    }
    const faults = await hosted(() => ({ status: 401, body: { error, request_id: 'req_1' } }))
    const env = { TRANSLATION_API_URL: faults.url, TRANSLATION_API_KEY: 'acme_live_hush' }
    const place = makePlace()
    const { code, stdout, stderr } = await runProgram(['status'], { place, env })
    expect(code).toBe(1)
    expect(stdout).toContain('no (invalid_api_key)')
    expect(`${stdout}${stderr}`).not.toContain('hush')
    expect(faults.seen.map(({ path, headers }) => [path, headers.authorization, headers['user-agent']])).toEqual([
      ['/v1/account', 'Bearer acme_live_hush', `translation-mcp/${VERSION}`],
    ])
    expect(place.written()).toEqual([])
  })

  it('says that the data folder cannot be used, and in which words an agent would hear it [MCP-7]', async () => {
    const place = makePlace()
    const file = join(place.work, 'no-folder')
    writeFileSync(file, '')
    const { code, stdout } = await runProgram(['status', '--json', '--data-dir', file], { place })
    expect(code).toBe(1)
    const { error } = z.looseObject({ error: z.unknown() }).parse(JSON.parse(stdout))
    expect(error).toEqual({
      code: 'service_unavailable',
      message: 'The data folder of the service inside this program cannot be made (ENOTDIR): see TRANSLATION_DATA_DIR.',
    })
  })

  it('refuses the data folder of a newer program by name and version', async () => {
    const place = makePlace()
    await runProgram(['status'], { place })
    const db = openDatabase(join(dataDirIn(place), 'translation.db'))
    await sql`pragma user_version = 999`.execute(db)
    await db.destroy()
    const { code, stdout } = await runProgram(['status'], { place })
    expect(code).toBe(1)
    expect(stdout).toContain('The data folder has schema version 999')
  })

  it('says that an address cannot be reached', async () => {
    const faults = await hosted(() => ({ status: 500 }))
    await faults.close()
    const env = { TRANSLATION_API_KEY: 'acme_live_hush' }
    const { code, stdout } = await runProgram(['status', '--json', '--api-url', faults.url], {
      place: makePlace(),
      env,
    })
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ service: 'hosted', error: { code: 'network_error' } })
  })
})

describe('the service alone', () => {
  it('prints where it listens and where its key lies, not the key, and ends at a signal', async () => {
    const place = makePlace()
    const running = startProgram(['service', '--json'], { place })
    await running.heard('}\n', 'stdout')
    running.child.kill('SIGTERM')
    const { code, stdout } = await running.ended
    const facts = z
      .object({ base_url: z.string(), key_file: z.string(), data_dir: z.string() })
      .parse(JSON.parse(stdout))
    expect(code).toBe(0)
    expect(facts.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(facts.data_dir).toBe(dataDirIn(place))
    expect(readFileSync(facts.key_file, 'utf8')).toMatch(KEY)
    expect(stdout).not.toMatch(KEY)
  })

  it('is a hosted service to another process', async () => {
    const place = makePlace()
    const running = startProgram(['service', '--json'], { place })
    await running.heard('}\n', 'stdout')
    const made = await json(['keys', 'create', '--name', 'other'], place)
    const { secret } = z.looseObject({ secret: z.string() }).parse(made)
    const other = makePlace()
    const [, base_url = ''] = /"base_url":"([^"]+)"/.exec(running.said('stdout')) ?? []
    const env = { TRANSLATION_API_URL: base_url, TRANSLATION_API_KEY: secret }
    const { stdout } = await runProgram(['status', '--json'], { place: other, env })
    expect(JSON.parse(stdout)).toMatchObject({ service: 'hosted', account: { credential: { name: 'other' } } })
    expect(other.written()).toEqual([])
    running.child.kill('SIGINT')
    expect((await running.ended).code).toBe(0)
  })
})

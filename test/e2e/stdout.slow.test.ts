import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { databaseOf } from '../../src/service/data-folder.ts'
import { openDatabase } from '../../src/service/store/database.ts'
import { makePlace, PROGRAM, startProgram } from '../support/program.ts'

const FULL = '/dev/full'

describe.skipIf(!existsSync(FULL))('a command whose output cannot be written', () => {
  it.each([
    ['--version'],
    ['status'],
    ['translate notes.txt --to de --yes --max-credits 100'],
    ['translate notes.txt --to de --yes --max-credits 100 --json'],
  ])('%s: ends with status 1 and says so once [RES-2]', line => {
    const place = makePlace()
    writeFileSync(join(place.work, 'notes.txt'), 'Good morning.\n')
    const full = openSync(FULL, 'w')
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...line.split(' ')], {
      cwd: place.work,
      env: { HOME: place.home, TMPDIR: place.temporary, TRANSLATION_ENGINE: 'pseudo' },
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    })
    closeSync(full)
    expect(status).toBe(1)
    expect(stderr.match(/the output could not be written \(ENOSPC\)/g)).toHaveLength(1)
  })
})

describe('a reader that goes away', () => {
  it('of the results: every file is saved all the same, and nothing is left behind [RES-2]', async () => {
    const place = makePlace()
    const names = ['a', 'b', 'c']
    for (const name of names) writeFileSync(join(place.work, `${name}.txt`), `Good morning, ${name}.\n`)
    const line = ['translate', ...names.map(name => `${name}.txt`), '--to', 'en-XA', '--yes', '--max-credits', '1000']
    const { child, ended } = startProgram(line, { place, env: { TRANSLATION_ENGINE: 'pseudo' } })
    child.stdout.once('data', () => child.stdout.destroy())
    expect((await ended).code).toBe(0)
    expect(readdirSync(place.work)).toEqual(names.flatMap(name => [`${name}.en-XA.txt`, `${name}.txt`]))
    expect(readdirSync(place.temporary).filter(name => name.startsWith('translation-mcp-'))).toEqual([])
  })

  it('of the complaints: the server goes on answering [MCP-11]', async () => {
    const { child, ended, heard } = startProgram([], { place: makePlace(), env: { TRANSLATION_ENGIN: 'pseudo' } })
    child.stderr.destroy()
    const asked = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: asked })}\n`)
    await heard('"serverInfo"', 'stdout')
    child.stdin.end()
    expect((await ended).code).toBe(0)
  })

  it('of the protocol: the server ends, and gives its work back to whoever comes next [MCP-11, CRD-2]', async () => {
    const place = makePlace()
    const text = Array.from({ length: 12_000 }, (_, at) => `Good morning, number ${at}.`).join('\n\n')
    writeFileSync(join(place.work, 'notes.txt'), text)
    const data = join(place.home, 'data')
    const env = { TRANSLATION_ENGINE: 'pseudo', TRANSLATION_DATA_DIR: data, TRANSLATION_CONSENT: 'code' }
    const { child, ended } = startProgram([], { place, env })
    const tool = toolsOf(child)
    const file = join(place.work, 'notes.txt')
    const created = await tool('create_batch', { file_path: file, target_languages: ['en-XA'] })
    const [, plan_revision] = /"plan_revision":"(\w+)"/.exec(created) ?? []
    const [, batch_id] = /"id":"(bat_\w+)"/.exec(created) ?? []
    const [approval_code] = /\d+-credits-\w+/.exec(await tool('approve_batch', { batch_id, plan_revision })) ?? []
    await tool('approve_batch', { batch_id, plan_revision, approval_code })
    const db = openDatabase(databaseOf(data))
    const row = () => db.selectFrom('batches').select(['status', 'lease_owner']).executeTakeFirst()
    await expect.poll(row, { interval: 5 }).toEqual({ status: 'translating', lease_owner: expect.any(String) })
    child.stdout.destroy()
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' })}\n`)
    expect((await ended).code).toBe(0)
    expect(await row()).toEqual({ status: 'translating', lease_owner: null })
    await db.destroy()
  })
})

/** The tools of a program that serves the protocol; gives their answers as they came. */
function toolsOf(child: ReturnType<typeof startProgram>['child']) {
  let asked = 0
  const send = (method: string, params: object, id: { id?: number } = {}) =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...id, method, params })}\n`)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const call = async (method: string, params: object): Promise<string> => {
    asked += 1
    send(method, params, { id: asked })
    for (;;) {
      const { value } = await lines.next()
      if (JSON.parse(String(value)).id === asked) return String(value)
    }
  }
  const host = { capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const opened = call('initialize', { protocolVersion: '2025-06-18', ...host }).then(() =>
    send('notifications/initialized', {}),
  )
  return async (name: string, args: object) => {
    await opened
    return call('tools/call', { name, arguments: args })
  }
}

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { askCommand } from '../../src/service/engine/apertium/command.ts'
import { EngineError } from '../../src/service/engine/engine.ts'
import { callServer } from '../../src/service/engine/server-call.ts'
import { codeOf, isPassing } from '../../src/service/trace.ts'
import { createMenu, MENU, reaches, resultOf, storedFiles, translate } from '../support/flow.ts'
import { ran } from '../support/ran.ts'
import { kill, serviceProgram } from '../support/service-process.ts'
import { mountSmall } from '../support/small-disk.ts'
import { startWorld, temporaryFolder, type World } from '../support/world.ts'

const QUICK = { lease_seconds: 1, requests_per_minute: 1_000_000 }
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

afterEach(() => {
  if (isRoot) process.seteuid?.(0)
})

/** A world of another user than root, who may read and write all. What is imported at first use is imported before. */
async function worldOfAnother(): Promise<World> {
  const own = await startWorld()
  await translate(own, await createMenu(own))
  await own.close()
  if (isRoot) process.seteuid?.(NOBODY)
  return await startWorld({ settings: QUICK })
}

const balanceOf = async (world: World) => (await world.call(api.credits.get)).balance
const putOff = ({ logged }: World) => logged.filter(line => line.includes('A job was put off.'))

/** Approves a plan where an obstacle stands; it is put off twice, keeps what it reserved, and ends when the obstacle is gone. */
async function waitsOut(world: World, begin: (blob: string) => void, end: (blob: string) => void): Promise<void> {
  const before = await balanceOf(world)
  const already = storedFiles(world)
  const created = await createMenu(world)
  const [blob = ''] = storedFiles(world).filter(name => !already.includes(name))
  begin(blob)
  const params = { batch_id: created.batch.id }
  const approved = await world.call(api.batches.approve, { params, body: {} })
  await expect.poll(() => putOff(world).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
  expect(await world.call(api.batches.get, { params })).toMatchObject({ status: 'translating' })
  expect(await balanceOf(world)).toBe(before - (approved.credits_reserved ?? 0))
  end(blob)
  await reaches(world, created.batch.id, 'completed')
  expect((await resultOf(world, created.batch.id)).file.text).toContain('⟦de')
  expect(await balanceOf(world)).toBe(before - (approved.credits_reserved ?? 0))
}

describe.skipIf(process.platform === 'win32')('files that this user may not use', () => {
  it('put approved work off, whether the original cannot be read or the result not written [CRD-2, BAT-5]', async () => {
    const world = await worldOfAnother()
    const folder = join(world.dataDir, 'files')
    const original = (blob: string) => join(folder, blob)
    await waitsOut(
      world,
      blob => chmodSync(original(blob), 0),
      blob => chmodSync(original(blob), 0o600),
    )
    expect(putOff(world).every(line => line.includes('"code":"EACCES"'))).toBe(true)
    await waitsOut(
      world,
      () => chmodSync(folder, 0o500),
      () => chmodSync(folder, 0o700),
    )
  })

  it('refuse a creation and an approval as 503, which changes and reserves nothing [ERR-2, CRD-2]', async () => {
    const world = await worldOfAnother()
    const created = await createMenu(world)
    const before = await balanceOf(world)
    chmodSync(join(world.dataDir, 'files'), 0)
    const refused = [
      await world.refuse(api.batches.create, { body: { content: MENU, filename: 'other.json' } }),
      await world.refuse(api.batches.approve, { params: { batch_id: created.batch.id }, body: {} }),
    ]
    chmodSync(join(world.dataDir, 'files'), 0o700)
    for (const each of refused) {
      expect(each).toMatchObject({ status: 503, code: 'service_unavailable' })
      expect(each.message).toContain('Nothing was spent')
    }
    expect(await balanceOf(world)).toBe(before)
    expect((await world.list(api.batches.list)).data.map(({ id, status }) => [id, status])).toEqual([
      [created.batch.id, 'awaiting_review'],
    ])
    await world.call(api.batches.approve, { params: { batch_id: created.batch.id }, body: {} })
    await reaches(world, created.batch.id, 'completed')
  })
})

/** Lets the work on a batch begin in two seconds, so that something can happen between its approval and that. */
const later = ({ db }: World, id: string) =>
  db
    .updateTable('batches')
    .set({ lease_until: Date.now() + 2000 })
    .where('id', '=', id)
    .execute()

describe('a folder of files whose disk is not there', () => {
  it('puts approved work off until it is back, also at a process that starts meanwhile, and says so [CRD-2, BAT-5]', async () => {
    const world = await startWorld({ settings: QUICK })
    const done = await createMenu(world)
    await translate(world, done)
    const folder = join(world.dataDir, 'files')
    const siblings: World[] = []
    const before = await balanceOf(world)
    const { batch } = await createMenu(world)
    await later(world, batch.id)
    const approved = await world.call(api.batches.approve, { params: { batch_id: batch.id }, body: {} })
    renameSync(folder, `${folder}-away`)
    await expect.poll(() => putOff(world).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
    expect(await balanceOf(world)).toBe(before - (approved.credits_reserved ?? 0))
    renameSync(`${folder}-away`, folder)
    await reaches(world, batch.id, 'completed')
    expect(putOff(world).every(line => line.includes('"code":"files_away"'))).toBe(true)
    renameSync(folder, `${folder}-away`)
    siblings.push(await startWorld({ dataDir: world.dataDir, settings: QUICK }))
    const params = { batch_id: done.batch.id }
    for (const each of [world, ...siblings]) {
      expect(await each.service.ready()).toBe('the folder of the files is not there')
      const refused = [
        await each.refuse(api.batches.create, { body: { content: MENU, filename: 'other.json' } }),
        await each.refuse(api.batches.result, { params }),
      ]
      for (const one of refused) expect(one).toMatchObject({ status: 503, code: 'service_unavailable' })
      expect(await each.call(api.batches.get, { params })).toMatchObject({ status: 'completed' })
    }
    const env = { TRANSLATION_DATA_DIR: world.dataDir }
    const ended = await ran(['files', 'delete', done.batch.id], env)
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('Bring its disk back') })
    expect(readdirSync(world.dataDir)).not.toContain('files')
    renameSync(`${folder}-away`, folder)
    for (const each of [world, ...siblings]) expect((await resultOf(each, done.batch.id)).file.text).toContain('⟦de')
  })

  it('is no obstacle where one file alone is missing: the work fails, and its credits come back [CRD-2]', async () => {
    const world = await startWorld({ settings: QUICK })
    const before = await balanceOf(world)
    const { batch } = await createMenu(world)
    const [blob = ''] = storedFiles(world)
    const params = { batch_id: batch.id }
    await world.db
      .updateTable('batches')
      .set({ lease_until: Date.now() + 2000 })
      .where('id', '=', batch.id)
      .execute()
    await world.call(api.batches.approve, { params, body: {} })
    rmSync(join(world.dataDir, 'files', blob))
    await reaches(world, batch.id, 'failed')
    expect(await world.call(api.batches.get, { params })).toMatchObject({ error: { code: 'file_expired' } })
    expect(await balanceOf(world)).toBe(before)
  })
})

describe.runIf(process.platform === 'linux')('a full disk', () => {
  it('puts approved work off until there is room for its result [CRD-2, BAT-5]', async context => {
    const dataDir = temporaryFolder()
    const folder = join(dataDir, 'files')
    if (!mountSmall(folder, 64)) return context.skip('only root may mount a small disk')
    const world = await startWorld({ dataDir, settings: QUICK })
    const fill = () => {
      for (let at = 0; at < 64; at++) {
        try {
          writeFileSync(join(folder, `filler${at}`), Buffer.alloc(4096))
        } catch {
          return
        }
      }
    }
    const free = () => {
      for (const name of readdirSync(folder)) if (name.startsWith('filler')) rmSync(join(folder, name))
    }
    await waitsOut(world, fill, free)
    expect(putOff(world).every(line => line.includes('"code":"ENOSPC"'))).toBe(true)
  })
})

/** The lowest number that no open file of a process has. */
function freeNumber(pid: number): number {
  const open = new Set(readdirSync(`/proc/${pid}/fd`).map(Number))
  let free = 0
  while (open.has(free)) free++
  return free
}

/** Leaves a process no open file beside those that it has, until the function it gives is called. */
function noMoreFiles(pid: number): () => void {
  const limit = (most: string) => execFileSync('prlimit', ['--pid', String(pid), `--nofile=${most}:`])
  limit(String(freeNumber(pid)))
  return () => limit('1024')
}

describe.runIf(process.platform === 'linux')('a process without an open file left', () => {
  it('starts no thread and reads no original, and ends approved work when it has some again [CRD-2, BAT-5]', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    const planned = await startWorld({ dataDir, thread: true })
    const first = await createMenu(planned)
    const second = await createMenu(planned, 'Translate everything into French.')
    await planned.close()
    const service = await (await serviceProgram())(dataDir, QUICK)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (method: string, path: string) =>
      new Promise<{ status: number; body: string }>((resolve, reject) => {
        const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' }
        const sent = request(`${service.baseUrl}${path}`, { method, headers, agent }, answer => {
          text(answer).then(body => resolve({ status: answer.statusCode ?? 0, body }), reject)
        })
        sent.on('error', reject)
        sent.end(method === 'POST' ? '{}' : undefined)
      })
    const statusOf = async (id: string) => JSON.parse((await ask('GET', `/v1/batches/${id}`)).body).data.status
    expect((await ask('GET', '/v1/account')).status).toBe(200)
    for (const { batch } of [first, second]) {
      const giveBack = noMoreFiles(service.child.pid ?? 0)
      const { status, body } = await ask('POST', `/v1/batches/${batch.id}/approve`)
      expect(status, body).toBe(200)
      for (let look = 0; look < 15; look++) {
        expect(await statusOf(batch.id)).toBe('translating')
        await new Promise(resolve => setTimeout(resolve, 100))
      }
      giveBack()
      await expect.poll(() => statusOf(batch.id), { timeout: 20_000 }).toBe('completed')
    }
    agent.destroy()
    await kill(service)
  })
})

/** Takes this process's own open files away for a second. The program that gives them back runs already. */
const A_SECOND_WITHOUT = `
  limit() { prlimit --pid ${process.pid} "$@"; }
  soft=$(limit --nofile -o SOFT --noheadings)
  read free; limit --nofile=$free:; echo taken
  sleep 1; limit --nofile=$soft:`

describe.runIf(process.platform === 'linux')('an engine that cannot be started or called without an open file', () => {
  it('is no failing engine: the error is that of this machine, for which work is put off [ENG-1, CRD-2]', async () => {
    const command = () => askCommand('cat', 'en-es', '<p>Hello</p>', undefined)
    const url = new URL('http://127.0.0.1:9/')
    const server = () => callServer({ who: 'The endpoint', url, method: 'GET', timeout_ms: 5000 })
    // What is imported at first use is imported before.
    await Promise.allSettled([command(), server()])
    const taker = spawn('sh', ['-c', A_SECOND_WITHOUT], { stdio: ['pipe', 'pipe', 'inherit'] })
    const given = once(taker, 'exit')
    // The next number that this process would open. The pipe stays open: its number must not become free.
    const free = openSync('/dev/null', 'r')
    closeSync(free)
    taker.stdin.write(`${free}\n`)
    await once(taker.stdout, 'data')
    const failures = await Promise.all([command, server].map(each => each().catch((error: unknown) => error)))
    await given
    taker.stdin.end()
    expect(failures.map(failure => [codeOf(failure), isPassing(failure), failure instanceof EngineError])).toEqual([
      ['EMFILE', true, false],
      ['EMFILE', true, false],
    ])
  })
})

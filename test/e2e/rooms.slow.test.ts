import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { build } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { createClient } from '../../src/client/client.ts'
import { api } from '../../src/contract/operations.ts'
import { CLIENTS } from '../support/clients.ts'
import { madeIn, toldOf } from '../support/mcp.ts'
import { makePlace } from '../support/program.ts'
import { buildFolder, ROOT } from '../support/tree.ts'
import { startWorld } from '../support/world.ts'

/** What settings, help and keys are made from: what is known of the engines before one is loaded. */
const LIGHT = /^src\/service\/engine\/(?:(?:about|configured|engines|registry|settings|words)\.ts|\w+\/about\.ts)$/

let folder: string
beforeAll(() => {
  folder = buildFolder('rooms-')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Builds the program as if a room were deleted: whatever loads a file of it breaks. */
async function buildWithout(room: 'service' | 'mcp'): Promise<string> {
  const gone = join(ROOT, 'src', room, '/')
  const dir = join(folder, room)
  const shared = {
    platform: 'node',
    external: (id: string) => /^[^./\0]/.test(id),
    shimMissingExports: true,
    logLevel: 'silent',
  } as const
  const plugin = {
    name: 'deleted',
    load: (id: string) =>
      id.startsWith(gone) && !LIGHT.test(relative(ROOT, id)) ? `throw new Error('src/${room} is deleted')` : undefined,
  }
  const main = { main: join(ROOT, 'src/cli/main.ts') }
  await build({ ...shared, input: main, plugins: [plugin], output: { dir, entryFileNames: '[name].js' } })
  const thread = { thread: join(ROOT, 'src/service/worker/thread.ts') }
  if (room === 'mcp') await build({ ...shared, input: thread, plugins: [plugin], output: { dir } })
  writeFileSync(join(dir, 'package.json'), '{"type": "module"}')
  return join(dir, 'main.js')
}

function environment({ home, temporary }: ReturnType<typeof makePlace>) {
  return { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: temporary }
}

describe('without src/service', () => {
  it('a server for a hosted API does its whole job [MCP-1, MCP-3]', async () => {
    const program = await buildWithout('service')
    const [world, place] = [await startWorld(), makePlace()]
    writeFileSync(join(place.work, 'notes.txt'), 'Good morning.\n')
    const env = { ...environment(place), TRANSLATION_API_URL: world.baseUrl, TRANSLATION_API_KEY: world.key }
    const peer = { command: process.execPath, args: [program], cwd: place.work, env }
    const client = await CLIENTS['sdk 2, newer era']?.connect(peer, () => undefined)
    if (client === undefined) throw new Error('There is no such client.')
    onTestFinished(() => client.close())
    const call = async (name: string, input: Record<string, unknown>) => toldOf(await client.call(name, input))
    const { id, approval } = madeIn(await call('create_batch', { file_path: 'notes.txt', target_languages: ['de'] }))
    expect(madeIn(await call('approve_batch', approval)).id).toBe(id)
    const result = await call('get_result', { batch_id: id, wait_seconds: 20 })
    expect(result.failed, result.text).toBe(false)
    expect(readFileSync(join(place.work, 'notes.de.txt'), 'utf8')).toMatch(/^⟦de .*⟧\n$/)
  })

  it('the promises of a hosted API are tried', async () => {
    const program = await buildWithout('service')
    const [world, place] = [await startWorld({ settings: { requests_per_minute: 1_000_000 } }), makePlace()]
    const env = { ...environment(place), TRANSLATION_API_KEY: world.key }
    const child = spawn(process.execPath, [program, 'verify', '--api-url', world.baseUrl], {
      ...{ cwd: place.work, env, stdio: ['ignore', 'pipe', 'inherit'] },
    })
    const [out, status] = await Promise.all([text(child.stdout), once(child, 'close')])
    expect([status[0], out]).toEqual([0, expect.stringContaining(' 0 broken, ')])
  })
})

describe('without src/mcp', () => {
  it('the service does its whole job for callers of its API [CRE-8, APR-1, RES-1]', async () => {
    const program = await buildWithout('mcp')
    const place = makePlace()
    const child = spawn(process.execPath, [program, 'service', '--engine', 'pseudo', '--json'], {
      ...{ cwd: place.work, env: environment(place), stdio: ['ignore', 'pipe', 'inherit'] },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const said = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').once('data', resolve)
      child.once('close', code => reject(new Error(`The service ended with ${code}.`)))
    })
    const started = z.object({ base_url: z.string(), key_file: z.string() }).parse(JSON.parse(said))
    const credential = readFileSync(started.key_file, 'utf8').trim()
    const connect = async () => ({ baseUrl: started.base_url, credential })
    const client = createClient({ connect, userAgent: 'translation-mcp/test' })
    onTestFinished(() => client.close())
    const body = { content: 'Good morning.\n', filename: 'notes.txt', instruction: 'Into German.' }
    const { data: made } = await client.call(api.batches.create, { body })
    const params = { batch_id: made.batch.id }
    const expected_plan_revision = made.plan_revision ?? ''
    await client.call(api.batches.approve, { params, body: { expected_plan_revision } })
    const status = async () => (await client.call(api.batches.get, { params })).data.status
    await expect.poll(status, { interval: 20, timeout: 20_000 }).toBe('completed')
    const { data: result } = await client.call(api.batches.result, { params })
    expect(await (await fetch(result.url)).text()).toMatch(/^⟦de .*⟧\n$/)
  })
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { expect, inject, it } from 'vitest'
import * as z from 'zod'
import { SegmentRound } from '../../../src/contract/segments.ts'
import { databaseFile } from '../../../src/service/data-folder.ts'
import { openDatabase } from '../../../src/service/store/database.ts'
import { follow, reaches, resultOf } from '../../support/flow.ts'
import { agentWorld, answersTo, translated } from '../../support/segments.ts'
import { temporaryFolder } from '../../support/world.ts'

const SEGMENTS = 2000
const content = Array.from({ length: SEGMENTS }, (_, at) => `Read page number ${at} of the manual.`).join('\n\n')

interface Process {
  readonly child: ChildProcess
  readonly baseUrl: string
  readonly key: string
}

/** Builds the service as a program of its own; it says its address and works until it is killed. */
async function builtService(): Promise<(dataDir: string) => Promise<Process>> {
  const folder = fileURLToPath(new URL('.', inject('workerEntry')))
  const input = fileURLToPath(new URL('../../../src/service/service.ts', import.meta.url))
  const output = { file: join(folder, 'handing.js'), format: 'esm', codeSplitting: false } as const
  await build({ input, platform: 'node', external: id => !/^[./]/.test(id), output, logLevel: 'warn' })
  const main = join(folder, 'handing-main.mjs')
  writeFileSync(
    main,
    `import { startService } from './handing.js'
    const settings = { engine: 'agent', lease_seconds: 1, requests_per_minute: 1000000 }
    const service = await startService({ dataDir: process.argv[2], settings, workerEntry: new URL('${inject('workerEntry')}') })
    console.log(JSON.stringify({ baseUrl: service.baseUrl, key: await service.ownKey() }))`,
  )
  return async dataDir => {
    const child = spawn(process.execPath, [main, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    return { child, ...JSON.parse(String(line)) }
  }
}

async function call({ baseUrl, key }: Process, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const { status, text } = await follow(`${baseUrl}${path}`, init)
  expect(status, text.slice(0, 500)).toBeLessThan(300)
  return z.looseObject({ data: z.unknown() }).parse(JSON.parse(text)).data
}

async function kill({ child }: Process): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const Planned = z.looseObject({ batch: z.looseObject({ id: z.string() }), plan_revision: z.string() })

it('a service killed while it hands out, takes answers and writes asks for no segment twice [MCP-15]', async () => {
  const start = await builtService()
  const dataDir = join(temporaryFolder(), 'data')
  let service = await start(dataDir)
  const db = openDatabase(databaseFile(dataDir))
  const phase = async () => (await db.selectFrom('batches').select('phase').executeTakeFirst())?.phase
  const again = async () => {
    await kill(service)
    service = await start(dataDir)
  }

  const instruction = 'Translate from English into German.'
  const made = await call(service, 'POST', '/v1/batches', { content, filename: 'long.txt', instruction })
  const { batch, plan_revision } = Planned.parse(made)
  await call(service, 'POST', `/v1/batches/${batch.id}/approve`, {})
  await expect.poll(phase, { interval: 1 }).not.toBe('translating')
  await again()

  const path = `/v1/batches/${batch.id}/segments`
  const taken = new Set<string>()
  let round = SegmentRound.parse(await call(service, 'GET', path))
  for (let rounds = 0; !round.done; rounds++) {
    for (const { id } of round.segments) expect(taken.has(id), `segment ${id}`).toBe(false)
    const body = { plan_revision, target_language: 'de', translations: answersTo(round.segments) }
    if (rounds % 6 === 2) {
      // It dies with the answers on their way: they are all kept, or none of them is.
      const lost = call(service, 'POST', path, body).catch(() => undefined)
      await again()
      await lost
      const open = SegmentRound.parse(await call(service, 'GET', `${path}?hand_out=false`)).remaining
      expect([0, round.segments.length]).toContain(SEGMENTS - taken.size - open)
    }
    round = SegmentRound.parse(await call(service, 'POST', path, body))
    expect(round.rejected).toEqual([])
    for (const { id } of body.translations) taken.add(id)
    expect(round.remaining).toBe(SEGMENTS - taken.size)
  }
  expect(taken.size).toBe(SEGMENTS)
  await kill(service)
  await db.destroy()

  const world = await agentWorld({ dataDir, settings: { lease_seconds: 1 } })
  await reaches(world, batch.id, 'completed')
  const { file, result } = await resultOf(world, batch.id)
  expect(file.text).toBe(translated(content))
  expect(result.quality).toEqual({ segments: SEGMENTS, repaired: 0, kept_source: 0, findings: [] })
}, 120_000)

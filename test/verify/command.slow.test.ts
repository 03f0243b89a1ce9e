import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { api } from '../../src/contract/operations.ts'
import { breaking } from '../support/verifying.ts'
import { startWorld, temporaryFolder } from '../support/world.ts'
import { BROKEN } from './broken.ts'

/** Runs `translation-mcp verify` with this key: its exit status and what it wrote. */
async function verifying(key: string | undefined, ...flags: readonly string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const env = { TRANSLATION_API_KEY: key, TRANSLATION_DATA_DIR: temporaryFolder() }
  const status = await run({ argv: ['verify', ...flags], env, stdout, stderr })
  stdout.end()
  stderr.end()
  return { status, out: await text(stdout), told: await text(stderr) }
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

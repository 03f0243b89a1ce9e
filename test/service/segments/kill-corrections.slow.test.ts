import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { databaseOf } from '../../../src/service/data-folder.ts'
import { openDatabase } from '../../../src/service/store/database.ts'
import { follow } from '../../support/flow.ts'
import { ask, dataOf, kill, serviceProgram } from '../../support/service-process.ts'
import { temporaryFolder } from '../../support/world.ts'

const LINES = 4000
const SETTINGS = { engine: 'pseudo', lease_seconds: 1, requests_per_minute: 1_000_000 }
/** When the service is killed: so many milliseconds after a correction was sent, or after it was answered, while it writes the file. */
const MOMENTS = [
  ...[0, 20, 70, 160].map(ms => ({ after: 'sent', ms })),
  ...[0, 20].map(ms => ({ after: 'answered', ms })),
] as const

const lineOf = (at: number) => at * 390 + 3

const Made = z.looseObject({
  batch: z.looseObject({ id: z.string() }),
  plan_revision: z.string(),
  credit_cost: z.number(),
})
const Result = z.looseObject({ url: z.string() })

it('a service killed while it corrects a finished file has the line as it was or as it is meant, never half a file [MCP-21]', async () => {
  const serve = await serviceProgram()
  const dataDir = join(temporaryFolder(), 'data')
  let service = await serve(dataDir, SETTINGS)
  const content = Array.from({ length: LINES }, (_, at) => `Read page number ${at} of the manual.`).join('\n\n')
  const instruction = 'Translate from English into German.'
  const order = { content, filename: 'long.txt', instruction }
  const { batch, plan_revision } = Made.parse(await dataOf(service, 'POST', '/v1/batches', order))
  const path = `/v1/batches/${batch.id}`
  await dataOf(service, 'POST', `${path}/approve`, {})
  const status = async () => String((await dataOf(service, 'GET', path)).status)
  const ends = () => expect.poll(status, { interval: 20, timeout: 30_000 }).toBe('completed')
  const read = async () => {
    const { url } = Result.parse(await dataOf(service, 'GET', `${path}/result`))
    return (await follow(url.replace(/^https?:\/\/[^/]+/, new URL(service.baseUrl).origin))).text.split('\n\n')
  }
  await ends()
  const balance = async () => (await dataOf(service, 'GET', '/v1/credits')).balance
  const [paid, expected] = [await balance(), await read()]
  expect(expected).toHaveLength(LINES)

  let untaken = 0
  for (const [at, { after, ms }] of MOMENTS.entries()) {
    const line = lineOf(at)
    const corrected = `Seite ${line} ist nun richtig.`
    const translations = [{ id: String(line + 1), text: corrected }]
    const body = { plan_revision, target_language: 'de', translations }
    const sent = ask(service, 'POST', `${path}/segments`, body).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (after === 'answered') await sent
    await pause(ms)
    await kill(service)
    const taken = await sent
    service = await serve(dataDir, SETTINGS)
    const now = await read().catch(() => undefined)
    const meant = expected.with(line, corrected)
    if (now !== undefined) expect([expected, meant]).toContainEqual(now)
    await ends()
    const written = await read()
    expect(taken ? [meant] : [expected, meant]).toContainEqual(written)
    if (written[line] !== corrected) untaken += 1
    // What is not sure is sent again: it changes the line, or nothing.
    await dataOf(service, 'POST', `${path}/segments`, body)
    await ends()
    expect(await read()).toEqual(meant)
    expected[line] = corrected
  }
  expect(await balance()).toBe(paid)
  expect(untaken).toBeGreaterThan(0)
  expect(untaken).toBeLessThan(MOMENTS.length)
  await kill(service)
  const db = openDatabase(databaseOf(dataDir))
  const remembered = await db.selectFrom('remembered').select(['text']).where('corrected', '=', 1).execute()
  await db.destroy()
  expect(remembered.map(row => row.text).sort()).toEqual(MOMENTS.map((_, at) => expected[lineOf(at)]).sort())
}, 120_000)

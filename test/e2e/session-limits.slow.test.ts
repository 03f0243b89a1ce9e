import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { CLIENTS, type Connected } from '../support/clients.ts'
import { makePlace, startProgram } from '../support/program.ts'

const Facts = z.object({ mcp_url: z.string() })

async function connect(url: string): Promise<Connected> {
  const connected = await CLIENTS['sdk 1.20.2']?.connect({ url: new URL(url) }, () => undefined)
  if (!connected) throw new Error('There is no such client.')
  onTestFinished(() => connected.close())
  return connected
}

it('without sign-in each session has a limit of its own [LIM-1]', async () => {
  const place = makePlace()
  const serve = ['http', '--auth', 'none', '--port', '0', '--json', '--requests-per-minute', '20']
  const running = startProgram(serve, { place })
  await running.heard('\n', 'stdout')
  const { mcp_url } = Facts.parse(JSON.parse(running.said('stdout')))
  const [busy, quiet] = [await connect(mcp_url), await connect(mcp_url)]
  let last: unknown
  let done = 0
  const start = performance.now()
  for (let turn = 0; turn < 25; turn += 1) {
    last = await busy.call('list_batches', {})
    if (!JSON.stringify(last).includes('rate_limited')) done += 1
  }
  expect(done).toBeLessThanOrEqual(20)
  expect(done).toBeGreaterThan(5)
  expect(JSON.stringify(last)).toContain('rate_limited')
  // It is told at once, instead of waiting for the next minute.
  expect(performance.now() - start).toBeLessThan(20_000)
  expect(JSON.stringify(await quiet.call('list_batches', {}))).not.toContain('rate_limited')
})

it('without sign-in many sessions have one limit together, fifty times that of one [LIM-1]', async () => {
  const place = makePlace()
  const running = startProgram(['http', '--auth', 'none', '--port', '0', '--json', '--requests-per-minute', '1'], {
    place,
  })
  await running.heard('\n', 'stdout')
  const { mcp_url } = Facts.parse(JSON.parse(running.said('stdout')))
  const answers: string[] = []
  for (let session = 0; session < 53; session += 1) {
    const one = await connect(mcp_url)
    answers.push(JSON.stringify(await one.call('list_batches', {})))
  }
  const refused = answers.filter(answer => answer.includes('rate_limited'))
  expect(answers.length - refused.length).toBe(50)
  for (const answer of refused) expect(answer).toContain('Over 50 calls in a minute by all sessions together.')
})

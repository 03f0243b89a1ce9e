import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { object, refusal } from '../client/start.ts'
import { startFaults } from '../support/faults.ts'
import { ran } from '../support/ran.ts'
import { temporaryFolder } from '../support/world.ts'

it('where a service takes no more requests for a minute, the command waits as long as asked, and says so [LIM-1, ERR-3]', async () => {
  const faults = await startFaults(() => object({}))
  onTestFinished(() => faults.close())
  const wait = refusal(429, 'rate_limited', { 'retry-after': '58' })
  faults.script(wait, wait, refusal(401, 'invalid_api_key'))
  const folder = temporaryFolder()
  const file = join(folder, 'en.json')
  writeFileSync(file, '{"hello":"Good morning"}')
  const pauses: number[] = []
  let now = Date.now()
  const clock = {
    now: () => now,
    after: () => () => undefined,
    sleep: async (ms: number) => {
      pauses.push(ms)
      now += ms
    },
  }
  const env = {
    TRANSLATION_API_URL: faults.url,
    TRANSLATION_API_KEY: 'acme_live_patient',
    TRANSLATION_DATA_DIR: join(folder, 'data'),
  }
  const { code, stderr } = await ran(['translate', file, '--to', 'de'], env, clock)
  expect(code).toBe(1)
  expect(pauses).toHaveLength(2)
  for (const ms of pauses) expect(ms).toBeGreaterThanOrEqual(58_000)
  expect(stderr).toMatch(/^The service takes no more requests for now, so this waits 5[89] s\.\n/)
  expect(stderr).not.toContain('Over')
})

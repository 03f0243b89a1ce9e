import { expect, it } from 'vitest'
import { SCOPE_NAMES } from '../../../src/contract/scopes.ts'
import { manualClock, startWorld } from '../../support/world.ts'

const clock = manualClock('2026-03-10T12:00:00Z')
const world = await startWorld({ clock, settings: { requests_per_minute: 5 } })
const statuses = async (key: string) => {
  const answers = []
  for (let turn = 0; turn < 8; turn += 1) answers.push((await world.send('GET', '/v1/account', { key })).status)
  return answers
}
const LIMITED = [200, 200, 200, 200, 200, 429, 429, 429]

it('the key of this computer is limited like any other, but not as this process sends it [LIM-1]', async () => {
  const marked = await world.service.uncountedKey()
  expect(marked.startsWith(`${world.key}.`)).toBe(true)
  expect(await statuses(marked)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(await statuses(world.key)).toEqual(LIMITED)
})

it('the mark is of this process and of this key: no other key gets more by it, and no guess is one [LIM-1, KEY-3]', async () => {
  const mark = (await world.service.uncountedKey()).slice(world.key.length)
  const { secret } = await world.issueKey(SCOPE_NAMES)
  expect(await statuses(`${secret}${mark}`)).toEqual(LIMITED)
  const sibling = await startWorld({ clock, dataDir: world.dataDir, settings: { requests_per_minute: 5 } })
  expect((await sibling.send('GET', '/v1/account', { key: `${world.key}${mark}` })).status).toBe(401)
  expect((await world.send('GET', '/v1/account', { key: `tsk_live_${'x'.repeat(43)}${mark}` })).status).toBe(401)
})

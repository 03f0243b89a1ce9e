import { beforeEach, expect, it } from 'vitest'
import { pruneRecords } from '../../../src/service/pruning.ts'
import { countEvent, countStranger, listEvents, recordEvent } from '../../../src/service/store/audit.ts'
import { startWorld } from '../../support/world.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const { db, newId, workspace } = await startWorld()

beforeEach(async () => {
  await db.deleteFrom('audit_events').execute()
})

const refused = (address: string, now = NOW, name = 'mallory') =>
  countStranger(db, { now, newId }, { kind: 'sign_in_refused', workspace_id: null, address, detail: { name } })

it('refusals of strangers are a line for an hour and an address, with a count, both moments and the last name [OAU-2]', async () => {
  for (let turn = 0; turn < 5; turn++) await refused('198.51.100.1', NOW + turn * 1000, `name-${turn}`)
  await refused('198.51.100.2', NOW + 6000)
  await refused('198.51.100.1', NOW + HOUR)
  const lines = (await listEvents(db, null)).map(({ address, times, at, last_at }) => [address, times, at, last_at])
  expect(lines).toEqual([
    ['198.51.100.1', 1, NOW + HOUR, null],
    ['198.51.100.2', 1, NOW + 6000, null],
    ['198.51.100.1', 5, NOW, NOW + 4000],
  ])
  expect((await listEvents(db, null))[2]?.detail_json).toBe('{"name":"name-4"}')
})

it('strangers from any number of addresses fill 11 lines an hour at most, and none is left uncounted [OAU-2]', async () => {
  for (let turn = 0; turn < 120; turn++) await refused(turn % 2 === 0 ? `203.0.113.${turn}` : `~${turn}\u{10ffff}`)
  await refused('203.0.113.0')
  const lines = await listEvents(db, null)
  expect(lines).toHaveLength(11)
  expect(lines.reduce((sum, { times }) => sum + times, 0)).toBe(121)
  expect(lines.filter(({ address }) => address === null)).toMatchObject([{ times: 110, detail_json: '{}' }])
})

it('alike events of members are one line an hour, and those of another kind or member are not among them [OAU-2]', async () => {
  const event = (member_id: string) => ({ kind: 'signed_in', workspace_id: workspace.id, member_id }) as const
  for (const member of ['a', 'a', 'b', 'a']) await countEvent(db, { now: NOW, newId }, event(member), [member])
  const lines = await listEvents(db, workspace.id)
  expect(lines.map(({ member_id, times }) => [member_id, times]).sort()).toEqual([
    ['a', 3],
    ['b', 1],
  ])
})

it('the log keeps its lines for 400 days, and those of strangers for 30 [OAU-2]', async () => {
  for (const age of [29, 31, 399, 401]) {
    const moment = { now: NOW - age * DAY, newId }
    await recordEvent(db, moment, { kind: 'password_set', workspace_id: workspace.id })
    await refused('198.51.100.1', moment.now)
  }
  await pruneRecords(db, NOW)
  const ages = async (id: string | null) => (await listEvents(db, id)).map(({ at }) => (NOW - at) / DAY)
  expect([await ages(workspace.id), await ages(null)]).toEqual([[29, 31, 399], [29]])
})

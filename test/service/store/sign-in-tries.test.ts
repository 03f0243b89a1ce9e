import { beforeEach, expect, it } from 'vitest'
import { TRY_LIMITS } from '../../../src/service/domain/sign-in-tries.ts'
import { write } from '../../../src/service/store/database.ts'
import { pardonTry, sweepTries, takeTry } from '../../../src/service/store/sign-in-tries.ts'
import { startWorld } from '../../support/world.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const { db } = await startWorld()

beforeEach(async () => {
  await db.deleteFrom('sign_in_tries').execute()
})

const take = (name: string, address: string, now = NOW) =>
  write(db, tx => takeTry(tx, { name, address, now }, TRY_LIMITS))
const pardon = (name: string, address: string, now = NOW) => write(db, tx => pardonTry(tx, { name, address, now }))
const rows = () => db.selectFrom('sign_in_tries').selectAll().execute()

it('ten wrong passwords for a name from an address are taken in 15 minutes, and the eleventh says when it may come [OAU-1]', async () => {
  for (let turn = 0; turn < 10; turn++) expect(await take('ada@local', 'x', NOW + turn * MINUTE)).toBeUndefined()
  expect(await take('ada@local', 'x', NOW + 10 * MINUTE)).toBe(NOW + 15 * MINUTE)
  expect(await take('ada@local', 'x', NOW + 15 * MINUTE)).toBeUndefined()
})

it('the right password clears what was wrong before at that address, and nothing elsewhere [OAU-1]', async () => {
  for (const address of ['x', 'y']) for (let turn = 0; turn < 10; turn++) await take('ada@local', address)
  await pardon('ada@local', 'x')
  expect(await take('ada@local', 'x')).toBeUndefined()
  expect(await take('ada@local', 'y')).toBe(NOW + 15 * MINUTE)
})

it('no row holds a name as it was typed: it may be a password in the wrong field [OAU-1]', async () => {
  await take('my secret password@local', 'x')
  expect(JSON.stringify(await rows())).not.toContain('secret')
})

it('what no longer counts is removed, and an address where a name is known stays for 30 days [OAU-1]', async () => {
  await take('ada@local', 'home')
  await pardon('ada@local', 'home')
  for (let turn = 0; turn < 5; turn++) await take(`nobody-${turn}@local`, 'x')
  expect(await sweepTries(db, NOW + 16 * MINUTE, 4)).toBe(4)
  while ((await sweepTries(db, NOW + 16 * MINUTE, 4)) > 0);
  expect(await rows()).toMatchObject([{ right_at: NOW }])
  await sweepTries(db, NOW + 31 * DAY, 4)
  expect(await rows()).toEqual([])
})

it('names without end are bounded in rows, and push out no count of a name that somebody guesses at [OAU-1]', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => ({ who: `s${at} y`, since: NOW, wrong: 1, right_at: null }))
  await write(db, async tx => {
    for (let at = 0; at < many.length; at += 5000) {
      await tx
        .insertInto('sign_in_tries')
        .values(many.slice(at, at + 5000))
        .execute()
    }
  })
  for (let turn = 0; turn < 10; turn++) await take('olga@local', 'x')
  for (let turn = 0; turn < 4; turn++) await take(`more-${turn}@local`, 'z')
  expect((await rows()).length).toBeLessThanOrEqual(20_000)
  expect(await take('olga@local', 'x')).toBe(NOW + 15 * MINUTE)
})

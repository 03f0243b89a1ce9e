import { describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { judgeClock } from '../../src/service/clock-ahead.ts'
import { DAY, HOUR } from '../../src/service/domain/time.ts'
import { createMenu, MENU, resultOf, storedIn, translate } from '../support/flow.ts'
import { manualClock, startWorld } from '../support/world.ts'

const START = '2026-03-10T12:00:00Z'
const NOW = Date.parse(START)

it.each([
  ['a new folder', NOW, undefined, undefined, 'right'],
  ['the usual', NOW, NOW - HOUR, undefined, 'right'],
  ['a clock that was set back', NOW, NOW + 400 * DAY, undefined, 'right'],
  ['two weeks without use', NOW, NOW - 14 * DAY, undefined, 'right'],
  ['more than that', NOW, NOW - 14 * DAY - 1, undefined, 'ahead'],
  ['the same a little later', NOW, NOW - 60 * DAY, NOW - 6 * HOUR + 1, 'still ahead'],
  ['the same six hours later', NOW, NOW - 60 * DAY, NOW - 6 * HOUR, 'right'],
  ['one that went back, and is ahead again', NOW, NOW - 60 * DAY, NOW + 1, 'ahead'],
] as const)('a clock is judged by what the data folder last saw: %s', (_what, now, right, ahead, judged) => {
  expect(judgeClock(now, { right, ahead })).toBe(judged)
})

describe('a service that starts with a clock far ahead', () => {
  const body = { content: MENU, filename: 'menu.json', instruction: 'Into German.', idempotency_key: 'twice' }
  const settings = { idempotency_days: 30 }

  /** A data folder with a finished translation, used at START; `at` starts a service on it so many milliseconds later. */
  async function used() {
    const first = await startWorld({ clock: manualClock(START), settings })
    const created = await first.call(api.batches.create, { body })
    await translate(first, created)
    // Work is done by the machine's own clock.
    await first.db
      .updateTable('batches')
      .set({ file_expires_at: NOW + 30 * DAY })
      .execute()
    const { dataDir } = first
    await first.close()
    const at = (later: number) =>
      startWorld({ dataDir, settings, clock: manualClock(new Date(NOW + later).toISOString()) })
    const stored = () => storedIn(dataDir).length
    return { at, stored, id: created.batch.id }
  }

  it('clears nothing away, says so, and finds all when the clock is right again, with no month granted twice [CRE-6, CRD-3]', async () => {
    const { at, stored, id } = await used()
    const wrong = await at(400 * DAY)
    expect(stored()).toBe(2)
    expect(wrong.logged.filter(line => line.includes('far ahead'))).toHaveLength(1)
    expect(wrong.logged.join()).toContain(new Date(NOW).toISOString())
    await wrong.close()
    // Again, before the hours are over.
    await (await at(400 * DAY + 5 * HOUR)).close()
    const right = await at(HOUR)
    expect(right.logged.join()).not.toContain('far ahead')
    expect((await resultOf(right, id)).file.text).toContain('⟦de')
    expect((await right.call(api.batches.create, { body })).batch.id).toBe(id)
    const { grants, balance } = await right.call(api.credits.get)
    expect(grants.filter(({ type }) => type === 'monthly')).toHaveLength(1)
    expect(balance).toBeLessThanOrEqual(200_000)
    await right.close()
  })

  it('clears away after two months without use, when the clock has gone on for six hours, at whatever process [CRE-9]', async () => {
    const { at, stored } = await used()
    await (await at(60 * DAY)).close()
    expect(stored()).toBe(2)
    const later = await at(60 * DAY + 6 * HOUR)
    expect(stored()).toBe(0)
    expect(later.logged.join()).not.toContain('far ahead')
    await later.close()
  })

  it('judges a folder that no service has looked at since by its newest translation', async () => {
    const world = await startWorld({ clock: manualClock(START) })
    await createMenu(world)
    await world.db.deleteFrom('service_facts').where('name', 'in', ['clock', 'clock_ahead']).execute()
    const next = await startWorld({
      dataDir: world.dataDir,
      clock: manualClock(new Date(NOW + 60 * DAY).toISOString()),
    })
    expect(next.logged.join()).toContain('far ahead')
  })
})

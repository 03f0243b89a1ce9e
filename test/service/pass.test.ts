import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { SILENT } from '../../src/contract/telemetry.ts'
import { DAY, HOUR } from '../../src/service/domain/time.ts'
import { openState } from '../../src/service/open-state.ts'
import { type Pass, startPass } from '../../src/service/pass.ts'
import { ownWorkspace } from '../../src/service/seed.ts'
import { write } from '../../src/service/store/database.ts'
import { notedAt } from '../../src/service/store/facts.ts'
import { afterFile } from '../support/after-file.ts'
import { giveDatabase } from '../support/databases.ts'
import { temporaryFolder } from '../support/world.ts'

let running: Pass | undefined
afterEach(async () => {
  await running?.stopPass()
  vi.useRealTimers()
})

/** An open data folder, without a pass. `pass` starts one; `looks` counts how often it asked for the time. */
async function place() {
  const dataDir = `${temporaryFolder()}/data`
  await giveDatabase(dataDir)
  const logged: string[] = []
  const note = (message: string) => void logged.push(message)
  const log = { warn: note, error: note }
  const settings = { monthly_credits: 500 }
  const opened = await openState({ dataDir, settings, clock: Date.now, log, telemetry: SILENT })
  const { db } = opened
  afterFile(async () => {
    await opened.letGo()
    await db.destroy()
  })
  let looks = 0
  const clock = (): number => {
    looks += 1
    return Date.now()
  }
  // The hours go by for the pass alone.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
  const pass = (): Pass => {
    running = startPass({ ...opened, clock, log })
    return running
  }
  return { db, logged, pass, looks: () => looks }
}

it('runs at once and hourly; left to others daily and when they say so; and never again once it is ended [CRE-6]', async () => {
  const at = await place()
  const pass = at.pass()
  await pass.firstPass
  const each = at.looks()
  /** How often it has run; it is asked to run once more, to know that the others have ended. */
  const runs = async () => {
    await pass.again()
    return at.looks() / each
  }
  expect(await runs()).toBe(2)
  vi.advanceTimersByTime(3 * HOUR)
  expect(await runs()).toBe(6)
  pass.leaveToOthers()
  vi.advanceTimersByTime(DAY - 1)
  expect(await runs()).toBe(7)
  vi.advanceTimersByTime(1)
  expect(await runs()).toBe(9)
  await pass.stopPass()
  vi.advanceTimersByTime(3 * DAY)
  expect(await runs()).toBe(10)
  expect(at.logged).toEqual([])
})

it('runs once more after the one that runs, never beside it, and its end waits for all [SCL-2]', async () => {
  const at = await place()
  const order: string[] = []
  let pass: Pass | undefined
  // Nobody else writes meanwhile, so that the first one stands at its first change.
  await write(at.db, async tx => {
    await sql`update service_facts set value = value`.execute(tx)
    pass = at.pass()
    for (const [name, end] of [
      ['first', pass.firstPass],
      ['again', pass.again()],
      ['last', pass.again()],
      ['stopped', pass.stopPass()],
    ] as const)
      void end.then(() => order.push(name))
    await new Promise(process.nextTick)
    expect([order, at.looks()]).toEqual([[], 1])
  })
  await pass?.stopPass()
  expect(order).toEqual(['first', 'again', 'last', 'stopped'])
})

it.each([
  ['the grant of the month', ['workspaces'], { granted: 0, noted: true }],
  ['one thing to clear away', ['spending_questions'], { granted: 1, noted: true }],
  ['several', ['spending_questions', 'upload_addresses', 'oauth_artifacts'], { granted: 1, noted: true }],
  ['what is known of the clock: then nothing is cleared away', ['service_facts'], { granted: 1, noted: false }],
] as const)('a failing step does not stop the others: %s [CRD-3, CRE-6]', async (_, tables, { granted, noted }) => {
  const at = await place()
  const rename = async (from: string, to: string) => {
    await sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(at.db)
  }
  await ownWorkspace(at.db)
  await sql`delete from credit_grants`.execute(at.db)
  for (const name of tables) await rename(name, `${name}_away`)
  await at.pass().firstPass
  expect(new Set(at.logged)).toEqual(new Set(['The scheduled pass failed.']))
  expect(at.logged.length).toBeGreaterThanOrEqual(tables.length)
  for (const name of tables) await rename(`${name}_away`, name)
  expect(await at.db.selectFrom('credit_grants').select('amount').execute()).toHaveLength(granted)
  expect((await notedAt(at.db, 'clock')) !== undefined).toBe(noted)
  // The next one does what this one could not.
  await running?.again()
  expect(await at.db.selectFrom('credit_grants').select('amount').execute()).toHaveLength(1)
  expect(await notedAt(at.db, 'clock')).toBe(Date.now())
})

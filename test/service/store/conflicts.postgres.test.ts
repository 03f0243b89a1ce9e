import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Database, write } from '../../../src/service/store/database.ts'
import { isBusy } from '../../../src/service/store/dialects/faults.ts'
import { again } from '../../../src/service/store/dialects/retry.ts'
import { startWorld } from '../../support/world.ts'

const { db } = await startWorld()

async function start() {
  await db.deleteFrom('service_facts').where('name', 'in', ['one', 'two']).execute()
  const rows = ['one', 'two'].map(name => ({ name, value: '0', noted_at: 0 }))
  await db.insertInto('service_facts').values(rows).execute()
}

const read = async (tx: Database, name: string) =>
  Number(
    (await tx.selectFrom('service_facts').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value,
  )
const put = (tx: Database, name: string, value: number) =>
  tx
    .updateTable('service_facts')
    .set({ value: `${value}` })
    .where('name', '=', name)
    .execute()

/** Two transactions that both have taken their first step before either takes its second. */
async function crossing(first: (tx: Database, name: string) => Promise<unknown>, second: typeof first) {
  const runs = { one: 0, two: 0 }
  let met = 0
  let go = () => {}
  const both = new Promise<void>(resolve => {
    go = resolve
  })
  const run = (name: 'one' | 'two', other: 'one' | 'two') =>
    write(db, async tx => {
      runs[name] += 1
      await first(tx, name)
      met += 1
      if (met === 2) go()
      await both
      await second(tx, other)
    })
  await Promise.all([run('one', 'two'), run('two', 'one')])
  return runs.one + runs.two
}

it('a transaction whose reads another one changed is done again until it counts (40001) [SCL-1]', async () => {
  await start()
  // Each adds to its own row what it reads in the other: one after the other makes 1 and 2, both at once would make 1 and 1.
  const seen: Record<string, number> = {}
  const runs = await crossing(
    async (tx, name) => {
      seen[name] = await read(tx, name === 'one' ? 'two' : 'one')
    },
    async (tx, other) => {
      const own = other === 'one' ? 'two' : 'one'
      await put(tx, own, (seen[own] ?? 0) + 1)
    },
  )
  expect([await read(db, 'one'), await read(db, 'two')].sort()).toEqual([1, 2])
  expect(runs).toBeGreaterThanOrEqual(3)
})

it('a transaction that waits for one that waits for it is done again (40P01) [SCL-1]', async () => {
  await start()
  const more = (tx: Database, name: string) =>
    tx.updateTable('service_facts').set({ noted_at: sql<number>`noted_at + 1` }).where('name', '=', name).execute()
  const runs = await crossing(more, more)
  const rows = await db.selectFrom('service_facts').select('noted_at').where('name', 'in', ['one', 'two']).execute()
  expect(rows).toEqual([{ noted_at: 2 }, { noted_at: 2 }])
  expect(runs).toBeGreaterThanOrEqual(3)
})

it('thirty transactions at once on one row are each done once', async () => {
  await start()
  await Promise.all(
    Array.from({ length: 30 }, () => write(db, async tx => put(tx, 'one', (await read(tx, 'one')) + 1))),
  )
  expect(await read(db, 'one')).toBe(30)
})

it('one that others win against again and again gets a turn of its own [SCL-1]', async () => {
  await start()
  let [runs, over] = [0, false]
  // Short ones, one after another, each of which changes what the long one reads, and reads what that changes.
  const short = async () => {
    while (!over) await write(db, async tx => put(tx, 'two', (await read(tx, 'one')) + (await read(tx, 'two')) + 1))
  }
  const others = [short(), short()]
  await write(db, async tx => {
    runs += 1
    const seen = await read(tx, 'two')
    await setTimeout(60)
    await put(tx, 'one', seen)
  })
  over = true
  await Promise.all(others)
  expect(runs).toBeGreaterThan(1)
  expect(runs).toBeLessThanOrEqual(4)
})

it('thirty single statements at once on one row are each done once', async () => {
  await start()
  const more = () =>
    db.updateTable('service_facts').set({ noted_at: sql<number>`noted_at + 1` }).where('name', '=', 'two').execute()
  await Promise.all(Array.from({ length: 30 }, more))
  const { noted_at } = await db
    .selectFrom('service_facts')
    .select('noted_at')
    .where('name', '=', 'two')
    .executeTakeFirstOrThrow()
  expect(noted_at).toBe(30)
})

it.each(['40001', '40P01'])(
  'work that meets %s again and again is given up as busy, and any other error at once',
  async code => {
    let runs = 0
    const fail = (error: Error) => async () => {
      runs += 1
      throw error
    }
    const conflict = Object.assign(new Error('conflict'), { code })
    await expect(again(fail(conflict))).rejects.toBe(conflict)
    expect(isBusy(conflict)).toBe(true)
    expect(runs).toBeGreaterThan(10)
    runs = 0
    await expect(again(fail(new Error('other')))).rejects.toThrow('other')
    expect(runs).toBe(1)
  },
)

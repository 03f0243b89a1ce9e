import { expect, it } from 'vitest'
import { write } from '../../../src/service/store/database.ts'
import { startWorld } from '../../support/world.ts'

const { db } = await startWorld()

const fact = (name: string) => ({ name, value: '', noted_at: 0 })

it('a row that is there already is refused soon, and not tried again and again [SCL-1]', async () => {
  await db.insertInto('service_facts').values(fact('there')).execute()
  let runs = 0
  const twice = write(db, async tx => {
    runs += 1
    await tx.insertInto('service_facts').values(fact('there')).execute()
  })
  await expect(twice).rejects.toMatchObject({ code: '23505' })
  expect(runs).toBeLessThanOrEqual(3)
  const started = performance.now()
  await expect(db.insertInto('service_facts').values(fact('there')).execute()).rejects.toMatchObject({ code: '23505' })
  expect(performance.now() - started).toBeLessThan(300)
})

it('of two that make the same row at once, the second finds that of the first [SCL-1]', async () => {
  let met = 0
  let go = () => {}
  const both = new Promise<void>(resolve => {
    go = resolve
  })
  const make = () =>
    write(db, async tx => {
      met += 1
      if (met === 2) go()
      await both
      const there = await tx.selectFrom('service_facts').select('name').where('name', '=', 'raced').executeTakeFirst()
      if (there !== undefined) return 'found'
      await tx.insertInto('service_facts').values(fact('raced')).execute()
      return 'made'
    })
  expect((await Promise.all([make(), make()])).sort()).toEqual(['found', 'made'])
})

it('a transaction sees what was when it began, so a clock that is read in it is later than all that it sees [SCL-1]', async () => {
  await db.insertInto('service_facts').values(fact('seen')).execute()
  const seen = await write(db, async tx => {
    await db.updateTable('service_facts').set({ value: 'later' }).where('name', '=', 'seen').execute()
    return await tx.selectFrom('service_facts').select('value').where('name', '=', 'seen').executeTakeFirstOrThrow()
  })
  expect(seen.value).toBe('')
})

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { contains, nameContains } from '../../../src/service/store/contains.ts'
import { startWorld } from '../../support/world.ts'

it.each([
  ['catalogue-77-', true],
  ['77', true],
  ['77-of-autumn', true],
  ['of-autumn.json', true],
  ['catalogue-7-', false],
  ['catalogue-77-of-spring', false],
  ['77_of', false],
  ['7%', false],
  ['', true],
])('a name has %j in it, with and without a number as its index is asked [BAT-2]: %s', async (text, expected) => {
  const { db } = await startWorld()
  const name = sql<string>`${'catalogue-77-of-autumn.json'}`
  const asked = sql<{ plain: unknown; named: unknown }>`select ${contains(name, text)} as plain,
    ${nameContains(name, text)} as named`
  const [row] = (await asked.execute(db)).rows
  expect([Boolean(row?.plain), Boolean(row?.named)]).toEqual([expected, expected])
})

import { setMaxListeners } from 'node:events'
import { expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import type { Watch } from '../../../src/service/ports.ts'
import type { BatchRow } from '../../../src/service/store/schema.ts'
import { createWatches } from '../../../src/service/worker/watches.ts'
import { startWorld, type World } from '../../support/world.ts'

/** A translation, and watches that count their looks at the database. */
async function watching() {
  const world = await startWorld()
  const body = { content: 'Good morning.', filename: 'a.txt', instruction: 'Translate from English into German.' }
  const { batch } = await world.call(api.batches.create, { body })
  let looks = 0
  const counted = world.db.withPlugin({
    transformQuery: ({ node }) => {
      looks += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  // All that is told is heard, so that nobody looks by itself for two seconds.
  return { world, id: batch.id, watches: createWatches(counted, () => true), looks: () => looks }
}

const some = <Item>(one: Item | undefined): Item => {
  if (one === undefined) throw new Error('there is no place')
  return one
}
const never = new AbortController().signal
setMaxListeners(0, never)
const isNamed = ({ name }: BatchRow) => name === 'named'
const rename = (world: World, id: string) =>
  world.db.updateTable('batches').set({ name: 'named' }).where('id', '=', id).execute()

it('however many wait for a batch, it is looked at once for all of them [MCP-8]', async () => {
  const { world, id, watches, looks } = await watching()
  const all: Watch[] = Array.from({ length: 300 }, () => some(watches.open(id, { id: 'key_1', most: 300 })))
  const seen = all.map(watch => watch.until(isNamed, 20_000, never))
  await rename(world, id)
  watches.told(id)
  for (const batch of await Promise.all(seen)) expect(batch?.name).toBe('named')
  expect(looks()).toBe(1)
  for (const watch of all) watch.end()
  // Nobody waits any more: nothing is looked at.
  watches.told(id)
  watches.told()
  expect(looks()).toBe(1)
})

it('what was told between the beginning of a watch and its wait is not missed [MCP-8]', async () => {
  const { world, id, watches } = await watching()
  const watch = some(watches.open(id, { id: 'key_1', most: 1 }))
  await rename(world, id)
  watches.told(id)
  expect((await watch.until(isNamed, 20_000, never))?.name).toBe('named')
  watch.end()
})

it('what nobody told is found by a slow look [MCP-8]', async () => {
  const { world, id, watches, looks } = await watching()
  const watch = some(watches.open(id, { id: 'key_1', most: 1 }))
  await rename(world, id)
  expect((await watch.until(isNamed, 20_000, never))?.name).toBe('named')
  expect(looks()).toBe(1)
  watch.end()
})

it('places are counted by callers and in all, and are free again [MCP-8]', async () => {
  const { id, watches } = await watching()
  const caller = { id: 'key_1', most: 2 }
  const first = some(watches.open(id, caller))
  some(watches.open('bat_other', caller))
  expect(watches.open(id, caller)).toBeUndefined()
  const second = some(watches.open(id, { id: 'key_2', most: 2 }))
  first.end()
  first.end()
  expect(watches.open(id, caller)).toBeDefined()
  expect(watches.open(id, caller)).toBeUndefined()
  second.end()
  const host = { id: 'own', most: Number.POSITIVE_INFINITY }
  const many = Array.from({ length: 1000 }, () => watches.open(id, host))
  expect(many.filter(watch => watch !== undefined)).toHaveLength(998)
  watches.close()
  for (const watch of many) watch?.end()
  expect(watches.open(id, host)).toBeUndefined()
})

it('a wait ends with its time though the database does not answer, and says what was last seen [MCP-8]', async () => {
  const { world, id, watches } = await watching()
  const watch = some(watches.open(id, { id: 'key_1', most: 1 }))
  await world.db.destroy()
  watches.told(id)
  const began = performance.now()
  expect(await watch.until(isNamed, 200, never)).toBeUndefined()
  expect(performance.now() - began).toBeLessThan(1000)
  const leaving = new AbortController()
  const left = watch.until(isNamed, 20_000, leaving.signal)
  leaving.abort()
  expect(await left).toBeUndefined()
  watch.end()
})

import { expect, test } from 'vitest'
import { batchesOf, Flattened, withIndexes } from '../../../src/formats/bytes/flatten.ts'

test('gives the items of all batches one by one, and passes over batches of none', async () => {
  expect(await all(new Flattened(() => inBatches([1, 2], [], [3])))).toEqual([1, 2, 3])
  expect(await all(new Flattened(() => inBatches()))).toEqual([])
})

test('closes what the batches come from when somebody stops early', async () => {
  let closed = false
  const items = new Flattened(async function* () {
    try {
      yield [1, 2]
      yield [3]
    } finally {
      closed = true
    }
  })
  for await (const item of items) if (item === 2) break
  expect(closed).toBe(true)
})

test('says what went wrong where the batches come from', async () => {
  const items = new Flattened(async function* () {
    yield ['read']
    throw new Error('cut off')
  })
  const seen: string[] = []
  const reading = async (): Promise<void> => {
    for await (const item of items) seen.push(item)
  }
  await expect(reading()).rejects.toThrow('cut off')
  expect(seen).toEqual(['read'])
})

test('gives batches as they are, and other items in batches of one', async () => {
  expect(await all(batchesOf(new Flattened(() => inBatches([1, 2], [3]))))).toEqual([[1, 2], [3]])
  expect(await all(batchesOf([1, 2]))).toEqual([[1], [2]])
})

test('numbers the items from 0 on through all batches', async () => {
  const numbered = await all(withIndexes(inBatches([{ text: 'a' }, { text: 'b' }], [], [{ text: 'c' }])))
  expect(numbered.map(batch => batch.map(({ text, index }) => `${index} ${text}`))).toEqual([
    ['0 a', '1 b'],
    [],
    ['2 c'],
  ])
})

async function* inBatches<Item>(...batches: readonly (readonly Item[])[]): AsyncGenerator<readonly Item[]> {
  yield* batches
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

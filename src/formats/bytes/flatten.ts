/**
 * Items that are found in batches and used one by one. The iterator is written by hand: a generator that yields each of the millions
 * of cells of a file would cost more than reading them.
 */
export class Flattened<Item> implements AsyncIterable<Item> {
  readonly batches: () => AsyncGenerator<readonly Item[]>

  constructor(batches: () => AsyncGenerator<readonly Item[]>) {
    this.batches = batches
  }

  [Symbol.asyncIterator](): AsyncIterator<Item> {
    const source = this.batches()
    let batch: Iterator<Item> = [][Symbol.iterator]()
    const pull = async (): Promise<IteratorResult<Item>> => {
      for (;;) {
        const more = await source.next()
        if (more.done) return { done: true, value: undefined }
        batch = more.value[Symbol.iterator]()
        const first = batch.next()
        if (!first.done) return first
      }
    }
    return {
      next() {
        const item = batch.next()
        return item.done ? pull() : Promise.resolve(item)
      },
      async return() {
        batch = [][Symbol.iterator]()
        await source.return(undefined)
        return { done: true, value: undefined }
      },
    }
  }
}

/** The batches of a `Flattened`. Other items come in batches of one. */
export async function* batchesOf<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<readonly Item[]> {
  if (items instanceof Flattened) yield* items.batches()
  else for await (const item of items) yield [item]
}

/** Items that get their number, from 0 on, in the order in which they come. They are made for this: each is given on as it is. */
export async function* withIndexes<Item extends object>(
  batches: AsyncIterable<readonly Item[]>,
): AsyncGenerator<readonly (Item & { readonly index: number })[]> {
  let index = 0
  for await (const items of batches) yield items.map(item => Object.assign(item, { index: index++ }))
}

/**
 * The same items, which end when `signal` aborts, also where whoever gives them takes no notice: some libraries cannot be told to
 * stop. What comes of them later is nobody's.
 */
export async function* until<Item>(signal: AbortSignal, items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]()
  const over = { done: true, value: undefined } as const
  let stop = (): void => undefined
  const stopped = new Promise<typeof over>(resolve => {
    stop = () => resolve(over)
  })
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), stopped])
      if (next.done === true) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    // Not awaited: it waits for what never comes. Nor does anybody care how it ends.
    iterator.return?.().catch(() => undefined)
  }
}

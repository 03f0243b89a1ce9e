/**
 * Passes the items on, and ends when `signal` aborts, even where their source ignores the signal: some libraries cannot be told to
 * stop. Items that come later are dropped.
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
    // Not awaited: a source that ignores the signal may never end. Its errors no longer matter.
    iterator.return?.().catch(() => undefined)
  }
}

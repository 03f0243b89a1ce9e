/** Runs several pieces of work at the same time, at most as many as its size. */
export interface Pool {
  /** Begins the work as soon as there is room, and resolves then. @throws {Error} what earlier work threw: nothing new is begun */
  run(work: () => Promise<void>): Promise<void>
  /** Resolves when all that was begun has ended. @throws {Error} what the first failing work threw */
  settled(): Promise<void>
}

export function createPool(size: number): Pool {
  const running = new Set<Promise<void>>()
  let failure: { readonly error: unknown } | undefined

  async function one(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      failure ??= { error }
    }
  }

  return {
    async run(work) {
      while (running.size >= size && failure === undefined) await Promise.race(running)
      if (failure !== undefined) throw failure.error
      const ended = one(work).finally(() => running.delete(ended))
      running.add(ended)
    },
    async settled() {
      await Promise.all(running)
      if (failure !== undefined) throw failure.error
    },
  }
}

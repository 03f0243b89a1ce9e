/** Those who wait until something is told of a batch. */
export interface Moves {
  /** `next` resolves at what is told from now on. Call `end` when nobody waits any more. */
  listen(batchId: string): { readonly next: () => Promise<undefined>; readonly end: () => void }
  /** Tells those who wait for this batch; without one, all of them. */
  tell(batchId?: string): void
}

/** Makes an empty list of those who wait. */
export function createMoves(): Moves {
  const listening = new Map<string, Set<{ wake: () => void }>>()
  return {
    listen(batchId) {
      const one = { wake: (): void => undefined }
      const beside = listening.get(batchId) ?? new Set()
      listening.set(batchId, beside.add(one))
      return {
        next: () =>
          new Promise(resolve => {
            one.wake = () => resolve(undefined)
          }),
        end() {
          beside.delete(one)
          if (beside.size === 0 && listening.get(batchId) === beside) listening.delete(batchId)
        },
      }
    },
    tell(batchId) {
      const told = batchId === undefined ? [...listening.values()] : [listening.get(batchId) ?? []]
      for (const beside of told) for (const { wake } of beside) wake()
    },
  }
}

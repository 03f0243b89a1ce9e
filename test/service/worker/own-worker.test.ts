import { expect, it, onTestFinished, vi } from 'vitest'
import type { WorkerEars } from '../../../src/service/worker/link.ts'
import type { ToThread } from '../../../src/service/worker/messages.ts'
import { createOwnWorker } from '../../../src/service/worker/own-worker.ts'

/** Workers that only write down what happens to them. `ears`: those of the last one, to be told that it ended. */
function workers() {
  const seen: string[] = []
  let last: WorkerEars | undefined
  let started = 0
  const worker = createOwnWorker(
    ears => {
      const name = ++started
      last = ears
      return {
        post: ({ type }: ToThread) => void seen.push(`${name} ${type}`),
        terminate: async () => void seen.push(`${name} terminated`),
      }
    },
    { message: () => undefined, failed: () => undefined, ended: () => void seen.push('ended') },
  )
  return { worker, seen, ears: () => last }
}

it('starts with the first message, once, and again after it ended by itself', () => {
  const { worker, seen, ears } = workers()
  expect(seen).toEqual([])
  worker.tell({ type: 'wake' })
  worker.tell({ type: 'wake' })
  ears()?.ended()
  worker.tell({ type: 'wake' })
  expect(seen).toEqual(['1 wake', '1 wake', 'ended', '2 wake'])
})

it('closes by asking the worker to, waits until it has ended, and takes nothing more from then on [SCL-2]', async () => {
  const { worker, seen, ears } = workers()
  worker.tell({ type: 'wake' })
  const closing = worker.close()
  expect(worker.isClosed).toBe(true)
  expect(() => worker.tell({ type: 'wake' })).toThrow('The service is stopping. Try again in a moment.')
  await new Promise(setImmediate)
  expect(seen).toEqual(['1 wake', '1 close'])
  ears()?.ended()
  await closing
  expect(seen).toEqual(['1 wake', '1 close', 'ended', '1 terminated'])
})

it('stops a worker that does not end when it is asked to [SCL-2]', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { worker, seen } = workers()
  worker.tell({ type: 'wake' })
  const closing = worker.close()
  await vi.advanceTimersByTimeAsync(1400)
  expect(seen).toEqual(['1 wake', '1 close'])
  await vi.advanceTimersByTimeAsync(200)
  await closing
  expect(seen).toEqual(['1 wake', '1 close', '1 terminated'])
})

it('closes at once where no worker was started', async () => {
  const { worker, seen } = workers()
  await worker.close()
  expect(seen).toEqual([])
  expect(() => worker.tell({ type: 'wake' })).toThrow('The service is stopping.')
})

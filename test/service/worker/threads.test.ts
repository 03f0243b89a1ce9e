import { expect, it, onTestFinished, vi } from 'vitest'
import { BUDGET, isOver, jobTime } from '../../../src/service/worker/budget.ts'
import type { WorkerEars } from '../../../src/service/worker/link.ts'
import type { FromThread, ToThread } from '../../../src/service/worker/messages.ts'
import { createThreads } from '../../../src/service/worker/threads.ts'

const MB = 1024 * 1024

it('a job may use its time in all, more for a larger file, and only a part of it at a stretch', () => {
  const most_ms = jobTime(BUDGET, 3 * MB)
  expect(most_ms).toBe(BUDGET.job_ms + 3 * BUDGET.megabyte_ms)
  const at = (cpu_ms: number, turn_ms: number) => isOver(BUDGET, { cpu_ms, turn_ms }, [{ since_ms: 1000, most_ms }])
  expect(at(BUDGET.stretch_ms, 0)).toBe(false)
  expect(at(BUDGET.stretch_ms + 1, 0)).toBe(true)
  expect(at(1000 + most_ms, 1000 + most_ms)).toBe(false)
  expect(at(1001 + most_ms, 1001 + most_ms)).toBe(true)
})

/** Two threads at most, which only write down what they are told. The test says what they answer, and how much time they used. */
function threads() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const told: string[] = []
  const lost: object[] = []
  const renewed: string[] = []
  const started: { ears: WorkerEars; cpu: number }[] = []
  const made = createThreads({
    ...{ size: 2, budget: { ...BUDGET, stretch_ms: 5000 }, lost: work => void lost.push(work) },
    ears: { message: () => undefined, failed: () => undefined },
    renew: (owner, ids) => void renewed.push(`${owner} ${ids}`),
    crowded: () => void told.push('crowded'),
    start(ears) {
      const thread = { ears, cpu: 0 }
      const name = started.push(thread)
      return {
        post({ type }: ToThread) {
          told.push(`${name} ${type}`)
          if (type === 'close') ears.ended()
        },
        terminate: async () => ears.ended(),
        cpu: () => thread.cpu,
      }
    },
  })
  onTestFinished(() => made.close())
  const say = (thread: number, message: FromThread) => started[thread - 1]?.ears.message(message)
  const begin = (thread: number, batchId: string, bytes = 10) =>
    say(thread, { type: 'began', batchId, owner: `wrk_${thread}`, bytes, overruns: 0 })
  return { made, told, lost, renewed, started, say, begin }
}

it('threads start when there is work: none before, another when all have some, and no more than there may be [LIM-5]', () => {
  const { made, told, begin, started } = threads()
  expect(started).toEqual([])
  made.wake()
  made.wake()
  expect(told).toEqual(['1 wake', '1 wake'])
  begin(1, 'bat_1')
  made.wake()
  expect(told.slice(2)).toEqual(['crowded', '1 wake', '2 wake'])
  begin(2, 'bat_2')
  made.wake()
  expect(started).toHaveLength(2)
})

it('a request goes to the thread with the least to do', () => {
  const { made, told, begin } = threads()
  made.wake()
  begin(1, 'bat_1')
  made.ask({ type: 'plan', request: 0, batchId: 'bat_3', instruction: 'Translate.' })
  made.ask({ type: 'plan', request: 1, batchId: 'bat_3', instruction: 'Translate.' })
  begin(1, 'bat_2')
  made.ask({ type: 'plan', request: 2, batchId: 'bat_3', instruction: 'Translate.' })
  expect(told.filter(message => message.endsWith('plan'))).toEqual(['2 plan', '1 plan', '2 plan'])
})

it('a thread that gives nothing else a turn is ended, and its work is told of; one that does may go on', async () => {
  const { made, begin, say, lost, started } = threads()
  made.wake()
  begin(1, 'bat_1')
  for (const cpu of [4000, 8000, 12_000]) {
    Object.assign(started[0] ?? {}, { cpu })
    say(1, { type: 'turn' })
    await vi.advanceTimersByTimeAsync(600)
  }
  expect(lost).toEqual([])
  Object.assign(started[0] ?? {}, { cpu: 17_001 })
  await vi.advanceTimersByTimeAsync(600)
  expect(lost).toEqual([{ over: true, jobs: [{ id: 'bat_1', owner: 'wrk_1' }], alone: true, requests: [] }])
})

it('a thread out of memory is told of as one over its budget, with all that was at work in it', async () => {
  const { made, begin, lost, started } = threads()
  made.wake()
  begin(1, 'bat_1')
  begin(1, 'bat_2')
  started[0]?.ears.failed(Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }))
  started[0]?.ears.ended()
  const jobs = [
    { id: 'bat_1', owner: 'wrk_1' },
    { id: 'bat_2', owner: 'wrk_1' },
  ]
  expect(lost).toEqual([{ over: true, jobs, alone: false, requests: [] }])
})

it('claims of a thread that cannot renew them are renewed for it, and nobody else takes its work [CRD-2]', async () => {
  const { made, begin, renewed } = threads()
  made.wake()
  begin(1, 'bat_1')
  await vi.advanceTimersByTimeAsync(1500)
  expect(renewed).toEqual([])
  await vi.advanceTimersByTimeAsync(1500)
  expect(renewed).toContain('wrk_1 bat_1')
})

it('a request that nobody waits for is stopped, by the end of its thread where it does not hear that', async () => {
  const { made, told, lost, say } = threads()
  made.ask({ type: 'plan', request: 7, batchId: 'bat_3', instruction: 'Translate.' })
  made.cancel(7)
  expect(told).toContain('1 cancel')
  say(1, { type: 'planned', request: 7, refusal: undefined })
  await vi.advanceTimersByTimeAsync(2000)
  expect(lost).toEqual([])
  made.ask({ type: 'plan', request: 8, batchId: 'bat_3', instruction: 'Translate.' })
  made.cancel(8)
  await vi.advanceTimersByTimeAsync(2000)
  expect(lost).toEqual([{ over: false, jobs: [], alone: true, requests: [8] }])
})

import { expect, it, onTestFinished, vi } from 'vitest'
import { BUDGET, isOver, jobTime } from '../../../src/service/worker/budget.ts'
import type { WorkerEars } from '../../../src/service/worker/link.ts'
import type { FromThread, ToThread } from '../../../src/service/worker/messages.ts'
import { createThreads } from '../../../src/service/worker/threads.ts'

const MB = 1024 * 1024

it('a job may use its time in all, more for a larger file, and only a part of it at a stretch', () => {
  const most_ms = jobTime(BUDGET, 3 * MB)
  expect(most_ms).toBe(BUDGET.job_ms + 3 * BUDGET.megabyte_ms)
  const at = (used_ms: number, silent_ms: number) => isOver(BUDGET, silent_ms, [{ used_ms, most_ms }])
  expect(at(0, BUDGET.stretch_ms)).toBe(false)
  expect(at(0, BUDGET.stretch_ms + 1)).toBe(true)
  expect(at(most_ms, 0)).toBe(false)
  expect(at(1 + most_ms, 0)).toBe(true)
})

/**
 * Two threads at most and one for suspects, which only write down what they are told. The test says what they answer, and how much
 * time they used.
 */
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
    start(ears, suspects) {
      const thread = { ears, cpu: 0 }
      const name = `${started.push(thread)}${suspects ? ' for suspects' : ''}`
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
    say(thread, { type: 'began', batchId, owner: `wrk_${thread}`, bytes })
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

it('time is shared among all that is at work in a thread: long work is not ended for what came and went beside it', async () => {
  const { made, begin, say, lost, started } = threads()
  made.wake()
  begin(1, 'bat_long')
  let cpu = 0
  const most = jobTime(BUDGET, 10)
  const use = async (ms: number) => {
    cpu += ms
    Object.assign(started[0] ?? {}, { cpu })
    say(1, { type: 'turn' })
    await vi.advanceTimersByTimeAsync(600)
  }
  for (let at = 0; at < 3; at++) {
    begin(1, `bat_${at}`)
    await use(most / 2)
    say(1, { type: 'ended', batchId: `bat_${at}` })
  }
  expect(lost).toEqual([])
  await use(most / 2)
  expect(lost).toMatchObject([{ over: true, jobs: [{ id: 'bat_long' }], alone: true }])
})

it('what went over its budget before has a thread of its own, which is no help to the others and no hindrance', async () => {
  const { made, told, begin, started } = threads()
  made.wakeForSuspects()
  expect(told).toEqual(['1 for suspects wake'])
  begin(1, 'bat_bad')
  made.wake()
  begin(2, 'bat_1')
  made.wake()
  begin(3, 'bat_2')
  for (const request of [0, 1]) made.ask({ type: 'plan', request, batchId: 'bat_3', instruction: 'Translate.' })
  expect(told.filter(message => message.endsWith('plan'))).toEqual(['2 plan', '3 plan'])
  expect(started).toHaveLength(3)
})

it('no thread is started once they are closed, whoever still has work [SCL-2]', async () => {
  const { made, begin, started } = threads()
  made.wake()
  begin(1, 'bat_1')
  await made.close()
  expect(() => made.wake()).toThrow('The service is stopping.')
  expect(() => made.ask({ type: 'plan', request: 0, batchId: 'bat_3', instruction: 'x' })).toThrow('The service is')
  expect(started).toHaveLength(1)
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

it('claims of a thread that cannot renew them are renewed for it while it computes, and nobody else takes its work [CRD-2]', async () => {
  const { made, begin, renewed, started } = threads()
  made.wake()
  begin(1, 'bat_1')
  for (const cpu of [500, 1000, 1500, 2000]) {
    Object.assign(started[0] ?? {}, { cpu })
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(renewed).toEqual([])
  Object.assign(started[0] ?? {}, { cpu: 2600 })
  await vi.advanceTimersByTimeAsync(600)
  expect(renewed).toEqual(['wrk_1 bat_1'])
  // One that hangs without computing keeps its claims no longer than their time.
  await vi.advanceTimersByTimeAsync(60_000)
  expect(renewed).toHaveLength(1)
})

it('a request goes past a thread that gives nothing else a turn', async () => {
  const { made, told, begin, say } = threads()
  made.wake()
  begin(1, 'bat_1')
  made.wake()
  for (const id of ['bat_2', 'bat_3']) begin(2, id)
  await vi.advanceTimersByTimeAsync(2500)
  say(2, { type: 'turn' })
  made.ask({ type: 'plan', request: 0, batchId: 'bat_4', instruction: 'Translate.' })
  expect(told.at(-1)).toBe('2 plan')
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

import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { SILENT } from '../../../src/contract/telemetry.ts'
import { DEFAULT_SETTINGS } from '../../../src/service/settings.ts'
import { createJobs } from '../../../src/service/worker/jobs.ts'
import type { WorkerEars } from '../../../src/service/worker/link.ts'
import type { ToThread } from '../../../src/service/worker/messages.ts'
import { openWorkshop, type Workshop } from './workshop.ts'

let shop: Workshop
beforeEach(async () => {
  shop = await openWorkshop()
})
afterEach(() => shop.close())

const HERE = new AbortController().signal

/** Jobs in threads that only write down what they are told. The test says what they answer, and how they end. */
function jobs() {
  const told: string[] = []
  const threads: WorkerEars[] = []
  const data = {
    database: '',
    files: { kind: 'folder', folder: '', apart: false } as const,
    settings: { ...DEFAULT_SETTINGS, lease_seconds: 60 },
  }
  const log = { warn: () => undefined, error: () => undefined }
  const made = createJobs({ db: shop.db, clock: shop.clock, log, telemetry: SILENT, data }, (_data, ears) => {
    const name = threads.push(ears)
    return {
      post(message: ToThread) {
        told.push(`${name} ${message.type}${'request' in message ? ` ${message.request}` : ''}`)
        if (message.type === 'close') ears.ended()
      },
      terminate: async () => ears.ended(),
      cpu: () => 0,
    }
  })
  onTestFinished(() => made.close())
  const end = (thread: number, code = 'ERR_WORKER_OUT_OF_MEMORY') => {
    threads[thread - 1]?.failed(Object.assign(new Error('ended'), { code }))
    threads[thread - 1]?.ended()
  }
  const begin = (thread: number, batchId: string) =>
    threads[thread - 1]?.message({ type: 'began', batchId, owner: 'wrk', bytes: 1 })
  const requests = () => told.filter(message => /plan|judge/.test(message))
  return { made, end, begin, requests, told, threads }
}
const plan = (on: ReturnType<typeof jobs>, signal = HERE) => on.made.plan('bat_1', 'Translate.', signal)
const conditions = { source: 'en', target: 'de', glossary: [], keep: [] }

it('a plan that went over the budget by itself is refused at once, in words of its own', async () => {
  const on = jobs()
  const refused = expect(plan(on)).rejects.toMatchObject({
    code: 'plan_invalid',
    message: expect.stringContaining('went over the limit'),
  })
  on.end(1)
  await refused
  expect(on.requests()).toEqual(['1 plan 0'])
})

it('answers whose checks went over the budget by themselves are refused in words of their own', async () => {
  const on = jobs()
  const refused = expect(on.made.judge([], conditions, HERE)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('None of them was kept'),
  })
  on.end(1)
  await refused
})

it('a plan is asked for again where its thread ended by the fault of other work, and nobody hears of that', async () => {
  const on = jobs()
  on.made.translate('bat_2')
  on.begin(1, 'bat_2')
  const planned = Promise.all([plan(on), plan(on)])
  expect(on.requests()).toEqual(['2 plan 0', '1 plan 1'])
  on.end(1)
  await setImmediate()
  const [, , again = ''] = on.requests()
  expect(again).toMatch(/plan 2$/)
  on.threads[1]?.message({ type: 'planned', request: 0, refusal: undefined })
  on.threads[Number(again[0]) - 1]?.message({ type: 'planned', request: 2, refusal: undefined })
  await planned
})

it('a plan whose thread dies again and again is not blamed for it, and its caller may try again', async () => {
  const on = jobs()
  const refused = expect(plan(on)).rejects.toMatchObject({
    code: 'service_unavailable',
    message: expect.stringContaining('broke off'),
  })
  on.end(1, 'ENOENT')
  await setImmediate()
  on.end(2, 'ENOENT')
  await refused
  expect(on.requests()).toEqual(['1 plan 0', '2 plan 1'])
})

it('a plan whose caller has gone is cancelled, and not asked for again where its thread has to be ended', async () => {
  const on = jobs()
  const gone = new AbortController()
  const refused = expect(plan(on, gone.signal)).rejects.toMatchObject({ code: 'service_unavailable' })
  gone.abort()
  expect(on.told.at(-1)).toBe('1 cancel 0')
  on.threads[0]?.ended()
  await refused
  expect(on.requests()).toHaveLength(1)
})

it('a plan that comes while the service closes is told so', async () => {
  const on = jobs()
  const lost = expect(plan(on)).rejects.toThrow('The service is stopping.')
  await on.made.close()
  await lost
  await expect(plan(on)).rejects.toThrow('The service is stopping.')
})

import { type Judged, judge } from '../../checks/index.ts'
import type { Refusal } from '../domain/errors.ts'
import { traceOf } from '../trace.ts'
import type { FromThread, ToThread } from './messages.ts'
import { otherTurns } from './pace.ts'
import { BUSY, createRunner, type RunnerOptions } from './runner.ts'

/** While there is work, it is told this often that everything else in the thread has had a turn. In milliseconds. */
const TURN_MS = 250

/**
 * Makes a runner that is told by messages what to do. The function returned takes one message. It never rejects; for `close` it
 * resolves when all work has stopped.
 */
export function createReceiver(options: Omit<RunnerOptions, 'watched'>): (message: ToThread) => Promise<void> {
  const { report } = options
  /** What is under way: jobs by the id of their batch, requests by their number. */
  const under_way = new Set<string | number>()
  const watched = (message: Extract<FromThread, { type: 'began' | 'ended' }>): void => {
    if (message.type === 'began') under_way.add(message.batchId)
    else under_way.delete(message.batchId)
    report(message)
  }
  const runner = createRunner({ ...options, watched })
  const stops = new Map<number, AbortController>()
  const turns = setInterval(() => {
    if (under_way.size > 0) report({ type: 'turn' })
  }, TURN_MS)
  turns.unref()

  /** Does what a request asks for, until it is cancelled. */
  async function answering<Answer>(request: number, work: (stop: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const stop = new AbortController()
    stops.set(request, stop)
    under_way.add(request)
    try {
      return await work(stop.signal)
    } finally {
      stops.delete(request)
      under_way.delete(request)
    }
  }

  async function receive(message: ToThread): Promise<void> {
    switch (message.type) {
      case 'wake':
        return runner.wake()
      case 'plan': {
        const { request, batchId, instruction } = message
        const refusal = await answering(request, stop => runner.plan(batchId, instruction, stop))
        return report({ type: 'planned', request, refusal })
      }
      case 'judge': {
        const { request } = message
        return report({ type: 'judged', request, judged: await answering(request, stop => judgeAll(message, stop)) })
      }
      case 'cancel':
        return stops.get(message.request)?.abort()
      case 'close':
        clearInterval(turns)
        return await runner.close()
    }
  }
  return message =>
    receive(message).catch(error =>
      report({ type: 'log', level: 'error', message: 'The worker failed.', facts: traceOf(error) }),
    )
}

/** Checks answers one after the other; everything else in the thread has a turn after each of them. */
async function judgeAll(
  { answers, conditions }: Extract<ToThread, { type: 'judge' }>,
  stop: AbortSignal,
): Promise<Judged[] | Refusal> {
  const judged: Judged[] = []
  for (const { segment, text } of answers) {
    judged.push(judge(segment, text, conditions, { shown: true }))
    await otherTurns()
    if (stop.aborted) return BUSY
  }
  return judged
}

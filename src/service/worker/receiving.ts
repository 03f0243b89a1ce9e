import { type Judged, judge } from '../../checks/index.ts'
import { traceOf } from '../trace.ts'
import type { ToThread } from './messages.ts'
import { otherTurns } from './pace.ts'
import { createRunner, type RunnerOptions } from './runner.ts'

/**
 * Makes a runner that is told by messages what to do. The function returned takes one message. It never rejects; for `close` it
 * resolves when all work has stopped.
 */
export function createReceiver(options: RunnerOptions): (message: ToThread) => Promise<void> {
  const { report } = options
  const runner = createRunner({ watched: report, ...options })
  const plans = new Map<number, AbortController>()

  async function receive(message: ToThread): Promise<void> {
    switch (message.type) {
      case 'wake':
        return runner.wake()
      case 'plan': {
        const { request, batchId, instruction } = message
        const stop = new AbortController()
        plans.set(request, stop)
        const refusal = await runner.plan(batchId, instruction, stop.signal)
        plans.delete(request)
        return report({ type: 'planned', request, refusal })
      }
      case 'cancel':
        return plans.get(message.request)?.abort()
      case 'judge':
        return report({ type: 'judged', request: message.request, judged: await judgeAll(message) })
      case 'close':
        return await runner.close()
    }
  }
  return message =>
    receive(message).catch(error =>
      report({ type: 'log', level: 'error', message: 'The worker failed.', facts: traceOf(error) }),
    )
}

/** Checks answers one after the other; everything else in the thread has a turn after each of them. */
async function judgeAll({ answers, conditions }: Extract<ToThread, { type: 'judge' }>): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const { segment, text } of answers) {
    judged.push(judge(segment, text, conditions, { shown: true }))
    await otherTurns()
  }
  return judged
}

import { type AnswerToJudge, type Checked, judge } from '../../checks/index.ts'
import type { Refusal } from '../domain/errors.ts'
import { showSegment } from '../segments/index.ts'
import { traceOf } from '../trace.ts'
import type { FromThread, ToThread } from './messages.ts'
import { otherTurns } from './pace.ts'
import { BUSY, createRunner, type RunnerOptions } from './runner.ts'

/** While there is work, it is told this often that everything else in the thread has had a turn. In milliseconds. */
const TURN_MS = 250

/** Tells of what is under way, and that everything else has a turn meanwhile. */
function reporting(report: (message: FromThread) => void) {
  /** Jobs by the id of their batch, requests by their number. */
  const under_way = new Set<string | number>()
  const stops = new Map<number, AbortController>()
  const turns = setInterval(() => {
    if (under_way.size > 0) report({ type: 'turn' })
  }, TURN_MS)
  turns.unref()
  return {
    watched(message: Extract<FromThread, { type: 'began' | 'ended' }>): void {
      if (message.type === 'began') under_way.add(message.batchId)
      else under_way.delete(message.batchId)
      report(message)
    },
    /** Does what a request asks for, until it is cancelled. */
    async answering<Answer>(request: number, work: (stop: AbortSignal) => Promise<Answer>): Promise<Answer> {
      const stop = new AbortController()
      stops.set(request, stop)
      under_way.add(request)
      try {
        return await work(stop.signal)
      } finally {
        stops.delete(request)
        under_way.delete(request)
      }
    },
    cancel: (request: number): void => stops.get(request)?.abort(),
    end: (): void => clearInterval(turns),
  }
}

/**
 * Makes a runner that is told by messages what to do. The function returned takes one message. It never rejects; for `close` it
 * resolves when all work has stopped.
 */
export function createReceiver(options: Omit<RunnerOptions, 'watched'>): (message: ToThread) => Promise<void> {
  const { report } = options
  const { watched, answering, cancel, end } = reporting(report)
  const runner = createRunner({ ...options, watched })

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
        const { answers, conditions } = message
        const one = ({ segment, text }: AnswerToJudge) => judge(segment, text, conditions, { shown: true })
        const judged = await answering(request, stop => eachInTurn(answers, one, stop))
        return report({ type: 'judged', request, judged })
      }
      case 'show': {
        const { request, segments, terms } = message
        const one = (segment: Checked) => showSegment(segment, terms)
        return report({
          type: 'shown',
          request,
          shown: await answering(request, stop => eachInTurn(segments, one, stop)),
        })
      }
      case 'lines': {
        const { request, asked } = message
        return report({ type: 'found', request, found: await answering(request, stop => runner.lines(asked, stop)) })
      }
      case 'cancel':
        return cancel(message.request)
      case 'drain':
        await runner.drain()
        return report({ type: 'drained' })
      case 'close':
        end()
        return await runner.close()
    }
  }
  return message =>
    receive(message).catch(error =>
      report({ type: 'log', level: 'error', message: 'The worker failed.', facts: traceOf(error) }),
    )
}

/** Does work for one after the other; everything else in the thread has a turn after each of them. */
async function eachInTurn<Given, Done>(
  given: readonly Given[],
  work: (one: Given) => Done,
  stop: AbortSignal,
): Promise<Done[] | Refusal> {
  const done: Done[] = []
  for (const one of given) {
    done.push(work(one))
    await otherTurns()
    if (stop.aborted) return BUSY
  }
  return done
}

import { errorOf, type Refusal } from '../domain/errors.ts'
import type { Jobs } from '../ports.ts'
import { ANSWERS_OVER_BUDGET, BROKE_OFF, PLAN_OVER_BUDGET, SHOWING_OVER_BUDGET } from './budget.ts'
import type { PendingRequest, Replies } from './replies.ts'
import type { Threads } from './threads.ts'

/** The requests that a thread answers at once, without a claim. */
export function requestsOf(replies: Replies, threads: Threads): Pick<Jobs, 'plan' | 'judge' | 'show'> {
  return {
    async plan(batchId, instruction, signal) {
      const ask = () => {
        const asked = replies.awaitPlan()
        threads.ask({ type: 'plan', request: asked.request, batchId, instruction })
        return asked
      }
      const refusal = await answered(ask, PLAN_OVER_BUDGET, signal, threads)
      if (refusal !== undefined) throw errorOf(refusal)
    },
    async judge(answers, conditions, signal) {
      const ask = () => {
        const asked = replies.awaitJudging()
        threads.ask({ type: 'judge', request: asked.request, answers, conditions })
        return asked
      }
      const judged = await answered(ask, ANSWERS_OVER_BUDGET, signal, threads)
      if ('code' in judged) throw errorOf(judged)
      return judged
    },
    async show(segments, terms, signal) {
      const ask = () => {
        const asked = replies.awaitShowing()
        threads.ask({ type: 'show', request: asked.request, segments, terms })
        return asked
      }
      const shown = await answered(ask, SHOWING_OVER_BUDGET, signal, threads)
      if ('code' in shown) throw errorOf(shown)
      return shown
    },
  }
}

/** A request whose thread ended beside other work is asked once more: it may have been the fault of that. */
const TRIES = 2

/**
 * The answer to a request; the work on it stops where its caller goes.
 *
 * @throws {ServiceError} `over_budget` where the request is what went over its budget; service_unavailable where it is lost otherwise
 */
async function answered<Said>(
  ask: () => PendingRequest<Said>,
  over_budget: Refusal,
  signal: AbortSignal,
  threads: Threads,
): Promise<Said> {
  for (let tries = 1; ; tries++) {
    const { request, answer } = ask()
    const gone = (): void => threads.cancel(request)
    signal.addEventListener('abort', gone, { once: true })
    if (signal.aborted) gone()
    const found = await answer.finally(() => signal.removeEventListener('abort', gone))
    if ('said' in found) return found.said
    const { over, alone } = found.lost
    if (over && (alone || tries === TRIES)) throw errorOf(over_budget)
    if (signal.aborted || tries === TRIES) throw errorOf(BROKE_OFF)
  }
}

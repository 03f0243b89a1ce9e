import { errorOf, type Refusal } from '../domain/errors.ts'
import type { Jobs } from '../ports.ts'
import { ANSWERS_OVER_BUDGET, BROKE_OFF, LINES_OVER_BUDGET, PLAN_OVER_BUDGET, SHOWING_OVER_BUDGET } from './budget.ts'
import type { PendingRequest, Replies } from './replies.ts'
import type { Threads } from './threads.ts'

/** The requests that a thread answers at once, without a claim. */
export function requestsOf(replies: Replies, threads: Threads): Pick<Jobs, 'plan' | 'judge' | 'show' | 'lines'> {
  /** Sends a message about what `wait` waits for, and gives what is said to it. */
  const ask = <Said>(
    wait: () => PendingRequest<Said>,
    message: (request: number) => Request,
    over_budget: Refusal,
    signal: AbortSignal,
  ): Promise<Said> => {
    const send = () => {
      const asked = wait()
      threads.ask(message(asked.request))
      return asked
    }
    return answered(send, over_budget, signal, threads)
  }
  return {
    async plan(batchId, instruction, signal) {
      const message = (request: number) => ({ type: 'plan', request, batchId, instruction }) as const
      const refusal = await ask(replies.awaitPlan, message, PLAN_OVER_BUDGET, signal)
      if (refusal !== undefined) throw errorOf(refusal)
    },
    async judge(answers, conditions, signal) {
      const message = (request: number) => ({ type: 'judge', request, answers, conditions }) as const
      return givenBy(await ask(replies.awaitJudging, message, ANSWERS_OVER_BUDGET, signal))
    },
    async show(segments, terms, signal) {
      const message = (request: number) => ({ type: 'show', request, segments, terms }) as const
      return givenBy(await ask(replies.awaitShowing, message, SHOWING_OVER_BUDGET, signal))
    },
    async lines(asked, signal) {
      const message = (request: number) => ({ type: 'lines', request, asked }) as const
      return givenBy(await ask(replies.awaitLines, message, LINES_OVER_BUDGET, signal))
    },
  }
}

type Request = Parameters<Threads['ask']>[0]

/** What was said, where that is no refusal. @throws {ServiceError} the refusal */
function givenBy<Given extends object>(said: Given | Refusal): Given {
  if (isRefusal(said)) throw errorOf(said)
  return said
}

function isRefusal(said: object): said is Refusal {
  return 'code' in said
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

import type { Judged } from '../../checks/index.ts'
import { SILENT, type Telemetry } from '../../contract/telemetry.ts'
import type { Refusal } from '../domain/errors.ts'
import type { LinesFound } from '../domain/finished-line.ts'
import type { ShownSegment } from '../domain/shown-segment.ts'
import type { Log } from '../ports.ts'
import type { FromThread } from './messages.ts'

type Tell = (refusal: Refusal | undefined) => void

/** What becomes of a request whose thread has ended. */
export interface LostRequest {
  /** The thread went over its budget. */
  readonly over: boolean
  /** Nothing else was at work in it, so that it was the fault of this request. */
  readonly alone: boolean
}

/** The answer to a request: what the worker says, or that it is lost. */
export type RequestAnswer<Said> = { readonly said: Said } | { readonly lost: LostRequest }

/** A request by the number under which the worker answers. */
export interface PendingRequest<Said> {
  readonly request: number
  readonly answer: Promise<RequestAnswer<Said>>
}

/** Connects the answers of the worker with the calls that wait for them. */
export interface Replies {
  /** Takes a message of the worker and tells those who wait for it. */
  readonly receive: (message: FromThread) => void
  /** Waits for the end of an analysis: `said` resolves with what the worker says of it. Call `end` when nobody waits any more. */
  awaitAnalysis(batchId: string): { readonly said: Promise<{ refusal: Refusal | undefined }>; readonly end: () => void }
  /** Waits for a plan. One that was refused resolves with the refusal. */
  awaitPlan(): PendingRequest<Refusal | undefined>
  /** Waits for answers that are checked. A refusal where they could not be. */
  awaitJudging(): PendingRequest<readonly Judged[] | Refusal>
  /** Waits for segments as a model sees them. A refusal where they could not be shown. */
  awaitShowing(): PendingRequest<readonly ShownSegment[] | Refusal>
  /** Waits for lines of a finished translation. A refusal where they could not be read. */
  awaitLines(): PendingRequest<LinesFound | Refusal>
  /** Tells all who wait for an analysis that the worker does not answer any more. */
  endAnalyses(refusal: Refusal): void
  /** Tells those who wait for these requests that they are lost. */
  lose(requests: Iterable<number>, lost: LostRequest): void
}

/** Makes an empty list of waiting calls. Lines of the worker's log go to `log`, and what happened in it to `telemetry`. */
export function createReplies(log: Log, telemetry: Pick<Telemetry, 'happened'> = SILENT): Replies {
  const analyses = new Map<string, Set<Tell>>()
  let requests = 0
  const plans = waitingFor<Refusal | undefined>(() => requests++)
  const judgings = waitingFor<readonly Judged[] | Refusal>(() => requests++)
  const showings = waitingFor<readonly ShownSegment[] | Refusal>(() => requests++)
  const findings = waitingFor<LinesFound | Refusal>(() => requests++)

  return {
    receive(message) {
      switch (message.type) {
        case 'analyzed':
          for (const tell of analyses.get(message.batchId) ?? []) tell(message.refusal)
          return
        case 'planned':
          return plans.tell(message.request, { said: message.refusal })
        case 'judged':
          return judgings.tell(message.request, { said: message.judged })
        case 'shown':
          return showings.tell(message.request, { said: message.shown })
        case 'found':
          return findings.tell(message.request, { said: message.found })
        case 'log':
          log[message.level](message.message, message.facts)
          return
        case 'happened':
          return telemetry.happened(message.happening)
        // The rest is for whoever watches the thread.
        default:
      }
    },
    awaitAnalysis(batchId) {
      const waiters = analyses.get(batchId) ?? new Set()
      analyses.set(batchId, waiters)
      const { promise: said, resolve } = withResolvers<{ refusal: Refusal | undefined }>()
      const tell: Tell = refusal => resolve({ refusal })
      waiters.add(tell)
      const end = (): void => {
        waiters.delete(tell)
        if (waiters.size === 0) analyses.delete(batchId)
      }
      return { said, end }
    },
    awaitPlan: plans.wait,
    awaitJudging: judgings.wait,
    awaitShowing: showings.wait,
    awaitLines: findings.wait,
    endAnalyses(refusal) {
      for (const waiting of analyses.values()) for (const tell of waiting) tell(refusal)
    },
    lose(requests_lost, lost) {
      const kinds = [plans, judgings, showings, findings]
      for (const request of requests_lost) for (const kind of kinds) kind.tell(request, { lost })
    },
  }
}

/** Those who wait for the answer to a request of one kind. */
function waitingFor<Said>(number: () => number) {
  const waiting = new Map<number, (answer: RequestAnswer<Said>) => void>()
  return {
    wait(): PendingRequest<Said> {
      const request = number()
      return { request, answer: new Promise(resolve => waiting.set(request, resolve)) }
    },
    /** Does nothing where nobody waits for this request. */
    tell(request: number, answer: RequestAnswer<Said>): void {
      waiting.get(request)?.(answer)
      waiting.delete(request)
    },
  }
}

function withResolvers<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>(given => {
    resolve = given
  })
  return { promise, resolve }
}

import type { Refusal } from '../domain/errors.ts'
import { ServiceError } from '../domain/errors.ts'
import type { WorkerEars, WorkerLink } from './link.ts'
import type { ToThread } from './messages.ts'
import { pause } from './pause.ts'

/** The worker of this process. It starts with the first message to it, and again after it ended by itself. */
export interface OwnWorker {
  /** @throws {ServiceError} service_unavailable once it is closed */
  tell(message: ToThread): void
  readonly isClosed: boolean
  readonly isRunning: boolean
  /** CPU time that the running worker has used, in milliseconds; undefined where none runs, or that is not known. */
  cpu(): number | undefined
  /** Ends a running worker at once; the next message starts another. */
  kill(): void
  /** Takes no more messages, lets a running worker keep what is finished, and ends it. */
  close(): Promise<void>
}

/** What those who wait for a worker are told when it ends. */
export const STOPPED: Refusal = {
  code: 'service_unavailable',
  message: 'The service is stopping. Try again in a moment.',
}

/** The error for work that comes once the service is closed. */
export function stopped(): ServiceError {
  return new ServiceError('service_unavailable', STOPPED.message, { retryAfterSeconds: 1 })
}

/** A worker that needs longer to close is ended by force; its claims run out by themselves. In milliseconds. */
const CLOSE_MS = 1500

/** Makes the worker that `start` starts; `ears` receive its messages. */
export function createOwnWorker(start: (ears: WorkerEars) => WorkerLink, ears: WorkerEars): OwnWorker {
  let worker: WorkerLink | undefined
  let isClosed = false
  let gone: () => void = () => undefined

  function ended(): void {
    worker = undefined
    gone()
    ears.ended()
  }

  function tell(message: ToThread): void {
    if (isClosed) throw stopped()
    worker ??= start({ ...ears, ended })
    worker.post(message)
  }

  async function end(running: WorkerLink): Promise<void> {
    const ending = new Promise<void>(resolve => {
      gone = resolve
    })
    running.post({ type: 'close' })
    const patience = new AbortController()
    await Promise.race([ending, pause(CLOSE_MS, patience.signal)])
    // A timer left running would hold the process for the rest of its time.
    patience.abort()
    await running.terminate()
  }

  return {
    tell,
    cpu: () => worker?.cpu?.(),
    kill: () => void worker?.terminate(),
    get isRunning() {
      return worker !== undefined
    },
    get isClosed() {
      return isClosed
    },
    async close() {
      isClosed = true
      if (worker !== undefined) await end(worker)
    },
  }
}

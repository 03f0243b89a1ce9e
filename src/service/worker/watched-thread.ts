import { type Budget, isOver, jobTime, type WatchedJob } from './budget.ts'
import type { WorkerEars, WorkerLink } from './link.ts'
import type { FromThread, ToThread } from './messages.ts'
import { createOwnWorker, type OwnWorker } from './own-worker.ts'

/** What happened to work whose thread has ended. */
export interface Lost {
  /** True where the thread was ended since it went over its budget of time or memory. */
  readonly over: boolean
  /** The jobs that it had, with the owner of their claims. */
  readonly jobs: readonly { readonly id: string; readonly owner: string }[]
  /** True where nothing else was at work in the thread, so that it was the fault of this one job. */
  readonly alone: boolean
  readonly requests: readonly number[]
}

export interface WatchingParts {
  readonly budget: Budget
  readonly start: (ears: WorkerEars) => WorkerLink
  readonly ears: Pick<WorkerEars, 'message' | 'failed'>
  readonly lost: (lost: Lost) => void
  /** Renews claims for a thread that has given nothing else a turn for long, and so cannot renew them itself. */
  readonly renew: (owner: string, ids: readonly string[]) => void
  /** Called when a job has begun. */
  readonly began: () => void
}

/** After this time without a turn, a thread cannot be trusted to renew its claims. In milliseconds. */
const SILENT_MS = 2000
/** How long a thread may take to stop a request that nobody waits for any more, in milliseconds. */
const CANCEL_MS = 1000

/** One thread, which is ended when its work goes over its budget. It starts with the first message, and again after it ended. */
export class WatchedThread {
  readonly #parts: WatchingParts
  readonly #worker: OwnWorker
  readonly #jobs = new Map<string, WatchedJob & { readonly owner: string }>()
  readonly #requests = new Map<number, WatchedJob>()
  #last = { turn_ms: 0, at: Date.now() }
  #over = false

  constructor(parts: WatchingParts) {
    this.#parts = parts
    this.#worker = createOwnWorker(parts.start, {
      message: message => this.#hear(message),
      failed: error => {
        this.#over ||= isOutOfMemory(error)
        parts.ears.failed(error)
      },
      ended: () => this.#end(),
    })
  }

  /** How many jobs and requests it has. */
  get load(): number {
    return this.#jobs.size + this.#requests.size
  }

  /** @throws {ServiceError} service_unavailable once it is closed */
  wake(): void {
    this.#worker.tell({ type: 'wake' })
  }

  /** @throws {ServiceError} service_unavailable once it is closed */
  ask(message: Extract<ToThread, { request: number }>): void {
    if (this.load === 0) this.#turned()
    this.#worker.tell(message)
    this.#requests.set(message.request, { since_ms: this.#cpu(), most_ms: jobTime(this.#parts.budget, 0) })
  }

  /** Stops a request of this thread; nothing where it has none of that number. */
  cancel(request: number): void {
    if (this.#worker.isClosed || !this.#requests.has(request)) return
    this.#worker.tell({ type: 'cancel', request })
    // Where it does not hear that, and has nothing else that would be lost, it is ended.
    const kill = (): void => {
      if (this.#requests.has(request) && this.load === 1) this.#worker.kill()
    }
    setTimeout(kill, CANCEL_MS).unref()
  }

  /** Ends the thread if it is over its budget, and renews its claims where it cannot. */
  check(): void {
    const cpu_ms = this.#worker.cpu()
    if (cpu_ms === undefined || this.load === 0 || this.#over) return
    const work = [...this.#jobs.values(), ...this.#requests.values()]
    this.#over = isOver(this.#parts.budget, { cpu_ms, turn_ms: this.#last.turn_ms }, work)
    if (this.#over) this.#worker.kill()
    else if (Date.now() - this.#last.at > SILENT_MS) {
      for (const [id, { owner }] of this.#jobs) this.#parts.renew(owner, [id])
    }
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  #cpu(): number {
    return this.#worker.cpu() ?? 0
  }

  #turned(): void {
    this.#last = { turn_ms: this.#cpu(), at: Date.now() }
  }

  #hear(message: FromThread): void {
    this.#turned()
    if (message.type === 'began') {
      const { batchId, owner, bytes } = message
      this.#jobs.set(batchId, { owner, since_ms: this.#cpu(), most_ms: jobTime(this.#parts.budget, bytes) })
      this.#parts.began()
    } else if (message.type === 'ended') this.#jobs.delete(message.batchId)
    else if (message.type === 'planned' || message.type === 'judged') this.#requests.delete(message.request)
    this.#parts.ears.message(message)
  }

  #end(): void {
    const jobs = [...this.#jobs].map(([id, { owner }]) => ({ id, owner }))
    const work = { over: this.#over, jobs, alone: this.load === 1, requests: [...this.#requests.keys()] }
    this.#jobs.clear()
    this.#requests.clear()
    this.#over = false
    this.#last = { turn_ms: 0, at: Date.now() }
    this.#parts.lost(work)
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

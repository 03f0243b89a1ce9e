import { type Budget, charge, isOver, jobTime, type WatchedJob } from './budget.ts'
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
  /** CPU time of the thread when it was last charged to what is at work in it. */
  #charged_ms = 0
  #last = { turn_ms: 0, at: Date.now() }
  #over = false
  #drained: () => void = () => undefined

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

  /** It has work and gives nothing else a turn, or is being ended: what it is asked now has to wait, or is lost. */
  get isStuck(): boolean {
    return this.#over || (this.load > 0 && Date.now() - this.#last.at > SILENT_MS)
  }

  /** @throws {ServiceError} service_unavailable once it is closed */
  wake(): void {
    this.#worker.tell({ type: 'wake' })
  }

  /** @throws {ServiceError} service_unavailable once it is closed */
  ask(message: Extract<ToThread, { request: number }>): void {
    if (this.load === 0) this.#turned()
    this.#worker.tell(message)
    this.#charge()
    this.#requests.set(message.request, { used_ms: 0, most_ms: jobTime(this.#parts.budget, 0) })
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
    if (this.#worker.cpu() === undefined || this.load === 0 || this.#over) return
    const used_ms = this.#charge()
    const work = [...this.#jobs.values(), ...this.#requests.values()]
    this.#over = isOver(this.#parts.budget, this.#charged_ms - this.#last.turn_ms, work)
    if (this.#over) this.#worker.kill()
    // One that hangs without computing would hold its claims for ever.
    else if (this.isStuck && used_ms > 0) {
      for (const [id, { owner }] of this.#jobs) this.#parts.renew(owner, [id])
    }
  }

  /** Has it begin no more work. Resolves when what is under way has ended, or the thread has. */
  drain(): Promise<void> {
    if (!this.#worker.isRunning || this.#worker.isClosed) return Promise.resolve()
    return new Promise(resolve => {
      this.#drained = resolve
      this.#worker.tell({ type: 'drain' })
    })
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  /** Charges what is at work for the CPU time since this was done last, and gives that time. */
  #charge(): number {
    const cpu_ms = this.#worker.cpu() ?? this.#charged_ms
    // Where the time is not counted yet as the system counts it, it may seem to go back.
    const used_ms = Math.max(0, cpu_ms - this.#charged_ms)
    charge([...this.#jobs.values(), ...this.#requests.values()], used_ms)
    this.#charged_ms = cpu_ms
    return used_ms
  }

  #turned(): void {
    this.#charge()
    this.#last = { turn_ms: this.#charged_ms, at: Date.now() }
  }

  #hear(message: FromThread): void {
    this.#turned()
    if (message.type === 'began') {
      const { batchId, owner, bytes } = message
      this.#jobs.set(batchId, { owner, used_ms: 0, most_ms: jobTime(this.#parts.budget, bytes) })
      this.#parts.began()
    } else if (message.type === 'ended') this.#jobs.delete(message.batchId)
    else if (message.type === 'drained') this.#drained()
    else if ('request' in message) this.#requests.delete(message.request)
    this.#parts.ears.message(message)
  }

  #end(): void {
    const jobs = [...this.#jobs].map(([id, { owner }]) => ({ id, owner }))
    const work = { over: this.#over, jobs, alone: this.load === 1, requests: [...this.#requests.keys()] }
    this.#jobs.clear()
    this.#requests.clear()
    this.#over = false
    this.#charged_ms = 0
    this.#last = { turn_ms: 0, at: Date.now() }
    this.#drained()
    this.#parts.lost(work)
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

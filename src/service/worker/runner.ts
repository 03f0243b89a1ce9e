import type { Refusal } from '../domain/errors.ts'
import type { LinesAsked, LinesFound } from '../domain/finished-line.ts'
import { meansOf } from '../engine/configured.ts'
import { type Claimed, claim, type JobKind, type Lease, leaseTime, renew } from '../store/leases.ts'
import { isPassing } from '../trace.ts'
import { Stopped } from '../translation/stopped.ts'
import { UNFORESEEN } from './job-fate.ts'
import { type LogError, logThrough, runJob } from './job-run.ts'
import { finishedLinesOf } from './lines.ts'
import type { FromThread } from './messages.ts'
import { planAsked } from './sample.ts'
import { refusalOf, type World } from './world.ts'

export interface Runner {
  /** Looks for work and starts it, up to `HANDS` jobs of each kind at a time. */
  wake(): void
  /** Plans at once, without a claim; a refusal says why there is no plan. Stops when `signal` aborts. */
  plan(batchId: string, instruction: string, signal?: AbortSignal): Promise<Refusal | undefined>
  /** Reads lines of a finished translation; a refusal says why there are none. Stops when `signal` aborts. */
  lines(asked: LinesAsked, signal: AbortSignal): Promise<LinesFound | Refusal>
  /** Begins no more work. Resolves when all that is under way has ended. */
  drain(): Promise<void>
  /** Stops all work, keeps what is finished, and gives the claims back. */
  close(): Promise<void>
}

export interface RunnerOptions {
  readonly world: World
  /** Names this worker in the leases. No other worker has the same name. */
  readonly owner: string
  readonly report: (message: FromThread) => void
  /** Told of each job that begins and ends, for whoever ends a worker that goes over its budget. */
  readonly watched?: (message: Extract<FromThread, { type: 'began' | 'ended' }>) => void
  /** How many batches of a kind it works on at the same time; `HANDS` unless given. */
  readonly hands?: number | undefined
  /** See ThreadData. */
  readonly suspects?: boolean | undefined
}

/** How many batches of a kind are worked on at the same time: most of the time they wait for an engine. */
export const HANDS = 4

/** A job under way. */
interface RunningJob {
  readonly kind: JobKind
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/** Does the work of the batches, each under a lease that is renewed while the work lasts. */
export function createRunner(options: RunnerOptions): Runner {
  const { world, owner, report, watched = () => undefined, hands = HANDS, suspects = false } = options
  const { db, clock, settings, telemetry } = world
  const lease: Lease = { owner, length: settings.lease_seconds * 1000 }
  const means = meansOf(settings)
  const log = logThrough(report, telemetry)
  const running = new Map<string, RunningJob>()
  let closed = false
  let looking = Promise.resolve()

  async function look(): Promise<void> {
    for (const kind of ['analyze', 'translate'] as const) {
      while (!closed && (suspects ? running.size === 0 : countOf(kind, running) < hands)) {
        const claimed = await claim(db, kind, lease, clock, [...running.keys()], { means, suspects })
        if (claimed === undefined) break
        start(kind, claimed)
      }
    }
  }

  function start(kind: JobKind, claimed: Claimed): void {
    const { id: batchId, bytes } = claimed
    const stop = new AbortController()
    watched({ type: 'began', batchId, owner, bytes })
    const ended = runJob(kind, claimed, stop.signal, { world, lease, report })
      .catch(error => log('A job could not be ended.', error))
      .finally(() => {
        running.delete(batchId)
        watched({ type: 'ended', batchId })
        wake()
      })
    running.set(batchId, { kind, stop, ended })
  }

  function wake(): void {
    looking = looking.then(look).catch(error => log('Looking for work failed.', error))
  }

  const renewing = setInterval(() => renewAll(running, lease, world, log), lease.length / 3)

  return {
    wake,
    ...answersOf(world, log),
    async drain() {
      closed = true
      await looking
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
    async close() {
      closed = true
      clearInterval(renewing)
      stopAll(running)
      await looking
      // Jobs that were claimed while `look` was still running.
      stopAll(running)
      await Promise.all([...running.values()].map(({ ended }) => ended))
      await looking
    },
  }
}

/** What is answered at once, without a claim. */
function answersOf(world: World, log: LogError): Pick<Runner, 'plan' | 'lines'> {
  return {
    plan: (batchId, instruction, signal) =>
      unlessRefused(async () => void (await planAsked(batchId, instruction, world, signal)), 'Planning failed.', log),
    lines: (asked, signal) => unlessRefused(() => finishedLinesOf(asked, world, signal), 'Reading lines failed.', log),
  }
}

function countOf(kind: JobKind, running: ReadonlyMap<string, RunningJob>): number {
  return [...running.values()].filter(job => job.kind === kind).length
}

/** Renews the claims of all that runs. What has lost its claim stops. */
async function renewAll(
  running: ReadonlyMap<string, RunningJob>,
  lease: Lease,
  { db, clock }: World,
  log: LogError,
): Promise<void> {
  if (running.size === 0) return
  const asked = [...running]
  const ids = asked.map(([id]) => id)
  try {
    const ours = await renew(db, lease, ids, await leaseTime(db, clock))
    for (const [id, { stop }] of asked) if (!ours.has(id)) stop.abort()
  } catch (error) {
    log('The leases could not be renewed.', error)
  }
}

function stopAll(running: ReadonlyMap<string, RunningJob>): void {
  for (const { stop } of running.values()) stop.abort()
}

/** What a caller reads whose plan or answers could not be seen to now. */
export const BUSY: Refusal = { code: 'service_unavailable', message: 'The service is busy. Try again in a moment.' }

/** What `work` gives, or why it gives nothing. */
async function unlessRefused<Done>(work: () => Promise<Done>, failed: string, log: LogError): Promise<Done | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Stopped) return BUSY
    const refusal = refusalOf(error)
    if (refusal === undefined) log(failed, error)
    return refusal ?? (isPassing(error) ? BUSY : UNFORESEEN)
  }
}

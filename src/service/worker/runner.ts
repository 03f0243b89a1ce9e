import type { Refusal } from '../domain/errors.ts'
import { meansOf } from '../engine/configured.ts'
import { type Claimed, claim, type JobKind, type Lease, renew } from '../store/leases.ts'
import { isPassing } from '../trace.ts'
import { UNFORESEEN } from './job-fate.ts'
import { type LogError, logThrough, runJob } from './job-run.ts'
import type { FromThread } from './messages.ts'
import { planBatch } from './planning.ts'
import { refusalOf, type World } from './world.ts'

export interface Runner {
  /** Looks for work and starts it, up to `HANDS` jobs of each kind at a time. */
  wake(): void
  /** Plans at once, without a claim; a refusal says why there is no plan. */
  plan(batchId: string, instruction: string): Promise<Refusal | undefined>
  /** Stops all work, keeps what is finished, and gives the claims back. */
  close(): Promise<void>
}

export interface RunnerOptions {
  readonly world: World
  /** Names this worker in the leases. No other worker has the same name. */
  readonly owner: string
  readonly report: (message: FromThread) => void
}

/** How many batches of a kind are worked on at the same time: most of the time they wait for an engine. */
const HANDS: Readonly<Record<JobKind, number>> = { analyze: 4, translate: 4 }

/** A job under way. */
interface RunningJob {
  readonly kind: JobKind
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/** Does the work of the batches, each under a lease that is renewed while the work lasts. */
export function createRunner({ world, owner, report }: RunnerOptions): Runner {
  const { db, clock, settings } = world
  const lease: Lease = { owner, length: settings.lease_seconds * 1000 }
  const means = meansOf(settings)
  const log = logThrough(report)
  const running = new Map<string, RunningJob>()
  let closed = false
  let looking = Promise.resolve()

  async function look(): Promise<void> {
    for (const kind of ['analyze', 'translate'] as const) {
      while (!closed && countOf(kind, running) < HANDS[kind]) {
        const claimed = await claim(db, kind, lease, clock(), [...running.keys()], means)
        if (claimed === undefined) break
        start(kind, claimed)
      }
    }
  }

  function start(kind: JobKind, claimed: Claimed): void {
    const stop = new AbortController()
    const ended = runJob(kind, claimed, stop.signal, { world, lease, report })
      .catch(error => log('A job could not be ended.', error))
      .finally(() => {
        running.delete(claimed.id)
        wake()
      })
    running.set(claimed.id, { kind, stop, ended })
  }

  function wake(): void {
    looking = looking.then(look).catch(error => log('Looking for work failed.', error))
  }

  async function renewAll(): Promise<void> {
    if (running.size === 0) return
    const asked = [...running]
    const ids = asked.map(([id]) => id)
    const ours = await renew(db, lease, ids, clock())
    for (const [id, { stop }] of asked) if (!ours.has(id)) stop.abort()
  }
  const timer = setInterval(() => {
    renewAll().catch(error => log('The leases could not be renewed.', error))
  }, lease.length / 3)

  return {
    wake,
    plan: (batchId, instruction) => plan(batchId, instruction, world, log),
    async close() {
      closed = true
      clearInterval(timer)
      stopAll(running)
      await looking
      // Jobs that were claimed while `look` was still running.
      stopAll(running)
      await Promise.all([...running.values()].map(({ ended }) => ended))
      await looking
    },
  }
}

function countOf(kind: JobKind, running: ReadonlyMap<string, RunningJob>): number {
  return [...running.values()].filter(job => job.kind === kind).length
}

function stopAll(running: ReadonlyMap<string, RunningJob>): void {
  for (const { stop } of running.values()) stop.abort()
}

const BUSY: Refusal = { code: 'service_unavailable', message: 'The service is busy. Try again in a moment.' }

async function plan(batchId: string, instruction: string, world: World, log: LogError): Promise<Refusal | undefined> {
  try {
    await planBatch(batchId, instruction, world)
    return undefined
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === undefined) log('Planning failed.', error)
    return refusal ?? (isPassing(error) ? BUSY : UNFORESEEN)
  }
}

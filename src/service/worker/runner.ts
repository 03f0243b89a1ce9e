import type { Refusal } from '../domain/errors.ts'
import { meansOf } from '../engine/configured.ts'
import { type Claimed, claim, type JobKind, type Lease, renew } from '../store/leases.ts'
import { isPassing } from '../trace.ts'
import { Stopped } from '../translation/stopped.ts'
import { UNFORESEEN } from './job-fate.ts'
import { type LogError, logThrough, runJob } from './job-run.ts'
import type { FromThread } from './messages.ts'
import { planBatch } from './planning.ts'
import { refusalOf, type World } from './world.ts'

export interface Runner {
  /** Looks for work and starts it, up to `HANDS` jobs of each kind at a time. */
  wake(): void
  /** Plans at once, without a claim; a refusal says why there is no plan. Stops when `signal` aborts. */
  plan(batchId: string, instruction: string, signal?: AbortSignal): Promise<Refusal | undefined>
  /** Stops all work, keeps what is finished, and gives the claims back. */
  close(): Promise<void>
}

export interface RunnerOptions {
  readonly world: World
  /** Names this worker in the leases. No other worker has the same name. */
  readonly owner: string
  readonly report: (message: FromThread) => void
  /** Told of each job that begins and ends, and of turns, for whoever ends a worker that goes over its budget. */
  readonly watched?: (message: Extract<FromThread, { type: 'began' | 'ended' | 'turn' }>) => void
  /** How many batches of a kind it works on at the same time; `HANDS` unless given. */
  readonly hands?: number | undefined
}

/** How many batches of a kind are worked on at the same time: most of the time they wait for an engine. */
export const HANDS = 4
/** While there is work, it is told this often that everything else in the thread has had a turn. In milliseconds. */
const TURN_MS = 250

/** A job under way. */
interface RunningJob {
  readonly kind: JobKind
  /** It went over its budget before: nothing else is begun beside it. */
  readonly suspect: boolean
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/** Does the work of the batches, each under a lease that is renewed while the work lasts. */
export function createRunner({
  world,
  owner,
  report,
  watched = () => undefined,
  hands = HANDS,
}: RunnerOptions): Runner {
  const { db, clock, settings } = world
  const lease: Lease = { owner, length: settings.lease_seconds * 1000 }
  const means = meansOf(settings)
  const log = logThrough(report)
  const running = new Map<string, RunningJob>()
  let closed = false
  let looking = Promise.resolve()

  async function look(): Promise<void> {
    for (const kind of ['analyze', 'translate'] as const) {
      while (!closed && countOf(kind, running) < hands && !isBesideSuspect(running)) {
        const claimed = await claim(db, kind, lease, clock(), [...running.keys()], means)
        if (claimed === undefined) break
        start(kind, claimed)
      }
    }
  }

  function start(kind: JobKind, claimed: Claimed): void {
    const { id: batchId, overruns, bytes } = claimed
    const stop = new AbortController()
    watched({ type: 'began', batchId, owner, bytes, overruns })
    const ended = runJob(kind, claimed, stop.signal, { world, lease, report })
      .catch(error => log('A job could not be ended.', error))
      .finally(() => {
        running.delete(batchId)
        watched({ type: 'ended', batchId })
        wake()
      })
    running.set(batchId, { kind, suspect: overruns > 0, stop, ended })
  }

  function wake(): void {
    looking = looking.then(look).catch(error => log('Looking for work failed.', error))
  }

  const stopTimers = startTimers(running, { lease, world, watched, log })

  return {
    wake,
    plan: (batchId, instruction, signal) => plan(batchId, instruction, signal, world, log),
    async close() {
      closed = true
      stopTimers()
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

interface TimerParts extends Required<Pick<RunnerOptions, 'world' | 'watched'>> {
  readonly lease: Lease
  readonly log: LogError
}

/** Renews the claims of what runs, and tells of turns. Returns the function that ends both. */
function startTimers(running: ReadonlyMap<string, RunningJob>, { lease, world, watched, log }: TimerParts): () => void {
  const renewing = setInterval(() => {
    renewAll(running, lease, world).catch(error => log('The leases could not be renewed.', error))
  }, lease.length / 3)
  const turns = setInterval(() => {
    if (running.size > 0) watched({ type: 'turn' })
  }, TURN_MS)
  turns.unref()
  return () => {
    clearInterval(renewing)
    clearInterval(turns)
  }
}

async function renewAll(running: ReadonlyMap<string, RunningJob>, lease: Lease, { db, clock }: World): Promise<void> {
  if (running.size === 0) return
  const asked = [...running]
  const ids = asked.map(([id]) => id)
  const ours = await renew(db, lease, ids, clock())
  for (const [id, { stop }] of asked) if (!ours.has(id)) stop.abort()
}

function isBesideSuspect(running: ReadonlyMap<string, RunningJob>): boolean {
  return [...running.values()].some(({ suspect }) => suspect)
}

function stopAll(running: ReadonlyMap<string, RunningJob>): void {
  for (const { stop } of running.values()) stop.abort()
}

const BUSY: Refusal = { code: 'service_unavailable', message: 'The service is busy. Try again in a moment.' }

async function plan(
  batchId: string,
  instruction: string,
  signal: AbortSignal | undefined,
  world: World,
  log: LogError,
): Promise<Refusal | undefined> {
  try {
    await planBatch(batchId, instruction, world, signal)
    return undefined
  } catch (error) {
    if (error instanceof Stopped) return BUSY
    const refusal = refusalOf(error)
    if (refusal === undefined) log('Planning failed.', error)
    return refusal ?? (isPassing(error) ? BUSY : UNFORESEEN)
  }
}

import type { Refusal } from '../domain/errors.ts'
import { lackingEngines } from '../engine/configured.ts'
import { EngineError } from '../engine/engine.ts'
import { type Claimed, claim, giveUp, type Lease, MAX_ATTEMPTS, putOff, renew, type Work } from '../store/leases.ts'
import { failBatch, type Held, noteObstacle } from '../store/outcomes.ts'
import { forgetTranslations } from '../store/translations.ts'
import { isPassing, traceOf } from '../trace.ts'
import { Stopped } from '../translation/stopped.ts'
import { analyzeBatch } from './analyze.ts'
import { rememberWhatIsKept } from './finish.ts'
import type { FromThread } from './messages.ts'
import { planBatch } from './planning.ts'
import { translateBatch } from './translate.ts'
import { refusalOf, type World } from './world.ts'

export interface Runner {
  /** Looks for work and does it, as far as there are hands free. */
  wake(): void
  /** Plans on demand; a refusal says why not. */
  plan(batchId: string, instruction: string): Promise<Refusal | undefined>
  /** Stops all work, keeps what is finished, and gives the claims back. */
  close(): Promise<void>
}

export interface RunnerOptions {
  readonly world: World
  /** Names this worker in the leases: nobody else's name. */
  readonly owner: string
  readonly report: (message: FromThread) => void
}

/** How many batches of a kind are worked on at the same time: engines mostly make us wait. */
const HANDS: Readonly<Record<Work, number>> = { analyze: 4, translate: 4 }

/** Does the work of the batches, each under a lease that is renewed while the work lasts. */
export function createRunner({ world, owner, report }: RunnerOptions): Runner {
  const { db, clock, settings } = world
  const lease: Lease = { owner, length: settings.lease_seconds * 1000 }
  const lacking = lackingEngines(settings)
  const running = new Map<string, { work: Work; stop: AbortController; ended: Promise<void> }>()
  let closed = false
  let looking = Promise.resolve()

  const log = (message: string, error: unknown, level: 'warn' | 'error' = 'error'): void =>
    report({ type: 'log', level, message, facts: traceOf(error) })

  const note = (held: Held, { message }: EngineError): Promise<void> =>
    noteObstacle(db, held, message).catch(error => log('The reason why a job waits could not be saved.', error))

  /** Tells at the first long wait of a job, not at each: the operator, and whoever looks at the batch. */
  function tellOfWaiting(held: Held): (failure: EngineError, wait_ms: number) => void {
    let told = false
    return (failure, wait_ms) => {
      if (told || wait_ms < LONG_WAIT_MS) return
      told = true
      log('The engine is not available; it is asked again until it answers.', failure, 'warn')
      void note(held, failure)
    }
  }

  async function look(): Promise<void> {
    for (const work of ['analyze', 'translate'] as const) {
      while (!closed && busy(work) < HANDS[work]) {
        const claimed = await claim(db, work, lease, clock(), [...running.keys()], lacking)
        if (claimed === undefined) break
        start(work, claimed)
      }
    }
  }
  const busy = (work: Work): number => [...running.values()].filter(job => job.work === work).length

  function start(work: Work, claimed: Claimed): void {
    const stop = new AbortController()
    const ended = run(work, claimed, stop.signal)
      .catch(error => log('A job could not be ended.', error))
      .finally(() => {
        running.delete(claimed.id)
        wake()
      })
    running.set(claimed.id, { work, stop, ended })
  }

  /** How long work that met an obstacle waits: longer each time it made no progress. */
  const patience = (attempt: number): number => lease.length * 2 ** (attempt - 1)

  async function run(work: Work, { id, attempt }: Claimed, signal: AbortSignal): Promise<void> {
    const held: Held = { id, owner }
    let refusal: Refusal | undefined
    try {
      if (attempt > MAX_ATTEMPTS) throw new GivenUp()
      const batch = await db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      if (work === 'analyze') await analyzeBatch(held, batch, signal, world)
      else await translateBatch(held, batch, signal, world, tellOfWaiting(held))
    } catch (error) {
      if (error instanceof Stopped || signal.aborted) return giveUp(db, id, owner)
      if (isPassing(error)) {
        log('A job was put off.', error)
        return putOff(db, id, owner, clock() + patience(attempt))
      }
      if (error instanceof EngineError && passes(error) && attempt < MAX_ATTEMPTS) {
        log('The engine is not available; the job waits for it.', error)
        await note(held, error)
        return putOff(db, id, owner, clock() + Math.max(patience(attempt), error.retry_after_ms ?? 0))
      }
      refusal = refusalOf(error)
      if (refusal === undefined && !(error instanceof GivenUp)) log('A job failed.', error)
      refusal ??= error instanceof GivenUp ? GIVEN_UP : UNFORESEEN
      // What was translated was paid for: a second try finds it.
      if (work === 'translate') await rememberWhatIsKept(held, signal, world)
      if (await failBatch(db, held, refusal, clock())) await forgetTranslations(db, id)
    }
    if (work === 'analyze') report({ type: 'analyzed', batchId: id, refusal })
  }

  function wake(): void {
    looking = looking.then(look).catch(error => log('Looking for work failed.', error))
  }

  async function renewAll(): Promise<void> {
    if (running.size === 0) return
    const asked = [...running]
    const ours = await renew(
      db,
      lease,
      asked.map(([id]) => id),
      clock(),
    )
    for (const [id, { stop }] of asked) if (!ours.has(id)) stop.abort()
  }
  const timer = setInterval(() => {
    renewAll().catch(error => log('The leases could not be renewed.', error))
  }, lease.length / 3)

  return {
    wake,
    async plan(batchId, instruction) {
      try {
        await planBatch(batchId, instruction, world)
        return undefined
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal === undefined) log('Planning failed.', error)
        return refusal ?? (isPassing(error) ? BUSY : UNFORESEEN)
      }
    },
    async close() {
      closed = true
      clearInterval(timer)
      const stopAll = (): void => {
        for (const { stop } of running.values()) stop.abort()
      }
      stopAll()
      await looking
      // What was claimed just then.
      stopAll()
      await Promise.all([...running.values()].map(({ ended }) => ended))
      await looking
    },
  }
}

/** A wait for an engine that a person would notice. In milliseconds. */
const LONG_WAIT_MS = 1000

class GivenUp extends Error {}

/** True for a failure that the engine may get over by itself. */
function passes({ kind }: EngineError): boolean {
  return kind === 'passing' || kind === 'unusable'
}

const UNFORESEEN: Refusal = {
  code: 'internal_error',
  message: 'The work failed unexpectedly. Nothing was charged. Create the translation again.',
}
const BUSY: Refusal = { code: 'service_unavailable', message: 'The service is busy. Try again in a moment.' }
const GIVEN_UP: Refusal = {
  code: 'internal_error',
  message: `The work was started ${MAX_ATTEMPTS} times and broke off each time. Nothing was charged. Split the file and create it again.`,
}

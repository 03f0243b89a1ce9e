import { watchClock } from './clock-ahead.ts'
import { DAY, HOUR } from './domain/time.ts'
import { meansOf } from './engine/configured.ts'
import { watchLeaps } from './leaps.ts'
import type { Files, Log } from './ports.ts'
import { pruneRecords } from './pruning.ts'
import { retainFiles } from './retention.ts'
import type { ServiceSettings } from './settings.ts'
import { grantMonth } from './store/credits.ts'
import type { Database } from './store/database.ts'
import { forgetUnusedEarlier } from './store/earlier-memory.ts'
import { forgetUnused } from './store/memory.ts'
import { sweepArtifacts } from './store/oauth.ts'
import { forgetQuestions } from './store/questions.ts'
import { forgetAddresses } from './store/upload-addresses.ts'
import { traceOf } from './trace.ts'

/** What the scheduled pass is done with. */
export interface PassParts {
  readonly db: Database
  readonly files: Files
  readonly clock: () => number
  readonly newId: (prefix: string) => string
  readonly log: Log
  readonly settings: ServiceSettings
}

/** The scheduled pass, which clears away what is over and grants the month. */
export interface Pass {
  /** Ends it, and waits for the one that runs. */
  readonly stopPass: () => Promise<void>
  /** From now on somebody else says each hour in which process it runs, by `again`; by itself it runs daily. */
  readonly leaveToOthers: () => void
  /** Runs it once more, after the one that runs. */
  readonly again: () => Promise<void>
  /** Settles when the first one has run. */
  readonly firstPass: Promise<void>
}

/** Runs the scheduled pass at once and then hourly; its timer does not keep the process alive. */
export function startPass({ db, files, clock, newId, log, settings }: PassParts): Pass {
  const means = meansOf(settings)
  const leapt = watchLeaps(clock)
  const watched = watchClock({ db, clock, log })
  const grant = () => grantMonth(db, clock(), newId)
  const clearAway = [
    () => retainFiles(db, files, clock(), means),
    () => sweepArtifacts(db, clock()),
    () => pruneRecords(db, clock()),
    () => forgetQuestions(db, clock()),
    () => forgetAddresses(db, clock()),
    () => forgetUnused(db, clock() - settings.memory_days * DAY),
    () => forgetUnusedEarlier(db, clock() - settings.memory_days * DAY),
    () => watched.note(),
  ]
  const failed = (error: unknown) => log.error('The scheduled pass failed.', traceOf(error))
  // A clock that leapt ahead may leap back: what looks over is cleared away by the next pass, if it still is.
  const mayClear = async () => !leapt() && (await watched.isRight())
  let running = Promise.resolve()
  const pass = (): Promise<void> => {
    running = running.then(async () => {
      // A step that fails does not stop the others.
      await grant().catch(failed)
      const steps = (await mayClear().catch(failed)) ? clearAway : []
      for (const step of steps) await step().catch(failed)
    })
    return running
  }
  const firstPass = pass()
  let timer = setInterval(pass, HOUR).unref()
  const stopPass = (): Promise<void> => {
    clearInterval(timer)
    return running
  }
  const leaveToOthers = (): void => {
    clearInterval(timer)
    timer = setInterval(pass, DAY).unref()
  }
  return { stopPass, leaveToOthers, again: pass, firstPass }
}

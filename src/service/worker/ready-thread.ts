import { Worker } from 'node:worker_threads'
import { BUDGET } from './budget.ts'

/** The built program of the thread, which lies beside that of the service: worker/thread.ts. */
export const THREAD = new URL('./thread.js', import.meta.url)

/**
 * For what is young, in megabytes: V8 takes up to 48 of its own accord, and gives none of it back while a file is translated. With fewer than
 * these, more has to be copied.
 */
const YOUNG_MB = 32

let ready: Worker | undefined

/** A new thread with at most so much heap, in megabytes. */
export function newThread(entry: URL, memory_mb: number | undefined): Worker {
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: memory_mb }
  return new Worker(entry, { resourceLimits })
}

/**
 * Starts a thread before there is a service, for a command that will have work for it at once: the two load at the same time, which takes
 * a quarter of a second each. It keeps no process from ending.
 */
export function startReadyThread(): void {
  if (ready !== undefined) return
  const thread = newThread(THREAD, BUDGET.memory_mb)
  thread.unref()
  // One that cannot start is started anew by the service, which then says why.
  thread.once('error', () => undefined)
  thread.once('exit', () => {
    if (ready === thread) ready = undefined
  })
  ready = thread
}

/** The thread that runs this program already and waits for what it is to work on; undefined where there is none with so much heap, in megabytes. */
export function takeReadyThread(entry: URL, memory_mb: number | undefined): Worker | undefined {
  if (entry.href !== THREAD.href || memory_mb !== BUDGET.memory_mb) return undefined
  const thread = ready
  ready = undefined
  thread?.ref()
  return thread
}

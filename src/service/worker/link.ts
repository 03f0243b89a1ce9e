import { readFileSync } from 'node:fs'
import type { Database } from '../store/database.ts'
import type { FromThread, ThreadData, ToThread } from './messages.ts'
import { newThread, takeReadyThread } from './ready-thread.ts'

/** A worker as its service sees it. */
export interface WorkerLink {
  /** Messages arrive in the order in which they were posted. */
  post(message: ToThread): void
  /** Ends it at once, whatever it does. */
  terminate(): Promise<unknown>
  /** CPU time that it has used, in milliseconds; absent where it shares the service's thread. */
  cpu?(): number
}

/** What a worker tells its service. */
export interface WorkerEars {
  message(message: FromThread): void
  failed(error: unknown): void
  /** It has ended and answers nothing more. */
  ended(): void
}

/** Starts a worker on a data folder. `db` is the service's own connection, for a worker that shares the service's thread. */
export type StartWorker = (data: ThreadData, ears: WorkerEars, db: Database) => WorkerLink

/** Starts workers as threads of this process. `entry` is the built program of the thread (worker/thread.ts), which may run already. */
export function startThread(entry: URL): StartWorker {
  return (data, { message, failed, ended }) => {
    const { memory_mb } = data
    const thread = takeReadyThread(entry, memory_mb) ?? newThread(entry, memory_mb)
    let task: string | undefined
    thread.on('message', (said: FromThread) => {
      if (said.type === 'started') task = said.task
      else message(said)
    })
    thread.on('error', failed)
    thread.on('exit', ended)
    thread.postMessage(data)
    return {
      post: posted => thread.postMessage(posted),
      terminate: () => thread.terminate(),
      cpu: () => cpuOf(task) ?? thread.performance.eventLoopUtilization().active,
    }
  }
}

/** Of a second; Linux counts the time of a thread in these on all its platforms. */
const TICKS = 100

/**
 * CPU time of a thread in milliseconds, as Linux counts it; undefined elsewhere, and before it has said its number. There the time in
 * which the thread did not wait counts, which is longer where other work takes the processor away.
 */
function cpuOf(task: string | undefined): number | undefined {
  if (task === undefined) return undefined
  try {
    // After the name in brackets, which may have spaces, come the state and, as the 12th and 13th field, user and system time.
    const fields = readFileSync(`/proc/${task}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS
  } catch {
    return undefined
  }
}

import { Worker } from 'node:worker_threads'
import type { Database } from '../store/database.ts'
import type { FromThread, ThreadData, ToThread } from './messages.ts'

/** A worker as its service sees it. */
export interface WorkerLink {
  /** Messages arrive in the order in which they were posted. */
  post(message: ToThread): void
  /** Ends it at once, whatever it does. */
  terminate(): Promise<unknown>
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

/** Starts workers as threads of this process. `entry` is the built program of the thread: worker/thread.ts. */
export function startThread(entry: URL): StartWorker {
  return (workerData, { message, failed, ended }) => {
    const thread = new Worker(entry, { workerData })
    thread.on('message', message)
    thread.on('error', failed)
    thread.on('exit', ended)
    return { post: posted => thread.postMessage(posted), terminate: () => thread.terminate() }
  }
}

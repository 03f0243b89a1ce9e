/** The program of the thread that reads a fetched file to judge it: one file a thread. */
import { parentPort, workerData } from 'node:worker_threads'
import type { FetchedContent } from './result-content.ts'
import { lookAtResult } from './result-look.ts'

// Whoever starts the thread hands it this alone.
const content: FetchedContent = workerData
parentPort?.postMessage(await lookAtResult(content))

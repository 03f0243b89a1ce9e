import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { SILENT, type Telemetry } from '../../contract/telemetry.ts'
import { createEngines } from '../engine/choice.ts'
import { makeEngines } from '../engine/made.ts'
import { countedFiles } from '../files/counted.ts'
import { openOwnedFiles } from '../owned-files.ts'
import { openDatabase } from '../store/database.ts'
import type { FromThread, ThreadData, ToThread } from './messages.ts'
import { createReceiver } from './receiving.ts'

/** A thread does few things at once. */
const CONNECTIONS = 4

/** The program of the worker thread. It has its own connection, so that its reads and writes do not block the service's thread. */
async function main(port: MessagePort): Promise<void> {
  const { database, files: place, settings, hands, suspects, telemetry: wanted } = await told(port)
  port.postMessage({ type: 'started', task: taskName() } satisfies FromThread)
  // Messages wait in the port until somebody listens, so nothing is lost while the engines are made.
  const db = openDatabase(database, { connections: CONNECTIONS })
  const files = await openOwnedFiles(place, { db, clock: Date.now, newName: () => `blb_${randomUUID()}` })
  const report = (message: FromThread): void => port.postMessage(message)
  const engines = createEngines(settings, await makeEngines(settings))
  const { telemetry, close } = await watching(wanted, report)
  const world = { db, files: countedFiles(files, telemetry), engines, settings, clock: Date.now, telemetry }
  const receive = createReceiver({ world, owner: `wrk_${randomUUID()}`, report, hands, suspects })
  port.on('message', async (message: ToThread) => {
    await receive(message)
    if (message.type !== 'close') return
    await Promise.all([db.destroy(), close()])
    port.close()
  })
}

/** The first message says what it works on. */
async function told(port: MessagePort): Promise<ThreadData> {
  const [data]: ThreadData[] = await once(port, 'message')
  if (data === undefined) throw new Error('the thread was told nothing')
  return data
}

interface Watching {
  readonly telemetry: Telemetry
  close(): Promise<void>
}

/** Loads telemetry where the service has it. */
async function watching(wanted: ThreadData['telemetry'], report: (message: FromThread) => void): Promise<Watching> {
  if (!wanted?.counts && !wanted?.traces) return { telemetry: SILENT, close: async () => undefined }
  const { openInThread } = await import('../../telemetry/open.ts')
  const telemetry = await openInThread(wanted, {
    post: happening => report({ type: 'happened', happening }),
    warn: message => report({ type: 'log', level: 'warn', message, facts: {} }),
  })
  return { telemetry, close: telemetry.close }
}

/** `1234/task/1240` on Linux. */
function taskName(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self')
  } catch {
    return undefined
  }
}

if (parentPort === null) throw new Error('this program runs in a worker thread')
await main(parentPort)

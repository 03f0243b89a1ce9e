import { randomUUID } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { createEngines } from '../engine/choice.ts'
import { openFiles } from '../files/blobs.ts'
import { openDatabase } from '../store/database.ts'
import { openMemory } from '../store/memory.ts'
import { openKeptTranslations } from '../store/translations.ts'
import { traceOf } from '../trace.ts'
import type { FromThread, ThreadData, ToThread } from './messages.ts'
import { createRunner } from './runner.ts'

/** The program of the worker thread. It has its own connections, so that its long reads and writes stop nobody else. */
async function main({ databaseFile, filesFolder, settings }: ThreadData): Promise<void> {
  const port = parentPort
  if (port === null) throw new Error('this program runs in a worker thread')
  // Messages wait in the port until somebody listens, so nothing is lost while the files are opened.
  const files = await openFiles(filesFolder, () => `blb_${randomUUID()}`)
  const db = openDatabase(databaseFile)
  const kept = openKeptTranslations(databaseFile)
  const report = (message: FromThread): void => port.postMessage(message)
  const memory = openMemory(databaseFile)
  const world = { db, files, kept, memory, engines: createEngines(settings), settings, clock: Date.now }
  const runner = createRunner({ world, owner: `wrk_${randomUUID()}`, report })

  async function receive(message: ToThread): Promise<void> {
    switch (message.type) {
      case 'wake':
        return runner.wake()
      case 'plan': {
        const refusal = await runner.plan(message.batchId, message.instruction)
        return report({ type: 'planned', request: message.request, refusal })
      }
      case 'close':
        await runner.close()
        kept.close()
        memory.close()
        await db.destroy()
        port?.close()
    }
  }
  port.on('message', (message: ToThread) => {
    receive(message).catch(error =>
      report({ type: 'log', level: 'error', message: 'The worker failed.', facts: traceOf(error) }),
    )
  })
}

await main(workerData)

import { randomUUID } from 'node:crypto'
import { createEngines } from '../../src/service/engine/choice.ts'
import { makeEngines } from '../../src/service/engine/made.ts'
import { openFiles } from '../../src/service/files/blobs.ts'
import type { StartWorker } from '../../src/service/worker/link.ts'
import type { Pause } from '../../src/service/worker/pause.ts'
import { createReceiver } from '../../src/service/worker/receiving.ts'

/**
 * Works as the worker thread does, by the same messages, but in the service's own thread and on its connection (two connections
 * of one thread that write at the same time would wait for each other for ever). A thread costs half a second: its
 * modules are compiled anew, and the detector of languages is loaded anew. `pause` is its wait for an
 * engine, in real time unless given.
 */
export const workInProcess =
  (pause?: Pause): StartWorker =>
  ({ filesFolder, settings, hands, suspects }, { message, ended }, db) => {
    const files = openFiles(filesFolder, () => `blb_${randomUUID()}`)
    const started = makeEngines(settings).then(made => {
      const engines = createEngines(settings, made)
      const world = { db, files, engines, settings, clock: Date.now, ...(pause && { pause }) }
      return createReceiver({ world, owner: `wrk_${randomUUID()}`, report: message, hands, suspects })
    })
    return {
      async post(posted) {
        const receive = await started
        await receive(posted)
        if (posted.type === 'close') ended()
      },
      terminate: async () => undefined,
    }
  }

import { randomUUID } from 'node:crypto'
import { SILENT, type Telemetry } from '../../src/contract/telemetry.ts'
import { createEngines } from '../../src/service/engine/choice.ts'
import { makeEngines } from '../../src/service/engine/made.ts'
import { openOwnedFiles } from '../../src/service/owned-files.ts'
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
  (pause?: Pause, telemetry: Telemetry = SILENT): StartWorker =>
  ({ files: place, settings, hands, suspects }, { message, ended }, db) => {
    const started = makeEngines(settings).then(async made => {
      const files = await openOwnedFiles(place, { db, clock: Date.now, newName: () => `blb_${randomUUID()}` })
      const engines = createEngines(settings, made)
      const world = { db, files, engines, settings, clock: Date.now, telemetry, ...(pause && { pause }) }
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

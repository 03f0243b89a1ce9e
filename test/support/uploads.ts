import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createUploadHandles } from '../../src/mcp/upload-handles.ts'
import type { UploadHandles } from '../../src/mcp/uploads.ts'
import { databaseOf } from '../../src/service/data-folder.ts'
import { openDatabase } from '../../src/service/store/database.ts'
import { migrate } from '../../src/service/store/migrations.ts'
import { uploadDesk } from '../../src/service/upload-desk.ts'
import { afterFile } from './after-file.ts'
import { giveDatabase } from './databases.ts'
import { temporaryFolder } from './world.ts'

/** Upload handles over a database of their own, for servers that a test puts together. */
export async function uploadsAtOrigin(origin: string, lifetimeMs: number, clock: () => number): Promise<UploadHandles> {
  const dataDir = join(temporaryFolder(), 'uploads')
  await giveDatabase(dataDir)
  mkdirSync(dataDir, { recursive: true })
  const db = openDatabase(databaseOf(dataDir))
  afterFile(() => db.destroy())
  await migrate(db, async () => undefined)
  return createUploadHandles(origin, lifetimeMs, clock, uploadDesk({ db, clock, sealing: undefined }))
}

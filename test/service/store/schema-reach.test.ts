import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { databaseOf } from '../../../src/service/data-folder.ts'
import { type Database, openDatabase } from '../../../src/service/store/database.ts'
import { differencesOf } from '../../../src/service/store/dialects/differences.ts'
import {
  MIGRATION,
  type MigrationPlan,
  migrate,
  NewerSchema,
  SCHEMA_VERSION,
} from '../../../src/service/store/migrations.ts'
import { afterFile } from '../../support/after-file.ts'
import { giveDatabase } from '../../support/databases.ts'
import { startWorld, temporaryFolder } from '../../support/world.ts'

/** The next release: it adds a column, and reaches back to programs of `oldest`. */
function later(oldest: number | undefined, from: MigrationPlan = MIGRATION): MigrationPlan {
  const version = from.migrations.length + 1
  return {
    migrations: [...from.migrations, [`alter table batches add column later_${version} text`]],
    reach: { ...from.reach, ...(oldest !== undefined && { [version]: oldest }) },
  }
}

const nothing = async () => undefined

async function folder(): Promise<string> {
  const dataDir = join(temporaryFolder(), 'data')
  await giveDatabase(dataDir)
  mkdirSync(dataDir, { recursive: true })
  return dataDir
}

function open(dataDir: string): Database {
  const db = openDatabase(databaseOf(dataDir))
  afterFile(() => db.destroy())
  return db
}

describe('a database of a later program', () => {
  it('is used by this one where it reaches back so far: both work beside each other, and nothing is migrated back [SCL-1]', async () => {
    const dataDir = await folder()
    const before = await startWorld({ dataDir })
    const db = open(dataDir)
    await migrate(db, nothing, later(SCHEMA_VERSION))
    // The one that ran goes on, and one of its version starts.
    expect(await before.list(api.batches.list)).toMatchObject({ data: [] })
    const beside = await startWorld({ dataDir })
    const { batch } = await beside.call(api.batches.create, { body: { content: 'Good morning.', filename: 'a.txt' } })
    expect((await before.list(api.batches.list)).data.map(({ id }) => id)).toEqual([batch.id])
    expect(await differencesOf(db).foundVersion(db)).toBe(SCHEMA_VERSION + 1)
  })

  it('is refused, and named, where it does not reach back, or says nothing of it [SCL-1]', async () => {
    for (const oldest of [SCHEMA_VERSION + 1, undefined]) {
      const dataDir = await folder()
      const db = open(dataDir)
      await migrate(db, nothing, later(oldest))
      await expect(migrate(db, nothing)).rejects.toThrow(NewerSchema)
      await expect(startWorld({ dataDir })).rejects.toThrow(`schema version ${SCHEMA_VERSION + 1}`)
    }
  })

  it('is refused once a migration after that takes away what this one needs: expand, then contract [SCL-1]', async () => {
    const db = open(await folder())
    const expanded = later(SCHEMA_VERSION)
    await migrate(db, nothing, expanded)
    await migrate(db, nothing)
    const contracted = later(SCHEMA_VERSION + 1, expanded)
    await migrate(db, nothing, contracted)
    await expect(migrate(db, nothing)).rejects.toThrow(NewerSchema)
    // The release in between knows both forms.
    await migrate(db, nothing, expanded)
  })

  it('reached by several programs that start at once, is migrated once [SCL-1]', async () => {
    const dataDir = await folder()
    const all = Array.from({ length: 4 }, () => open(dataDir))
    await Promise.all(all.map(db => migrate(db, nothing, later(SCHEMA_VERSION))))
    const [db] = all
    if (db === undefined) throw new Error('one was opened')
    const rows = await db.selectFrom('schema_reach').selectAll().orderBy('version').execute()
    expect(rows.at(-1)).toEqual({ version: SCHEMA_VERSION + 1, oldest: SCHEMA_VERSION })
  })
})

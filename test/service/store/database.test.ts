import { join } from 'node:path'
import Sqlite from 'libsql'
import { expect, it } from 'vitest'
import { type Database, openDatabase, write } from '../../../src/service/store/database.ts'
import { migrate, NewerSchema } from '../../../src/service/store/migrations.ts'
import { temporaryFolder } from '../../support/world.ts'

async function freshDatabase() {
  const file = join(temporaryFolder(), 'translation.db')
  const db = openDatabase(file, { busyMs: 20 })
  await migrate(db, async () => {})
  return { file, db, other: new Sqlite(file) }
}

function count(db: Database, credential_id: string) {
  return db.insertInto('rate_windows').values({ credential_id, window_start: 0, requests: 1 }).returningAll().execute()
}

it.each([
  ['a statement', (db: Database) => count(db, 'late')],
  ['a transaction', (db: Database) => write(db, tx => count(tx, 'late'))],
])('commits what is written after %s failed on a lock', async (_, attempt) => {
  const { db, other } = await freshDatabase()
  other.exec('begin immediate')
  await expect(attempt(db)).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
  other.exec('commit')
  await count(db, 'after')
  await write(db, tx => count(tx, 'then'))
  const seen = other.prepare('select credential_id from rate_windows order by credential_id').all([])
  expect(seen).toEqual([{ credential_id: 'after' }, { credential_id: 'then' }])
  other.exec('begin immediate')
  other.exec('rollback')
  await db.destroy()
})

it.each([
  ['a statement', (db: Database) => count(db, 'patient')],
  ['a transaction', (db: Database) => write(db, tx => count(tx, 'patient'))],
])(
  'lets reads go on while %s waits for the lock of another connection, and writes once it is free',
  async (_, attempt) => {
    const { file, other } = await freshDatabase()
    const db = openDatabase(file)
    other.exec('begin immediate')
    const waiting = attempt(db)
    for (let read = 0; read < 20; read++) {
      await new Promise(resolve => setTimeout(resolve, 1))
      expect(await db.selectFrom('rate_windows').selectAll().execute()).toEqual([])
    }
    other.exec('commit')
    expect(await waiting).toHaveLength(1)
    expect(await db.selectFrom('rate_windows').selectAll().execute()).toHaveLength(1)
    await db.destroy()
  },
)

it('undoes the whole transaction when a part of it fails', async () => {
  const { db } = await freshDatabase()
  const failing = write(db, async tx => {
    await count(tx, 'one')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await db.selectFrom('rate_windows').selectAll().execute()).toEqual([])
  await db.destroy()
})

it('refuses a data folder that a newer program wrote, by name and version', async () => {
  const { db, other } = await freshDatabase()
  other.exec('pragma user_version = 999')
  const refusal = migrate(db, async () => {})
  await expect(refusal).rejects.toThrow(NewerSchema)
  await expect(refusal).rejects.toThrow(/schema version 999/)
  await db.destroy()
})

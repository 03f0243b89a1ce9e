import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../src/service/store/database.ts'
import { migrate } from '../../../src/service/store/migrations.ts'
import { installedServer, order, PASSWORD, startCluster } from '../../support/cluster.ts'
import { startWorld } from '../../support/world.ts'

it('a search for a part of a name that few have reads no other names [BAT-2, SCL-1]', async () => {
  const { db } = await startWorld()
  const indices = await sql<{ made: string }>`select indexdef as made from pg_indexes
    where indexname = 'batches_by_trigram'`.execute(db)
  expect(indices.rows[0]?.made).toContain('gin (search_key gin_trgm_ops)')
  const plan = await db.transaction().execute(async tx => {
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_indexscan = off`.execute(tx)
    await sql`set local enable_indexonlyscan = off`.execute(tx)
    return await sql<{ 'QUERY PLAN': string }>`explain select id from batches where search_key like '%zzzz%'`.execute(
      tx,
    )
  })
  expect(plan.rows.map(row => row['QUERY PLAN']).join('\n')).toContain('batches_by_trigram')
})

it('a server that has no trigrams, or lets nobody add them, does without them', async () => {
  const cluster = await startCluster(installedServer() ?? '')
  try {
    const admin = cluster.url('postgres')
    await order(admin, `create role small login password '${PASSWORD}'`)
    await order(admin, 'create database bare')
    await order(cluster.url('bare'), 'grant create, usage on schema public to small')
    const address = new URL(cluster.url('bare'))
    address.username = 'small'
    const db = openDatabase(address.href)
    await migrate(db, async () => undefined)
    const found = await sql<{ name: string }>`select indexname as name from pg_indexes
      where tablename = 'batches'`.execute(db)
    const names = found.rows.map(({ name }) => name)
    expect(names).toContain('batches_by_name')
    expect(names).not.toContain('batches_by_trigram')
    await db.destroy()
  } finally {
    await cluster.end()
  }
})

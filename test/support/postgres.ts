/**
 * Before a run of the suites on PostgreSQL: a cluster is started, and one database of it is migrated. Each data folder of a test
 * gets a copy of that (databases.ts).
 */
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/service/store/database.ts'
import { migrate } from '../../src/service/store/migrations.ts'
import { installedServer, order, startCluster } from './cluster.ts'
import { ON_SQLITE_ONLY } from './store-suites.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where databases are made, as `postgres://…/postgres`; empty where the suites run on SQLite. */
    cluster: string
  }
}

export default async function provideCluster(project: TestProject): Promise<() => Promise<void>> {
  const bin = installedServer()
  if (bin === undefined) throw new Error('PostgreSQL 15 or later is not installed: apt-get install postgresql.')
  for (const [name, reason] of Object.entries(ON_SQLITE_ONLY))
    process.stdout.write(`on SQLite only: ${name}: ${reason}\n`)
  const cluster = await startCluster(bin)
  await order(cluster.url('postgres'), 'create database migrated')
  const db = openDatabase(cluster.url('migrated'))
  await migrate(db, async () => {})
  await db.destroy()
  project.provide('cluster', cluster.url('postgres'))
  return () => cluster.end()
}

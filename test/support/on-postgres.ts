/**
 * Runs before each test file on PostgreSQL, after setup.ts: temporary files lie in a folder of the test file's own, and the file fails
 * where a database file is there at its end: so much of it ran on SQLite. `giveDatabase` gives a data folder its database. A data folder
 * beside a file MEANT is one that is moved from a file to a server.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { afterFile } from './after-file.ts'
import { MEANT } from './databases.ts'

const { TMPDIR } = process.env
const folder = mkdtempSync(join(tmpdir(), 'on-postgres-'))
process.env.TMPDIR = folder
afterFile(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  rmSync(folder, { recursive: true, force: true })
})

// Hooks after a file run in the reverse order: this one before those folders are removed.
afterAll(() => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const meant = (name: string) => existsSync(join(folder, dirname(dirname(name)), MEANT))
  const written = files.filter(name => name.endsWith('translation.db') && statSync(join(folder, name)).size > 0)
  const found = written.filter(name => !meant(name))
  expect(found, 'database files that were made although this ran on PostgreSQL').toEqual([])
})

/**
 * Runs before each test file on PostgreSQL, after setup.ts: temporary files lie in a folder of the test file's own, and the file fails
 * where a database file is there at its end: so much of it ran on SQLite. `giveDatabase` gives a data folder its database.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { afterFile } from './after-file.ts'

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
  const found = files.filter(name => name.endsWith('translation.db') && statSync(join(folder, name)).size > 0)
  expect(found, 'database files that were made although this ran on PostgreSQL').toEqual([])
})

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { databaseFile, openDataFolder } from '../../src/service/data-folder.ts'
import { DEFAULT_SETTINGS } from '../../src/service/settings.ts'
import { ROOT } from '../support/tree.ts'
import { temporaryFolder } from '../support/world.ts'

/** Looks into the database as another program does, which is done with it before it ends. @returns the names of the workspaces */
function lookFromOutside(dataDir: string): string {
  const script = `
    const Sqlite = require('libsql')
    const look = () => {
      const sqlite = new Sqlite(process.argv[1])
      const rows = sqlite.prepare('select name from workspaces').all()
      sqlite.close()
      return rows.map(({ name }) => name)
    }
    process.stdout.write(look().join())
    gc()`
  const args = ['--expose-gc', '-e', script, databaseFile(dataDir)]
  return execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
}

it('opened twice by one process and left by another program, keeps what is written afterwards, for all to see', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const open = () => openDataFolder(dataDir, DEFAULT_SETTINGS, Date.now)
  const { db } = await open()
  onTestFinished(() => db.destroy())
  const again = await open()
  await again.db.destroy()
  expect(lookFromOutside(dataDir)).toBe('Local workspace')
  await db.updateTable('workspaces').set({ name: 'Renamed' }).execute()
  expect(lookFromOutside(dataDir)).toBe('Renamed')
})

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { openDataFolder } from '../../src/service/data-folder.ts'
import { FOLDER_MARKS } from '../../src/service/folder-marks.ts'
import { moveFolder } from '../../src/service/move/move.ts'
import { DEFAULT_SETTINGS } from '../../src/service/settings.ts'
import { copyOf, keptFolders } from '../service/folders/folder.ts'
import { emptyDatabase } from '../service/move/moving.ts'
import { PASSWORD } from '../support/cluster.ts'
import { collecting } from '../support/collecting.ts'
import { MEANT } from '../support/databases.ts'
import { ran } from '../support/ran.ts'
import { temporaryFolder } from '../support/world.ts'

/** A kept folder whose state is a file, which nobody has open. */
async function kept(): Promise<string> {
  const { dataDir } = copyOf(keptFolders().at(-1) ?? '')
  writeFileSync(join(dataDir, '..', MEANT), '')
  await collecting(setTimeout(120))
  return dataDir
}

const env = (url: string) => ({ TRANSLATION_DATABASE_URL: url })

it('move tells what it moved as JSON too, nothing of the password, and ends what was done on the folder [SCL-1]', async () => {
  const from = await kept()
  const url = await emptyDatabase()
  const { code, stdout, stderr } = await ran(['move', '--from', from, '--json'], env(url))
  expect([code, stdout + stderr]).toEqual([0, expect.not.stringContaining(PASSWORD)])
  const counts = { rows: expect.any(Number), files: 0, bytes: 0, missing: 0, credits_left: expect.any(Number) }
  expect(JSON.parse(stdout)).toEqual({ moved: { from, to: placeOf(url), ...counts } })
  // A second time it has nothing to do, and a backup of what is left would keep what is old.
  expect(await ran(['move', '--from', from], env(url))).toMatchObject({ code: 1, stdout: '' })
  const backup = await ran(['backup', join(temporaryFolder(), 'late.backup'), '--data-dir', from])
  expect(backup).toMatchObject({ code: 1, stderr: expect.stringContaining('was moved to a database server') })
})

const placeOf = (url: string) => `${new URL(url).host}${new URL(url).pathname}`

it('move --files takes the files along, and ends with 1 where some were lost before [SCL-1]', async () => {
  const from = await kept()
  const url = await emptyDatabase()
  const folder = join(temporaryFolder(), 'files of all')
  const [lost = '', ...others] = readdirSync(join(from, 'files')).sort()
  rmSync(join(from, 'files', lost))
  // The one on the line comes before the setting.
  const set = { ...env(url), TRANSLATION_FILES_URL: 'file:///nowhere' }
  const { code, stdout } = await ran(['move', '--from', from, '--files', pathToFileURL(folder).href], set)
  expect(code).toBe(1)
  const there = readdirSync(folder).filter(name => !name.startsWith('.'))
  expect(there.sort()).toEqual(others)
  for (const name of others) expect(readFileSync(join(folder, name))).toEqual(readFileSync(join(from, 'files', name)))
  expect(stdout).toContain(`Moved ${from} to ${placeOf(url)}: `)
  expect(stdout).toContain(`and ${others.length} files, `)
  expect(stdout).toMatch(/read at both places and found equal; [\d,]+ credits are left, there as here\./)
  expect(stdout).toContain('1 file that the database names were not there')
  expect(stdout).toContain('Now set TRANSLATION_DATABASE_URL and TRANSLATION_FILES_URL')
})

it('of two moves of one folder at once one is made at most, and where both gave way, the next one is [SCL-1]', async () => {
  const from = await kept()
  const urls = [await emptyDatabase(), await emptyDatabase()]
  const ends = await Promise.all(urls.map(url => ran(['move', '--from', from], env(url))))
  const refused = ends.filter(({ code }) => code !== 0)
  expect(refused.length).toBeGreaterThan(0)
  for (const { code, stderr } of refused) {
    expect([code, stderr]).toEqual([1, expect.stringContaining('A program works on the data folder')])
  }
  await collecting(setTimeout(120))
  const made = urls.filter((_, at) => ends[at]?.code === 0)
  const [database_url = ''] = made.length === 0 ? urls : made
  if (made.length === 0) expect((await ran(['move', '--from', from], env(database_url))).code).toBe(0)
  expect(readdirSync(from)).toContain(FOLDER_MARKS.moved)
  const { db } = await openDataFolder(from, { ...DEFAULT_SETTINGS, database_url }, Date.now)
  await db.destroy()
})

it('a folder is marked as moved also where its mark went away meanwhile [SCL-1]', async () => {
  const from = await kept()
  const to = await emptyDatabase()
  const onProgress = () => rmSync(join(from, FOLDER_MARKS.moving), { force: true })
  await moveFolder({ from, to, clock: Date.now, onProgress })
  await expect(openDataFolder(from, DEFAULT_SETTINGS, Date.now)).rejects.toMatchObject({ code: 'moved' })
})

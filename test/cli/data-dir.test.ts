import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adminOptions } from '../../src/cli/admin-options.ts'
import { readArguments } from '../../src/cli/arguments.ts'
import { readSettings } from '../../src/cli/config.ts'
import { DataDirRefused, dataDirOf, madeDataDir } from '../../src/cli/data-dir.ts'
import { makeFolder } from '../../src/cli/make-folder.ts'
import { expectMode } from '../support/mode.ts'
import { temporaryFolder } from '../support/world.ts'

describe('the data folder', () => {
  it('is as set, made absolute, else one of the platform with our name', () => {
    expect(dataDirOf({ data_dir: '/somewhere' })).toBe(resolve('/somewhere'))
    expect(dataDirOf({ data_dir: 'here' })).toBe(resolve('here'))
    expect(dataDirOf({ data_dir: undefined })).toContain('translation-mcp')
  })

  it('is made for its owner alone, and found again [KEY-3]', async () => {
    const data_dir = join(temporaryFolder(), 'a', 'b')
    expect(await madeDataDir({ data_dir })).toBe(data_dir)
    expectMode(data_dir, 0o700)
    expect(await madeDataDir({ data_dir })).toBe(data_dir)
  })

  it.skipIf(process.platform === 'win32').each([0o755, 0o777, 0o750])(
    'that is open to others (%i) is closed to them, which is said once [KEY-3]',
    async mode => {
      for (const name of ['translation.db', undefined]) {
        const data_dir = temporaryFolder()
        if (name !== undefined) writeFileSync(join(data_dir, name), '')
        chmodSync(data_dir, mode)
        const told: string[] = []
        for (const _ of [1, 2]) await madeDataDir({ data_dir }, line => void told.push(line))
        expect(statSync(data_dir).mode & 0o777).toBe(0o700)
        expect(told).toEqual([
          expect.stringContaining(`The data folder ${data_dir} was open to other users (${mode.toString(8)}).`),
        ])
      }
    },
  )

  it('that holds other things than ours keeps its permissions: a person may have named a folder of hers [KEY-3]', async () => {
    const data_dir = temporaryFolder()
    writeFileSync(join(data_dir, 'index.html'), '')
    chmodSync(data_dir, 0o755)
    const told: string[] = []
    await madeDataDir({ data_dir }, line => void told.push(line))
    expectMode(data_dir, 0o755)
    expect(told).toEqual([])
  })

  it('is one folder when many need it at the same moment', async () => {
    const root = temporaryFolder()
    const data_dir = join(root, 'a', 'b', 'c')
    await Promise.all(Array.from({ length: 20 }, () => madeDataDir({ data_dir })))
    expect(readdirSync(root, { recursive: true }).sort()).toEqual(['a', join('a', 'b'), join('a', 'b', 'c')])
  })

  it('is not made by asking for settings', async () => {
    const data_dir = join(temporaryFolder(), 'later')
    const settings = readSettings(readArguments(['keys', '--data-dir', data_dir]), {})
    expect(dataDirOf(settings)).toBe(data_dir)
    expect(existsSync(data_dir)).toBe(false)
    expect(await adminOptions(settings)).toMatchObject({ dataDir: data_dir })
    expect(existsSync(data_dir)).toBe(true)
  })

  it('that cannot be made is named with the reason and the setting', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    for (const data_dir of [file, join(file, 'below')]) {
      const made = madeDataDir({ data_dir })
      await expect(made).rejects.toThrow(DataDirRefused)
      await expect(made).rejects.toThrow(`The data folder ${data_dir} cannot be made (ENOTDIR).`)
      await expect(made).rejects.toThrow('TRANSLATION_DATA_DIR')
    }
  })

  it.skipIf(!existsSync('/proc/self'))('in a place that takes no entries is refused at once', async () => {
    await expect(madeDataDir({ data_dir: '/proc/no-such-entry/below' })).rejects.toMatchObject({ reason: 'ENOENT' })
  })
})

describe('making a folder', () => {
  it('gives back what it made, the outermost first', async () => {
    const root = temporaryFolder()
    expect(await makeFolder(root)).toEqual([])
    const made = [join(root, 'x'), join(root, 'x', 'y')]
    expect(await makeFolder(join(root, 'x', 'y'))).toEqual(made)
    expect(await makeFolder(join(root, 'x', 'y'))).toEqual([])
  })
})

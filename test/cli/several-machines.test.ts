import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { bossSchemaOf, runsBoss } from '../../src/cli/boss-schema.ts'
import { readSettings } from '../../src/cli/config.ts'
import { run } from '../../src/cli/run.ts'
import { requireBoss, requireServer } from '../../src/cli/several-machines.ts'
import { URL_FILE } from '../../src/service/data-folder.ts'
import { temporaryFolder } from '../support/world.ts'

const settings = (...argv: string[]) => readSettings(readArguments(argv), {})

/** A data folder whose state is on a server that nobody asks. */
function onServer(): string {
  const folder = join(temporaryFolder(), 'data')
  mkdirSync(folder)
  writeFileSync(join(folder, URL_FILE), 'postgres://nobody@127.0.0.1:1/none\n')
  return folder
}

describe('work on several machines', () => {
  it.each([
    [['worker'], 'worker does the work that other processes take in, so all of them need one database'],
    [['service', '--workers', '0'], 'with --workers 0 this process leaves all work to translation-mcp worker'],
    [
      ['http', '--auth', 'none', '--port', '0', '--workers', '0'],
      'set TRANSLATION_DATABASE_URL to a PostgreSQL database',
    ],
    [['worker', '--workers', '0'], 'worker does nothing with --workers 0'],
  ])('%j is refused where only this machine reaches the state, and nothing is made', async (argv, words) => {
    const folder = join(temporaryFolder(), 'none')
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    expect(await run({ argv: [...argv, '--data-dir', folder], env: {}, stdout, stderr })).toBe(2)
    expect(String(stderr.read())).toContain(words)
    expect(stdout.read()).toBeNull()
  })

  it('is possible where the data folder names a server', () => {
    expect(() => requireServer(settings('worker', '--data-dir', onServer()), 'worker')).not.toThrow()
  })

  it('uses pg-boss where it can run and several machines are meant, or where it is asked for', () => {
    const [auto, leases, asked] = ['auto', 'leases', 'pg-boss'].map(word => settings('worker', '--jobs-engine', word))
    if (auto === undefined || leases === undefined || asked === undefined) throw new Error('three settings')
    expect(bossSchemaOf(auto, true, '24.0.0')).toBe('translation_jobs')
    expect(bossSchemaOf(auto, false, '24.0.0')).toBeUndefined()
    expect(bossSchemaOf(auto, true, '20.20.0')).toBeUndefined()
    expect(bossSchemaOf(leases, true, '24.0.0')).toBeUndefined()
    expect(bossSchemaOf(asked, false, '24.0.0')).toBe('translation_jobs')
    expect(['20.19.0', '22.11.0', '22.12.0', '23.0.0', '24.1.0'].map(runsBoss)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
  })

  it('says what pg-boss lacks where it is asked for', () => {
    const asked = settings('worker', '--jobs-engine', 'pg-boss', '--data-dir', onServer())
    expect(() => requireBoss(asked, '20.20.0')).toThrow(
      '--jobs-engine pg-boss needs Node 22.12 or later; this is 20.20.0.',
    )
    expect(() => requireBoss(asked, '24.0.0')).not.toThrow()
    const here = settings('worker', '--jobs-engine', 'pg-boss', '--data-dir', temporaryFolder())
    expect(() => requireBoss(here, '24.0.0')).toThrow('pg-boss keeps its jobs in the database')
  })
})

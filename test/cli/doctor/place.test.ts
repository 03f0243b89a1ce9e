import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { OpenEntry } from '../../../src/auth/keyring.ts'
import { readArguments } from '../../../src/cli/arguments.ts'
import { type Environment, readSettings } from '../../../src/cli/config.ts'
import { lookAtFolder } from '../../../src/cli/doctor/data-folder.ts'
import { lookAtDatabase } from '../../../src/cli/doctor/database.ts'
import { examinedOf } from '../../../src/cli/doctor/examined.ts'
import { lookAtBrowser, lookAtPort } from '../../../src/cli/doctor/machine.ts'
import { lookAtAllowed, lookAtKeyring, lookAtProject, lookAtSettings } from '../../../src/cli/doctor/surroundings.ts'
import { openDataFolder } from '../../../src/service/data-folder.ts'
import { DEFAULT_SETTINGS } from '../../../src/service/settings.ts'
import { openDatabase } from '../../../src/service/store/database.ts'
import { SCHEMA_VERSION } from '../../../src/service/store/migrations.ts'
import { memoryKeyring } from '../../support/keyring.ts'
import { temporaryFolder } from '../../support/world.ts'

interface Given {
  readonly data?: string
  readonly env?: Environment
  readonly working?: string
  readonly openEntry?: OpenEntry
  readonly line?: readonly string[]
}

function examined({
  data = join(temporaryFolder(), 'data'),
  env = {},
  working = '/',
  openEntry,
  line = [],
}: Given = {}) {
  const all = { TRANSLATION_DATA_DIR: data, ...env }
  const settings = readSettings(readArguments(['doctor', ...line]), all)
  return examinedOf({ settings, env: all, working, stderr: new PassThrough(), openEntry, platform: 'linux' })
}

/** A data folder in use until a moment ago, with its database in a file. */
async function usedFolder(): Promise<string> {
  const data = join(temporaryFolder(), 'data')
  const { db } = await openDataFolder(data, DEFAULT_SETTINGS, Date.now)
  await db.destroy()
  mkdirSync(join(data, 'files'), { recursive: true })
  return data
}

async function setVersion(data: string, version: number): Promise<void> {
  const db = openDatabase(join(data, 'translation.db'))
  await sql.raw(`pragma user_version = ${version}`).execute(db)
  await db.destroy()
}

describe('the data folder', () => {
  it('that is not there is well, and not made', async () => {
    const given = examined({ data: join(temporaryFolder(), 'a', 'b') })
    expect(await lookAtFolder(given)).toMatchObject({ state: 'well', said: expect.stringContaining('not there yet') })
    expect(existsSync(join(given.data_dir, '..'))).toBe(false)
  })

  it('that cannot be made, or is a file, is broken', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    for (const [data, said] of [
      [file, 'is a file'],
      [join(file, 'below'), 'ENOTDIR'],
      ['/proc/translation', 'cannot be made in /proc'],
    ] as const) {
      const found = await lookAtFolder(examined({ data }))
      expect(found).toMatchObject({ state: 'broken', said: expect.stringContaining(said) })
      expect(found.remedy).toContain('TRANSLATION_DATA_DIR')
    }
  })

  it('that is well has room, and keeps nothing of the look', async () => {
    const data = temporaryFolder()
    expect(await lookAtFolder(examined({ data }))).toMatchObject({
      state: 'well',
      said: expect.stringContaining('free'),
    })
    expect(readdirSync(data)).toEqual([])
  })

  it('that is open to others is a warning, and stays as it is', async () => {
    const data = temporaryFolder()
    chmodSync(data, 0o755)
    expect(await lookAtFolder(examined({ data }))).toMatchObject({ state: 'warning', remedy: `chmod 700 ${data}` })
  })
})

describe('the database', () => {
  it('is read without being made or changed', async () => {
    const given = examined()
    expect((await lookAtDatabase(given)).state).toBe('skipped')
    expect(existsSync(given.data_dir)).toBe(false)
    expect(await lookAtDatabase(examined({ data: await usedFolder() }))).toEqual({
      state: 'well',
      said: `The database can be read (schema ${SCHEMA_VERSION}).`,
    })
  })

  it('of an earlier version stays of that version', async () => {
    const data = await usedFolder()
    await setVersion(data, SCHEMA_VERSION - 1)
    for (const _ of [1, 2]) {
      const { said } = await lookAtDatabase(examined({ data }))
      expect(said).toContain(`(schema ${SCHEMA_VERSION - 1}). The next start brings it to ${SCHEMA_VERSION}`)
    }
  })

  it('is opened so that nothing can be written', async () => {
    const db = openDatabase(join(await usedFolder(), 'translation.db'), { readOnly: true })
    await expect(sql`delete from service_facts`.execute(db)).rejects.toThrow(/readonly/)
    await db.destroy()
  })

  it('of a newer program is broken, and says how to update', async () => {
    const data = await usedFolder()
    await setVersion(data, SCHEMA_VERSION + 1)
    const found = await lookAtDatabase(examined({ data }))
    expect(found).toMatchObject({ state: 'broken', remedy: expect.stringContaining('npm install -g') })
    expect(found.said).toContain(`schema ${SCHEMA_VERSION + 1}; this one knows up to ${SCHEMA_VERSION}`)
  })

  it('that is damaged names the restore, and stays as it is', async () => {
    const data = temporaryFolder()
    const text = 'no database at all '.repeat(100)
    writeFileSync(join(data, 'translation.db'), text)
    const found = await lookAtDatabase(examined({ data }))
    expect(found).toMatchObject({ state: 'broken', said: expect.stringContaining('damaged (SQLITE_NOTADB)') })
    expect(found.remedy).toContain('translation-mcp restore FILE')
    expect(readFileSync(join(data, 'translation.db'), 'utf8')).toBe(text)
  })

  it('that a restore is at is not opened', async () => {
    const data = await usedFolder()
    mkdirSync(join(data, '.restoring'))
    expect((await lookAtDatabase(examined({ data }))).said).toContain('A backup is being restored')
  })

  it('on a server that does not answer is broken, and its password is not shown', async () => {
    const env = { TRANSLATION_DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/translation' }
    const found = await lookAtDatabase(examined({ env }))
    expect(found).toMatchObject({ state: 'broken', said: expect.stringContaining('ECONNREFUSED') })
    expect(found.remedy).toContain('TRANSLATION_DATABASE_URL')
    expect(JSON.stringify(found)).not.toContain('hush')
  })
})

describe('the settings', () => {
  it('that cannot be read are all named, also those of other commands, and secrets among them are not shown', async () => {
    const env = {
      TRANSLATION_MAX_CREDITS: 'lots',
      TRANSLATION_TRUSTED_HOPS: 'many',
      TRANSLATION_STATE_SECRET: 'hush',
      TRANSLATION_ALOW: '/x',
    }
    const given = { ...examined(), env }
    const { state, said } = await lookAtSettings(given)
    expect(state).toBe('broken')
    expect(said).toContain('TRANSLATION_MAX_CREDITS must be a whole number from 0 to 1000000000, not "lots".')
    expect(said).toContain('TRANSLATION_TRUSTED_HOPS must be a whole number')
    expect(said).toContain('TRANSLATION_STATE_SECRET must be at least 32 characters.')
    expect(said).toContain('did you mean TRANSLATION_ALLOW?')
    expect(said).not.toContain('hush')
  })

  it('with a key and no address say that the key is not used', async () => {
    const found = await lookAtSettings(examined({ env: { TRANSLATION_API_KEY: 'tsk_live_hush' } }))
    expect(found).toMatchObject({ state: 'warning', remedy: expect.stringContaining('TRANSLATION_API_URL') })
  })
})

describe('the project file', () => {
  it('that cannot be read is named with the place in it', async () => {
    const working = temporaryFolder()
    expect((await lookAtProject(examined({ working }))).state).toBe('skipped')
    writeFileSync(join(working, 'translation-mcp.json'), '{"source": "en",\n "targets": [7]}')
    const found = await lookAtProject(examined({ working }))
    expect(found).toMatchObject({ state: 'broken', said: expect.stringContaining('translation-mcp.json:2') })
  })
})

describe('the keyring', () => {
  it('is well where it keeps what is written, and keeps nothing of the look', async () => {
    const keyring = memoryKeyring()
    expect((await lookAtKeyring(examined({ openEntry: keyring.openEntry }))).state).toBe('well')
    expect(keyring.kept.size).toBe(0)
  })

  it('that is missing is a warning, and broken where the key of an engine is in it', async () => {
    const openEntry: OpenEntry = () => Promise.reject(new Error('no keyring'))
    expect((await lookAtKeyring(examined({ openEntry }))).state).toBe('warning')
    const data = temporaryFolder()
    mkdirSync(join(data, 'engine-keys'))
    writeFileSync(join(data, 'engine-keys', 'deepl'), 'one\n')
    const found = await lookAtKeyring(examined({ openEntry, data }))
    expect(found).toMatchObject({ state: 'broken', said: expect.stringContaining('the key of deepl') })
  })
})

describe('folders, port and browser', () => {
  it('folders that are allowed and away are named', async () => {
    const [there, away] = [temporaryFolder(), join(temporaryFolder(), 'away')]
    const found = await lookAtAllowed(examined({ line: ['--allow', there, '--allow', away] }))
    expect(found).toMatchObject({ state: 'broken', said: `${away}: allowed, and not there.` })
    expect((await lookAtAllowed(examined({ line: ['--allow', there] }))).said).toContain(there)
  })

  it('a port that another program has is found in use', async () => {
    const server = createServer()
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const { port }: { port?: number } = Object(server.address())
    const found = await lookAtPort(examined({ line: ['--port', String(port)] }), AbortSignal.timeout(50))
    expect(found).toMatchObject({ state: 'broken', said: `Port ${port} is in use by another program.` })
    expect((await lookAtPort(examined({ line: ['--port', '0'] }), AbortSignal.timeout(50))).state).toBe('well')
  })

  it('a host that others reach needs a public address, as http says itself', async () => {
    const found = await lookAtPort(
      examined({ line: ['--host', '0.0.0.0', '--consent', 'code'] }),
      AbortSignal.timeout(50),
    )
    expect(found).toMatchObject({ state: 'broken', remedy: expect.stringContaining('needs --public-url') })
  })

  it('a browser needs a display, no SSH, and the program that opens pages', async () => {
    const path = temporaryFolder()
    const looks = [
      { env: {}, said: 'no display' },
      { env: { DISPLAY: ':0', SSH_CONNECTION: 'x' }, said: 'over SSH' },
      { env: { DISPLAY: ':0', PATH: path }, said: 'xdg-open is missing' },
    ]
    for (const { env, said } of looks) {
      expect(await lookAtBrowser(examined({ env }))).toMatchObject({
        state: 'warning',
        said: expect.stringContaining(said),
      })
    }
    writeFileSync(join(path, 'xdg-open'), '', { mode: 0o755 })
    expect((await lookAtBrowser(examined({ env: { DISPLAY: ':0', PATH: path } }))).state).toBe('well')
  })
})

import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../../src/cli/arguments.ts'
import { readSettings } from '../../../src/cli/config.ts'
import { lookAtClock } from '../../../src/cli/doctor/clock.ts'
import { databaseFound, lookAtDatabase } from '../../../src/cli/doctor/database.ts'
import { type Examined, examinedOf } from '../../../src/cli/doctor/examined.ts'
import { SOUND } from './sound.ts'

/** What a look finds where the data folder answers so. */
function examined(folder: Examined['folder'], data = '/d'): Examined {
  const env = { TRANSLATION_DATA_DIR: data }
  const settings = readSettings(readArguments(['doctor']), env)
  return { ...examinedOf({ settings, env, working: '/', stderr: new PassThrough() }), folder }
}

const fails =
  (code: string | undefined, message = 'no') =>
  () =>
    Promise.reject(Object.assign(new Error(message), code === undefined ? {} : { code }))

describe('a database that cannot be read', () => {
  it.each([
    ['SQLITE_NOTADB', 'broken', 'damaged (SQLITE_NOTADB)', 'restore FILE'],
    ['SQLITE_CORRUPT', 'broken', 'damaged (SQLITE_CORRUPT)', '/d has to be empty'],
    ['MODULE_NOT_FOUND', 'broken', 'library of the database', '--include=optional'],
    ['ERR_MODULE_NOT_FOUND', 'broken', 'library of the database', '--include=optional'],
    ['ERR_DLOPEN_FAILED', 'broken', 'library of the database', '--include=optional'],
    ['ECONNREFUSED', 'broken', 'on its server cannot be used (ECONNREFUSED)', 'TRANSLATION_DATABASE_URL'],
    ['ENOTFOUND', 'broken', 'on its server', 'database-url'],
    ['EAI_AGAIN', 'broken', 'on its server', 'TRANSLATION_DATABASE_URL'],
    ['28P01', 'broken', 'on its server cannot be used (28P01)', 'password'],
    ['3D000', 'broken', 'on its server', 'name'],
    ['57P03', 'broken', 'on its server', 'whether the server runs'],
    ['SQLITE_CANTOPEN', 'broken', 'cannot be read: no', 'Mend what the message names'],
    [undefined, 'broken', 'cannot be read: no', 'Mend what the message names'],
  ])('by %s is %s, says why and what to do', async (code, state, said, remedy) => {
    const found = await lookAtDatabase(examined(fails(code)))
    expect(found).toMatchObject({ state, said: expect.stringContaining(said) })
    expect(found.remedy).toContain(remedy)
  })

  it('is not broken where another program has it only now', async () => {
    const found = await lookAtDatabase(examined(fails('SQLITE_BUSY')))
    expect(found).toMatchObject({ state: 'warning', said: 'Another program holds the database.' })
  })

  it('does not keep the clock from being looked at', async () => {
    expect((await lookAtClock(examined(fails('SQLITE_CORRUPT')))).state).toBe('skipped')
  })
})

describe('a database that can be read', () => {
  it('is compared with what this program knows, to the version', () => {
    const states = [19, 20, 21].map(version => databaseFound({ ...SOUND, version, beyond: version > 20 }, '/d', false))
    expect(states.map(({ state }) => state)).toEqual(['well', 'well', 'broken'])
    expect(states.map(({ said }) => said.includes('make a backup before'))).toEqual([true, false, false])
  })

  it('is named as what it is, and a restore comes before all else', () => {
    expect(databaseFound({ ...SOUND, on_server: true }, '/d', false).said).toMatch(/^The database on its server can/)
    const worst = { ...SOUND, stands: 'restoring', version: 99, beyond: true, files_away: true } as const
    expect(databaseFound(worst, '/d', false).said).toContain('being restored')
    expect(databaseFound({ ...worst, stands: 'there' }, '/d', false).said).toContain('newer version')
  })

  it('whose files are away has a command that a shell takes as it is meant', () => {
    const away = (data: string) => databaseFound({ ...SOUND, files_away: true }, data, false)
    expect(away('/home/ada l/d').remedy).toMatch(/: mkdir -m 700 '\/home\/ada l\/d\/files'$/)
    expect(away('/d/$(x)').remedy).toMatch(/: mkdir -m 700 '\/d\/\$\(x\)\/files'$/)
    expect(away('/d\u202e').said).toContain('/d‹U+202E›/files')
  })

  it('that is not there yet says what makes it: questions alone beside a hosted service', () => {
    const none = { ...SOUND, stands: 'none' } as const
    expect(databaseFound(none, '/d', false).said).toContain('the first translation makes it')
    expect(databaseFound(none, '/d', true).said).toContain('the first question about spending makes it')
  })
})

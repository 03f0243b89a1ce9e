import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPlace, placeBy } from '../../src/service/files/place.ts'
import { listedIn } from '../service/files/any-place.ts'
import { type BucketServer, KNOWN, startBucket } from '../support/bucket.ts'
import { makePlace, runProgram } from '../support/program.ts'
import { ran } from '../support/ran.ts'
import { temporaryFolder } from '../support/world.ts'

let store: BucketServer
beforeAll(async () => {
  store = await startBucket()
})

/** The variables by which a program has its files below a prefix of the bucket. */
const inBucket = (prefix: string) => ({
  ...KNOWN,
  TRANSLATION_FILES_URL: `s3://files/${prefix}`,
  TRANSLATION_FILES_ENDPOINT: store.endpoint,
  TRANSLATION_FILES_PATH_STYLE: 'on',
})
const inFolder = () => {
  const folder = join(temporaryFolder(), 'files')
  mkdirSync(folder)
  return { folder, env: { TRANSLATION_FILES_URL: pathToFileURL(folder).href } }
}
const data = () => ({ TRANSLATION_DATA_DIR: join(temporaryFolder(), 'data') })
const listed = (prefix: string) =>
  openPlace(placeBy(store.settings(prefix), ''), () => '').then(files => listedIn(files))

describe('the program with files apart from its data folder', () => {
  it('translates, lists and deletes files in a bucket, and keeps none in its data folder [SCL-1]', async () => {
    const place = makePlace()
    const env = { ...data(), ...inBucket('program') }
    writeFileSync(join(place.work, 'menu.json'), '{"open": "Open the file"}')
    const done = await runProgram(
      ['translate', 'menu.json', '--to', 'de', '--engine', 'pseudo', '--yes', '--max-credits', '50'],
      {
        ...{ place, env },
      },
    )
    expect([done.code, done.stderr]).toEqual([0, expect.not.stringContaining('rror')])
    expect(readFileSync(join(place.work, 'menu.de.json'), 'utf8')).toContain('⟦de ')
    expect(existsSync(join(env.TRANSLATION_DATA_DIR, 'files'))).toBe(false)
    expect(await listed('program')).toHaveLength(2)
    const kept = await runProgram(['files', 'list', '--json'], { place, env })
    const { batch_id } = JSON.parse(kept.stdout)
    await store.kill()
    const away = await runProgram(['files', 'delete', batch_id], { place, env })
    expect([away.code, away.stderr]).toEqual([1, expect.stringContaining('does not answer')])
    await store.start()
    expect(await listed('program')).toHaveLength(2)
    // Without the setting, a command would remove the row and nothing of the bucket.
    const { TRANSLATION_DATA_DIR } = env
    const without = await runProgram(['files', 'delete', batch_id], { place, env: { TRANSLATION_DATA_DIR } })
    expect([without.code, without.stderr]).toEqual([1, expect.stringContaining('TRANSLATION_FILES_URL')])
    expect((await runProgram(['files', 'delete', batch_id], { place, env })).code).toBe(0)
    expect(await listed('program')).toEqual([])
  })

  it.each([
    [{ TRANSLATION_FILES_REGION: 'eu-central-1' }, 'TRANSLATION_FILES_REGION is about a bucket'],
    [{ TRANSLATION_FILES_URL: 's3://files' }, 'TRANSLATION_FILES_REGION is missing'],
    [{ TRANSLATION_FILES_URL: 'file://host/a' }, 'no address of a folder or bucket'],
  ])('starts no service on half a configuration, and says what is missing: %j [SCL-1]', async (half, words) => {
    const { code, stderr } = await runProgram(['service', '--port', '0'], {
      place: makePlace(),
      env: { ...data(), ...half },
    })
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)])
  })
})

describe('doctor', () => {
  it('tries the place of the files, and says what is wrong with it in words', async () => {
    const doctor = async (env: Record<string, string>) => {
      const { stdout } = await ran(['doctor', 'files', '--json'], { ...data(), ...env })
      const { name, state, said } = JSON.parse(stdout).findings[0]
      expect([name, stdout]).toEqual(['files', expect.not.stringMatching(/S3RVER|Signature=/)])
      return [state, said]
    }
    const { folder, env } = inFolder()
    expect(await doctor({})).toEqual(['skipped', expect.stringContaining('in the data folder')])
    expect(await doctor(env)).toEqual(['well', expect.stringContaining(folder)])
    expect(await doctor({ TRANSLATION_FILES_URL: `${env.TRANSLATION_FILES_URL}-gone` })).toEqual([
      'broken',
      expect.stringContaining('is not there'),
    ])
    const bucket = inBucket('doctor')
    expect(await doctor(bucket)).toEqual(['well', expect.stringContaining('listed, written and removed')])
    expect(await listed('doctor')).toEqual([])
    for (const [change, words] of [
      [{ TRANSLATION_FILES_URL: 's3://elsewhere' }, 'NoSuchBucket'],
      [{ TRANSLATION_FILES_ENDPOINT: 'http://127.0.0.1:1' }, 'ECONNREFUSED'],
      [{ TRANSLATION_FILES_URL: 's3://A B' }, 'does not name a bucket'],
    ] as const) {
      expect(await doctor({ ...bucket, ...change })).toEqual(['broken', expect.stringContaining(words)])
    }
    for (const [code, words] of [
      ['AccessDenied', 's3:ListBucket'],
      ['RequestTimeTooSkewed', 'The clock of this machine'],
    ] as const) {
      store.fail([{ method: 'GET', path: '/', status: 403, code, times: 1 }])
      expect(await doctor(bucket)).toEqual(['broken', expect.stringContaining(words)])
    }
  })
})

describe('backup and restore', () => {
  it('refuse where files are not in the data folder, and say what to do [CLI-2]', async () => {
    const { env } = inFolder()
    const file = join(temporaryFolder(), 'kept.tar.gz')
    for (const apart of [env, inBucket('backup')]) {
      const made = await ran(['backup', file], { ...data(), ...apart })
      expect(made).toMatchObject({ code: 2, stderr: expect.stringContaining('TRANSLATION_FILES_URL is set') })
      const back = await ran(['restore', file], { ...data(), ...apart })
      expect(back).toMatchObject({ code: 2, stderr: expect.stringContaining('TRANSLATION_FILES_URL is set') })
    }
    expect(existsSync(file)).toBe(false)
  })
})

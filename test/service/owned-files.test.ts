import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { FilesAway } from '../../src/service/files/away.ts'
import { MARK } from '../../src/service/files/blobs.ts'
import { type PlaceNamed, placeBy } from '../../src/service/files/place.ts'
import { OtherFiles, openOwnedFiles } from '../../src/service/owned-files.ts'
import { readFact } from '../../src/service/store/facts.ts'
import { isPassing } from '../../src/service/trace.ts'
import { onPostgres } from '../support/databases.ts'
import { createMenu, follow, translate } from '../support/flow.ts'
import { mountSmall } from '../support/small-disk.ts'
import { startWorld, temporaryFolder, type World } from '../support/world.ts'
import { chunks, listedIn, textOf } from './files/any-place.ts'

/** A folder for files beside any data folder, and the setting for it. */
function sharedFolder() {
  const folder = join(temporaryFolder(), 'shared')
  return { folder, files_url: pathToFileURL(folder).href }
}

const openedBy = ({ db, newId }: World, files_url: string) =>
  openOwnedFiles(placeBy({ files_url }, ''), { db, clock: Date.now, newName: () => newId('blb') })

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('files that lie apart from their database', () => {
  it('are marked as its own when it first uses them, and found again [SCL-1]', async () => {
    const { folder, files_url } = sharedFolder()
    const world = await startWorld({ settings: { files_url } })
    await createMenu(world)
    expect(existsSync(join(world.dataDir, 'files'))).toBe(false)
    expect(readFileSync(join(folder, MARK), 'utf8')).toMatch(/^[\w-]{43}\n$/)
    const again = await startWorld({ dataDir: world.dataDir, settings: { files_url } })
    expect(await again.service.ready()).toBeUndefined()
  })

  it('of another database keep a service from starting, and nothing is written there [SCL-1]', async () => {
    const { files_url, folder } = sharedFolder()
    const first = await startWorld({ settings: { files_url } })
    await createMenu(first)
    const mark = readFileSync(join(folder, MARK), 'utf8')
    const refused = await errorOf(startWorld({ settings: { files_url } }))
    expect(refused).toMatchObject({ code: 'other_files', message: expect.stringContaining('of another database') })
    expect(readFileSync(join(folder, MARK), 'utf8')).toBe(mark)
  })

  it.runIf(process.platform === 'linux')(
    'are marked whole or not at all, on a full disk too, and are its own once there is room [SCL-1]',
    async ({ skip }) => {
      const { folder, files_url } = sharedFolder()
      if (!mountSmall(folder, 16)) skip('only root may mount a small disk')
      const filler = join(folder, 'filler')
      expect(() => writeFileSync(filler, Buffer.alloc(64 * 1024))).toThrow('ENOSPC')
      const world = await startWorld()
      await world.db.deleteFrom('service_facts').where('name', '=', 'files_mark').execute()
      const files = await openedBy(world, files_url)
      expect(await errorOf(files.ensure())).toMatchObject({ code: 'ENOSPC' })
      expect(readdirSync(folder)).toEqual(['filler'])
      rmSync(filler)
      await files.ensure()
      expect(await files.mark()).toMatch(/^[\w-]{43}$/)
      expect(readdirSync(folder)).toEqual([MARK])
    },
  )

  it('that are not there where the database has some keep it from starting: neither an empty place nor none set [SCL-1]', async () => {
    const { files_url, folder } = sharedFolder()
    const { dataDir, ...world } = await startWorld({ settings: { files_url } })
    await createMenu({ dataDir, ...world })
    await world.close()
    const empty = sharedFolder()
    mkdirSync(empty.folder)
    for (const settings of [{ files_url: empty.files_url }, {}]) {
      mkdirSync(join(dataDir, 'files'), { recursive: true })
      const refused = await errorOf(startWorld({ dataDir, settings }))
      expect(refused).toMatchObject({
        code: 'other_files',
        message: expect.stringMatching(
          /no file \.files-of of this database\. .* is it mounted\? .* with the line [\w-]{43} /,
        ),
      })
    }
    // As the message says, where they are lost for good.
    writeFileSync(join(empty.folder, MARK), readFileSync(join(folder, MARK)))
    const moved = await startWorld({ dataDir, settings: { files_url: empty.files_url } })
    expect(await moved.service.ready()).toBeUndefined()
  })

  it('are taken over unmarked where they are those that the database names, and not where they are others [SCL-1]', async () => {
    const world = await startWorld()
    await createMenu(world)
    const own = pathToFileURL(join(world.dataDir, 'files')).href
    const empty = sharedFolder()
    mkdirSync(empty.folder)
    expect(await errorOf((await openedBy(world, empty.files_url)).ensure())).toBeInstanceOf(OtherFiles)
    expect(existsSync(join(empty.folder, MARK))).toBe(false)
    const files = await openedBy(world, own)
    await files.ensure()
    expect(await files.mark()).toMatch(/^[\w-]{43}$/)
  })

  it('are not used before it was seen whose they are, and are then, once they are back [SCL-1]', async () => {
    const { folder, files_url } = sharedFolder()
    const world = await startWorld({ settings: { files_url } })
    await createMenu(world)
    const before = await openedBy(world, files_url)
    const { blob } = await before.put(chunks('kept'), 4)
    renameSync(folder, `${folder}-away`)
    const files = await openedBy(world, files_url)
    const source = files.open(blob)
    const uses = [
      () => files.ensure(),
      () => files.put(chunks('x'), 1),
      () => files.size(blob),
      () => listedIn(files),
      () => files.look(),
      () => textOf(source),
      async () => source.ranges?.size(),
      async () => textOf(source.ranges?.read(0, 1) ?? chunks()),
    ]
    for (const use of uses) expect(await errorOf(use())).toBeInstanceOf(FilesAway)
    await files.remove(blob)
    mkdirSync(folder)
    for (const use of uses) {
      const error = await errorOf(use())
      expect([error instanceof OtherFiles, isPassing(error)]).toEqual([true, true])
    }
    expect(await errorOf(files.remove(blob))).toBeInstanceOf(OtherFiles)
    rmSync(folder, { recursive: true })
    renameSync(`${folder}-away`, folder)
    expect(await textOf(files.open(blob))).toBe('kept')
    expect(await textOf(files.open(blob).ranges?.read(1, 3) ?? chunks())).toBe('ep')
    expect(await files.address(blob, { file_name: 'a.txt', media_type: 'text/plain' })).toBeUndefined()
  })

  it.runIf(process.platform === 'linux')(
    'keep nobody from starting while they cannot be reached: it is told, nothing is lost, and they are used once they are back [SCL-1]',
    async () => {
      const { folder, files_url } = sharedFolder()
      const { dataDir, ...first } = await startWorld({ settings: { files_url } })
      const batch = await translate({ dataDir, ...first }, await createMenu({ dataDir, ...first }))
      await first.close()
      renameSync(folder, `${folder}-away`)
      mkdirSync(folder)
      // Linux says of this file what it says of one on a disk that fails: EIO.
      symlinkSync('/proc/self/mem', join(folder, MARK))
      const world = await startWorld({ dataDir, settings: { files_url } })
      expect(world.logged.join('\n')).toContain('The files cannot be used now.')
      expect(JSON.stringify(world.logged)).toContain('the disk of the files does not answer')
      expect(await world.service.ready()).toBe('the disk of the files does not answer')
      const params = { params: { batch_id: batch.id } }
      const refused = await world.refuse(api.batches.result, params)
      expect(refused).toMatchObject({ status: 503, code: 'service_unavailable' })
      expect(refused.message).not.toContain(folder)
      expect(await world.call(api.batches.get, params)).toMatchObject({ status: 'completed' })
      expect(readdirSync(folder)).toEqual([MARK])
      rmSync(folder, { recursive: true })
      renameSync(`${folder}-away`, folder)
      const { url } = await world.call(api.batches.result, params)
      expect(await follow(url)).toMatchObject({ status: 200, text: expect.stringContaining('menu') })
    },
  )

  it('keep a service from starting where their folder is not there at all, and none is made: it may be another one, or not mounted yet [SCL-1]', async () => {
    const { folder, files_url } = sharedFolder()
    const { dataDir, ...world } = await startWorld({ settings: { files_url } })
    await createMenu({ dataDir, ...world })
    await world.close()
    renameSync(folder, `${folder}-away`)
    // The folder that is set; and that of the data folder, as where the setting was forgotten.
    for (const settings of [{ files_url }, {}]) {
      expect(await errorOf(startWorld({ dataDir, settings }))).toMatchObject({
        code: 'other_files',
        message: expect.stringMatching(/: the folder of the files is not there\. .* is it mounted\?/),
      })
    }
    expect([existsSync(folder), existsSync(join(dataDir, 'files'))]).toEqual([false, false])
    renameSync(`${folder}-away`, folder)
    const again = await startWorld({ dataDir, settings: { files_url } })
    expect(await again.service.ready()).toBeUndefined()
  })

  it('in the data folder of a database in a file need no mark', async () => {
    const world = await startWorld()
    await createMenu(world)
    expect(existsSync(join(world.dataDir, 'files', MARK))).toBe(onPostgres())
  })
})

it('two processes that start at once on an empty place and database agree on one mark [SCL-1]', async () => {
  const { db } = await startWorld()
  await db.deleteFrom('service_facts').where('name', '=', 'files_mark').execute()
  const place = { kind: 'folder', folder: temporaryFolder(), apart: true } as const
  const opening = { db, newName: () => 'blb_1', clock: Date.now }
  const [one, other] = [await openOwnedFiles(place, opening), await openOwnedFiles(place, opening)]
  await Promise.all([one.ensure(), other.ensure()])
  expect(await one.mark()).toBe(await readFact(db, 'files_mark'))
})

describe('two databases that start at once on one empty place', () => {
  /** What became of the two, in one round: `its own`, or the code of the refusal. */
  async function round(place: PlaceNamed, worlds: readonly World[]): Promise<string[]> {
    const starting = worlds.map(async ({ db }) => {
      await db.deleteFrom('service_facts').where('name', '=', 'files_mark').execute()
      return await openOwnedFiles(place, { db, newName: () => 'blb_1', clock: Date.now })
    })
    const files = await Promise.all(starting)
    const ends = await Promise.all(files.map(each => errorOf(each.ensure())))
    const marks = await Promise.all(worlds.map(({ db }) => readFact(db, 'files_mark')))
    const found = await files[0]?.mark()
    // Whoever was refused wrote nothing down.
    expect(marks).toEqual(ends.map(end => (end === undefined ? found : undefined)))
    return ends.map(end => (end === undefined ? 'its own' : end instanceof OtherFiles ? end.code : String(end))).sort()
  }

  it('do not share a folder, whoever was first [SCL-1]', async () => {
    const worlds = [await startWorld(), await startWorld()]
    for (let at = 0; at < 40; at += 1) {
      const place = { kind: 'folder', folder: temporaryFolder(), apart: true } as const
      expect(await round(place, worlds)).toEqual(['its own', 'other_files'])
    }
  })
})

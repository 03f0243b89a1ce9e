import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { api } from '../../src/contract/operations.ts'
import { PARTS, pathIn, TOP } from '../../src/service/backup/parts.ts'
import { placeParts, restoreBackup } from '../../src/service/backup/restore.ts'
import { databaseFile } from '../../src/service/data-folder.ts'
import { openDatabase } from '../../src/service/store/database.ts'
import { createMenu, resultOf, translate } from '../support/flow.ts'
import { ran } from '../support/ran.ts'
import { startWorld, temporaryFolder, type World } from '../support/world.ts'

const Made = z.object({
  backup: z.object({
    file: z.string(),
    size_bytes: z.int(),
    translations: z.int(),
    under_way: z.int(),
    files: z.int(),
    missing: z.int(),
    left_out: z.array(z.string()),
    keys: z.boolean(),
  }),
})

/** A world with one finished translation, and one that waits for approval. */
async function usedWorld(): Promise<{ world: World; done: string; waiting: string }> {
  const world = await startWorld()
  const { id } = await translate(world, await createMenu(world))
  const waiting = (await createMenu(world, 'Translate everything into French.')).batch.id
  return { world, done: id, waiting }
}

const backedUp = (dataDir: string, ...more: readonly string[]) => backedUpWith(0, dataDir, ...more)

async function backedUpWith(code: 0 | 1, dataDir: string, ...more: readonly string[]) {
  const file = join(temporaryFolder(), 'kept.tar.gz')
  const ended = await ran(['backup', file, '--json', ...more], { TRANSLATION_DATA_DIR: dataDir })
  expect(ended).toMatchObject({ code, stderr: '' })
  return { file, made: Made.parse(JSON.parse(ended.stdout)).backup }
}

const restored = (file: string, dataDir: string) => ran(['restore', file], { TRANSLATION_DATA_DIR: dataDir })
/** macOS has no sha256sum. */
const CHECK = 'sha256sum -c SHA256SUMS || shasum -a 256 -c SHA256SUMS'
const elsewhere = () => join(temporaryFolder(), 'back')

/** Everything that an API caller can see of a workspace. */
async function seen(world: World, done: string) {
  const { data } = await world.list(api.batches.list, {})
  const { result, file } = await resultOf(world, done)
  const account = await world.call(api.account.get, {})
  return { data, text: file.text, name: result.file_name, balance: account.credit_balance }
}

describe('a backup', () => {
  it('of a folder in use is put back elsewhere: translations, plans, results, credits, byte for byte', async () => {
    const { world, done, waiting } = await usedWorld()
    // Others go on writing while it is made.
    let going = true
    const writing = (async () => {
      for (let turn = 0; going; turn += 1)
        await createMenu(world, `Translate everything into ${['German', 'Italian'][turn % 2]}.`)
    })()
    const during = await backedUp(world.dataDir)
    going = false
    await writing
    expect(during.made).toMatchObject({ missing: 0, keys: false })
    const before = await seen(world, done)
    const { file, made } = await backedUp(world.dataDir)
    expect(made).toMatchObject({
      file,
      size_bytes: statSync(file).size,
      translations: before.data.length,
      under_way: 0,
      missing: 0,
    })
    for (const source of [during.file, file]) {
      const dataDir = elsewhere()
      const ended = await restored(source, dataDir)
      expect(ended).toMatchObject({ code: 0, stderr: '' })
      expect(ended.stdout).toContain('Every file is what was backed up.')
      const again = await startWorld({ dataDir })
      const after = await seen(again, done)
      expect(after.text).toBe(before.text)
      if (source === file) expect(after).toEqual(before)
      expect(await again.call(api.batches.getPlan, { params: { batch_id: waiting } })).toMatchObject({
        plan: { target_languages: ['fr'] },
      })
      await translate(again, await again.call(api.batches.getPlan, { params: { batch_id: waiting } }))
    }
  })

  it('has the keys only where they are asked for, and is for its owner alone', async () => {
    const { world } = await usedWorld()
    const plain = await backedUp(world.dataDir)
    const whole = await backedUp(world.dataDir, '--with-keys')
    expect(statSync(plain.file).mode & 0o777).toBe(0o600)
    const signing = await world.db
      .selectFrom('service_facts')
      .select('value')
      .where('name', '=', 'signing_secret')
      .executeTakeFirstOrThrow()
    const texts = (file: string) => gunzipSync(readFileSync(file)).toString('latin1')
    for (const secret of [world.key, signing.value]) {
      expect(texts(plain.file).includes(secret)).toBe(false)
      expect(texts(whole.file).includes(secret)).toBe(true)
    }
    const [without, withKeys] = [elsewhere(), elsewhere()]
    expect((await restored(plain.file, without)).stdout).toContain('Its keys were not in it')
    expect((await restored(whole.file, withKeys)).stdout).toContain('Its keys are back too')
    expect((await startWorld({ dataDir: withKeys })).key).toBe(world.key)
    const fresh = await startWorld({ dataDir: without })
    expect(fresh.key).not.toBe(world.key)
    expect((await fresh.list(api.batches.list, {})).data).toHaveLength(2)
  })

  it('can be unpacked and checked with the tools of the system', async () => {
    const { world } = await usedWorld()
    const { file } = await backedUp(world.dataDir)
    const folder = temporaryFolder()
    execFileSync('tar', ['-xzf', file, '-C', folder])
    const checked = execFileSync('sh', ['-c', CHECK], { cwd: join(folder, TOP), encoding: 'utf8' })
    expect(checked).toContain('translation.db: OK')
    expect(checked.split('\n').filter(line => line.startsWith('files/'))).toHaveLength(3)
  })

  it('takes all that a folder holds but what belongs to one machine', async () => {
    const { world } = await usedWorld()
    for (const name of ['replaced', 'superseded']) {
      mkdirSync(join(world.dataDir, name))
      writeFileSync(join(world.dataDir, name, 'ein Bericht – Kopie.txt'), 'before')
    }
    for (const name of ['sources.json', 'runs.json', 'written.json', 'state-secret', 'oauth-keys'])
      writeFileSync(join(world.dataDir, name), '{}')
    mkdirSync(join(world.dataDir, 'sign-in'))
    const { file } = await backedUp(world.dataDir, '--with-keys')
    const dataDir = elsewhere()
    await restored(file, dataDir)
    expect(readdirSync(dataDir).sort()).toEqual(PARTS.map(({ name }) => name).sort())
    expect(readdirSync(join(dataDir, 'replaced'))).toEqual(['ein Bericht – Kopie.txt'])
    const left = readdirSync(world.dataDir).filter(name => !PARTS.some(part => part.name === name))
    expect(left.sort()).toEqual(['sign-in', 'translation.db-shm', 'translation.db-wal'])
  })

  it('leaves out files with names that this program never gives, names them, and is whole without them', async () => {
    const { world } = await usedWorld()
    for (const name of ['replaced', 'superseded']) mkdirSync(join(world.dataDir, name))
    const long = `${'ä'.repeat(120)}.txt`
    for (const name of ['a:b.txt', 'ends in a dot.', 'line\nbreak', 'back\\slash', long])
      writeFileSync(join(world.dataDir, 'replaced', name), 'before')
    const { file, made } = await backedUp(world.dataDir)
    const odd = ['a:b.txt', 'back\\slash', 'ends in a dot.', 'line\nbreak'].map(name => `replaced/${name}`)
    expect([...made.left_out].sort()).toEqual(odd)
    const dataDir = elsewhere()
    expect(await restored(file, dataDir)).toMatchObject({ code: 0, stderr: '' })
    expect(readdirSync(join(dataDir, 'replaced'))).toEqual([long])
    const words = await ran(['backup', join(temporaryFolder(), 'b')], { TRANSLATION_DATA_DIR: world.dataDir })
    expect(words.stdout).toMatch(/^Left out, since this program gives no such names .*: replaced\/.* and 1 more\.$/m)
  })

  it('says how many files the database names and the folder has no more, and fails though it is kept', async () => {
    const { world } = await usedWorld()
    for (const name of readdirSync(join(world.dataDir, 'files')).slice(0, 2)) rmSync(join(world.dataDir, 'files', name))
    const { file, made } = await backedUpWith(1, world.dataDir)
    expect(made).toMatchObject({ files: 1, missing: 2 })
    const words = await ran(['backup', join(temporaryFolder(), 'b')], { TRANSLATION_DATA_DIR: world.dataDir })
    expect(words.code).toBe(1)
    expect(words.stdout).toContain(
      'It holds 2 translations and 1 file, and was read back: it is whole but for 2 files that the database names',
    )
    expect((await restored(file, elsewhere())).stdout).toContain(
      '2 files that the database names are not in the backup.',
    )
  })
})

describe('a backup of uploads', () => {
  it('has the bytes of those that no translation took over, and misses none of those whose translation let them go', async () => {
    const world = await startWorld()
    const upload = async () => {
      const { id, url } = await world.call(api.uploads.create, { body: { filename: 'a.txt' } })
      expect((await fetch(url, { method: 'PUT', body: 'Good morning' })).status).toBe(204)
      await world.call(api.uploads.complete, { params: { upload_id: id } })
      return id
    }
    const [used, unused] = [await upload(), await upload()]
    const { batch } = await world.call(api.batches.create, { body: { upload_id: used, instruction: 'Into German' } })
    expect((await backedUp(world.dataDir)).made).toMatchObject({ files: 2, missing: 0 })
    expect(await ran(['files', 'delete', batch.id], { TRANSLATION_DATA_DIR: world.dataDir })).toMatchObject({ code: 0 })
    const { file, made } = await backedUp(world.dataDir)
    expect(made).toMatchObject({ files: 1, missing: 0 })
    const dataDir = elsewhere()
    expect((await restored(file, dataDir)).stdout).not.toContain('that the database names')
    const db = openDatabase(databaseFile(dataDir))
    const { blob } = await db.selectFrom('uploads').select('blob').where('id', '=', unused).executeTakeFirstOrThrow()
    await db.destroy()
    expect(readdirSync(join(dataDir, 'files'))).toEqual([blob])
  })
})

describe('a backup that cannot be made', () => {
  it('is refused while the folder of the files is away, since it would look whole, and says the way out', async () => {
    const { world } = await usedWorld()
    const folder = join(world.dataDir, 'files')
    renameSync(folder, `${folder}-away`)
    const to = join(temporaryFolder(), 'kept.tar.gz')
    const ended = await ran(['backup', to], { TRANSLATION_DATA_DIR: world.dataDir })
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toContain(`The folder ${folder} is not there, although the database names files in it`)
    expect(readdirSync(dirname(to))).toEqual([])
    const status = await ran(['status'], { TRANSLATION_DATA_DIR: world.dataDir })
    expect(status.code).toBe(1)
    expect(status.stdout).toContain(`files:           the folder ${folder} is not there`)
    const json = await ran(['status', '--json'], { TRANSLATION_DATA_DIR: world.dataDir })
    expect(json.stdout).toContain('"files_away":true')
    mkdirSync(folder)
    expect((await ran(['status'], { TRANSLATION_DATA_DIR: world.dataDir })).code).toBe(0)
    expect((await backedUpWith(1, world.dataDir)).made).toMatchObject({ files: 0, missing: 3 })
  })

  it('leaves nothing: where the file is there already, there is no service, or no folder for it', async () => {
    const { world } = await usedWorld()
    const env = { TRANSLATION_DATA_DIR: world.dataDir }
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'there'), 'mine')
    const there = await ran(['backup', join(folder, 'there')], env)
    expect(there).toMatchObject({
      code: 1,
      stderr: `translation-mcp: There is a file ${join(folder, 'there')} already, and a backup replaces none. Name another file, or move that one away. No backup was made.\n`,
    })
    const none = await ran(['backup', join(folder, 'new')], { TRANSLATION_DATA_DIR: elsewhere() })
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('there is nothing to back up') })
    const nowhere = await ran(['backup', join(folder, 'no', 'where')], env)
    expect(nowhere).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('was not made: ENOENT. No part of it was left.'),
    })
    const server = { ...env, TRANSLATION_DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/d' }
    for (const order of ['backup', 'restore']) {
      const refused = await ran([order, join(folder, 'new')], server)
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('TRANSLATION_DATABASE_URL is set') })
      expect(refused.stderr).not.toContain('secret@')
    }
    expect(await ran(['backup'], env)).toMatchObject({ code: 2, stderr: expect.stringContaining('backup FILE') })
    expect(readdirSync(folder)).toEqual(['there'])
    expect(readFileSync(join(folder, 'there'), 'utf8')).toBe('mine')
  })

  it('is refused of a folder of a newer program, which it leaves as it is', async () => {
    const { world } = await usedWorld()
    await world.close()
    const db = openDatabase(databaseFile(world.dataDir))
    const { sql } = await import('kysely')
    await sql`pragma user_version = 999`.execute(db)
    await db.destroy()
    const folder = temporaryFolder()
    const ended = await ran(['backup', join(folder, 'new')], { TRANSLATION_DATA_DIR: world.dataDir })
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('The database has version 999') })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a backup that is not as it was made', () => {
  it('is refused wherever it was cut off or changed, and the folder stays empty', async () => {
    const { world } = await usedWorld()
    const { file } = await backedUp(world.dataDir)
    const whole = readFileSync(file)
    const tar = gunzipSync(whole)
    const changed = (bytes: Buffer, at: number) => {
      const copy = Buffer.from(bytes)
      copy.writeUInt8(copy.readUInt8(at) ^ 0x20, at)
      return copy
    }
    const broken = [
      ...[0, 5, 100, whole.length >> 1, whole.length - 1].map(end => whole.subarray(0, end)),
      ...[whole.length >> 2, whole.length >> 1, whole.length - 6].map(at => changed(whole, at)),
      // The same, compressed anew, so that only its own sums can tell.
      ...[600, tar.length >> 2, tar.length >> 1].map(at => gzipSync(changed(tar, at))),
      ...[512, tar.length >> 1, tar.length - 2048].map(end => gzipSync(tar.subarray(0, end))),
    ]
    const folder = temporaryFolder()
    for (const [turn, bytes] of broken.entries()) {
      writeFileSync(join(folder, 'broken'), bytes)
      const dataDir = elsewhere()
      const ended = await restored(join(folder, 'broken'), dataDir)
      expect(ended, String(turn)).toMatchObject({ code: 1, stdout: '' })
      expect(ended.stderr, String(turn)).toMatch(/The backup is damaged|is no backup that/)
      expect(readdirSync(dataDir)).toEqual([])
    }
  })

  it('is refused when it is something else, and nothing of it is written anywhere', async () => {
    const text = (name: string, body: string) => ({ header: { name, size: Buffer.byteLength(body) }, body })
    const about = text(
      `${TOP}about.json`,
      JSON.stringify({ format: 1, made_at: '', program: '', schema: 1, keys: false }),
    )
    const archives = {
      'not a backup': [text('a.txt', 'a')],
      'a way out': [about, text(`${TOP}files/../../evil`, 'evil')],
      'a link': [about, { header: { name: `${TOP}key`, size: 0, type: 'symlink', linkname: '/etc/passwd' } } as const],
      'an unknown part': [about, text(`${TOP}crontab`, 'evil')],
      'without a database': [about, text(`${TOP}SHA256SUMS`, '')],
    }
    const folder = temporaryFolder()
    const put = async (entries: Parameters<typeof packTar>[0]) =>
      writeFileSync(join(folder, 'odd'), gzipSync(await packTar(entries)))
    for (const [what, entries] of Object.entries(archives)) {
      await put(entries)
      const dataDir = elsewhere()
      expect(await restored(join(folder, 'odd'), dataDir), what).toMatchObject({ code: 1, stdout: '' })
      expect(readdirSync(dataDir), what).toEqual([])
    }
    await put([text(`${TOP}about.json`, '{"format":2}')])
    const later = await restored(join(folder, 'odd'), elsewhere())
    expect(later.stderr).toContain('A newer version of this program made this backup')
    expect(readdirSync(folder)).toEqual(['odd'])
  })

  it('leads nowhere out of the folder by a name', () => {
    for (const name of [
      'files/..',
      'files/',
      'files/a/b',
      '../key',
      'key/a',
      'files/a\\b',
      'files/a:b',
      'files/nul',
      '',
      'log',
    ]) {
      expect(pathIn(`${TOP}${name}`), name).toBeUndefined()
    }
    expect(pathIn('key')).toBeUndefined()
    expect(pathIn(`${TOP}files/blb_1`)).toBe('files/blb_1')
  })
})

describe('a restore that did not end', () => {
  const env = (dataDir: string) => ({ TRANSLATION_DATA_DIR: dataDir })

  it('is told of the folder to whoever wants to use it, and nobody makes anything there', async () => {
    const { world } = await usedWorld()
    const { file } = await backedUp(world.dataDir)
    const dataDir = elsewhere()
    mkdirSync(join(dataDir, '.restoring'), { recursive: true })
    mkdirSync(join(dataDir, 'files'))
    const words = 'A backup is being restored into the data folder'
    await expect(startWorld({ dataDir })).rejects.toMatchObject({ code: 'restoring' })
    for (const order of [
      ['keys', 'list'],
      ['files', 'list'],
      ['restore', file],
    ]) {
      const ended = await ran(order, env(dataDir))
      expect(ended, order[0]).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(words) })
    }
    const status = await ran(['status'], env(dataDir))
    expect(status).toMatchObject({ code: 1, stdout: expect.stringContaining(words) })
    expect(readdirSync(dataDir).sort()).toEqual(['.restoring', 'files'])
    rmSync(dataDir, { recursive: true })
    expect(await restored(file, dataDir)).toMatchObject({ code: 0 })
    expect(readdirSync(dataDir).sort()).toEqual(['files', 'translation.db'])
    await startWorld({ dataDir })
  })

  it('keeps a service that starts meanwhile away, and replaces nothing that somebody else made meanwhile', async () => {
    const { world, done } = await usedWorld()
    const { file } = await backedUp(world.dataDir)
    const slowly = async (dataDir: string, meanwhile: () => Promise<void>) => {
      const whole = readFileSync(file)
      mkdirSync(dataDir)
      const source = Readable.from(
        (async function* () {
          yield whole.subarray(0, 100)
          await meanwhile()
          yield whole.subarray(100)
        })(),
      )
      return await restoreBackup(source, { dataDir })
    }
    const kept = elsewhere()
    await slowly(kept, async () => {
      await expect(startWorld({ dataDir: kept })).rejects.toMatchObject({ code: 'restoring' })
    })
    expect((await resultOf(await startWorld({ dataDir: kept }), done)).file.status).toBe(200)
    const foreign = elsewhere()
    const meanwhile = async () => writeFileSync(join(foreign, 'translation.db'), 'of somebody else')
    await expect(slowly(foreign, meanwhile)).rejects.toMatchObject({ code: 'not_empty' })
    expect(readdirSync(foreign)).toEqual(['translation.db'])
    expect(readFileSync(join(foreign, 'translation.db'), 'utf8')).toBe('of somebody else')
  })

  it('is taken back where a part cannot be put in its place', async () => {
    const [staging, dataDir] = [temporaryFolder(), temporaryFolder()]
    for (const name of ['replaced', 'files']) mkdirSync(join(staging, name))
    for (const name of ['key', 'translation.db']) writeFileSync(join(staging, name), '')
    mkdirSync(join(dataDir, 'files', 'in the way'), { recursive: true })
    await expect(placeParts(staging, dataDir)).rejects.toMatchObject({ code: 'ENOTEMPTY' })
    expect(readdirSync(dataDir)).toEqual(['files'])
    expect(readdirSync(staging).sort()).toEqual(['files', 'key', 'replaced', 'translation.db'])
  })
})

describe('a restore', () => {
  it('replaces nothing: it wants an empty folder, and a file that can be read', async () => {
    const { world } = await usedWorld()
    const { file } = await backedUp(world.dataDir)
    const full = await restored(file, world.dataDir)
    expect(full).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not empty, and a restore replaces nothing'),
    })
    const none = await restored(join(temporaryFolder(), 'none'), elsewhere())
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be read (ENOENT)') })
    const folder = await restored(temporaryFolder(), elsewhere())
    expect(folder).toMatchObject({ code: 1, stderr: expect.stringContaining('is no file') })
    expect(await ran(['restore'], {})).toMatchObject({ code: 2 })
    const empty = temporaryFolder()
    expect(await restored(file, empty)).toMatchObject({ code: 0 })
  })

  it('warns of work under way: two services would both go on with it', async () => {
    const { world, waiting } = await usedWorld()
    await world.db.updateTable('batches').set({ status: 'translating' }).where('id', '=', waiting).execute()
    const { file, made } = await backedUp(world.dataDir)
    await world.db.updateTable('batches').set({ status: 'awaiting_review' }).where('id', '=', waiting).execute()
    expect(made.under_way).toBe(1)
    expect((await restored(file, elsewhere())).stdout).toContain('their engine may be paid twice')
  })
})

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import { api } from '../../../src/contract/operations.ts'
import { openPlace, placeBy } from '../../../src/service/files/place.ts'
import { retainFiles } from '../../../src/service/retention.ts'
import type { ServiceSettings } from '../../../src/service/settings.ts'
import { documentOf, paragraph } from '../../formats/docx/documents.ts'
import { type BucketServer, KNOWN, startBucket } from '../../support/bucket.ts'
import { createdIn, createMenu, follow, reaches, resultOf, sendForm, translate } from '../../support/flow.ts'
import { agentWorld, answer, completed, handedOver } from '../../support/segments.ts'
import { ROOT } from '../../support/tree.ts'
import { startWorld, temporaryFolder, type World } from '../../support/world.ts'
import { listedIn } from './any-place.ts'

let store: BucketServer
let places = 0
beforeAll(async () => {
  store = await startBucket()
})

const inBucket = (more: Partial<ServiceSettings> = {}): Partial<ServiceSettings> => ({
  ...store.settings(`service-${places++}/files`),
  ...more,
})
const filesAt = (settings: Partial<ServiceSettings>) => openPlace(placeBy(settings, ''), () => 'blb_none')

const DOCUMENT = documentOf(paragraph('The garden is ', ['<w:b/>', 'open'], ' today.').repeat(200))
const FILES = [
  { name: 'garden.docx', bytes: new Uint8Array(DOCUMENT) },
  { name: 'products.csv', bytes: new Uint8Array(readFileSync(join(ROOT, 'test/demo/samples/products.csv'))) },
]

async function made(world: World): Promise<readonly { readonly name: string | null; readonly sha256: string }[]> {
  const results: { name: string | null; sha256: string }[] = []
  for (const file of FILES) {
    const created = createdIn(await sendForm(world, file, { instruction: 'Translate into German.' }))
    await translate(world, created)
    const { result, file: given } = await resultOf(world, created.batch.id)
    expect([given.status, given.headers.get('content-type')]).toEqual([200, result.media_type])
    results.push({ name: result.file_name, sha256: createHash('sha256').update(given.bytes).digest('hex') })
  }
  return results
}

describe('a service whose files lie in a bucket', () => {
  it('gives the same bytes as one with a folder, from creation to result, in threads, and keeps nothing in its data folder [SCL-1, RES-2]', async () => {
    const settings = inBucket()
    const world = await startWorld({ settings, thread: true })
    expect(await made(world)).toEqual(await made(await startWorld({ thread: true })))
    const files = await filesAt(settings)
    // An original and a result each.
    expect(await listedIn(files)).toHaveLength(4)
    await retainFiles(world.db, files, Date.now() + 2 * 60 * 60_000)
    expect(await listedIn(files)).toHaveLength(4)
    await retainFiles(world.db, files, Date.now() + 31 * 24 * 60 * 60_000)
    expect(await listedIn(files)).toEqual([])
  })

  it('takes a correction after completion, and the result before it is gone [MCP-15]', async () => {
    const settings = inBucket()
    const world = await agentWorld({ settings })
    const handed = await handedOver(world, {
      content: '{"open": "Open the book", "close": "Close the book"}',
      filename: 'a.json',
    })
    await completed(world, handed)
    await answer(world, handed, [{ id: '2', text: 'Das Buch schließen' }])
    await reaches(world, handed.batch_id, 'completed')
    expect(JSON.parse((await resultOf(world, handed.batch_id)).file.text).close).toBe('Das Buch schließen')
    expect(await listedIn(await filesAt(settings))).toHaveLength(2)
  })

  it('sends who follows a link to the bucket where that is wished, with no credential of ours, and to nothing once it ended [RES-1]', async () => {
    const settings = inBucket({ files_links: 'direct' })
    const world = await startWorld({ settings })
    const created = await createMenu(world)
    await translate(world, created)
    const result = await world.call(api.batches.result, { params: { batch_id: created.batch.id } })
    expect(result.url).toContain(world.baseUrl)
    const led = await follow(result.url, { redirect: 'manual' })
    const location = led.headers.get('location') ?? ''
    expect([led.status, new URL(location).origin]).toEqual([307, store.endpoint])
    expect(led.headers.get('cache-control')).toBe('no-store')
    expect(location).not.toContain(world.key)
    expect(new URL(location).searchParams.get('X-Amz-Expires')).toBe('60')
    const through = await startWorld({ dataDir: world.dataDir, settings: { ...settings, files_links: 'through' } })
    const streamed = await follow(result.url.replace(world.baseUrl, through.baseUrl))
    const path = join(temporaryFolder(), 'menu.de.json')
    const connect = () => Promise.reject(new Error('a link needs no credential'))
    const size_bytes = result.size_bytes ?? 0
    const admits = (type: string) => type === result.media_type?.split(';')[0]
    const expected = { size_bytes, most_bytes: size_bytes, sha256: null, may_be_empty: false, admits }
    await createClient({ connect, userAgent: 'test' }).download(result.url, { path }, { expected })
    expect(readFileSync(path, 'utf8')).toBe(streamed.text)
    const altered = await follow(result.url.replace(/expires=\d+/, 'expires=9999999999999'), { redirect: 'manual' })
    expect([altered.status, altered.headers.get('location')]).toEqual([404, null])
  })

  it('says why it is not ready while the store is away, answers 503, lets work wait, and goes on when it is back [SCL-1]', async () => {
    const settings = inBucket({ lease_seconds: 1 })
    const world = await startWorld({ settings })
    const created = await createMenu(world)
    await store.kill()
    expect(await world.service.ready()).toMatch(/bucket of the files does not answer|does not answer in time/)
    const body = { content: 'A text.', filename: 'a.txt', instruction: 'Translate into German.' }
    expect(await world.refuse(api.batches.create, { body })).toMatchObject({ status: 503, code: 'service_unavailable' })
    // A start meanwhile is no reason to end.
    const second = await startWorld({ dataDir: world.dataDir, settings })
    expect(second.logged.join()).toContain('The files cannot be used now.')
    await store.start()
    await translate(world, created)
    expect((await resultOf(second, created.batch.id)).file.text).toContain('⟦de ')
    await expect.poll(() => world.service.ready(), { timeout: 20_000 }).toBeUndefined()
    const told = JSON.stringify([world.logged, second.logged])
    expect(told).toContain('files_away')
    expect(told).not.toMatch(new RegExp(`Signature=|${KNOWN.AWS_SECRET_ACCESS_KEY}`))
  })

  it('refuses to start where the bucket holds the files of another database, or not those of its own [SCL-1]', async () => {
    const settings = inBucket()
    const world = await startWorld({ settings })
    await createMenu(world)
    await expect(startWorld({ settings })).rejects.toMatchObject({ code: 'other_files' })
    const gone = { ...settings, files_url: 's3://elsewhere/of-nobody' }
    for (const [other, words] of [
      [inBucket(), 'no file .files-of'],
      [gone, 'the bucket of the files is not there'],
    ] as const) {
      await expect(startWorld({ dataDir: world.dataDir, settings: other })).rejects.toMatchObject({
        code: 'other_files',
        message: expect.stringContaining(words),
      })
    }
  })
})

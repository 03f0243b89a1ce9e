import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { follow, MENU, storedFiles } from '../support/flow.ts'
import { refusalIn, startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})

const { create, complete } = api.uploads
const put = (url: string, body: string) => follow(url, { method: 'PUT', body })

async function uploaded(name = 'menu.json', content = MENU) {
  const upload = await world.call(create, { body: { filename: name } })
  expect((await put(upload.url, content)).status).toBe(204)
  await world.call(complete, { params: { upload_id: upload.id } })
  return upload
}

describe('a temporary upload', () => {
  it('becomes a batch, once: a repeat finds it with its instruction unchanged [UPL-1, CRE-4]', async () => {
    const { id: upload_id } = await uploaded()
    const first = await world.call(api.batches.create, { body: { upload_id, instruction: 'Translate into German.' } })
    expect(first.batch.file_name).toBe('menu.json')
    const again = await world.call(api.batches.create, { body: { upload_id, instruction: 'Translate into French.' } })
    expect(again.batch.id).toBe(first.batch.id)
    expect(again.plan?.target_languages).toEqual(['de'])
  })

  it('makes one batch of racing creations [CRE-4]', async () => {
    const { id: upload_id } = await uploaded()
    const racing = Array.from({ length: 4 }, () => world.call(api.batches.create, { body: { upload_id } }))
    expect(new Set((await Promise.all(racing)).map(({ batch }) => batch.id)).size).toBe(1)
  })

  it('survives an instruction that was refused [CRE-4, CRE-9]', async () => {
    const { id: upload_id } = await uploaded()
    const refused = await world.refuse(api.batches.create, { body: { upload_id, instruction: 'Do something nice.' } })
    expect(refused.code).toBe('plan_invalid')
    const created = await world.call(api.batches.create, { body: { upload_id, instruction: 'Translate into German.' } })
    expect(created.plan_revision).not.toBeNull()
  })

  it('has its own name [CRE-4]', async () => {
    const { id: upload_id } = await uploaded()
    const refused = await world.refuse(api.batches.create, { body: { upload_id, filename: 'b.json' } })
    expect(refused).toMatchObject({ code: 'invalid_request', param: 'filename' })
  })

  it('belongs to its credential [UPL-1]', async () => {
    const { id: upload_id } = await uploaded()
    const { secret: key } = await world.issueKey(['batches:create'])
    const notFound = { code: 'resource_not_found', status: 404 }
    expect(await world.refuse(api.batches.create, { key, body: { upload_id } })).toMatchObject(notFound)
    expect(await world.refuse(complete, { key, params: { upload_id } })).toMatchObject(notFound)
    expect(await world.refuse(complete, { params: { upload_id: 'upl_none' } })).toMatchObject(notFound)
  })

  it('needs its bytes, and to be completed [UPL-1]', async () => {
    const upload = await world.call(create, { body: { filename: 'a.txt' } })
    const params = { upload_id: upload.id }
    expect((await world.refuse(complete, { params })).code).toBe('invalid_request')
    await put(upload.url, 'Hello')
    expect((await world.refuse(api.batches.create, { body: params })).code).toBe('invalid_request')
  })

  it('takes bytes by its link alone, bounded, and none after completion [UPL-1, LIM-2]', async () => {
    const upload = await world.call(create, { body: { filename: 'a.txt' } })
    const stored = storedFiles(world)
    expect(refusalIn(await put(upload.url, 'a'.repeat(8 * 1024 * 1024 + 1))).code).toBe('file_too_large')
    expect(refusalIn(await put(upload.url.replace(/sig=.*/, 'sig=x'), 'a')).code).toBe('resource_not_found')
    expect(storedFiles(world)).toEqual(stored)
    await put(upload.url, 'one')
    await put(upload.url, 'two')
    expect(storedFiles(world).length).toBe(stored.length + 1)
    await world.call(complete, { params: { upload_id: upload.id } })
    expect(refusalIn(await put(upload.url, 'three')).code).toBe('resource_not_found')
  })

  it('is refused for a file that no format reads [CRE-9]', async () => {
    expect((await world.refuse(create, { body: { filename: 'a.exe' } })).code).toBe('unsupported_format')
  })

  it('expires [UPL-1]', async () => {
    const brief = await startWorld({ settings: { upload_minutes: 0 } })
    const upload = await brief.call(create, { body: { filename: 'a.txt' } })
    expect(refusalIn(await put(upload.url, 'Hello')).code).toBe('resource_not_found')
    const refused = await brief.refuse(api.batches.create, { body: { upload_id: upload.id } })
    expect(refused.code).toBe('resource_not_found')
  })
})

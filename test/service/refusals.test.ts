import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { BATCH_STATUSES } from '../../src/contract/batch.ts'
import { api } from '../../src/contract/operations.ts'
import { createdIn, createMenu, follow, MENU, refuseForm, sendForm, storedFiles, translate } from '../support/flow.ts'
import { plantBatch } from '../support/plant.ts'
import { refusalIn, startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ settings: { requests_per_minute: 1_000_000, engine: 'agent' } })
})

const blobOf = async (table: 'uploads' | 'results', column: 'id' | 'batch_id', id: string) => {
  const row = await world.db.selectFrom(table).select('blob').where(column, '=', id).executeTakeFirstOrThrow()
  return join(world.dataDir, 'files', row.blob ?? 'none')
}

async function uploaded(filename: string, bytes: string): Promise<string> {
  const upload = await world.call(api.uploads.create, { body: { filename } })
  expect((await follow(upload.url, { method: 'PUT', body: bytes })).status).toBe(204)
  await world.call(api.uploads.complete, { params: { upload_id: upload.id }, body: {} })
  return upload.id
}

describe('a creation', () => {
  it('of text over the ceiling of its format is refused before any of it is kept [CRE-9, LIM-2]', async () => {
    const before = storedFiles(world)
    const content = `msgid "a"\nmsgstr ""\n# ${'x'.repeat(4 * 1024 * 1024)}\n`
    const refused = await world.refuse(api.batches.create, { body: { content, filename: 'a.po' } })
    expect(refused).toMatchObject({ status: 413, code: 'file_too_large' })
    expect(storedFiles(world)).toEqual(before)
  })

  it('from an upload whose bytes are gone says so, and the upload makes nothing [CRE-9, UPL-1]', async () => {
    const upload_id = await uploaded('a.txt', 'Hello there')
    rmSync(await blobOf('uploads', 'id', upload_id))
    const refused = await world.refuse(api.batches.create, { body: { upload_id } })
    expect(refused).toMatchObject({ status: 410, code: 'file_expired' })
    expect(refused.message).toContain('Upload it again.')
    const { batch_id } = await world.db
      .selectFrom('uploads')
      .select('batch_id')
      .where('id', '=', upload_id)
      .executeTakeFirstOrThrow()
    expect(batch_id).toBeNull()
  })

  it('from a form takes the name that a field before the file gives it, whatever the part is called [CRE-5]', async () => {
    const form = new FormData()
    form.set('filename', 'letter.txt')
    form.set('file', new Blob(['Hello there']), 'blob')
    const sent = await follow(`${world.baseUrl}/v1/batches`, {
      ...{ method: 'POST', body: form },
      headers: { authorization: `Bearer ${world.key}` },
    })
    expect(createdIn(sent).batch.file_name).toBe('letter.txt')
  })

  it('from a form cannot be given another format after its file: that is read by its own name [CRE-5]', async () => {
    const before = storedFiles(world)
    expect(await refuseForm(world, { name: 'blob', bytes: 'x' }, { filename: 'letter.txt' })).toMatchObject({
      ...{ status: 422, code: 'unsupported_format', param: 'filename' },
    })
    const renamed = await sendForm(world, { name: 'a.json', bytes: MENU }, { filename: 'menu.json' })
    expect(createdIn(renamed).batch.file_name).toBe('menu.json')
    expect(storedFiles(world).length).toBe(before.length + 1)
  })

  it.each(['constructor', '__proto__', 'toString', 'Filename', ''])(
    'from a form knows no field %j [ENV-3]',
    async name => {
      const refused = await refuseForm(world, { name: 'a.txt', bytes: 'Hello' }, { [name]: 'x' })
      expect(refused).toMatchObject({ status: 400, code: 'unknown_field', param: name })
    },
  )

  it('of names that every object has is a creation like others [CRE-2, PLN-1]', async () => {
    const content = '{"constructor":"Open it","toString":{"__proto__":"Close it"},"valueOf":"Read me"}'
    const instruction = 'Translate into German, skip constructor'
    const { plan } = await world.call(api.batches.create, { body: { content, filename: 'a.json', instruction } })
    expect(plan?.included.map(({ part }) => part)).toEqual(['toString.__proto__', 'valueOf'])
    expect(plan?.not_included).toMatchObject([{ part: 'constructor', words: 2 }])
    const kept = await world.call(api.batches.create, {
      body: { content, filename: 'b.json', instruction: 'Translate into German, keep “toString” untranslated' },
    })
    expect(kept.plan?.keep_untranslated).toEqual(['toString'])
  })
})

describe('a result', () => {
  it('whose bytes are gone, or are other ones, is gone: never half a file [RES-1, CRE-9]', async () => {
    const pseudo = await startWorld()
    const created = await createMenu(pseudo)
    const { id } = await translate(pseudo, created)
    const { url } = await pseudo.call(api.batches.result, { params: { batch_id: id } })
    const { blob } = await pseudo.db
      .selectFrom('results')
      .select('blob')
      .where('batch_id', '=', id)
      .executeTakeFirstOrThrow()
    writeFileSync(join(pseudo.dataDir, 'files', blob), 'x')
    expect(refusalIn(await follow(url))).toMatchObject({ status: 410, code: 'file_expired' })
    rmSync(join(pseudo.dataDir, 'files', blob))
    expect(refusalIn(await follow(url))).toMatchObject({ status: 410, code: 'file_expired' })
    const refused = await pseudo.refuse(api.batches.result, { params: { batch_id: id } })
    expect(refused).toMatchObject({ status: 410, code: 'file_expired' })
    expect(pseudo.logged).toEqual([])
  })

  it.each(BATCH_STATUSES.filter(status => status !== 'completed'))(
    'is not ready while the translation is %s [RES-1]',
    async status => {
      const { id } = await plantBatch(world, { status })
      const refused = await world.refuse(api.batches.result, { params: { batch_id: id } })
      expect(refused).toMatchObject({ status: 409, code: 'result_not_ready' })
      expect(refused.message).toContain(`is ${status};`)
    },
  )
})

describe('a glossary', () => {
  it.each([' ', '\n', '\u00a0\u2003'])('is not called %j: nobody could see it [GLO-1]', async name => {
    const body = { language_pair: 'en-sv', name }
    const refused = await world.refuse(api.glossaries.create, { body })
    expect(refused).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'name' })
    expect((await world.list(api.glossaries.list)).data.map(({ language_pair }) => language_pair)).not.toContain(
      'en-sv',
    )
  })

  it('keeps its name when another is refused, and loses it only when told null [GLO-1, GLO-2]', async () => {
    await world.call(api.glossaries.create, { body: { language_pair: 'en-da', name: 'Menus' } })
    const params = { language_pair: 'en-da' }
    const term = { source: 'save', target: 'gem' }
    const refused = await world.refuse(api.glossaries.update, { params, body: { name: ' ', terms: [term] } })
    expect(refused).toMatchObject({ code: 'invalid_parameter', param: 'name' })
    expect(await world.call(api.glossaries.get, { params })).toMatchObject({ name: 'Menus', term_count: 0 })
    expect(await world.call(api.glossaries.update, { params, body: { terms: [term] } })).toMatchObject({
      name: 'Menus',
    })
    expect(await world.call(api.glossaries.update, { params, body: { name: null } })).toMatchObject({
      ...{ name: null, term_count: 1 },
    })
  })
})

describe('segments', () => {
  it('are none before the plan is approved, and the refusal says what opens them [MCP-15]', async () => {
    const { batch } = await createMenu(world)
    const refused = await world.refuse(api.batches.segments, { params: { batch_id: batch.id } })
    expect(refused).toMatchObject({ status: 409, code: 'batch_not_editable' })
    expect(refused.message).toContain('approve')
  })

  it('are none of a translation that has failed, and the refusal says why it did [MCP-15]', async () => {
    const failure = { error_code: 'internal_error', error_message: 'the engine gave up' }
    const file = { file_blob: 'blb_x', file_expires_at: Date.now() + 3_600_000 }
    const { id } = await plantBatch(world, { status: 'failed', ...failure, ...file })
    const refused = await world.refuse(api.batches.segments, { params: { batch_id: id } })
    expect(refused).toMatchObject({ status: 409, code: 'batch_not_editable' })
    expect(refused.message).toBe('The translation has failed: the engine gave up')
  })
})

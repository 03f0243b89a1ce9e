import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { createdIn, createMenu, MENU, refuseForm, resultOf, sendForm, storedFiles, translate } from '../support/flow.ts'
import { refusalIn, startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})

const { create } = api.batches
const into = 'Translate everything into German.'
const batches = () => world.db.selectFrom('batches').selectAll().execute()

describe('the source of a creation', () => {
  it('is exactly one [CRE-1]', async () => {
    const before = (await batches()).length
    for (const body of [
      {},
      { content: 'a', file_url: 'https://example.com/a.txt' },
      { content: 'a', upload_id: 'upl_1' },
    ]) {
      expect(await world.refuse(create, { body })).toMatchObject({ code: 'invalid_request', status: 400 })
    }
    expect(await refuseForm(world, { name: 'a.txt', bytes: 'Hello' }, { content: 'Hello' })).toMatchObject({
      code: 'invalid_request',
    })
    expect(await refuseForm(world, undefined, { instruction: into })).toMatchObject({ code: 'invalid_request' })
    expect((await batches()).length).toBe(before)
  })

  it('costs nothing [CRE-1]', async () => {
    const before = (await world.call(api.credits.get)).balance
    await createMenu(world)
    expect((await world.call(api.credits.get)).balance).toBe(before)
  })

  it('is read by the extension of its name, inferred when absent [CRE-2]', async () => {
    const named = async (content: string, filename?: string) =>
      (await world.call(create, { body: filename === undefined ? { content } : { content, filename } })).batch.file_name
    expect(await named('Hello there, how are you?')).toBe('untitled.txt')
    expect(await named(MENU)).toBe('untitled.json')
    expect(await named('{ not json, but a text in braces }')).toBe('untitled.txt')
    expect(await named('Hello there', '../docs\\readme.txt')).toBe('readme.txt')
  })

  it('must be text where it comes as content [CRE-2, CRE-5]', async () => {
    const refused = await world.refuse(create, { body: { content: 'PK', filename: 'a.exe' } })
    expect(refused).toMatchObject({ code: 'unsupported_format', status: 422, param: 'filename' })
    expect(refused.message).toContain('Accepted: txt, md, ')
    const near = await world.refuse(create, { body: { content: MENU, filename: 'menu.quux' } })
    expect(near.message).toContain(
      '.quux files are not accepted. Nearest of what is accepted: json, jsonc (it reads like',
    )
  })

  it('may be a form, whose bytes come back but for the text [CRE-5, RES-2]', async () => {
    const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('Hello there.\r\n\r\n  Grüße an alle.')])
    const created = createdIn(
      await sendForm(world, { name: 'Grüße 日本.txt', bytes }, { instruction: 'Translate from English into German.' }),
    )
    expect(created.batch.file_name).toBe('Grüße 日本.txt')
    const done = await translate(world, created)
    const { result, file } = await resultOf(world, done.id)
    expect(result.file_name).toBe('Grüße 日本.de.txt')
    expect(Buffer.from(file.bytes).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(file.text).toMatch(/^⟦de [^\n]*⟧\r\n\r\n {2}⟦de [^\n]*⟧$/)
    expect(file.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%E6%97%A5%E6%9C%AC.de.txt",
    )
  })
})

describe('what creation answers', () => {
  it('is the plan, counts, cost, preview and revision with an instruction [CRE-8]', async () => {
    const created = await createMenu(world)
    expect(created).toMatchObject({
      batch: {
        status: 'awaiting_review',
        file_name: 'menu.json',
        quality_tier: 'standard',
        credit_cost: created.credit_cost,
      },
      plan: { target_languages: ['de'], engine: 'pseudo', plan_revision: created.plan_revision },
      counts: { segments: 3, selected_segments: 3 },
      suggested_instructions: null,
    })
    expect(created.credit_cost).toBe(created.counts?.selected_words)
    expect(created.extraction_preview.map(({ text }) => text)).toContain('Open the file')
  })

  it('is suggested instructions without one [CRE-8]', async () => {
    const created = await world.call(create, { body: { content: MENU, filename: 'menu.json' } })
    expect(created).toMatchObject({ batch: { status: 'awaiting_review' }, plan: null, plan_revision: null })
    expect(created.suggested_instructions?.length).toBeGreaterThan(0)
    const [first = ''] = created.suggested_instructions ?? []
    const planned = await world.call(api.batches.plan, {
      params: { batch_id: created.batch.id },
      body: { instruction: first },
    })
    expect(planned.plan_revision).not.toBeNull()
  })
})

describe('a refused creation', () => {
  let stored: string[]
  let before: number
  beforeAll(async () => {
    stored = storedFiles(world)
    before = (await batches()).length
  })
  afterEach(async () => {
    expect(storedFiles(world)).toEqual(stored)
    expect((await batches()).length).toBe(before)
  })

  it('has an unusable instruction, and its key works for a better one [CRE-9, PLN-1]', async () => {
    const body = { content: MENU, filename: 'menu.json', instruction: 'Do something nice.', idempotency_key: 'better' }
    expect(await world.refuse(create, { body })).toMatchObject({ code: 'plan_invalid', status: 422 })
    const created = await world.call(create, { body: { ...body, instruction: into } })
    expect(created.plan_revision).not.toBeNull()
    stored = storedFiles(world)
    before += 1
  })

  it('has nothing to translate, or is not what its name says [CRE-9]', async () => {
    const refuse = (content: string, filename: string) => world.refuse(create, { body: { content, filename } })
    expect(await refuse('', 'empty.txt')).toMatchObject({ code: 'plan_invalid' })
    expect(await refuse('{"a": 1}', 'numbers.json')).toMatchObject({ code: 'plan_invalid' })
    expect(await refuse('{"a": ', 'broken.json')).toMatchObject({ code: 'invalid_request', status: 400 })
  })

  it('names a language nobody supports [CRE-9]', async () => {
    const body = { content: MENU, filename: 'menu.json', instruction: 'Translate into Klingon.' }
    expect((await world.refuse(create, { body })).code).toMatch(/^(?:language_not_supported|plan_invalid)$/)
  })

  it.each([
    ['an unknown extension', { name: 'a.exe', bytes: 'MZ' }, 'unsupported_format', 422],
    ['no extension', { name: 'README', bytes: 'Hello' }, 'unsupported_format', 422],
    ['a control character in its name', { name: 'a\u0007b.txt', bytes: 'Hello' }, 'invalid_parameter', 400],
  ])('has %s [CRE-9]', async (_, file, code, status) => {
    expect(await refuseForm(world, file)).toMatchObject({ code, status })
  })

  it('is over the ceiling of its format, in a form and as a stream without length [CRE-9, LIM-2]', async () => {
    const over = new Uint8Array(8 * 1024 * 1024 + 1).fill(97)
    expect(await refuseForm(world, { name: 'a.txt', bytes: over })).toMatchObject({
      code: 'file_too_large',
      status: 413,
    })
    const headers = { authorization: `Bearer ${world.key}`, 'content-type': 'multipart/form-data; boundary=b' }
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of [Buffer.from(head), over, Buffer.from('\r\n--b--\r\n')]) controller.enqueue(part)
        controller.close()
      },
    })
    const init = { method: 'POST', headers, body, duplex: 'half' } as const
    const response = await fetch(`${world.baseUrl}/v1/batches`, init)
    const answer = { status: response.status, text: await response.text() }
    expect(refusalIn(answer)).toMatchObject({ code: 'file_too_large', status: 413 })
  })

  it('has a body over the hard limit, or an unknown field [CRE-9]', async () => {
    const content = 'a'.repeat(6 * 1024 * 1024)
    expect(await world.refuse(create, { body: { content } })).toMatchObject({ code: 'request_too_large', status: 413 })
    const form = await refuseForm(world, { name: 'a.txt', bytes: 'Hello' }, { language: 'de' })
    expect(form).toMatchObject({ code: 'unknown_field', param: 'language' })
  })

  it('is cut off half way', async () => {
    const headers = { authorization: `Bearer ${world.key}`, 'content-type': 'multipart/form-data; boundary=b' }
    const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHello'
    const answer = await world.send('POST', '/v1/batches', { headers, body })
    expect(refusalIn(answer)).toMatchObject({ code: 'invalid_request' })
  })
})

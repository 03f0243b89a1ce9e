import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { FormatError } from '../../src/formats/index.ts'
import { unreadable } from '../../src/service/domain/unreadable.ts'
import { PROTECTED } from '../formats/bytes/zip/zips.ts'
import { documentOf, paragraph } from '../formats/docx/documents.ts'
import { createdIn, follow, refuseForm, sendForm, storedFiles } from '../support/flow.ts'
import { refusalIn, startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})

const DOCUMENT = new Uint8Array(documentOf(paragraph('The garden is open.')))
const listed = async () => (await world.list(api.batches.list)).data.length

async function send(filename: string, bytes: Uint8Array<ArrayBuffer>) {
  const upload = await world.call(api.uploads.create, { body: { filename } })
  return { upload, sent: await follow(upload.url, { method: 'PUT', body: bytes }) }
}

describe('a file that is none of its name', () => {
  it.each([
    ['a text named .docx', 'a.docx', Buffer.from('Hello'), 'it is a text'],
    ['a page named .docx', 'a.docx', Buffer.from('<!doctype html><p>Sign in'), 'it is a web page'],
    ['a document with a password', 'a.docx', PROTECTED, 'protected by a password'],
    ['a document named .csv', 'a.csv', Buffer.from(DOCUMENT), 'it is a document of Word'],
    ['a PDF named .json', 'a.json', Buffer.from('%PDF-1.7\n'), 'it is a PDF'],
  ])(
    '%s: is refused in the same words by a form and by an upload, and nothing is kept [CRE-5, CRE-9]',
    async (_, name, content, words) => {
      const bytes = new Uint8Array(content)
      const [stored, batches] = [storedFiles(world), await listed()]
      const refused = await refuseForm(world, { name, bytes }, { instruction: 'Translate into German.' })
      expect(refused).toMatchObject({ code: 'invalid_request', status: 400, message: expect.stringContaining(words) })
      const { upload, sent } = await send(name, bytes)
      expect(refusalIn(sent)).toMatchObject({ code: 'invalid_request', message: refused.message })
      const complete = { params: { upload_id: upload.id } }
      expect((await world.refuse(api.uploads.complete, complete)).message).toContain('No bytes have arrived')
      expect([storedFiles(world), await listed()]).toEqual([stored, batches])
    },
  )

  it('leaves its upload open for the right one [UPL-1]', async () => {
    const { upload, sent } = await send('a.docx', new Uint8Array(Buffer.from('Hello')))
    expect(sent.status).toBe(400)
    expect((await follow(upload.url, { method: 'PUT', body: DOCUMENT })).status).toBe(204)
    await world.call(api.uploads.complete, { params: { upload_id: upload.id } })
    const body = { upload_id: upload.id, instruction: 'Translate into German.' }
    expect((await world.call(api.batches.create, { body })).plan?.word_count).toBe(4)
  })

  it('frees its key for the right one [CRE-6]', async () => {
    const key = { 'idempotency-key': 'as-named' }
    await refuseForm(world, { name: 'a.docx', bytes: 'Hello' }, {}, key)
    createdIn(await sendForm(world, { name: 'a.docx', bytes: DOCUMENT }, {}, key))
  })

  it('is judged by the name that a field gives it, and by no media type [CRE-2]', async () => {
    createdIn(await sendForm(world, { name: 'a.docx', bytes: 'Hello there.' }, { filename: 'a.txt' }))
    const refused = await refuseForm(world, { name: 'a.docx', bytes: DOCUMENT }, { filename: 'a.txt' })
    expect(refused.message).toContain('it is a document of Word')
    const form = new FormData()
    form.set('file', new Blob([DOCUMENT], { type: 'application/pdf' }), 'a.docx')
    const headers = { authorization: `Bearer ${world.key}` }
    createdIn(await follow(`${world.baseUrl}/v1/batches`, { method: 'POST', body: form, headers }))
  })

  it('comes as text only where its format is text [CRE-5]', async () => {
    const refused = await world.refuse(api.batches.create, { body: { content: 'Hello', filename: 'a.docx' } })
    expect(refused).toMatchObject({ code: 'invalid_request', param: 'content' })
    expect(refused.message).toContain('multipart/form-data')
  })
})

describe('a file that cannot be read', () => {
  it.each([
    ['too_large', 'file_too_large'],
    ['protected', 'invalid_request'],
    ['malformed', 'invalid_request'],
    ['not_decodable', 'invalid_request'],
  ] as const)('is refused as %s by %s', (code, refused) => {
    expect(unreadable(new FormatError(code, 'Split it.'))).toEqual({ code: refused, message: 'Split it.' })
  })
})

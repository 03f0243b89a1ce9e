import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../../src/service/domain/errors.ts'
import { readForm } from '../../../src/service/http/multipart.ts'

const BOUNDARY = 'x-boundary'

function form(...parts: readonly (readonly [string, string])[]): Request {
  const text = parts.map(([head, body]) => `--${BOUNDARY}\r\n${head}\r\n\r\n${body}\r\n`).join('')
  return request(`${text}--${BOUNDARY}--\r\n`)
}

function request(body: string): Request {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  return new Request('http://localhost/', { method: 'POST', headers, body })
}

const field = (name: string) => `Content-Disposition: form-data; name="${name}"`
const file = (rest: string) => `Content-Disposition: form-data; name="file"; ${rest}\r\nContent-Type: text/plain`

const dropped: string[] = []

async function take(name: string, content: AsyncIterable<Uint8Array>) {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return { name, text: Buffer.concat(chunks).toString() }
}

const read = { take, drop: async ({ name }: { name: string }) => void dropped.push(name) }

describe('a multipart form', () => {
  it('gives the file and the fields before and behind it [CRE-5]', async () => {
    const read1 = await readForm(
      form(
        [field('instruction'), 'into German'],
        [file('filename="a.txt"'), 'Hello\r\nyou'],
        [field('filename'), 'b.txt'],
      ),
      read,
    )
    expect({ ...read1.fields }).toEqual({ instruction: 'into German', filename: 'b.txt' })
    expect(read1.file).toEqual({ name: 'a.txt', text: 'Hello\r\nyou' })
  })

  it('reads names in UTF-8, plain and extended [CRE-5]', async () => {
    const plain = await readForm(form([file('filename="Grüße 日本.txt"'), 'x']), read)
    const extended = await readForm(form([file("filename*=UTF-8''Gr%C3%BC%C3%9Fe.txt"), 'x']), read)
    expect([plain.file?.name, extended.file?.name]).toEqual(['Grüße 日本.txt', 'Grüße.txt'])
  })

  it('carries a refusal of the file to the caller', async () => {
    const refuse = () => Promise.reject(new ServiceError('unsupported_format', 'not this one'))
    const refused = readForm(form([file('filename="a.exe"'), 'x'.repeat(300_000)]), { ...read, take: refuse })
    await expect(refused).rejects.toThrow('not this one')
  })

  it('carries what kept the file from being stored, not that the rest was left unread', async () => {
    const full = Object.assign(new Error('no room'), { code: 'ENOSPC' })
    async function store(_name: string, content: AsyncIterable<Uint8Array>): Promise<never> {
      for await (const _ of content) throw full
      throw new Error('nothing came')
    }
    const parts = [[file('filename="a.txt"'), 'x'.repeat(300_000)]] as const
    await expect(readForm(form(...parts), { ...read, take: store })).rejects.toBe(full)
  })

  it('drops the file when what follows is refused [CRE-9]', async () => {
    const twice = form([file('filename="whole.txt"'), 'a'], [field('a'), 'a'], [field('a'), 'b'])
    await expect(readForm(twice, read)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(dropped).toContain('whole.txt')
  })

  it.each([
    ['a body that ends early', request(`--${BOUNDARY}\r\n${file('filename="a.txt"')}\r\n\r\nHel`)],
    ['a body that is no form', request('Hello')],
    ['a second file', form([file('filename="a.txt"'), 'a'], [file('filename="b.txt"'), 'b'])],
    ['a file under another name', form(['Content-Disposition: form-data; name="document"; filename="a.txt"', 'a'])],
    ['a field twice', form([field('filename'), 'a'], [field('filename'), 'b'])],
    ['a field too long', form([field('instruction'), 'a'.repeat(70_000)])],
    [
      'no boundary',
      new Request('http://l/', { method: 'POST', headers: { 'content-type': 'multipart/form-data' }, body: 'x' }),
    ],
  ])('refuses %s', async (_, broken) => {
    await expect(readForm(broken, read)).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

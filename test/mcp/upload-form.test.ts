import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { BadForm, filesOfForm } from '../../src/mcp/http/upload-form.ts'

const TYPE = 'multipart/form-data; boundary=b'
const part = (name: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n`
const END = '--b--\r\n'

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** The files of a form, by name; those in `left` are not read by their reader. */
async function read(body: Readable, { left = [], most = 10 }: { left?: string[]; most?: number } = {}) {
  const found: string[] = []
  for await (const { name, bytes } of filesOfForm(body, TYPE, most))
    found.push(left.includes(name) ? `${name} left` : `${name} ${await textOf(bytes)}`)
  return found
}
const bodyOf = (...texts: string[]) => Readable.from(texts.map(text => Buffer.from(text)))

describe('the files of a form', () => {
  it('come one after the other, however the bytes are cut', async () => {
    const text = `${part('a.txt', 'One')}${part('b.txt', '')}${part('c.txt', 'Three')}${END}`
    const expected = ['a.txt One', 'b.txt ', 'c.txt Three']
    expect(await read(bodyOf(text))).toEqual(expected)
    expect(await read(bodyOf(...text))).toEqual(expected)
  })

  it('are passed over where nobody reads them, and the next ones still come', async () => {
    const long = 'x'.repeat(1_000_000)
    const body = bodyOf(part('a.txt', long), part('b.txt', long), part('c.txt', 'Three'), END)
    expect(await read(body, { left: ['a.txt', 'b.txt'] })).toEqual(['a.txt left', 'b.txt left', 'c.txt Three'])
  })

  it('leave out a field where none was chosen, and are no more than are asked for', async () => {
    const fields = bodyOf(part('', ''), part('a.txt', 'One'), part('b.txt', 'Two'), END)
    expect(await read(fields)).toEqual(['a.txt One', 'b.txt Two'])
    const many = bodyOf(part('a.txt', 'One'), part('b.txt', 'Two'), part('c.txt', 'Three'), END)
    expect(await read(many, { most: 2 })).toEqual(['a.txt One', 'b.txt Two'])
  })

  it.each([
    ['no file', bodyOf(END)],
    ['an empty field alone', bodyOf(part('', ''), END)],
    ['another type of body', bodyOf('a=b')],
  ])('are refused of %s', async (_, body) => {
    await expect(read(body)).rejects.toThrow(BadForm)
  })

  it('are refused where the form breaks off: before a file, in one, and between two', async () => {
    for (const text of ['--b\r\nContent-Disp', part('a.txt', 'One').slice(0, -3), part('a.txt', 'One')])
      await expect(read(bodyOf(text)), text).rejects.toThrow()
  })

  it('end with an error and not never where the sender goes away', async () => {
    async function* leaving() {
      yield Buffer.from(part('a.txt', 'One').slice(0, -4))
      throw new Error('gone')
    }
    await expect(read(Readable.from(leaving()))).rejects.toThrow()
  })

  it('do not go on for ever: a file that is left unread is too large one day [MCP-12]', async () => {
    let sent = 0
    async function* endless() {
      yield Buffer.from(part('a.txt', '').slice(0, -2))
      for (;;) {
        sent += 1_000_000
        yield Buffer.alloc(1_000_000, 'x')
      }
    }
    await expect(read(Readable.from(endless()), { left: ['a.txt'] })).rejects.toThrow('too large')
    expect(sent).toBeLessThan(80_000_000)
  })
})

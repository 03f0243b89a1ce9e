import { connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readForm } from '../../../src/service/http/multipart.ts'
import { createdIn, follow, MENU, storedFiles } from '../../support/flow.ts'
import { rounds } from '../../support/seed.ts'
import { refusalIn, startWorld } from '../../support/world.ts'

const BOUNDARY = '----form7MA4YWxkTrZu0gW'
const INVALID = expect.objectContaining({ code: 'invalid_request' })

interface Part {
  readonly name: string
  readonly fileName?: string
  readonly body: Uint8Array
}

/** A form as bytes, its parts in this order. */
function formOf(parts: readonly Part[], { preamble = '', epilogue = '\r\n', boundary = BOUNDARY } = {}): Uint8Array {
  const pieces = parts.flatMap(({ name, fileName, body }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [Buffer.from(head), body, Buffer.from('\r\n')]
  })
  return Buffer.concat([Buffer.from(preamble), ...pieces, Buffer.from(`--${boundary}--${epilogue}`)])
}

/** The bytes cut at these places. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const at = [0, ...new Set(places.map(place => place % (bytes.length + 1))), bytes.length].sort((a, b) => a - b)
  return at.slice(1).map((end, index) => bytes.slice(at[index], end))
}

function requestOf(chunks: readonly Uint8Array[], type = `multipart/form-data; boundary=${BOUNDARY}`): Request {
  const rest = chunks.filter(({ length }) => length > 0)
  const body = new ReadableStream<Uint8Array>({
    pull(stream) {
      const chunk = rest.shift()
      if (chunk === undefined) stream.close()
      else stream.enqueue(chunk)
    },
  })
  return new Request('http://l/', { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' })
}

interface Taken {
  readonly name: string
  readonly bytes: Buffer
}

function reader() {
  const dropped: string[] = []
  const before: Record<string, string>[] = []
  return {
    dropped,
    before,
    async take(
      name: string,
      content: AsyncIterable<Uint8Array>,
      fields: Readonly<Record<string, string>>,
    ): Promise<Taken> {
      before.push({ ...fields })
      const chunks: Uint8Array[] = []
      for await (const chunk of content) chunks.push(Buffer.from(chunk))
      return { name, bytes: Buffer.concat(chunks) }
    },
    drop: async ({ name }: Taken) => void dropped.push(name),
  }
}

/** Bytes that look like the beginnings of boundaries and line ends, where a reader of streams goes wrong. */
const tricky = fc
  .array(
    fc.constantFrom(
      ...['\r\n', '\r', '\n', '--', `\r\n--`, `\r\n--${BOUNDARY.slice(0, -1)}`, `--${BOUNDARY}`, `\n--${BOUNDARY}--`],
      ...['a', '\0', 'é', '\r\r\n', '-', `\r\n-${BOUNDARY}`, '\r\n--x--\r\n'],
    ),
    { maxLength: 12 },
  )
  .map(pieces => pieces.join(''))
  // What holds the whole boundary after a line end would be two parts, for any reader.
  .filter(text => !`\r\n${text}`.includes(`\r\n--${BOUNDARY}`))
  .map(text => Buffer.from(text))
const places = fc.array(fc.nat(4000), { maxLength: 12 })
const fieldName = fc.constantFrom('instruction', 'filename', 'idempotency_key', 'a', 'toString', '__proto__')

describe('a form, wherever its stream is cut,', () => {
  it('gives the file to the byte and every field, in any order [CRE-5]', async () => {
    const form = fc.record({
      file: tricky,
      fields: fc.uniqueArray(fc.tuple(fieldName, tricky), { maxLength: 4, selector: ([name]) => name }),
      position: fc.nat(4),
      places,
    })
    await fc.assert(
      fc.asyncProperty(form, async ({ file, fields, position, places }) => {
        const parts: Part[] = fields.map(([name, body]) => ({ name, body }))
        parts.splice(Math.min(position, parts.length), 0, { name: 'file', fileName: 'a.bin', body: file })
        const take = reader()
        const read = await readForm(requestOf(cut(formOf(parts), places)), take)
        expect(read.file?.bytes.equals(file)).toBe(true)
        expect(Object.entries(read.fields)).toEqual(fields.map(([name, body]) => [name, body.toString()]))
        const ahead = fields.slice(0, position).map(([name, body]) => [name, body.toString()])
        expect(Object.entries(take.before[0] ?? {})).toEqual(ahead)
        expect(take.dropped).toEqual([])
      }),
      { numRuns: rounds(150) },
    )
  })

  it('cut at each single byte gives the same [CRE-5]', async () => {
    const parts = [
      { name: 'instruction', body: Buffer.from('into German') },
      { name: 'file', fileName: 'a.bin', body: Buffer.from(`\r\n--${BOUNDARY.slice(0, 9)}\r\n`) },
    ]
    const bytes = formOf(parts)
    for (let at = 1; at < bytes.length; at++) {
      const read = await readForm(requestOf(cut(bytes, [at])), reader())
      expect(read.file?.bytes.toString(), `cut at ${at}`).toBe(`\r\n--${BOUNDARY.slice(0, 9)}\r\n`)
      expect(read.fields.instruction, `cut at ${at}`).toBe('into German')
    }
    const singles = cut(bytes, [...bytes.keys()])
    expect((await readForm(requestOf(singles), reader())).file?.bytes.length).toBe(parts[1]?.body.length)
  })

  it('that ends before its closing boundary is refused at each length, its file dropped [CRE-5]', async () => {
    const bytes = formOf([
      { name: 'file', fileName: 'a.bin', body: Buffer.from('Hello\r\nthere') },
      { name: 'instruction', body: Buffer.from('into German') },
    ])
    const whole = bytes.length - '--\r\n'.length
    for (let length = 0; length < whole; length += 1) {
      const take = reader()
      await expect(readForm(requestOf([bytes.slice(0, length)]), take), `${length}`).rejects.toThrow(INVALID)
    }
  })

  it('may have words before and behind it, which are nobody’s [CRE-5]', async () => {
    const bytes = formOf([{ name: 'file', fileName: 'a.bin', body: Buffer.from('x') }], {
      preamble: 'This is a message in many parts.\r\n',
      epilogue: '\r\nAnd more behind it --x--\r\n',
    })
    expect((await readForm(requestOf([bytes]), reader())).file?.bytes.toString()).toBe('x')
  })
})

describe('a form', () => {
  const small = (name: string): Part => ({ name, body: Buffer.from('x') })
  const file = (name: string): Part => ({ name: 'file', fileName: name, body: Buffer.from('x') })

  it('may have 16 fields beside its file, no more [CRE-5]', async () => {
    const names = Array.from({ length: 17 }, (_, index) => small(`f${index}`))
    const read = await readForm(requestOf([formOf([...names.slice(0, 16), file('a')])]), reader())
    expect(Object.keys(read.fields)).toHaveLength(16)
    const take = reader()
    await expect(readForm(requestOf([formOf([file('a'), ...names])]), take)).rejects.toThrow(INVALID)
    expect(take.dropped).toEqual(['a'])
  })

  it('may have a field of 64 kB, whole, not a byte more [CRE-5]', async () => {
    const body = Buffer.alloc(64 * 1024, 'é')
    const longest = await readForm(requestOf([formOf([{ name: 'a', body }])]), reader())
    expect(longest.fields.a?.length).toBe(32 * 1024)
    const longer = formOf([{ name: 'a', body: Buffer.concat([body, Buffer.from('x')]) }])
    await expect(readForm(requestOf([longer]), reader())).rejects.toThrow(INVALID)
  })

  it('gives no field another’s name by a line end in it [CRE-5]', async () => {
    for (const name of ['a%0d%0ax', 'a\\"b', 'a"; filename="x', 'a\r\nX-Injected: 1']) {
      const bytes = formOf([{ name, body: Buffer.from('x') }, file('a')])
      const read = await readForm(requestOf([bytes]), reader()).catch((error: unknown) => error)
      if (read instanceof Error) expect(read).toMatchObject({ code: 'invalid_request' })
      else expect(JSON.stringify(read)).not.toContain('Injected')
    }
  })

  it.each([
    ['multipart/form-data; boundary=other', 'another boundary'],
    ['multipart/form-data; charset=utf-8', 'no boundary'],
  ])('with the type %s names %s and is refused [CRE-5]', async type => {
    await expect(readForm(requestOf([formOf([file('a')])], type), reader())).rejects.toThrow(INVALID)
  })

  it('may quote its boundary, and spell its type in any case [CRE-5]', async () => {
    for (const type of [`multipart/form-data; boundary="${BOUNDARY}"`, `Multipart/Form-Data; Boundary=${BOUNDARY}`]) {
      const read = await readForm(requestOf([formOf([file('a.txt')])], type), reader())
      expect(read.file?.name, type).toBe('a.txt')
    }
  })
})

describe('a creation by form', async () => {
  const world = await startWorld({ settings: { requests_per_minute: 1_000_000 } })
  const post = (bytes: Uint8Array, headers: Record<string, string> = {}) =>
    follow(`${world.baseUrl}/v1/batches`, {
      method: 'POST',
      body: Buffer.from(bytes),
      headers: {
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        authorization: `Bearer ${world.key}`,
        ...headers,
      },
    })
  const menu = (fileName = 'menu.json'): Part => ({ name: 'file', fileName, body: Buffer.from(MENU) })
  const field = (name: string, text: string): Part => ({ name, body: Buffer.from(text) })

  it('is one creation whether its fields come before or behind the file [CRE-5, CRE-6]', async () => {
    const fields = [field('instruction', 'Translate everything into German.'), field('idempotency_key', 'order')]
    const first = createdIn(await post(formOf([...fields, menu()])))
    const second = createdIn(await post(formOf([menu(), ...fields.toReversed()])), 200)
    expect(second.batch.id).toBe(first.batch.id)
    const third = createdIn(await post(formOf([fields[0] ?? menu(), menu()]), { 'idempotency-key': 'order' }), 200)
    expect(third.batch.id).toBe(first.batch.id)
  })

  it.each([
    ['invalid_request', 'no file', [field('filename', 'a.json')]],
    ['invalid_request', 'content beside the file', [menu(), field('content', MENU)]],
    ['invalid_request', 'an upload beside the file', [menu(), field('upload_id', 'upl_x')]],
    ['unknown_field', 'an unknown field', [menu(), field('colour', 'red')]],
    ['unknown_field', 'a field named after every object', [menu(), field('__proto__', 'x')]],
    ['invalid_parameter', 'an empty instruction', [menu(), field('instruction', '')]],
    ['invalid_parameter', 'an instruction too long', [menu(), field('instruction', 'x'.repeat(4001))]],
    ['invalid_parameter', 'an instruction with U+0000', [menu(), field('instruction', 'into\0German')]],
    ['invalid_parameter', 'a key too long', [menu(), field('idempotency_key', 'x'.repeat(256))]],
    ['invalid_parameter', 'a name with control characters', [menu('menu\u0007.json')]],
    ['invalid_parameter', 'no name', [{ ...menu(), fileName: '' }]],
    ['unsupported_format', 'a name nobody reads', [menu('menu.exe')]],
    ['unsupported_format', 'another name behind it that nobody reads', [menu(), field('filename', 'menu.exe')]],
  ])('is refused with %s for %s, and nothing of it is kept [CRE-1, CRE-9]', async (code, _, parts) => {
    const before = storedFiles(world)
    expect(refusalIn(await post(formOf(parts)))).toMatchObject({ code })
    expect(storedFiles(world)).toEqual(before)
  })

  it('leaves nothing behind when its connection ends in the middle of the file [CRE-9]', async () => {
    const before = storedFiles(world)
    const { hostname, port } = new URL(world.baseUrl)
    const socket = connect(Number(port), hostname)
    const head = [
      'POST /v1/batches HTTP/1.1',
      `Host: ${hostname}:${port}`,
      `Authorization: Bearer ${world.key}`,
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
      'Content-Length: 900000',
    ]
    const form = formOf([{ ...menu(), body: Buffer.alloc(800_000, 'x') }])
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(form.subarray(0, 300_000))
    await expect.poll(() => storedFiles(world).some(name => name.endsWith('.part'))).toBe(true)
    socket.destroy()
    await expect.poll(() => storedFiles(world)).toEqual(before)
    expect(world.logged).toEqual([])
  })

  it('drops the folders of its file’s name and takes the name beside it first [CRE-5]', async () => {
    const far = createdIn(await post(formOf([menu('C:/docs/../menu.json')])))
    expect(far.batch.file_name).toBe('menu.json')
    const beside = createdIn(await post(formOf([menu('blob'), field('filename', 'menu.json')].toReversed())))
    expect(beside.batch.file_name).toBe('menu.json')
  })
})

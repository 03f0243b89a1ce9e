import { createHash } from 'node:crypto'
import { appendFile, open, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hashFile } from '../../src/client/hash.ts'
import { api } from '../../src/contract/operations.ts'
import type { Seen } from '../support/faults.ts'
import { emptyFolder } from './folder.ts'
import { batch, failure, object, refusal, start } from './start.ts'

const created = object({ batch: batch() }, 201)
const MB = 1024 * 1024

/** The multipart body as another reader of the format sees it. */
async function formOf(seen: Seen | undefined): Promise<FormData> {
  const headers = { 'content-type': String(seen?.headers['content-type']) }
  return new Response(new Uint8Array(seen?.body ?? []), { headers }).formData()
}

async function fileOf(form: FormData): Promise<{ name: string; bytes: Buffer }> {
  const file = form.get('file')
  if (file === null || typeof file === 'string') throw new Error('no file part')
  return { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) }
}

/** Bytes without a short period, so that a chunk repeated, lost or overwritten shows. */
function patterned(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32LE(Math.imul(at + 1, 2654435761) >>> 0, at)
  return bytes
}

async function localFile(bytes: Uint8Array, name = 'a.csv') {
  const folder = await emptyFolder()
  const path = folder.at('source')
  await writeFile(path, bytes)
  const handle = await open(path)
  onTestFinished(() => handle.close())
  return { path, handle, name, size: bytes.length }
}

describe('an upload', () => {
  it.each([0, 1, 128 * 1024, 128 * 1024 + 1, 5 * MB + 7])('of %i bytes arrives byte for byte [CRE-5]', async size => {
    const { faults, client } = await start(() => created)
    const bytes = patterned(size)
    const file = await localFile(bytes)
    const body = { instruction: 'Translate to German — „bitte“\nand French', filename: 'a.csv' }
    await client.call(api.batches.create, { body }, { file })
    const seen = faults.seen[0]
    const form = await formOf(seen)
    expect((await fileOf(form)).bytes.equals(bytes)).toBe(true)
    expect([form.get('instruction'), form.get('filename')]).toEqual([
      'Translate to German — „bitte“\r\nand French'.replace('\r', ''),
      'a.csv',
    ])
    expect(seen?.headers['content-length']).toBe(String(seen?.body.length))
    expect(seen?.headers['transfer-encoding']).toBeUndefined()
    expect(seen?.headers['idempotency-key']).toBeDefined()
  })

  it('sends the text fields before the file, so that they are known before the bytes come', async () => {
    const { faults, client } = await start(() => created)
    const file = await localFile(Buffer.from('a,b'))
    await client.call(api.batches.create, { body: { instruction: 'to de' } }, { file })
    expect([...(await formOf(faults.seen[0])).keys()]).toEqual(['instruction', 'file'])
  })

  it.each([
    'Отчёт (1).md',
    '報告書.csv',
    'a"b.txt',
    'back\\slash.txt',
    'line\r\nbreak.txt',
    '100%.txt',
    'é.txt',
    'a; filename=b.txt',
  ])('keeps the name %j [CRE-5]', async name => {
    const { faults, client } = await start(() => created)
    await client.call(api.batches.create, {}, { file: await localFile(Buffer.from('x'), name) })
    expect((await fileOf(await formOf(faults.seen[0]))).name).toBe(name)
  })

  it('opens the file again for another attempt, under the same key [CRE-10]', async () => {
    const { faults, client } = await start(() => created)
    const bytes = patterned(MB)
    faults.script({ kind: 'lose' }, refusal(503, 'service_unavailable'))
    await client.call(api.batches.create, {}, { file: await localFile(bytes) })
    expect(new Set(faults.seen.map(seen => seen.headers['idempotency-key'])).size).toBe(1)
    for (const seen of faults.seen) expect((await fileOf(await formOf(seen))).bytes.equals(bytes)).toBe(true)
    expect(faults.seen).toHaveLength(3)
  })

  it('reports its progress', async () => {
    const { client } = await start(() => created)
    const heard: [number, number | null][] = []
    const file = await localFile(patterned(300_000))
    await client.call(api.batches.create, {}, { file, onProgress: (bytes, total) => heard.push([bytes, total]) })
    expect(heard.at(-1)).toEqual([300_000, 300_000])
    expect(heard.map(([bytes]) => bytes)).toEqual(heard.map(([bytes]) => bytes).toSorted((a, b) => a - b))
  })

  it.each([
    ['shorter', (path: string) => truncate(path, 10)],
    ['longer', (path: string) => appendFile(path, 'x')],
  ])('of a file that has become %s fails before it is sent', async (_, change) => {
    const { faults, client } = await start(() => created)
    const file = await localFile(patterned(1000))
    await change(file.path)
    const error = await failure(client.call(api.batches.create, {}, { file }))
    expect(error).toMatchObject({ code: 'file_changed' })
    expect(faults.seen).toHaveLength(0)
  })

  it.each([
    ['shortened', (path: string) => truncate(path, MB)],
    ['lengthened', (path: string) => appendFile(path, 'x')],
  ])('of a file that is %s meanwhile fails, and is not tried again', async (_, change) => {
    const { faults, client } = await start(() => created)
    const file = await localFile(patterned(4 * MB))
    let changed: Promise<void> | undefined
    const onProgress = () => {
      changed ??= change(file.path)
    }
    const error = await failure(client.call(api.batches.create, {}, { file, onProgress }))
    await changed
    expect(error).toMatchObject({ code: 'file_changed' })
    expect(String(error)).toContain('a.csv changed while it was being sent')
    expect(faults.seen).toHaveLength(0)
  })

  it('of a file that cannot be read any more says so, once', async () => {
    const { faults, client } = await start(() => created)
    const file = await localFile(patterned(1))
    await file.handle.close()
    const error = await failure(client.call(api.batches.create, {}, { file }))
    expect(error).toMatchObject({ code: 'file_error', message: 'The file cannot be read (EBADF).' })
    expect(faults.seen).toHaveLength(0)
  })

  it('is refused for an operation that takes no file', async () => {
    const { client } = await start(() => created)
    const call = client.call(
      api.batches.plan,
      { params: { batch_id: 'b' }, body: { instruction: 'x' } },
      {
        file: await localFile(patterned(1)),
      },
    )
    expect(await failure(call)).toBeInstanceOf(TypeError)
  })
})

describe('an upload passed through', () => {
  async function* twice(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('one ')
    yield Buffer.from('two')
  }

  it('of unknown size goes in chunks', async () => {
    const { faults, client } = await start(() => created)
    await client.call(api.batches.create, {}, { file: { name: 'a.txt', open: twice } })
    expect(faults.seen[0]?.headers['transfer-encoding']).toBe('chunked')
    expect((await fileOf(await formOf(faults.seen[0]))).bytes.toString()).toBe('one two')
  })

  it.each([
    ['more', 6],
    ['fewer', 8],
  ])('with %s bytes than were announced fails', async (_, size) => {
    const { faults, client } = await start(() => created)
    const error = await failure(client.call(api.batches.create, {}, { file: { name: 'a.txt', size, open: twice } }))
    expect(error).toMatchObject({ code: 'file_changed' })
    expect(faults.seen).toHaveLength(0)
  })

  it('is not repeated once its bytes were drawn, unless it can give them again [ERR-3]', async () => {
    const { faults, client } = await start(() => created)
    faults.script(refusal(503, 'service_unavailable'))
    const once = client.call(api.batches.create, {}, { file: { name: 'a.txt', size: 7, open: twice } })
    expect(await failure(once)).toMatchObject({ code: 'service_unavailable' })
    faults.script(refusal(503, 'service_unavailable'))
    await client.call(api.batches.create, {}, { file: { name: 'a.txt', size: 7, open: twice, repeatable: true } })
    expect(faults.seen).toHaveLength(3)
  })

  it('whose source fails says so, and is not repeated', async () => {
    const { client } = await start(() => created)
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('x')
      throw new Error('the sender went away')
    }
    const error = await failure(client.call(api.batches.create, {}, { file: { name: 'a.txt', open: failing } }))
    expect(error).toMatchObject({ code: 'file_error' })
  })
})

describe('a slow or hasty service', () => {
  /** A service on a port of its own, because what matters is how it reads; and a client of it. */
  async function startReader(listener: RequestListener) {
    const server = createServer(listener)
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const address = server.address()
    const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const { client } = await start(() => created, { connect: async () => ({ baseUrl, credential: 'k' }) })
    return client
  }

  /** Lets everything else that can happen, happen first. */
  const step = () => new Promise(done => setImmediate(done))

  it('draws a source only as fast as it takes it [CRE-5]', async () => {
    const size = 24 * MB
    let drawn = 0
    let ahead = 0
    async function* source(): AsyncGenerator<Uint8Array> {
      const chunk = Buffer.alloc(256 * 1024, 1)
      for (; drawn < size; drawn += chunk.length) yield chunk
    }
    const client = await startReader(async (incoming, outgoing) => {
      let taken = 0
      for await (const chunk of incoming) {
        taken += chunk.length
        ahead = Math.max(ahead, drawn - taken)
        await step()
      }
      outgoing.writeHead(201).end(JSON.stringify(created.body))
    })
    await client.call(api.batches.create, {}, { file: { name: 'a.csv', size, open: source } })
    // What the sockets of the system hold, which is a few MB; without back-pressure it would be nearly all.
    expect(ahead).toBeLessThan(12 * MB)
  })

  it('gets every byte of a file, although its buffers are used in turn [CRE-5]', async () => {
    const bytes = patterned(12 * MB)
    const hash = createHash('sha256')
    let tail = Buffer.alloc(0)
    let sent = 0
    const client = await startReader(async (incoming, outgoing) => {
      // Not a byte is taken until the client, its sockets full, can send no more: then every buffer is in use.
      for (let quiet = 0, seen = -1; quiet < 2000; quiet = sent > 0 && seen === sent ? quiet + 1 : 0) {
        seen = sent
        await step()
      }
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      const body = Buffer.concat(chunks)
      const from = body.lastIndexOf('octet-stream\r\n\r\n') + 'octet-stream\r\n\r\n'.length
      hash.update(body.subarray(from, from + bytes.length))
      tail = body.subarray(from + bytes.length)
      outgoing.writeHead(201).end(JSON.stringify(created.body))
    })
    const onProgress = (count: number) => {
      sent = count
    }
    await client.call(api.batches.create, {}, { file: await localFile(bytes), onProgress })
    expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(tail.toString()).toMatch(/^\r\n------translation-[0-9a-f]{32}--\r\n$/)
  })

  it('that refuses before it has read the file is heard [LIM-2]', async () => {
    const { status, body } = refusal(413, 'file_too_large')
    const client = await startReader((_, outgoing) => void outgoing.writeHead(status).end(JSON.stringify(body)))
    const file = await localFile(Buffer.alloc(16 * MB))
    const error = await failure(client.call(api.batches.create, {}, { file }))
    expect(error).toMatchObject({ code: 'file_too_large', request_id: 'req_9' })
  })
})

describe('hashing a file', () => {
  it.each([0, 1, 128 * 1024, 3 * MB + 5])('of %i bytes gives its SHA-256 and size', async size => {
    const bytes = patterned(size)
    const { path, handle } = await localFile(bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(await hashFile(handle)).toEqual({ sha256, size_bytes: (await stat(path)).size })
  })

  it('stops when it is cancelled, and says when the file cannot be read', async () => {
    const { handle } = await localFile(Buffer.from('x'))
    expect(await failure(hashFile(handle, AbortSignal.abort()))).toMatchObject({ name: 'AbortError' })
    await handle.close()
    expect(await failure(hashFile(handle))).toMatchObject({ code: 'file_error' })
  })
})

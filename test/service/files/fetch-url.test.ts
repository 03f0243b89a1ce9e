import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Limited, limited } from '../../../src/contract/limited.ts'
import { api } from '../../../src/contract/operations.ts'
import { isPublicAddress } from '../../../src/service/domain/addresses.ts'
import { createFetchFile } from '../../../src/service/files/fetch-url.ts'
import { documentOf, paragraph } from '../../formats/docx/documents.ts'
import { certificate } from '../../support/certificate.ts'
import { collecting } from '../../support/collecting.ts'
import { storedFiles } from '../../support/flow.ts'
import { startWorld, type World } from '../../support/world.ts'

const DOCUMENT = documentOf(paragraph('The garden is open.'))
const SIGN_IN = '<!DOCTYPE html><html><title>Sign in</title></html>'

const PATHS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/docs/hello.txt': response => response.end('Hello there, how are you?'),
  '/docs/Gr%C3%BC%C3%9Fe.txt?v=2': response => response.end('Hello there, how are you?'),
  '/download': response =>
    response.setHeader('content-disposition', "attachment; filename*=UTF-8''n%C3%A4me.txt").end('Hello there.'),
  '/moved.txt': response => response.writeHead(302, { location: 'https://files.test/docs/hello.txt' }).end(),
  '/missing.txt': response => response.writeHead(404).end(),
  '/large.txt': response => response.setHeader('content-length', 9 * 1024 * 1024).write('a'),
  '/endless.txt': response => void response.write('a'.repeat(8 * 1024 * 1024 + 1)),
  '/slow.txt': response => void response.write('a', () => timeIsUp.emit('now')),
  '/broken.txt': response => {
    response.setHeader('content-length', 10)
    response.write('a', () => response.destroy())
  },
  '/garden.docx': response => response.setHeader('content-type', 'text/plain').end(DOCUMENT),
  '/signed-out.docx': response => response.setHeader('content-type', 'text/html').end(SIGN_IN),
  '/signed-out.csv': response => response.setHeader('content-type', 'text/csv').end(SIGN_IN),
  '/zipped.txt': response => response.setHeader('content-encoding', 'gzip').end('a'),
}

/** Ends the time of every fetch under way: no clock decides what these tests find. */
const timeIsUp = new EventEmitter()
function limit(signal: AbortSignal): Limited {
  const up = new AbortController()
  const abort = () => up.abort()
  timeIsUp.once('now', abort)
  return { ...limited(LONG_MS, signal, up.signal), expired: () => up.signal.aborted }
}
const LONG_MS = 3_600_000

let asked: string[] = []
const identity = certificate('files.test')
const server = createServer(identity, (request: IncomingMessage, response: ServerResponse) => {
  asked.push(request.url ?? '')
  PATHS[request.url ?? '']?.(response)
})
let world: World
let base: string
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  base = `https://files.test:${typeof address === 'object' ? address?.port : 0}`
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
  const allowAddress = (address: string) => address === '127.0.0.1'
  world = await startWorld({ fetching: { ca: identity.cert, lookup, allowAddress, limit } })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const create = (body: object) => world.call(api.batches.create, { body })
const refuse = (file_url: string) => world.refuse(api.batches.create, { body: { file_url } })

describe('file_url', () => {
  it('is fetched by the service, named by its address or its server [CRE-3]', async () => {
    expect((await create({ file_url: `${base}/docs/hello.txt` })).batch.file_name).toBe('hello.txt')
    expect((await create({ file_url: `${base}/docs/Grüße.txt?v=2` })).batch.file_name).toBe('Grüße.txt')
    expect((await create({ file_url: `${base}/download` })).batch.file_name).toBe('näme.txt')
    expect((await create({ file_url: `${base}/download`, filename: 'own.txt' })).batch.file_name).toBe('own.txt')
  })

  it('may be a document, whatever its server says that it is [CRE-3, CRE-5]', async () => {
    const body = { file_url: `${base}/garden.docx`, instruction: 'Translate into German.' }
    expect((await create(body)).plan?.word_count).toBe(4)
  })

  it.each(['/signed-out.docx', '/signed-out.csv'])('is told of at %s that it is a page [CRE-3, CRE-9]', async path => {
    const stored = storedFiles(world)
    const refused = await refuse(`${base}${path}`)
    expect(refused).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('it is a web page') })
    expect(storedFiles(world)).toEqual(stored)
  })

  it('is not fetched again for a repeat [CRE-6]', async () => {
    const body = { file_url: `${base}/docs/hello.txt`, idempotency_key: 'fetch' }
    const first = await create(body)
    asked = []
    expect((await create(body)).batch.id).toBe(first.batch.id)
    expect(asked).toEqual([])
  })

  it.each([
    ['/moved.txt', 'redirects'],
    ['/missing.txt', '404'],
    ['/slow.txt', 'too long'],
    ['/broken.txt', 'broke'],
    ['/zipped.txt', 'compressed'],
  ])('is refused at %s, saying why [CRE-3, CRE-9]', async (path, why) => {
    const stored = storedFiles(world)
    const refused = await collecting(refuse(`${base}${path}`))
    expect(refused).toMatchObject({ code: 'file_fetch_failed', status: 422, param: 'file_url' })
    expect(refused.message).toContain(why)
    expect(storedFiles(world)).toEqual(stored)
  })

  it.each(['/large.txt', '/endless.txt'])('is size-capped at %s [CRE-3, LIM-2]', async path => {
    const stored = storedFiles(world)
    expect((await refuse(`${base}${path}`)).code).toBe('file_too_large')
    expect(storedFiles(world)).toEqual(stored)
  })

  it.each(['http://files.test/a.txt', 'https://user:secret@files.test/a.txt', 'file:///etc/passwd', 'no address'])(
    'is refused as %s [CRE-3]',
    async url => {
      const refused = await refuse(url)
      expect(refused.code).toBe('file_fetch_failed')
      expect(refused.message).not.toContain('secret')
    },
  )

  it.each([
    'https://127.0.0.1/a.txt',
    'https://[::1]/a.txt',
    'https://169.254.169.254/latest/a.txt',
    'https://0x7f.1/a.txt',
    'https://[::ffff:10.0.0.1]/a.txt',
  ])('never reaches a private address: %s [CRE-3]', async url => {
    const fetchFile = createFetchFile()
    await expect(fetchFile(url, new AbortController().signal)).rejects.toMatchObject({ code: 'file_fetch_failed' })
  })

  it('judges the address that it connects to, whatever the name answers next [CRE-3]', async () => {
    let asks = 0
    const lookup = async () => [{ address: asks++ === 0 ? '10.0.0.1' : '127.0.0.1', family: 4 }]
    const rebinding = createFetchFile({ lookup })
    const refused = rebinding(`${base}/docs/hello.txt`, new AbortController().signal)
    await expect(refused).rejects.toThrow('not on the public internet')
  })

  it('counts only the public internet as public [CRE-3]', () => {
    const no = [
      '10.1.2.3',
      '100.64.0.1',
      '172.31.0.1',
      '192.168.1.1',
      '0.0.0.0',
      '224.0.0.1',
      'fe80::1',
      'fc00::1',
      '2002:a00:1::',
      '::',
      'host',
    ]
    expect(no.filter(isPublicAddress)).toEqual([])
    expect(['8.8.8.8', '172.32.0.1', '2606:4700::1111'].filter(isPublicAddress).length).toBe(3)
  })
})

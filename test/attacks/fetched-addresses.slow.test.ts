import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { createFetchFile } from '../../src/service/files/fetch-url.ts'
import { startMcpWorld } from '../support/mcp.ts'
import { startWorld, type World } from '../support/world.ts'

/** Listens at both loopback addresses. Whoever reaches it has got inside. */
let inside: Server
let port: number
let reached = 0
let world: World
beforeAll(async () => {
  inside = createServer(socket => {
    reached += 1
    socket.destroy()
  })
  await new Promise<void>(resolve => inside.listen(0, '::', resolve))
  const address = inside.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
  // The guard as it is set up for everybody: only what names mean is decided here, so that nothing is asked for outside.
  world = await startWorld({ fetching: { lookup: named } })
})
afterAll(() => void inside.close())

/** What names mean to the resolver of this machine. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  'ip6-localhost': ['::1'],
  'metadata.google.internal': ['169.254.169.254'],
  'files.corp.example': ['10.1.2.3'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'turned.example': ['127.0.0.1', '93.184.216.34'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'none.example': [],
}
const named = async (host: string) =>
  (NAMES[host] ?? []).map(address => ({ address, family: address.includes(':') ? 6 : 4 }))

/** One machine, written in every way that some parser takes for it. */
const LOOPBACK = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '00000177.1',
  '0',
  '0.0.0.0',
  '127%2e0%2e0%2e1',
  '１２７.０.０.１',
  '127。0。0。1',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ip6-localhost',
]
const PRIVATE = [
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '[::ffff:169.254.169.254]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fc00::1]',
  '[ff02::1]',
  '224.0.0.1',
  '255.255.255.255',
  'metadata.google.internal',
  'files.corp.example',
  'mixed.example',
  'turned.example',
  'nat64.example',
  'none.example',
]

describe('file_url at this machine', () => {
  it.each(LOOPBACK)('written as %s is refused, and nothing is reached', async host => {
    const refused = await world.refuse(api.batches.create, { body: { file_url: `https://${host}:${port}/a.txt` } })
    expect(refused).toMatchObject({ status: 422, code: 'file_fetch_failed' })
    expect(refused.message).not.toContain('127.0.0.1')
    expect(reached).toBe(0)
  })
})

describe('file_url inside the network', () => {
  it.each(PRIVATE)('at %s is refused before anything is sent', async host => {
    const refused = await world.refuse(api.batches.create, { body: { file_url: `https://${host}/latest/a.txt` } })
    expect(refused).toMatchObject({ status: 422, code: 'file_fetch_failed' })
    expect(refused.message).not.toMatch(/169\.254|10\.1\.2\.3/)
  })
})

describe('file_url of another kind', () => {
  it.each([
    'http://93.184.216.34/a.txt',
    'ftp://93.184.216.34/a.txt',
    'file:///etc/passwd',
    'file://localhost/etc/passwd',
    'gopher://127.0.0.1/a.txt',
    'data:text/plain,hello',
    'javascript:1',
    'https://user@127.0.0.1/a.txt',
    'https://93.184.216.34@127.0.0.1/a.txt',
    'https://127.0.0.1\\@93.184.216.34/a.txt',
    '//127.0.0.1/a.txt',
    'https://',
    '\\\\127.0.0.1\\share\\a.txt',
  ])('%s is refused', async file_url => {
    const refused = await world.refuse(api.batches.create, { body: { file_url } })
    expect([refused.status, refused.code]).toEqual([422, 'file_fetch_failed'])
    expect(reached).toBe(0)
  })
})

describe('a name that means another machine at each look (DNS rebinding)', () => {
  it('is judged by the address that is connected to, in none of 200 fetches otherwise', async () => {
    let looks = 0
    const lookup = async () => [{ address: looks++ % 2 === 0 ? '127.0.0.1' : '::1', family: looks % 2 === 0 ? 6 : 4 }]
    const fetchFile = createFetchFile({ lookup })
    for (let round = 0; round < 200; round++) {
      const got = fetchFile(`https://rebinding.example:${port}/a.txt`, new AbortController().signal)
      await expect(got).rejects.toMatchObject({ code: 'file_fetch_failed' })
    }
    expect(looks).toBe(200)
    expect(reached).toBe(0)
  })
})

describe('the same through the tool of an assistant', () => {
  it('is refused with the reason, and nothing is reached', async () => {
    const { open } = await startMcpWorld()
    const host = await open()
    for (const written of ['127.0.0.1', '2130706433', '[::ffff:7f00:1]', 'localhost']) {
      const told = await host.call('create_batch', { file_url: `https://${written}:${port}/a.txt`, filename: 'a.txt' })
      expect(told.failed, told.text).toBe(true)
      expect(told.text).toContain('file_fetch_failed')
    }
    expect(reached).toBe(0)
  })
})

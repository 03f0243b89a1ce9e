import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ExpectedFile } from '../../src/client/expected.ts'
import { api } from '../../src/contract/operations.ts'
import type { Told } from '../support/faults.ts'
import { emptyFolder } from './folder.ts'
import { batch, failure, object, refusal, start } from './start.ts'

const one = { params: { batch_id: 'bat_1' } }
const PACKED: readonly (readonly [coding: string, pack: (bytes: Buffer) => Buffer])[] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity, gzip', gzipSync],
  ['gzip, br', bytes => brotliCompressSync(gzipSync(bytes))],
]
const json = (told: Told) => Buffer.from(JSON.stringify(told.body))

describe('an answer that something on the way has packed', () => {
  it('was not asked for: each request asks for it as it is', async () => {
    const { faults, client } = await start(() => object(batch()))
    await client.call(api.batches.get, one)
    expect(faults.seen[0]?.headers['accept-encoding']).toBe('identity')
  })

  it.each(PACKED)(
    'by %s is read as the same one unpacked: a success, and a refusal with its code [ENV-1, ENV-6]',
    async (coding, pack) => {
      const { faults, client } = await start(() => object(batch()))
      const headers = { 'content-encoding': coding, 'content-type': 'application/json' }
      const refused = refusal(409, 'batch_not_editable')
      faults.script(
        { kind: 'answer', status: 200, headers, body: pack(json(object(batch()))) },
        { kind: 'answer', status: 409, headers, body: pack(json(refused)) },
      )
      expect(await client.call(api.batches.get, one)).toMatchObject({ data: { id: 'bat_1' } })
      expect(await failure(client.call(api.batches.get, one))).toMatchObject({
        code: 'batch_not_editable',
        status: 409,
      })
    },
  )

  it.each<[string, string, Buffer]>([
    ['in a way that is not known', 'zstd', Buffer.from('(/')],
    ['and is spoilt', 'gzip', Buffer.from('no gzip at all')],
    ['and lacks its end', 'gzip', gzipSync(json(object(batch()))).subarray(0, 60)],
  ])('%s is told as such, and of a change that it may have happened [ERR-3]', async (_, coding, body) => {
    const { faults, client } = await start(() => object(batch()))
    faults.always({ kind: 'answer', status: 200, headers: { 'content-encoding': coding }, body }, () => true)
    const error = await failure(client.call(api.batches.approve, one))
    expect(error).toMatchObject({ code: 'not_an_api', status: 200, may_have_applied: true })
    expect(String(error)).toMatch(
      new RegExp(`packed \\(Content-Encoding: ${coding}\\), although it was asked for as it is`),
    )
    expect(await failure(client.call(api.batches.get, one))).toMatchObject({
      code: 'not_an_api',
      may_have_applied: false,
    })
    expect(faults.seen).toHaveLength(2)
  })
})

const BYTES = Buffer.from('fifteen bytes, as they are in the file. '.repeat(400))
const sha256 = createHash('sha256').update(BYTES).digest('hex')
const EXPECTED: ExpectedFile = {
  ...{ size_bytes: BYTES.length, most_bytes: 100_000, sha256, may_be_empty: false },
  admits: () => true,
}
const digest = (of: Buffer) => `sha-256=:${createHash('sha256').update(of).digest('base64')}:`

async function fetched(answer: Told, expected?: ExpectedFile) {
  const { faults, client } = await start(() => answer)
  const folder = await emptyFolder()
  const saved = client.download(`${faults.url}/a`, { path: folder.at('a.txt') }, { expected })
  const outcome = await saved.catch((error: unknown) => error)
  return { outcome, names: await folder.names(), bytes: () => readFile(folder.at('a.txt')) }
}

describe('a result that something on the way has packed', () => {
  it.each(PACKED)(
    'by %s is kept as it was before, and its size and hash are judged so [RES-1, RES-2]',
    async (coding, pack) => {
      const headers = { 'content-encoding': coding }
      for (const expected of [EXPECTED, undefined]) {
        const { outcome, bytes } = await fetched({ status: 200, headers, body: pack(BYTES) }, expected)
        expect(outcome).toMatchObject({ size_bytes: BYTES.length, sha256 })
        expect((await bytes()).equals(BYTES)).toBe(true)
      }
    },
  )

  it('may have a digest of what came, as RFC 9530 has it, or of what was packed', async () => {
    const packed = gzipSync(BYTES)
    for (const [of, kept] of [
      [packed, true],
      [BYTES, true],
      [Buffer.from('x'), false],
    ] as const) {
      const headers = { 'content-encoding': 'gzip', 'repr-digest': digest(of) }
      const { names } = await fetched({ status: 200, headers, body: packed }, EXPECTED)
      expect(names).toEqual(kept ? ['a.txt'] : [])
    }
  })

  it.each<[string, string, Buffer, RegExp]>([
    ['in a way that is not known', 'zstd', Buffer.from('(/'), /packed \(Content-Encoding: zstd\)/],
    ['and is spoilt', 'gzip', BYTES, /packed \(Content-Encoding: gzip\)/],
    ['and has other bytes', 'gzip', gzipSync(Buffer.from(BYTES).fill('x', 3)), /SHA-256 is not the one/],
    ['and is endless', 'gzip', gzipSync(Buffer.alloc(50_000_000)), /more came than the 16000 bytes/],
    ['and is too short', 'br', brotliCompressSync(BYTES.subarray(7)), /only 15993 of the 16000 bytes/],
  ])('%s is not kept, and is told [RES-1]', async (_, coding, body, words) => {
    for (const expected of [EXPECTED, { ...EXPECTED, sha256: sha256.replace(/./, 'x') }]) {
      const { outcome, names } = await fetched({ status: 200, headers: { 'content-encoding': coding }, body }, expected)
      expect(outcome).toMatchObject({ code: 'wrong_result' })
      expect(String(outcome)).toMatch(words)
      expect(names).toEqual([])
    }
  })

  it('and breaks off on the way is fetched again [ERR-3]', async () => {
    const { faults, client } = await start(() => ({
      ...{ status: 200, headers: { 'content-encoding': 'gzip' }, body: gzipSync(BYTES) },
    }))
    faults.script({ kind: 'cut', after: 30 })
    const folder = await emptyFolder()
    const saved = await client.download(`${faults.url}/a`, { path: folder.at('a.txt') }, { expected: EXPECTED })
    expect(saved).toMatchObject({ sha256 })
    expect(faults.seen).toHaveLength(2)
  })

  it('that is a refusal of the API carries its code', async () => {
    const refused = refusal(410, 'file_expired')
    const headers = { 'content-encoding': 'gzip' }
    const { outcome } = await fetched({ status: 410, headers, body: gzipSync(json(refused)) }, EXPECTED)
    expect(outcome).toMatchObject({ code: 'file_expired', request_id: 'req_9' })
  })
})

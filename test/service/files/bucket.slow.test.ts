import { createHash } from 'node:crypto'
import { request } from 'undici'
import { beforeAll, describe, expect, it } from 'vitest'
import { FilesAway } from '../../../src/service/files/away.ts'
import { placeBy } from '../../../src/service/files/place.ts'
import { openBucket } from '../../../src/service/files/s3/bucket.ts'
import type { BucketPlace } from '../../../src/service/files/s3/bucket-place.ts'
import type { Credentials } from '../../../src/service/files/s3/credentials.ts'
import { retainFiles } from '../../../src/service/retention.ts'
import { isPassing, traceOf } from '../../../src/service/trace.ts'
import { type BucketServer, KNOWN, startBucket } from '../../support/bucket.ts'
import { startWorld } from '../../support/world.ts'
import { bytesOf, chunks, keepsContents, large, listedIn, textOf } from './any-place.ts'

const MB = 1024 * 1024

let store: BucketServer
let names = 0
beforeAll(async () => {
  store = await startBucket()
})

function placeAt(prefix: string, more: Partial<BucketPlace> = {}): BucketPlace {
  const place = placeBy(store.settings(prefix), '')
  if (place.kind !== 'bucket') throw new Error('no bucket')
  return { ...place, ...more }
}

const newName = () => `blb_${names++}`
const opened = (more: Partial<BucketPlace> = {}, credentials?: () => Promise<Credentials>) =>
  openBucket(placeAt(`place-${names++}`, more), newName, credentials)
const signedBy = (accessKeyId: string, secretAccessKey: string) => async () => ({ accessKeyId, secretAccessKey })

async function errorOf(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof Error) return error
  throw new Error('it was not refused')
}

describe('a bucket', () => {
  keepsContents(async () => opened())

  it('is asked by few requests: a small file by one, a large one by one a part, a package in blocks that are read ahead', async () => {
    const files = opened()
    store.asked()
    await files.put(chunks('small'), 100)
    expect(store.asked().map(({ method }) => method)).toEqual(['PUT'])
    const { whole, pieces } = large(20 * MB)
    const { blob } = await files.put(pieces(), 20 * MB)
    // Begun, three parts, completed.
    expect(store.asked().map(({ method }) => method)).toEqual(['POST', 'PUT', 'PUT', 'PUT', 'POST'])
    const { ranges } = files.open(blob)
    // As a package is read: its end, then what is in it, in small pieces.
    for (let at = 0; at < 20 * MB; at += 10_000) {
      const part = await bytesOf(ranges?.read(at, Math.min(at + 10_000, 20 * MB)) ?? chunks())
      if (!part.equals(whole.subarray(at, at + 10_000))) throw new Error(`other bytes at ${at}`)
    }
    const asked = store.asked()
    expect(asked.filter(({ method }) => method === 'GET')).toHaveLength(10)
    expect(asked).toHaveLength(11)
  })

  it('encrypts what is written as the settings say', async () => {
    const put = async (encryption: string | undefined, size: number) => {
      store.asked()
      await opened({ encryption }).put(large(size).pieces(), size)
      const making = store.asked().filter(({ method, query }) => method === 'POST' || !query.includes('partNumber'))
      return making.map(({ encryption: kind, key }) => [kind, key])
    }
    expect(await put(undefined, 10)).toEqual([[undefined, undefined]])
    expect(await put('AES256', 10)).toEqual([['AES256', undefined]])
    expect(await put('aws:kms', 10)).toEqual([['aws:kms', undefined]])
    const key = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd'
    const [begun] = await put(`aws:kms:${key}`, 9 * MB)
    expect(begun).toEqual(['aws:kms', key])
  })

  it.each([
    ['ignores the condition', 'unconditional-place', []],
    [
      'refuses the condition',
      'place',
      [{ method: 'PUT', path: '.files-of', status: 501, code: 'NotImplemented', times: 2 }],
    ],
  ])('that %s is marked by one of those who do it at the same moment all the same [SCL-1]', async (_, name, faults) => {
    store.fail(faults)
    const files = openBucket(placeAt(`${name}-${names++}`), newName)
    const won = await Promise.all(['one', 'two'].map(mark => files.setMark(mark)))
    expect(won.filter(Boolean)).toHaveLength(1)
    expect(await files.mark()).toBe(won[0] ? 'one' : 'two')
    store.fail([])
  })

  it('is its own where the answer to its mark was lost, and asks once more [SCL-1]', async () => {
    store.fail([{ method: 'PUT', path: '.files-of', status: 0, code: 'lost', times: 1 }])
    const files = opened()
    expect(await files.setMark('one')).toBe(true)
    expect(await files.mark()).toBe('one')
  })

  it('is listed page by page, beyond a thousand, a page when it is wanted; the pass holds one and loses none of what it removes [CRE-9]', async () => {
    const files = opened()
    const stored: string[] = []
    for (let at = 0; at < 1010; at += 10)
      for (const { blob } of await Promise.all(Array.from({ length: 10 }, () => files.put(chunks('x'), 1))))
        stored.push(blob)
    const world = await startWorld()
    store.asked()
    const pages: number[] = []
    let asked = 0
    const found: string[] = []
    for await (const { blob } of files.list()) {
      found.push(blob)
      asked += store.asked().length
      if (pages.length < asked) pages.push(found.length)
    }
    expect(found.sort()).toEqual(stored.sort())
    // The first of each page came with its request; the uploads that were never completed come last.
    expect(pages).toEqual([1, 1001])
    expect(store.asked()).toHaveLength(1)
    const later = Date.now() + 2 * 60 * 60_000
    await retainFiles(world.db, files, later)
    expect(await listedIn(files)).toEqual([])
  })

  it('loses the parts of an upload that nobody completed, an hour later, and no upload that goes on [CRE-9]', async () => {
    const world = await startWorld()
    const files = opened()
    const { whole } = large(9 * MB)
    let go: () => void = () => undefined
    const stuck = new Promise<void>(resolve => {
      go = resolve
    })
    async function* slow() {
      yield whole
      await stuck
    }
    const going = files.put(slow(), 20 * MB)
    await expect.poll(async () => (await listedIn(files)).length).toBe(1)
    await retainFiles(world.db, files, Date.now())
    expect((await listedIn(files)).map(({ blob }) => blob.endsWith('.part'))).toEqual([true])
    await retainFiles(world.db, files, Date.now() + 2 * 60 * 60_000)
    expect(await listedIn(files)).toEqual([])
    go()
    expect(await errorOf(going)).toBeInstanceOf(FilesAway)
    expect(await listedIn(files)).toEqual([])
  })
})

describe('an address in the bucket', () => {
  it('gives a file out under its name and type, as it was signed, for its time, and there is none unless it is wanted [RES-1]', async () => {
    const prefix = `place-${names++}`
    const through = openBucket(placeAt(prefix), newName)
    const direct = openBucket(placeAt(prefix, { direct: true }), newName)
    const { blob } = await through.put(chunks('Grüße'), 100)
    const as = { file_name: 'Grüße (1).txt', media_type: 'text/plain; charset=utf-8' }
    expect(await through.address(blob, as)).toBeUndefined()
    const address = new URL((await direct.address(blob, as)) ?? '')
    expect(address.searchParams.get('X-Amz-Expires')).toBe('60')
    expect(address.href).not.toContain(encodeURIComponent(KNOWN.AWS_SECRET_ACCESS_KEY + KNOWN.AWS_ACCESS_KEY_ID))
    const answer = await request(address)
    expect([answer.statusCode, await answer.body.text()]).toEqual([200, 'Grüße'])
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.headers['content-disposition']).toContain("filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%281%29.txt")
    const other = await through.put(chunks('secret'), 100)
    for (const [part, to] of [
      [blob, other.blob],
      ['Expires=60', 'Expires=600'],
      ['text%2Fplain', 'text%2Fhtml'],
    ] as const) {
      const changed = await request(address.href.replace(part, to))
      expect([part, changed.statusCode]).toEqual([part, 403])
      await changed.body.dump()
    }
    const bare = await request(address.origin + address.pathname)
    expect(bare.statusCode).toBe(403)
    await bare.body.dump()
  })
})

describe('a bucket that cannot be used is an obstacle that passes, and no file in it is lost [SCL-1]', () => {
  it.each([
    ['another secret', () => opened({}, signedBy('S3RVER', 'WRONGSECRET')), 'SignatureDoesNotMatch', 'credentials'],
    ['an unknown key', () => opened({}, signedBy('AKIAUNKNOWN', 'S3RVER')), 'InvalidAccessKeyId', 'credentials'],
    ['a bucket that is not there', () => opened({ bucket: 'nowhere' }), 'NoSuchBucket', 'not there'],
    [
      'an address where nothing listens',
      () => opened({ endpoint: 'http://127.0.0.1:1' }),
      'ECONNREFUSED',
      'does not answer',
    ],
  ])('%s', async (_, open, word, short) => {
    const files = open()
    const asked: readonly (() => Promise<unknown>)[] = [
      () => files.put(chunks('x'), 1),
      () => files.size('blb_any'),
      () => textOf(files.open('blb_any')),
      () => listedIn(files),
      () => files.look(),
      () => files.trial(),
      () => files.mark(),
    ]
    const errors = await Promise.all(asked.map(each => errorOf(each())))
    for (const error of errors) {
      expect([error.name, isPassing(error)]).toEqual(['FilesAway', true])
      expect(error.message).toContain(word)
      const told = JSON.stringify([error.message, error.stack, traceOf(error)])
      expect(told).not.toMatch(/S3RVER|WRONGSECRET|AKIAUNKNOWN|Signature=|AWS4-HMAC/)
      if (error instanceof FilesAway) expect(error.short).toContain(short)
    }
    // What is not removed now is removed by the hourly pass.
    await files.remove('blb_any')
  })

  it.each([
    ['RequestTimeTooSkewed', 403, 'the clock differs'],
    ['AccessDenied', 403, 'refuses access'],
    ['PermanentRedirect', 301, 'another region'],
    ['SlowDown', 503, 'does not answer'],
    ['Odd" words\n', 418, 'does not answer'],
  ])('%s is told in words', async (code, status, short) => {
    const files = opened()
    store.fail([{ method: 'GET', path: '/', status, code, times: 9 }])
    const error = await errorOf(files.look())
    store.fail([])
    expect(error).toMatchObject({ name: 'FilesAway', short: expect.stringContaining(short) })
  })

  it('no credentials anywhere', async () => {
    const nobody = async (): Promise<Credentials> => {
      throw new FilesAway('there are no credentials', 'none')
    }
    expect(await errorOf(opened({}, nobody).look())).toMatchObject({ short: 'there are no credentials' })
  })

  it('asks again after what passes in a moment: errors of the store, too many requests, a lost connection', async () => {
    const files = opened()
    const { whole, pieces } = large(9 * MB)
    const fault = { path: '/', status: 500, code: 'InternalError', times: 1 }
    store.fail([
      { ...fault, method: 'POST' },
      { ...fault, method: 'PUT', code: 'SlowDown', status: 503 },
      { ...fault, method: 'PUT', code: 'cut' },
      { ...fault, method: 'GET', code: 'cut', times: 2 },
      { ...fault, method: 'HEAD' },
    ])
    const { blob } = await files.put(pieces(), 9 * MB)
    expect((await bytesOf(files.open(blob))).equals(whole)).toBe(true)
    expect(await files.size(blob)).toBe(9 * MB)
  })

  it('takes a file for whole where the answer to its completion was lost, and for none where its parts are gone', async () => {
    const files = opened()
    const { whole, pieces } = large(9 * MB)
    // The first two are about the beginning: the upload that nobody goes on with is cleared away later.
    store.fail([{ method: 'POST', path: '/', status: 0, code: 'lost', times: 1 }])
    const first = await files.put(pieces(), 9 * MB)
    const left = (await listedIn(files)).filter(({ blob }) => blob.endsWith('.part'))
    expect(left).toEqual([{ blob: `${first.blob}.part`, written_at: expect.any(Number) }])
    async function* untilCompletion() {
      yield* pieces()
      store.fail([{ method: 'POST', path: '/', status: 0, code: 'lost', times: 1 }])
    }
    const second = await files.put(untilCompletion(), 9 * MB)
    expect((await bytesOf(files.open(second.blob))).equals(whole)).toBe(true)
    async function* untilGone() {
      yield* pieces()
      for await (const { blob } of files.list()) if (blob.endsWith('.part')) await files.remove(blob)
    }
    expect(await errorOf(files.put(untilGone(), 9 * MB))).toBeInstanceOf(FilesAway)
    expect((await listedIn(files)).map(({ blob }) => blob).sort()).toEqual([first.blob, second.blob].sort())
  })

  it('holds no more of a file of 60 MB than of one of 20 MB', async () => {
    const files = opened()
    const piece = Buffer.alloc(64 * 1024, 'x')
    const peakOf = async (size: number): Promise<number> => {
      globalThis.gc?.()
      const before = process.memoryUsage().arrayBuffers
      let peak = 0
      const note = () => {
        peak = Math.max(peak, process.memoryUsage().arrayBuffers - before)
      }
      async function* pieces() {
        for (let at = 0; at < size; at += piece.length) {
          yield piece
          note()
        }
      }
      const { blob } = await files.put(pieces(), size)
      for await (const _ of files.open(blob)) note()
      return peak
    }
    await peakOf(20 * MB)
    expect(Math.min(await peakOf(60 * MB), await peakOf(60 * MB))).toBeLessThan(36 * MB)
  })

  it('a store that is killed while a file comes in or goes out, and is back soon: both go on', async () => {
    const files = opened()
    const { whole, pieces } = large(40 * MB)
    const sha256 = createHash('sha256').update(whole).digest('hex')
    async function* withOutage() {
      let passed = 0
      for await (const piece of pieces()) {
        yield piece
        if (passed < 20 * MB && passed + piece.length >= 20 * MB) {
          await store.kill()
          void store.start()
        }
        passed += piece.length
      }
    }
    const stored = await files.put(withOutage(), 40 * MB)
    expect(stored.sha256).toBe(sha256)
    const hash = createHash('sha256')
    let passed = 0
    for await (const piece of files.open(stored.blob)) {
      hash.update(piece)
      if (passed < 10 * MB && passed + piece.length >= 10 * MB) {
        await store.kill()
        void store.start()
      }
      passed += piece.length
    }
    expect([passed, hash.digest('hex')]).toEqual([40 * MB, sha256])
  })

  it('a store that stays away, and comes back later: what was stored is there, and nothing half of it', async () => {
    const files = opened()
    const { blob } = await files.put(chunks('kept'), 4)
    await store.kill()
    const tried = await Promise.all([
      errorOf(textOf(files.open(blob))),
      errorOf(files.size(blob)),
      errorOf(files.put(large(9 * MB).pieces(), 9 * MB)),
    ])
    expect(tried.map(error => isPassing(error))).toEqual([true, true, true])
    await store.start()
    expect(await textOf(files.open(blob))).toBe('kept')
    expect((await listedIn(files)).map(each => each.blob)).toEqual([blob])
  })
})

import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { FilesAway } from '../../../src/service/files/away.ts'
import type { BucketPlace } from '../../../src/service/files/s3/bucket-place.ts'
import { awayBy, isTransient, StoreRefusal, Unanswered } from '../../../src/service/files/s3/faults.ts'
import { listObjects, listUnfinished } from '../../../src/service/files/s3/listing.ts'
import { createRequests, mayTryAgain, type Requests } from '../../../src/service/files/s3/requests.ts'
import { afterFile } from '../../support/after-file.ts'
import { allOf } from './any-place.ts'

const KEY = {
  accessKeyId: 'AKIAOFTHETESTS',
  secretAccessKey: 'secret-of-the-tests',
  sessionToken: 'token-of-the-tests',
}

/** A store that answers as it is told, and what it was asked: the method and what stands behind the name of the bucket. */
async function storeThat(answers: RequestListener): Promise<{ requests: Requests; asked: URL[] }> {
  const asked: URL[] = []
  const server = createServer((request, answer) => {
    asked.push(new URL(request.url ?? '', 'http://store'))
    answers(request, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port }: Partial<AddressInfo> = Object(server.address())
  const place: BucketPlace = {
    ...{ kind: 'bucket', bucket: 'files', prefix: 'p/', endpoint: `http://127.0.0.1:${port}`, region: 'eu-central-1' },
    ...{ path_style: true, encryption: undefined, direct: false },
  }
  return { requests: createRequests(place, async () => KEY), asked }
}

/** One answer after the other; the last of them again and again. */
function inTurn(...answers: readonly (readonly [status: number, body: string])[]): RequestListener {
  let turn = 0
  return (_, answer) => {
    const [status, body] = answers[Math.min(turn++, answers.length - 1)] ?? [500, '']
    answer.writeHead(status).end(body)
  }
}

const refusal = (code: string) => `<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>No.</Message></Error>`

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

describe('what a store refuses with', () => {
  it.each([
    ['the bucket of the files is not there', ['NoSuchBucket', 'InvalidBucketName']],
    ['the clock differs from that of the bucket', ['RequestTimeTooSkewed']],
    [
      'the bucket of the files is in another region',
      [
        ...['PermanentRedirect', 'TemporaryRedirect', 'AuthorizationHeaderMalformed'],
        'IllegalLocationConstraintException',
      ],
    ],
    [
      'the bucket does not know the credentials',
      ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'ExpiredToken', 'InvalidToken', 'TokenRefreshRequired'],
    ],
    ['the bucket refuses access', ['AccessDenied', 'AllAccessDisabled', 'AccountProblem', '403']],
    ['the bucket of the files does not answer', ['SlowDown', 'NoSuchBucketPolicy', 'MyAccessDenied', '418']],
  ] as const)('%s: %j', (short, codes) => {
    for (const code of codes) {
      const away = awayBy(new StoreRefusal(code, 403))
      expect(away).toMatchObject({ name: 'FilesAway', code: 'files_away', short })
      expect(away).toMatchObject({ message: expect.stringContaining(`(${code})`) })
    }
  })

  it('is its own word, or the status where that is none; another error stays what it is', () => {
    expect(new StoreRefusal('NoSuchKey', 404)).toMatchObject({ code: 'NoSuchKey', status: 404 })
    for (const said of ['', 'two words', '<b>', 'x'.repeat(61), 'NoSuchKey\n', 'Schlüssel'])
      expect(new StoreRefusal(said, 404).code).toBe('404')
    expect(awayBy(new Unanswered('ECONNRESET'))).toMatchObject({ message: expect.stringContaining('(ECONNRESET)') })
    expect(awayBy(new Unanswered(undefined))).toMatchObject({ message: expect.stringContaining('(no answer)') })
    const other = new TypeError('a fault of this program')
    expect(awayBy(other)).toBe(other)
  })

  it('passes in a moment or does not, and a request is sent four times at most', () => {
    const passes = [
      ...([
        [429, '429'],
        [500, 'InternalError'],
        [502, '502'],
        [503, 'SlowDown'],
        [504, '504'],
      ] as const),
      ...([
        [400, 'RequestTimeout'],
        [409, 'OperationAborted'],
      ] as const),
    ]
    const stays = [
      [403, 'AccessDenied'],
      [404, 'NoSuchKey'],
      [501, 'NotImplemented'],
      [301, '301'],
      [400, '400'],
    ] as const
    for (const [status, code] of passes) expect(isTransient(new StoreRefusal(code, status)), code).toBe(true)
    for (const [status, code] of stays) expect(isTransient(new StoreRefusal(code, status)), code).toBe(false)
    expect([1, 2, 3, 4, 5].map(mayTryAgain)).toEqual([true, true, true, false, false])
  })
})

describe('a request to a store', () => {
  it.concurrent('is sent again after what passes, and not after what stays', async () => {
    const { requests, asked } = await storeThat(inTurn([503, refusal('SlowDown')], [200, 'there']))
    expect(await (await requests.send({ method: 'GET', key: 'p/blb_1' })).body.text()).toBe('there')
    expect(asked).toHaveLength(2)
    const denying = await storeThat(inTurn([403, refusal('AccessDenied')], [200, 'there']))
    expect(await errorOf(denying.requests.send({ method: 'GET', key: 'p/blb_1' }))).toBeInstanceOf(FilesAway)
    expect(denying.asked).toHaveLength(1)
  })

  it.concurrent('gives a refusal that its caller knows as it is, also one that passes, and no other', async () => {
    const { requests, asked } = await storeThat(inTurn([404, refusal('NoSuchKey')]))
    const known = await errorOf(requests.send({ method: 'GET', key: 'x', knows: ['NoSuchKey'] }))
    expect(known).toMatchObject({ name: 'StoreRefusal', code: 'NoSuchKey', status: 404 })
    expect(await errorOf(requests.send({ method: 'GET', key: 'x', knows: ['NoSuchUpload'] }))).toBeInstanceOf(FilesAway)
    expect(asked).toHaveLength(2)
    const listless = await storeThat(inTurn([501, refusal('NotImplemented')]))
    expect(await allOf(listUnfinished(listless.requests, 'p/'))).toEqual([])
    expect(listless.asked).toHaveLength(1)
  })

  it.concurrent('ends after the fourth, and says neither a credential nor what a stranger wrote', async () => {
    const page = `<html>${'KEEP OUT '.repeat(20_000)}</html>`
    const { requests, asked } = await storeThat(inTurn([502, page]))
    const error = await errorOf(requests.send({ method: 'PUT', key: 'p/blb_1', body: Buffer.from('text') }))
    expect(error).toMatchObject({ name: 'FilesAway', message: expect.stringContaining('(502)') })
    expect(asked).toHaveLength(4)
    expect(JSON.stringify([String(error), error])).not.toMatch(/KEEP OUT|AKIAOFTHETESTS|of-the-tests/)
  })

  it.concurrent('does not follow to where it is sent', async () => {
    const elsewhere = await storeThat(inTurn([200, 'taken']))
    const { requests, asked } = await storeThat((_, answer) => {
      answer.writeHead(307, { location: 'http://127.0.0.1:1/files' }).end(refusal('TemporaryRedirect'))
    })
    expect(await errorOf(requests.send({ method: 'GET' }))).toMatchObject({ short: expect.stringContaining('region') })
    expect([asked.length, elsewhere.asked.length]).toEqual([1, 0])
  })

  it.concurrent('is signed for a moment where a caller gets its address, with the token and without the secret', async () => {
    const { requests } = await storeThat(inTurn([200, '']))
    const named = { 'response-content-disposition': "attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe.txt" }
    const url = new URL(await requests.presigned('p/blb_1', named, 60))
    expect([url.pathname, url.searchParams.get('X-Amz-Expires')]).toEqual(['/files/p/blb_1', '60'])
    expect(url.searchParams.get('response-content-disposition')).toBe(named['response-content-disposition'])
    expect(url.searchParams.get('X-Amz-Security-Token')).toBe(KEY.sessionToken)
    expect(url.href).not.toContain(KEY.secretAccessKey)
  })
})

describe('a list of a store', () => {
  const AT = '2026-03-10T12:00:00.000Z'
  const object = (key: string) => `<Contents><Key>${key}</Key><LastModified>${AT}</LastModified></Contents>`
  const page = (inside: string) => [200, `<ListBucketResult xmlns="http://s3/">${inside}</ListBucketResult>`] as const

  it('is read to its last page, with what names and tokens may hold', async () => {
    const { requests, asked } = await storeThat(
      inTurn(
        page(
          `${object('p/a&amp;b')}${object('p/&#x1F600; ü')}<NextContinuationToken>1+/=&amp;x</NextContinuationToken>`,
        ),
        page('<NextContinuationToken>2</NextContinuationToken>'),
        page(`${object('p/&lt;Key&gt;')}<NextContinuationToken/>`),
      ),
    )
    const found = await allOf(listObjects(requests, 'p/'))
    expect(found.map(({ key }) => key)).toEqual(['p/a&b', 'p/😀 ü', 'p/<Key>'])
    expect(new Set(found.map(({ at }) => at))).toEqual(new Set([Date.parse(AT)]))
    expect(asked.map(({ searchParams }) => searchParams.get('continuation-token'))).toEqual([null, '1+/=&x', '2'])
    expect(asked.map(({ searchParams }) => searchParams.get('prefix'))).toEqual(['p/', 'p/', 'p/'])
  })

  it('is asked for one page where one thing is enough', async () => {
    const { requests, asked } = await storeThat(
      inTurn(page(`${object('p/a')}<NextContinuationToken>1</NextContinuationToken>`)),
    )
    expect(await allOf(listObjects(requests, 'p/', { most: 1 }))).toHaveLength(1)
    expect(asked.map(({ searchParams }) => searchParams.get('max-keys'))).toEqual(['1'])
  })

  it('of uploads goes on behind the last one, and ends where the store does not say which that is', async () => {
    const upload = `<Upload><Key>p/blb_1</Key><UploadId>u/1+</UploadId><Initiated>${AT}</Initiated></Upload>`
    const uploads = (inside: string) =>
      [200, `<ListMultipartUploadsResult>${upload}${inside}</ListMultipartUploadsResult>`] as const
    const marked =
      '<IsTruncated>true</IsTruncated><NextKeyMarker>p/blb_1</NextKeyMarker><NextUploadIdMarker>u/1+</NextUploadIdMarker>'
    const { requests, asked } = await storeThat(inTurn(uploads(marked), uploads('<IsTruncated>false</IsTruncated>')))
    expect(await allOf(listUnfinished(requests, 'p/'))).toEqual(
      Array(2).fill({ key: 'p/blb_1', id: 'u/1+', at: Date.parse(AT) }),
    )
    expect(asked.at(-1)?.searchParams.get('upload-id-marker')).toBe('u/1+')
    const endless = await storeThat(inTurn(uploads('<IsTruncated>true</IsTruncated>')))
    expect(await allOf(listUnfinished(endless.requests, 'p/'))).toHaveLength(1)
    expect(endless.asked).toHaveLength(1)
  })

  it.each(['', 'It works!', '<html><body>It works!</body></html>', '<Error><Code>Busy</Code></Error>', '{"files":[]}'])(
    'is none where something else answers with 200: %j',
    async body => {
      const { requests, asked } = await storeThat(inTurn([200, body]))
      for (const list of [listObjects, listUnfinished])
        expect(await errorOf(allOf<unknown>(list(requests, 'p/')))).toMatchObject({ code: 'files_away' })
      expect(asked).toHaveLength(2)
    },
  )
})

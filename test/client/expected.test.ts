import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ExpectedFile } from '../../src/client/expected.ts'
import type { Told } from '../support/faults.ts'
import { emptyFolder } from './folder.ts'
import { failure, start } from './start.ts'

const BYTES = Buffer.from('15 bytes, exact')
const sha256 = createHash('sha256').update(BYTES).digest('hex')
const EXPECTED: ExpectedFile = {
  ...{ size_bytes: BYTES.length, most_bytes: 1000, sha256: null, may_be_empty: false },
  admits: mediaType => mediaType !== 'text/html',
}

/** Fetches over a file that is there, and gives what it was told and what the folder holds then. */
async function fetched(answer: Told, expected: Partial<ExpectedFile> = {}) {
  const { faults, client } = await start(() => answer)
  const folder = await emptyFolder()
  await writeFile(folder.at('a.txt'), 'mine')
  const options = { expected: { ...EXPECTED, ...expected } }
  const error = await failure(
    client.download(`${faults.url}/a`, { path: folder.at('a.txt'), overwrite: true }, options),
  )
  expect(await folder.names()).toEqual(['a.txt'])
  expect(await readFile(folder.at('a.txt'), 'utf8')).toBe('mine')
  expect(faults.seen).toHaveLength(1)
  return error
}

const html = { 'content-type': 'text/html; charset=utf-8' }
const digest = (of: string) => `sha-512=:AAAA:, sha-256=:${createHash('sha256').update(of).digest('base64')}:`

describe('what a link gives in place of the result', () => {
  it.each<[string, Told, Partial<ExpectedFile>, RegExp]>([
    [
      'a web page',
      { status: 200, headers: html, body: BYTES },
      {},
      /a web page, such as one to sign in, \(text\/html\) came/,
    ],
    [
      'fewer bytes than were announced',
      { status: 200, body: 'short' },
      {},
      /5 bytes by its header, and 15 were announced/,
    ],
    ['more bytes than were announced', { status: 200, body: 'a bit too long here' }, {}, /19 bytes by its header/],
    ['nothing', { status: 200 }, { size_bytes: null }, /nothing came: the answer is empty/],
    [
      'more than such a file can have',
      { status: 200, body: BYTES },
      { size_bytes: null, most_bytes: 3 },
      /more than such a file/,
    ],
    ['other bytes', { status: 200, body: BYTES }, { sha256: sha256.replace(/./, 'x') }, /SHA-256 is not the one/],
    [
      'a digest of other bytes',
      { status: 200, headers: { 'repr-digest': digest('x') }, body: BYTES },
      {},
      /SHA-256 is not/,
    ],
  ])('when it is %s, is not written, and is told [RES-1]', async (_, answer, expected, words) => {
    const error = await fetched(answer, expected)
    expect(error).toMatchObject({ code: 'wrong_result', may_have_applied: false })
    expect(String(error)).toMatch(words)
    expect(String(error)).toContain('No file was written.')
  })

  it('is read no further than shows it: an endless answer ends with the first byte too many [RES-1]', async () => {
    let sent = 0
    let gone: () => void = () => undefined
    const left = new Promise<void>(done => {
      gone = done
    })
    const server = createServer((_, answer) => {
      const more = () => {
        while (!answer.destroyed && answer.write(Buffer.alloc(65_536))) sent += 65_536
      }
      answer.once('close', gone).on('drain', more)
      more()
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const address = server.address()
    const { client } = await start(() => ({ status: 500 }))
    const folder = await emptyFolder()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/a`
    const error = await failure(client.download(url, { path: folder.at('a.txt') }, { expected: EXPECTED }))
    await left
    expect(String(error)).toMatch(/more came than the 15 bytes that were announced; reading stopped there/)
    expect(sent).toBeLessThan(16 * 1024 * 1024)
    expect(await folder.names()).toEqual([])
  })
})

it.each<[string, Told, Partial<ExpectedFile>]>([
  ['as announced', { status: 200, headers: { 'content-type': 'TEXT/plain;charset=x' }, body: BYTES }, { sha256 }],
  ['of which nobody said the size', { status: 200, body: BYTES }, { size_bytes: null }],
  ['with its own digest', { status: 200, headers: { 'content-digest': digest(BYTES.toString()) }, body: BYTES }, {}],
  ['without a byte, where that may be', { status: 200 }, { size_bytes: 0, may_be_empty: true }],
])('a result %s is kept [RES-1]', async (_, answer, expected) => {
  const { faults, client } = await start(() => answer)
  const folder = await emptyFolder()
  await client.download(`${faults.url}/a`, { path: folder.at('a.txt') }, { expected: { ...EXPECTED, ...expected } })
  expect(await folder.names()).toEqual(['a.txt'])
})

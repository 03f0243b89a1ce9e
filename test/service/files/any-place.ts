/** What holds for any place of stored contents: a folder, or a bucket. */
import { createHash, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Files, FilesPlace, ListedBlob } from '../../../src/service/ports.ts'

export async function* chunks(...texts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

async function* broken(...before: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* before
  throw new Error('the caller went away')
}

export async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

/** All of a list that comes page by page. */
export async function allOf<Each>(list: AsyncIterable<Each>): Promise<Each[]> {
  const all: Each[] = []
  for await (const each of list) all.push(each)
  return all
}

/** All that lies at a place. */
export const listedIn = (files: Pick<Files, 'list'>): Promise<ListedBlob[]> => allOf(files.list())

export async function textOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  return (await bytesOf(source)).toString()
}

/** Bytes that no packing makes smaller, in pieces of uneven size. */
export function large(size: number): { readonly whole: Buffer; pieces(): AsyncGenerator<Uint8Array> } {
  const whole = randomBytes(size)
  return {
    whole,
    async *pieces() {
      for (let from = 0, step = 1; from < size; from += step, step = (step * 7 + 13) % 90_001) {
        yield whole.subarray(from, from + step)
      }
    },
  }
}

/** The promises of `FilesPlace`. `open` gives an empty place at each call. */
export function keepsContents(open: () => Promise<FilesPlace>): void {
  it('gives contents back as they were, whatever pieces they came in', async () => {
    const files = await open()
    const stored = await files.put(chunks('Hello ', '', 'there'), 11)
    expect(stored).toMatchObject({
      size: 11,
      sha256: '4e47826698bb4630fb4451010062fadbf85d61427cbdfaed7ad0f23f239bed89',
    })
    expect(await textOf(files.open(stored.blob))).toBe('Hello there')
    expect(await files.size(stored.blob)).toBe(11)
    const empty = await files.put(chunks(), 2)
    expect([empty.size, await files.size(empty.blob), await textOf(files.open(empty.blob))]).toEqual([0, 0, ''])
  })

  it('keeps large contents whole, and reads them again from any place on', async () => {
    const files = await open()
    // Three parts of a bucket, the last of one byte.
    const size = 2 * 8 * 1024 * 1024 + 1
    const { whole, pieces } = large(size)
    const stored = await files.put(pieces(), size)
    expect(stored).toMatchObject({ size, sha256: createHash('sha256').update(whole).digest('hex') })
    const source = files.open(stored.blob)
    expect((await bytesOf(source)).equals(whole)).toBe(true)
    expect((await bytesOf(files.open(stored.blob))).equals(whole)).toBe(true)
    expect(await source.ranges?.size()).toBe(size)
    for (const [from, until] of [
      [0, 1],
      [size - 22, size],
      [5_000_000, 5_000_300],
      [100, 9_000_000],
      [7, 7],
    ] as const) {
      const part = await bytesOf(source.ranges?.read(from, until) ?? chunks('none'))
      expect(part.equals(whole.subarray(from, until))).toBe(true)
    }
  })

  it('takes no more than the limit, and leaves nothing of what is too large or broke off [CRE-9]', async () => {
    const files = await open()
    const much = large(8 * 1024 * 1024 + 100).whole
    await expect(files.put(chunks('Hello ', 'there'), 10)).rejects.toMatchObject({ code: 'file_too_large' })
    await expect(files.put(chunks(much, much), much.length + 50)).rejects.toMatchObject({ code: 'file_too_large' })
    await expect(files.put(broken(Buffer.from('half')), 100)).rejects.toThrow('went away')
    await expect(files.put(broken(much, much), much.length * 3)).rejects.toThrow('went away')
    expect(await listedIn(files)).toEqual([])
  })

  it('says of contents that are not there that they are missing, and removes them again without a word', async () => {
    const files = await open()
    const { blob } = await files.put(chunks('Hello'), 5)
    await files.remove(blob)
    await files.remove(blob)
    expect(await files.size(blob)).toBeUndefined()
    const source = files.open(blob)
    await expect(textOf(source)).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(source.ranges?.size()).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('never gets the name of a content from a user', async () => {
    const files = await open()
    expect(() => files.open('../key')).toThrow('name of a stored content')
    await expect(async () => files.size('a/b')).rejects.toThrow('name of a stored content')
  })

  it('lists what lies there, and no mark, trial or look', async () => {
    const files = await open()
    const before = Date.now()
    const { blob } = await files.put(chunks('Hello'), 5)
    await files.setMark('whose')
    await files.look()
    await files.trial()
    const [only, ...others] = await listedIn(files)
    expect([only?.blob, others]).toEqual([blob, []])
    // A store counts in seconds.
    expect(Math.abs((only?.written_at ?? 0) - before)).toBeLessThan(5000)
  })

  it('is marked by one of those who do it at the same moment [SCL-1]', async () => {
    const files = await open()
    const marks = ['one', 'two', 'three', 'four']
    const won = await Promise.all(marks.map(mark => files.setMark(mark)))
    expect(won.filter(Boolean)).toHaveLength(1)
    expect(await files.mark()).toBe(marks[won.indexOf(true)])
  })

  it('knows whose it is once that was written', async () => {
    const files = await open()
    expect(await files.mark()).toBeUndefined()
    expect(await files.setMark('first')).toBe(true)
    expect([await files.setMark('second'), await files.setMark('first')]).toEqual([false, true])
    expect(await files.mark()).toBe('first')
  })
}

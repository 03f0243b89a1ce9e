import { describe, expect, it } from 'vitest'
import type { Format, Rendered, Unit } from '../../../src/formats/format.ts'
import { bytesOf, opened, rewrite, verify } from '../files.ts'

const GERMAN = { language: 'de' }

/** A format whose results are made anew: a file has a word a line, and its result says each with its number, in one line. */
const counted: Format = {
  ...{ family: 'text', extensions: ['counted'], traits: {} },
  async *scan(source, { original } = {}) {
    const said = (await bytesOf(source)).toString()
    const results = original && new Map(said.split(' ').map(one => [Number(one.split(':')[0]), one.split(':')[1]]))
    const words = original ? (await bytesOf(original())).toString() : said
    for (const [index, word] of words.split('\n').entries()) yield unitOf(index, results?.get(index) ?? word)
  },
  edits: () => [],
  async *compose(pieces: AsyncIterable<readonly Rendered[]>, { language }) {
    yield Buffer.from(`language:${language}`)
    for await (const batch of pieces)
      for (const { unit, translation } of batch) yield Buffer.from(` ${unit.index}:${translation ?? unit.text}`)
  },
}

function unitOf(index: number, text: string): Unit {
  const left_out = /^\d/.test(text) ? 'number' : undefined
  return { index, path: `counted:/${index}`, part: 'words', text, left_out, start: 0, end: 0, charset: 'utf-8' }
}

const upper = ({ text, left_out }: Unit) => (left_out ? undefined : text.toUpperCase())
const SOURCE = 'roses\n12\ngarden'

describe('a result that is made anew', () => {
  it('has every unit in file order, those in their source that have no translation, and the target', async () => {
    const result = await bytesOf(rewrite(counted, opened(SOURCE), upper, GERMAN))
    expect(result.toString()).toBe('language:de 0:ROSES 1:12 2:GARDEN')
  })

  it('is made also where nothing is translated', async () => {
    const result = await bytesOf(rewrite(counted, opened(SOURCE), () => undefined, GERMAN))
    expect(result.toString()).toBe('language:de 0:roses 1:12 2:garden')
  })

  it('is read again: nothing is found where each unit says its translation', async () => {
    const result = await bytesOf(rewrite(counted, opened(SOURCE), upper, GERMAN))
    expect(await verify(counted, opened(SOURCE), opened(result), upper, GERMAN)).toEqual([])
  })

  it.each([
    ['another word', 'language:de 0:ROSES 1:12 2:GARTEN', [2]],
    ['another number', 'language:de 0:ROSES 1:13 2:GARDEN', [1]],
    ['the source', 'language:de 0:roses 1:12 2:GARDEN', [0]],
    ['no word', 'language:de 0:ROSES 1:12', [2]],
  ])('is found to be wrong where a unit says %s', async (_, result, indexes) => {
    const found = await verify(counted, opened(SOURCE), opened(result), upper, GERMAN)
    expect(found.map(finding => finding.kind === 'text' && finding.index)).toEqual(indexes)
  })

  it('is found to be wrong also where nothing was translated: no bytes prove it', async () => {
    const result = 'language:de 0:roses 1:12 2:GARDEN'
    const found = await verify(counted, opened(SOURCE), opened(result), () => undefined, GERMAN)
    expect(found).toMatchObject([{ kind: 'text', index: 2, expected: 'garden', found: 'GARDEN' }])
  })

  it('keeps its units apart where they come in windows', async () => {
    const words = Array.from({ length: 5000 }, (_, at) => `word${at}`).join('\n')
    const result = await bytesOf(rewrite(counted, opened(words), upper, GERMAN))
    expect(result.toString().split(' ')).toHaveLength(5001)
    expect(await verify(counted, opened(words), opened(result), upper, GERMAN)).toEqual([])
  })
})

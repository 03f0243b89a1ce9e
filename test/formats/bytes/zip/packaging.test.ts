import { describe, expect, it } from 'vitest'
import { openZip, zipPackaging } from '../../../../src/formats/bytes/zip/index.ts'
import type { ByteStream } from '../../../../src/formats/format.ts'
import { rounds } from '../../../support/seed.ts'
import { bytesOf, fc, opened as streamed } from '../../files.ts'
import { type Around, type Made, opened, zipOf } from './zips.ts'

type Change = (content: ByteStream) => ByteStream

const replaced =
  (by: string): Change =>
  () =>
    (async function* () {
      yield Buffer.from(by)
    })()

const repacked = (bytes: Buffer, changes: Readonly<Record<string, Change>>): Promise<Buffer> =>
  bytesOf(zipPackaging.repack(opened(bytes), new Map(Object.entries(changes))))

async function entriesOf(bytes: Buffer): Promise<(readonly [string | undefined, string])[]> {
  const entries: (readonly [string | undefined, string])[] = []
  for await (const { member, content } of zipPackaging.entries(opened(bytes))) {
    entries.push([member, (await bytesOf(content)).toString('latin1')])
  }
  return entries
}

const ENTRIES: readonly Made[] = [
  { name: 'mimetype', content: 'text/x', method: 0 },
  { name: 'a', content: 'One '.repeat(50), extra: Buffer.from('UT\x02\0ab'), gap: 'between' },
  { name: 'b', content: 'Two', descriptor: 'signed' },
  { name: 'c', content: 'Three', descriptor: 'bare', comment: 'of c' },
  { name: 'd', content: 'Four', wide: true },
  { name: 'e', content: 'Five', wide: true, descriptor: 'wide' },
]
const AROUND: Around = { prefix: 'in front', comment: 'of all' }

describe('a zip file that is written', () => {
  it.each<[string, Around]>([
    ['usual', {}],
    ['with something around it', AROUND],
    ['whose offsets do not count what is before it', { ...AROUND, counted: false }],
    ['of zip64', { ...AROUND, wide: true }],
  ])('is the one that a writer makes of the new contents: %s [RES-2]', async (_, around) => {
    const original = zipOf(ENTRIES, around)
    expect(await repacked(original, {})).toEqual(original)
    for (const changed of ENTRIES) {
      const expected = zipOf(
        ENTRIES.map(entry => (entry === changed ? { ...entry, content: 'Something longer' } : entry)),
        around,
      )
      expect(await repacked(original, { [String(changed.name)]: replaced('Something longer') })).toEqual(expected)
    }
  })

  it('has new contents, and all others packed as they were [RES-2]', async () => {
    const content = fc.string({ maxLength: 40 })
    const entry = fc.record({
      content,
      method: fc.constantFrom(0, 8),
      descriptor: fc.constantFrom(undefined, 'signed' as const, 'bare' as const),
      wide: fc.boolean(),
      gap: fc.constantFrom('', 'x', 'PK\x01\x02'),
      change: fc.option(content, { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 5 }), async list => {
        const made = list.map((each, at) => ({ ...each, name: `n${at}` }))
        const changes = made.flatMap(({ name, change }) => (change === undefined ? [] : [[name, change] as const]))
        const result = await repacked(
          zipOf(made),
          Object.fromEntries(changes.map(([name, by]) => [name, replaced(by)])),
        )
        expect(result).toEqual(zipOf(made.map(({ change, ...each }) => ({ ...each, content: change ?? each.content }))))
      }),
      { numRuns: rounds(200) },
    )
  })

  it('is read from a stream, too, which is then held', async () => {
    const original = zipOf(ENTRIES)
    const changes = new Map([['a', replaced('Eins')]])
    const result = await bytesOf(zipPackaging.repack(streamed(original, [3, 40]), changes))
    expect(result).toEqual(await repacked(original, { a: replaced('Eins') }))
    expect((await openZip(streamed(result, [9])())).names).toContain('mimetype')
  })

  it('is not written where a content cannot be read, and says why', async () => {
    const broken: Change = () =>
      (async function* () {
        yield Buffer.from('x')
        throw new RangeError('of the content')
      })()
    await expect(repacked(zipOf(ENTRIES), { a: broken })).rejects.toThrow('of the content')
    await expect(repacked(zipOf(ENTRIES), { mimetype: broken })).rejects.toThrow('of the content')
  })
})

describe('the entries of a zip file', () => {
  it('are its members and what is between them, without what follows from the contents', async () => {
    const original = zipOf(ENTRIES, AROUND)
    const before = await entriesOf(original)
    expect(before.flatMap(([member]) => member ?? [])).toEqual(ENTRIES.map(({ name }) => name))
    const after = await entriesOf(await repacked(original, { a: replaced('Eins'), e: replaced('Fünf') }))
    const changed = before.flatMap(([member, content], at) => (after[at]?.[1] === content ? [] : [member]))
    expect(changed).toEqual(['a', 'e'])
  })

  it.each<[string, readonly Made[], Around]>([
    ['a gap', ENTRIES.map(entry => ({ ...entry, gap: entry.gap && 'betweem' })), AROUND],
    ['a comment', ENTRIES, { ...AROUND, comment: 'of aLl' }],
    ['what is in front', ENTRIES, { ...AROUND, prefix: 'in frond' }],
    ['a field', ENTRIES.map(entry => ({ ...entry, extra: entry.extra && Buffer.from('UT\x02\0ac') })), AROUND],
    [
      'the form of a description',
      ENTRIES.map(entry => ({ ...entry, descriptor: entry.descriptor && ('bare' as const) })),
      AROUND,
    ],
  ])('show a change of %s', async (_, entries, around) => {
    expect(await entriesOf(zipOf(entries, around))).not.toEqual(await entriesOf(zipOf(ENTRIES, AROUND)))
  })
})

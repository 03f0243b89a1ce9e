import { expect, it } from 'vitest'
import { FormatError, type Unit } from '../../../src/formats/format.ts'
import { corpus, isPlainClone } from '../../support/corpus.ts'
import { opened, zipOf } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, unitsOf, verify } from '../files.ts'
import { contentsOf, FILES, GERMAN, parcel, parcelOfFiles } from './parcels.ts'

const accented = ({ left_out, text }: Unit) => (left_out === undefined ? `ä ${text}` : undefined)

async function roundTrip(bytes: Buffer, translate: (unit: Unit) => string | undefined) {
  const result = await bytesOf(rewrite(parcel, opened(bytes), translate, GERMAN))
  const wrong = (await verify(parcel, opened(bytes), opened(result), translate, GERMAN)).map(({ kind }) => kind)
  return { result, wrong }
}

/** The code of the refusal; undefined where the file was read, written and read again. */
async function refusalOf(bytes: Buffer): Promise<string | undefined> {
  try {
    await unitsOf(parcel, opened(bytes))
    const { wrong } = await roundTrip(bytes, accented)
    expect(wrong.filter(kind => kind !== 'text')).toEqual([])
    return undefined
  } catch (error) {
    if (error instanceof FormatError) return error.code
    throw error
  }
}

it.skipIf(isPlainClone)(
  'real parcels come back byte for byte, and translated with all else as it was [FMT-2]',
  async () => {
    // The text of the other one is in a charset that nobody says.
    const files = corpus('zip').filter(({ name }) => name === 'test.zip')
    expect(files.length).toBe(1)
    for (const { name, bytes } of files) {
      const units = await unitsOf(parcel, opened(bytes))
      expect(units.filter(({ left_out }) => left_out === undefined).length, name).toBeGreaterThan(0)
      expect((await roundTrip(bytes, () => undefined)).result.equals(bytes), name).toBe(true)
      const { result, wrong } = await roundTrip(bytes, accented)
      expect(wrong, name).toEqual([])
      const [before, after] = [await contentsOf(bytes), await contentsOf(result)]
      const changed = Object.keys(before).filter(each => !before[each]?.equals(after[each] ?? Buffer.alloc(0)))
      const read = new Set(units.flatMap(({ left_out, file }) => (left_out === undefined ? (file ?? []) : [])))
      expect(new Set(changed), name).toEqual(read)
    }
  },
)

it.skipIf(isPlainClone)('a parcel of one real file of each format is translated in all of them [RES-2]', async () => {
  const taken = ['csv', 'docx', 'html', 'json', 'md', 'po', 'subtitles', 'txt', 'xliff', 'xml', 'yaml'].flatMap(
    folder =>
      corpus(folder)
        .filter(({ bytes }) => bytes.length < 200_000)
        .slice(0, 2)
        .map(({ name, bytes }) => ({ name: `${folder}/${name}`, content: bytes })),
  )
  const bytes = zipOf(taken)
  expect((await roundTrip(bytes, () => undefined)).result.equals(bytes)).toBe(true)
  const { wrong } = await roundTrip(bytes, accented)
  expect(wrong.filter(kind => kind !== 'text')).toEqual([])
  const units = await unitsOf(parcel, opened(bytes))
  expect(wrong.length).toBeLessThan(units.length / 100)
})

const MB = 1024 * 1024
const words = Buffer.alloc(7 * MB, 'Some words are here. ')

it.each<[string, () => Buffer, string]>([
  [
    'a file that is packed more than 200 to 1',
    () => zipOf([{ name: 'a.txt', content: Buffer.alloc(20 * MB) }]),
    'too_large',
  ],
  [
    'more to read than 60 MB',
    () => zipOf(Array.from({ length: 10 }, (_, at) => ({ name: `${at}.txt`, content: words }))),
    'too_large',
  ],
  [
    'overlapping entries',
    () =>
      zipOf([
        { name: 'a.txt', content: 'a' },
        { name: 'b.txt', content: 'b', lies: { at: 0 } },
      ]),
    'malformed',
  ],
  ['a way out', () => zipOf([{ name: 'a/../../b.txt', content: 'a' }]), 'malformed'],
  [
    'the same name twice',
    () =>
      zipOf([
        { name: 'b.txt', content: 'a' },
        { name: 'b.txt', content: 'b' },
      ]),
    'malformed',
  ],
  ['an encrypted file', () => zipOf([{ name: 'b.txt', content: 'a', flags: 1 }]), 'protected'],
  ['a lie about a size', () => zipOf([{ name: 'b.txt', content: words, lies: { size: 10 } }]), 'malformed'],
])('a parcel with %s is refused in time', async (_, make, code) => {
  const bytes = make()
  const begun = performance.now()
  expect(await refusalOf(bytes)).toBe(code)
  expect(performance.now() - begun).toBeLessThan(2000)
})

it('120 damaged parcels are read, or refused, and never written wrong', async () => {
  const bytes = parcelOfFiles(FILES)
  let [seed, refused] = [7, 0]
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % most
  }
  for (let round = 0; round < 120; round += 1) {
    const damaged = Buffer.from(bytes)
    for (let times = 0; times <= random(3); times += 1) damaged[random(damaged.length)] = random(256)
    const whole = round % 5 === 0 ? damaged.subarray(0, random(damaged.length)) : damaged
    if ((await refusalOf(whole)) !== undefined) refused += 1
  }
  expect(refused).toBeGreaterThan(15)
})

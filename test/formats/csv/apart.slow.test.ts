import { expect, it } from 'vitest'
import { type ByteStream, FormatError, type ScanOptions } from '../../../src/formats/format.ts'
import { built } from '../files.ts'

const csv = built('csv')

/** A table that is sorted by language, with so many texts. */
async function* sorted(texts: number, locales: readonly string[]): ByteStream {
  yield Buffer.from('locale,key,value\n')
  for (const locale of locales) {
    for (let first = 0; first < texts; first += 1000) {
      const count = Math.min(1000, texts - first)
      yield Buffer.from(Array.from({ length: count }, (_, at) => `${locale},k${first + at},One hat\n`).join(''))
    }
  }
}

async function offered(texts: number, locales: readonly string[], options: ScanOptions): Promise<number> {
  let count = 0
  for await (const { left_out } of csv.scan(sorted(texts, locales), options)) if (left_out === undefined) count += 1
  return count
}

it('a long table that is sorted by language is offered whole, or refused with what to do [FMT-2, PLN-2]', async () => {
  const target = { language: 'de' }
  expect(await offered(300_000, ['en'], { target })).toBe(300_000)
  const refused = await offered(300_001, ['en'], { target }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(FormatError)
  expect(String(refused)).toMatch(/300,000 texts .* Sort its rows by key/)
  // What is in a file is told all the same.
  expect(await offered(300_001, ['en'], {})).toBe(300_001)
})

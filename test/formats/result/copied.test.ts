import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { remarksOnCopies } from '../../../src/formats/index.ts'
import { type Made, opened } from '../bytes/zip/zips.ts'
import { documentOf, paragraph } from '../docx/documents.ts'
import { built } from '../files.ts'

const remarks = (others: readonly Made[]) =>
  remarksOnCopies(built('docx'), opened(documentOf(paragraph('Hello'), others)))
const ZEROS = Buffer.alloc(4_000_000)
const bomb = (name: string): Made => ({
  name,
  content: ZEROS,
  lies: { size: 10, crc: crc32(ZEROS.subarray(0, 10)) },
})

describe('what nobody reads of a package', () => {
  it('is not spoken of where it is what it says', async () => {
    expect(await remarks([{ name: 'word/media/a.png', content: 'a picture' }])).toEqual([])
  })

  it('is named in the plan where it unpacks to more than it says, or is damaged [LIM-5]', async () => {
    expect(await remarks([bomb('word/media/a.png')])).toEqual([
      'In the file “word/media/a.png” is damaged, or larger than it says. It is not translated, and copied as before.',
    ])
    const [said] = await remarks([{ name: 'a.bin', content: 'abc', lies: { crc: 1 } }, bomb('b\u202e.bin')])
    expect(said).toContain('“a.bin”, “b?.bin” are damaged')
  })

  it('is named five times at most', async () => {
    const [said] = await remarks(Array.from({ length: 9 }, (_, at) => bomb(`a${at}.bin`)))
    expect(said).toMatch(/“a4.bin” and 4 more are damaged/)
  })
})

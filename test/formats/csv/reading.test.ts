import { expect, it } from 'vitest'
import { isProse } from '../../../src/formats/content/left-out.ts'
import { hasTwoAsciiWords } from '../../../src/formats/csv/reading.ts'
import { emptyRecord } from '../../../src/formats/csv/scanner.ts'
import { rounds } from '../../support/seed.ts'
import { fc } from '../files.ts'

it('finds prose in the bytes of a cell as in its text [FMT-4]', () => {
  const word = fc.constantFrom('a', 'of', 'Hat', '7', 'B2', ' ', '  ', '-', '_', '"', '""', '\n', '.', '', "it's")
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), fc.boolean(), (words, quoted) => {
      const text = words.join('')
      const cells = Buffer.from(quoted ? `"${text}"` : text)
      const chunk = { cells, charset: 'utf-8', width: 1, offset: 0, textAt: () => '' } as const
      const record = { ...emptyRecord(), count: 1, starts: [0], ends: [cells.length] }
      expect(hasTwoAsciiWords(chunk, record, 0)).toBe(isProse(text))
    }),
    { numRuns: rounds(300) },
  )
})

import { describe, expect, it } from 'vitest'
import { corpus } from '../../support/corpus.ts'
import { fc } from '../files.ts'
import { proveStructure, proveUnchanged } from './proofs.ts'
import { documents, EXAMPLES, TRANSLATIONS } from './shape.ts'

const CHANGES = Object.entries(TRANSLATIONS)

describe.each(EXAMPLES)('every example of $name', ({ sources, least, kept: most }) => {
  it.each(CHANGES)(
    'keeps its structure with %s in it [RES-2]',
    async (_, change) => {
      let kept = 0
      for (const source of sources) kept += await proveStructure(source, change)
      expect(sources.length).toBeGreaterThan(least)
      expect(kept).toBeLessThanOrEqual(most.all)
    },
    60_000,
  )
})

it('generated Markdown keeps its structure whatever the translation says [RES-2]', async () => {
  await fc.assert(
    fc.asyncProperty(documents, fc.constantFrom(...CHANGES), async (source, [, change]) => {
      await proveUnchanged(source)
      await proveStructure(source, change)
    }),
    { numRuns: 500 },
  )
}, 120_000)

describe('Markdown of real life', () => {
  it('stays byte for byte and changes only its words, however long it is [RES-2]', async () => {
    for (const { name, bytes } of corpus('md')) {
      const source = bytes.toString('utf8')
      await proveUnchanged(source)
      expect(await proveStructure(source, words => `„${words.toUpperCase()}“`), name).toBe(0)
    }
  }, 120_000)
})

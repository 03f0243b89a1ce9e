import { describe, expect, it } from 'vitest'
import { markdown, mdx } from '../../../src/formats/markdown/markdown.ts'
import { corpus } from '../../support/corpus.ts'
import { rounds } from '../../support/seed.ts'
import { fc, opened, unitsOf } from '../files.ts'
import { proveStructure, proveUnchanged } from './proofs.ts'
import { COMPONENTS, documents, EXAMPLES, TEMPLATES, TRANSLATIONS } from './shape.ts'

const CHANGES = Object.entries(TRANSLATIONS)
/** Longer ones take seconds. */
const SHORT = 100_000

describe.each(EXAMPLES)('every example of $name', ({ sources, least, kept: most }) => {
  it('stays byte for byte when nothing is translated [RES-2, FMT-1]', async () => {
    for (const source of sources) await proveUnchanged(source)
  })

  it('keeps its structure with something hard to write in it [RES-2]', async () => {
    let kept = 0
    // A third of them, each with another change; all with all of them take half a minute.
    for (const [at, source] of sources.entries()) {
      const [, change = String] = CHANGES[Math.floor(at / 3) % CHANGES.length] ?? []
      if (at % 3 === 0) kept += await proveStructure(source, change)
    }
    expect(sources.length).toBeGreaterThan(least)
    expect(kept).toBeLessThanOrEqual(most.third)
  })
})

describe.each(CHANGES)('with %s in it', (_, change) => {
  it('pages with template tags, and with components, keep their structure [RES-2]', async () => {
    for (const source of TEMPLATES) await proveStructure(source, change)
    for (const source of COMPONENTS) await proveStructure(source, change, mdx)
  })
})

describe('generated Markdown', () => {
  it('stays byte for byte when nothing is translated [RES-2]', async () => {
    await fc.assert(fc.asyncProperty(documents, proveUnchanged), { numRuns: rounds(200) })
  })

  it('keeps its structure whatever the translation says [RES-2]', async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.constantFrom(...CHANGES), async (source, [, change]) => {
        await proveStructure(source, change)
      }),
      { numRuns: rounds(100) },
    )
  })

  it('gives the same units wherever the stream is cut', async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.array(fc.nat(500), { maxLength: 8 }), async (source, cuts) => {
        expect(await unitsOf(markdown, opened(source, cuts))).toEqual(await unitsOf(markdown, opened(source)))
      }),
      { numRuns: rounds(100) },
    )
  })
})

describe('Markdown of real life', () => {
  it('stays byte for byte, and changes only its words [RES-2]', async () => {
    for (const { name, bytes } of corpus('md').filter(file => file.bytes.length < SHORT)) {
      const source = bytes.toString('utf8')
      await proveUnchanged(source)
      expect(await proveStructure(source, words => `„${words.toUpperCase()}“`), name).toBe(0)
    }
  })
})

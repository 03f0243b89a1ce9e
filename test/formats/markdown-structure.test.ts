import { describe, expect, it } from 'vitest'
import { rewrite, type Translate, verify } from '../../src/formats/format.ts'
import { markdown } from '../../src/formats/markdown.ts'
import { corpus } from '../support/corpus.ts'
import { bytesOf, fc, opened, unitsOf } from './files.ts'
import { documents, examples, shapeOf, TRANSLATIONS, translated } from './markdown-shape.ts'

const GERMAN = { language: 'de' }
const EXAMPLES = examples()
const CHANGES = Object.entries(TRANSLATIONS)

/** The result and how many texts kept their source, since no Markdown says exactly the translation. */
async function written(source: string, translate: Translate): Promise<{ result: string; kept: number }> {
  const result = await bytesOf(rewrite(markdown, opened(source), translate, GERMAN))
  const findings = await verify(markdown, opened(source), opened(result), translate, GERMAN)
  const damage = findings.filter(finding => finding.kind !== 'text')
  expect(damage, JSON.stringify([source, result.toString('utf8')])).toEqual([])
  return { result: result.toString('utf8'), kept: findings.length }
}

async function unchanged(source: string): Promise<string> {
  return (await bytesOf(rewrite(markdown, opened(source), unit => unit.text, GERMAN))).toString('utf8')
}

describe.skipIf(EXAMPLES.length === 0)('every example of CommonMark', () => {
  it('stays byte for byte when nothing is translated [RES-2]', async () => {
    for (const source of EXAMPLES) expect(await unchanged(source)).toBe(source)
  })

  it.each(CHANGES)('keeps its structure with %s in it [RES-2]', async (_, change) => {
    let kept = 0
    // A third of the examples each, every example four times.
    const turn = CHANGES.findIndex(([, other]) => other === change)
    for (const source of EXAMPLES.filter((_, at) => at % 3 === turn % 3)) {
      const done = await written(source, translated(change))
      expect(shapeOf(done.result), JSON.stringify([source, done.result])).toBe(shapeOf(source))
      kept += done.kept
    }
    expect(EXAMPLES.length).toBeGreaterThan(600)
    expect(kept).toBeLessThanOrEqual(20)
  })
})

describe('generated Markdown', () => {
  it('stays byte for byte when nothing is translated [RES-2]', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async source => {
        expect(await unchanged(source)).toBe(source)
      }),
      { numRuns: 300 },
    )
  })

  it('keeps its structure whatever the translation says [RES-2]', async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.constantFrom(...CHANGES), async (source, [, change]) => {
        const { result } = await written(source, translated(change))
        expect(shapeOf(result), JSON.stringify([source, result])).toBe(shapeOf(source))
      }),
      { numRuns: 400 },
    )
  })

  it('gives the same units wherever the stream is cut', async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.array(fc.nat(500), { maxLength: 8 }), async (source, cuts) => {
        expect(await unitsOf(markdown, opened(source, cuts))).toEqual(await unitsOf(markdown, opened(source)))
      }),
      { numRuns: 100 },
    )
  })
})

describe.skipIf(EXAMPLES.length === 0)('Markdown of real life', () => {
  it('stays byte for byte, and changes only its words [RES-2]', async () => {
    for (const { name, bytes } of corpus('md')) {
      const source = bytes.toString('utf8')
      expect(await unchanged(source), name).toBe(source)
      const { result, kept } = await written(
        source,
        translated(words => `„${words.toUpperCase()}“`),
      )
      expect(shapeOf(result), name).toBe(shapeOf(source))
      expect(kept, name).toBe(0)
    }
  }, 60_000)
})

import { describe, expect, it } from 'vitest'
import { type Format, FormatError } from '../../../src/formats/format.ts'
import type { CorpusFile } from '../../support/corpus.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite } from '../files.ts'
import { DOCUMENT_FAMILIES, formatOf } from './families.ts'
import { documents } from './gathered.ts'
import { provedBothWays } from './wrong.ts'

type Made = 'written' | 'refused'

/** What is wrong with a file that says what it said, and with its translations. */
async function wrongIn(format: Format, { name, bytes }: CorpusFile, wrong: string[]): Promise<Made> {
  const file = opened(bytes)
  try {
    const same = await bytesOf(rewrite(format, file, ({ text }) => text, { language: 'de' }))
    if (!same.equals(bytes)) wrong.push(`${name}: what says the same has other bytes`)
    for (const language of ['de', 'ar', 'ja']) {
      const findings = await provedBothWays(format, bytes, { language })
      wrong.push(...findings.map(finding => `${name}: ${language}: ${JSON.stringify(finding)}`))
    }
    return 'written'
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    process.stdout.write(`${name}: refused: ${error.message}\n`)
    return 'refused'
  }
}

describe.each(DOCUMENT_FAMILIES)('all $extension', family => {
  it('stay byte for byte, or are nothing but their translation [RES-2, FMT-2]', async () => {
    const format = await formatOf(family)
    const wrong: string[] = []
    const made: Made[] = []
    for (const file of documents(family.extension)) made.push(await wrongIn(format, file, wrong))
    process.stdout.write(`${family.extension}: ${made.filter(each => each === 'written').length} of ${made.length}\n`)
    expect(wrong).toEqual([])
  })
})

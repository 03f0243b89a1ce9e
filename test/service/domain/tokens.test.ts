import { getEncoding } from 'js-tiktoken'
import { describe, expect, it } from 'vitest'
import { tokenCount, tokenRatio } from '../../../src/service/domain/tokens.ts'
import { corpus, isPlainClone } from '../../support/corpus.ts'
import { SPEECH } from '../../support/engines/metering.ts'

const o200k = getEncoding('o200k_base')
const counted = (text: string) => o200k.encode(text, [], []).length

describe('tokens without a tokenizer', () => {
  it.each(Object.entries(SPEECH))('are about those that a tokenizer counts, in %s', (language, { text }) => {
    expect(Math.abs(tokenCount(text, language) / counted(text) - 1)).toBeLessThan(0.12)
  })

  // A single text may be further off than all together, and a plain clone has hardly more.
  it.skipIf(isPlainClone).each(['md', 'txt', 'csv'])(
    'are about those that a tokenizer counts, in English files: %s',
    folder => {
      const texts = corpus(folder)
        .map(({ bytes }) => bytes.subarray(0, 20_000).toString('utf8'))
        .filter(text => text.length > 1500 && !/[\0\ufffd]/.test(text))
      const [found, wanted] = [texts.map(text => tokenCount(text, 'en')), texts.map(counted)]
      const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
      expect(Math.abs(sum(found) / sum(wanted) - 1)).toBeLessThan(0.15)
    },
  )

  it('are counted in a language that was never measured, too', () => {
    expect(tokenCount('Neljä sanaa ilman taulukkoa', 'xx')).toBeGreaterThan(4)
    expect(tokenRatio('en', 'xx')).toBe(1.5)
    expect(tokenRatio('de', 'de')).toBe(1)
    expect(tokenCount('', 'en')).toBe(0)
  })

  it('tell the two ways of writing Chinese apart', () => {
    expect(tokenRatio('en', 'zh-TW')).toBeGreaterThan(tokenRatio('en', 'zh'))
  })
})

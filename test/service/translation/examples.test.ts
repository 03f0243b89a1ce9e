import { describe, expect, it } from 'vitest'
import { exemplified } from '../../../src/service/translation/examples.ts'

const pair = (source: string, corrected = 0) => ({ source, text: `«${source}»`, corrected })
const segment = (text: string) => ({ id: text, text })

/** The sources of the examples that each of these texts gets. */
function examplesOf(told: Parameters<typeof exemplified>[0], ...texts: readonly string[]) {
  return exemplified(told)(texts.map(segment)).map(({ examples = [] }) => examples.map(({ source }) => source))
}

describe('the examples of a round', () => {
  it('are those nearest to each segment, each once', () => {
    const told = [pair('Shut the door'), pair('Open the cellar'), pair('Good day')]
    expect(examplesOf(told, 'The cellar', 'Open cellar', 'A good door')).toEqual([
      [],
      ['Open the cellar'],
      ['Good day', 'Shut the door'],
    ])
  })

  it('are the latest of a person where none is near, and none of an engine', () => {
    const told = [pair('One', 1), pair('Two', 1), pair('Three', 1), pair('Four')]
    expect(examplesOf(told, 'Shut the door', 'Open it')).toEqual([['One', 'Two'], []])
    expect(examplesOf([pair('Four')], 'Shut the door')).toEqual([[]])
  })

  it('are at most five, with few characters: two for a single text, and no long one', () => {
    const told = Array.from({ length: 60 }, (_, at) => pair(`The cellar of number ${at} is shut`))
    expect(examplesOf(told, 'cellar number 7')[0]).toHaveLength(2)
    const many = Array.from({ length: 40 }, (_, at) => `number ${at} is open`)
    expect(examplesOf(told, ...many).flat()).toHaveLength(5)
    const long = 'the cellar '.repeat(20)
    expect(examplesOf([pair(long, 1)], 'The cellar')).toEqual([[]])
    const half = [pair(`cellar ${'a'.repeat(80)}`), pair(`cellar ${'b'.repeat(80)}`)]
    expect(examplesOf(half, 'The cellar')[0]).toHaveLength(1)
  })
})

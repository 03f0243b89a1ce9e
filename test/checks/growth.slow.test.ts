import { describe, expect, it } from 'vitest'
import type { Conditions } from '../../src/checks/index.ts'
import { judge, shownText } from '../../src/checks/index.ts'
import { countWords, PLACEHOLDER_SYNTAXES } from '../../src/formats/index.ts'
import { growsSlowly } from '../support/growth.ts'
import { PATHOLOGICAL } from '../support/pathological.ts'
import { third } from '../support/seed.ts'

const CONDITIONS: Conditions = {
  source: 'en',
  target: 'de',
  glossary: ['a', 'the b', 'w1', 'w2 w3', '日'].map(source => ({
    source,
    target: `${source}x`,
    case_sensitive: false,
  })),
  keep: ['Acme', 'a1'],
  spreadsheet: true,
}
/** In characters; four times as many are tried, too. */
const SIZE = 2500
const PLAIN = 'Some <b>text</b> {a} of 15 words that stands here'

describe.each(PLACEHOLDER_SYNTAXES)('in texts of the syntax %s', syntax => {
  // The syntaxes have most of their rules in common: each text is tried in every third of them.
  const texts = third(PATHOLOGICAL, PLACEHOLDER_SYNTAXES.indexOf(syntax))

  it.each([
    ['an answer like its source', text => judge({ text, syntax }, `${text}.`, CONDITIONS, { shown: true })],
    ['an answer that is its source', text => judge({ text, syntax }, text, CONDITIONS)],
    ['any answer to a plain text', text => judge({ text: PLAIN, syntax }, text, CONDITIONS)],
    ['a plain answer to any text', text => judge({ text, syntax }, PLAIN, CONDITIONS)],
    ['a text as it is shown', text => shownText({ text, syntax })],
    ['a text whose words are counted', text => countWords(text, syntax)],
  ] satisfies [string, (text: string) => unknown][])(
    'judges %s in time that follows its length',
    async (_name, work) => {
      const steep: string[] = []
      for (const { name, text } of texts) {
        if (!(await growsSlowly(size => work(text(size)), SIZE))) steep.push(name)
      }
      expect(steep).toEqual([])
    },
  )
})

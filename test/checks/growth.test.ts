import { expect, it } from 'vitest'
import { judge } from '../../src/checks/index.ts'
import { countWords } from '../../src/formats/index.ts'
import { growsSlowly } from '../support/growth.ts'

const CONDITIONS = { source: 'en', target: 'de', glossary: [], keep: [] }

const listed = (size: number, one: (at: number) => string) => Array.from({ length: size }, (_, at) => one(at)).join(' ')

/** Answers that once took minutes: how many pieces they have, the source and the answer. growth.slow.test.ts tries all there are. */
const ANSWERS: readonly [string, number, (size: number) => string, (size: number) => string][] = [
  ['tags that nothing closes', 2000, size => '<b>'.repeat(size), size => `${'<b>'.repeat(size)}a`],
  ['tags inside tags', 1500, size => `${'<i>'.repeat(size)}a${'</i>'.repeat(size)}`, size => '<i>'.repeat(size)],
  ['short tags', 2000, size => `<g1>${'<g2>'.repeat(size)}`, size => `<g2>${'<g1>'.repeat(size)}`],
  ['words to fill in', 2000, size => '<script>'.repeat(size), size => '<file>'.repeat(size)],
  ['end tags without their start', 1500, size => '<b></i>'.repeat(size), size => '<b></i>'.repeat(size)],
  ['other placeholders', 1500, size => listed(size, at => `{a${at}}`), size => listed(size, at => `{b${at}}`)],
  ['other numbers', 1000, size => listed(size, at => `${at * 3 + 100}`), size => listed(size, at => `${at * 3 + 101}`)],
]

it.each(ANSWERS)(
  'an answer with %s is judged in time that follows its length [ENG-2]',
  async (_name, size, source, answer) => {
    for (const shown of [true, false]) {
      const judged = (pieces: number) => judge({ text: source(pieces) }, answer(pieces), CONDITIONS, { shown })
      expect(await growsSlowly(judged, size), `shown: ${shown}`).toBe(true)
    }
  },
)

it('words of a script without spaces are counted in time that follows their length, though no sign ends a sentence', async () => {
  expect(await growsSlowly(size => countWords('日'.repeat(size)), 6000)).toBe(true)
  expect(countWords('文字。'.repeat(2000))).toBe(2000)
})

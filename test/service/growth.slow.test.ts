import { expect, it } from 'vitest'
import { termSearchFor } from '../../src/checks/index.ts'
import { isSuspicious } from '../../src/contract/suspicious.ts'
import { PLACEHOLDER_SYNTAXES } from '../../src/formats/index.ts'
import { lineOf, readLines } from '../../src/mcp/segments/lines.ts'
import { type Dress, encodeForMachine } from '../../src/service/engine/codes-machine.ts'
import { pseudoText } from '../../src/service/engine/pseudo/pseudo.ts'
import { sortAnswers } from '../../src/service/segments/rulings.ts'
import { growsSlowly } from '../support/growth.ts'
import { PATHOLOGICAL } from '../support/pathological.ts'
import { third } from '../support/seed.ts'

/** In characters; four times as many are tried, too. */
const SIZE = 2000
const terms = termSearchFor({ glossary: [{ source: 'a', target: 'x', case_sensitive: false }], keep: ['Acme'] })

/** A text through a translation program that changes nothing. */
const throughMachine = (dress: Dress) => (text: string) => {
  for (const syntax of PLACEHOLDER_SYNTAXES) {
    const coded = encodeForMachine(text, syntax, { dress, terms })
    coded.decode(coded.texts)
  }
}

const WORK: readonly (readonly [string, (text: string) => unknown])[] = [
  ['searched for commands', isSuspicious],
  ['shown as a line and read from it', text => readLines([lineOf('1', text), `1 ${text}`])],
  ['made ready for a program that reads XML', throughMachine('xml')],
  ['made ready for a program that reads words', throughMachine('words')],
  ['made ready for a program that reads blanks', throughMachine('blanks')],
  ['translated by the pseudo engine', text => pseudoText({ text }, { target: 'de', glossary: [], keep: [] })],
]

it.each(WORK)('any text is %s in time that follows its length [LIM-5]', async (what, work) => {
  const steep: string[] = []
  // The three ways to a program have most of their rules in common: each text goes one of them.
  const texts = third(
    PATHOLOGICAL,
    WORK.findIndex(([name]) => name === what),
  )
  for (const { name, text } of texts) {
    if (!(await growsSlowly(size => work(text(size)), SIZE))) steep.push(name)
  }
  expect(steep).toEqual([])
})

it.each<[string, (at: number) => string]>([
  ['all different', at => `${at}`],
  ['all the same', () => '1'],
  ['no numbers', at => `x${at}`],
])('answers are sorted by their ids in time that follows their number: %s [MCP-15]', async (_what, id) => {
  const sorted = (count: number) =>
    sortAnswers(Array.from({ length: count }, (_, at) => ({ id: id(at), text: `${at}` })))
  expect(await growsSlowly(sorted, 5000)).toBe(true)
})

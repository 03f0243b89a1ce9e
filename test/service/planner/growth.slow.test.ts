import { expect, it } from 'vitest'
import { PlanRefusal } from '../../../src/service/domain/plan-refusal.ts'
import { readInstruction } from '../../../src/service/planner/intent.ts'
import { WORDS as LEXICON, WORD_ROLES } from '../../../src/service/planner/prose/words.ts'
import { cpuTime, growsSlowly } from '../../support/growth.ts'
import { PATHOLOGICAL } from '../../support/pathological.ts'
import { DEFAULTS, LETTER } from './files.ts'
import { LARGE } from './large-file.ts'

/** A word of every role that a rule of the planner knows, in each language, and ways to say parts, rows and languages. */
const WORDS = new Set(
  LEXICON.flatMap(words => WORD_ROLES.flatMap(role => words[role]?.replaceAll('*', '').split('|')[0] ?? [])),
)
const SAYINGS = [
  ...[
    'French',
    'Spanish (',
    'Chinese (Traditional, ',
    'rows 1',
    '1, 2',
    '1-2',
    'row 1 to',
    'first 2 rows',
    'not the menu',
  ],
  ...[
    'menu and',
    'only the menu',
    'item5',
    'zzz',
    '"zzz"',
    '</b>',
    '"item5"',
    'the label column',
    'front matter title',
    'labels: French',
    'de',
    'en-de',
  ],
]
/** What is said again and again, with a mark after it. */
const repeated = (mark: string) =>
  [...WORDS, ...SAYINGS].map(words => ({
    name: `${words}${mark}`,
    text: (size: number) => `${words}${mark}`.repeat(size / words.length),
  }))

/** An instruction has at most 4,000 characters. */
const SIZE = 1000
const SOON_MS = 500

// Lists are what a file of many parts can be asked for.
it.each([
  ['a large catalogue', LARGE, ', '],
  ['a letter', LETTER, ' '],
])('any instruction for %s is read in time that follows its length [MCP-14]', async (_name, survey, mark) => {
  const steep: string[] = []
  for (const { name, text } of [...repeated(mark), ...PATHOLOGICAL]) {
    const read = (size: number): void => {
      try {
        readInstruction(`Translate into German, ${text(size).slice(0, size)}`, { survey, defaults: DEFAULTS })
      } catch (error) {
        if (!(error instanceof PlanRefusal)) throw error
      }
    }
    // There are no longer ones: of what takes less CPU time than this, nobody has to wait, however it grows.
    if ((await cpuTime(() => read(4 * SIZE))) <= SOON_MS) continue
    if (!(await growsSlowly(read, SIZE))) steep.push(name)
  }
  expect(steep).toEqual([])
})

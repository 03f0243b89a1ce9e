import { expect, it } from 'vitest'
import type { Unit } from '../../../src/formats/index.ts'
import { measure } from '../../../src/service/planner/measure.ts'
import { joinLanguages } from '../../../src/service/planner/measure-languages.ts'
import { EVERYTHING } from '../../../src/service/planner/selection.ts'

const unit = (index: number, text: string, left_out?: Unit['left_out']): Unit => {
  return { index, path: `${index}`, part: 'en', text, start: index, end: index + 1, charset: 'utf-8', left_out }
}

async function joined(each: Record<string, readonly Unit[]>) {
  const measured = Object.entries(each).map(async ([language, units]) => {
    return { language, measurement: await measure(units, EVERYTHING, '') }
  })
  return joinLanguages(await Promise.all(measured))
}

it('each language counts what it gets, and the plan what the language with the most of it gets [FMT-2, PLN-2]', async () => {
  const both = await joined({
    de: [unit(0, 'Open the file', 'already_translated'), unit(1, 'Close')],
    fr: [unit(0, 'Open the file'), unit(1, 'Close')],
  })
  expect(both.languages.map(({ segments, words, characters }) => [segments, words, characters])).toEqual([
    [1, 1, 5],
    [2, 4, 18],
  ])
  expect(both.counts).toMatchObject({ segments: 2, words: 4, selected_segments: 2, selected_words: 4 })
  expect(both.included).toEqual([{ part: 'en', segments: 2, words: 4 }])
})

it('what only some languages leave out says which, and what all leave out says none [PLN-2]', async () => {
  const { not_included } = await joined({
    de: [unit(0, 'Open the file', 'already_translated'), unit(1, '12', 'number')],
    fr: [unit(0, 'Open the file'), unit(1, '12', 'number')],
  })
  expect(not_included).toEqual([
    { part: 'en', reason: 'already translated, for German (de)', words: 3 },
    { part: 'en', reason: 'a number, not text', words: 1 },
  ])
})

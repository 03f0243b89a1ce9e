/** What people call the masters of a presentation, who never saw what the plan calls them. */
import { expect, it } from 'vitest'
import type { Survey } from '../../../src/service/domain/survey.ts'
import { brief, intentOf } from './files.ts'

const part = (name: string, left_out: Survey['parts'][number]['left_out'] = {}) => ({
  ...{ part: name, units: 2, words: 10, left_out },
})

/** A presentation, whose masters wait to be asked for. */
const DECK: Survey = {
  extension: 'pptx',
  parts: [
    ...[1, 2, 3].map(number => part(`Slide ${number}: Results`)),
    ...['masters and layouts', 'master of notes', 'master of handouts'].map(name =>
      part(name, { on_request: { units: 2, words: 10 } }),
    ),
  ],
  choices: { rows: { called: 'slide', first: 1, last: 3, headings: false }, flags: {}, kinds: ['heading'] },
  ...{ units: 12, words: 60, characters: 400 },
}

it.each([
  ...[
    'masters and layouts',
    'master slides',
    'slide masters',
    'slide master',
    'masters',
    'layouts',
    'slide layouts',
    'templates',
  ].map(said => `Translate into German, including the ${said}`),
  'Translate into German, also the layouts',
  'Translate everything into French, and the master slides too',
  'Bitte ins Deutsche übersetzen, auch die Masterfolien',
  'Ins Deutsche, auch den Folienmaster',
  'Ins Deutsche, auch die Folienlayouts',
  'Übersetze ins Deutsche, auch die Vorlagen',
  'Ins Deutsche, einschließlich der Vorlagen',
  'Ins Deutsche einschließlich der Folienmaster',
  'Bitte ins Deutsche übersetzen, inklusive der Masterfolien',
  'Ins Deutsche, samt den Folienlayouts',
  'Ins Deutsche, mitsamt der Mastervorlage',
  'Translate into German, including the master layouts',
  'Traduis en français, y compris les modèles',
  'Traduce al español, incluidas las plantillas',
  'Traduce al español, incluidos los patrones',
  'テンプレートも含めて日本語に翻訳してください',
  'Traduce al español, también los patrones de diapositivas',
  'Traduce al español, incluidas las diapositivas maestras',
  'Traduis en français, y compris les masques de diapositives',
  'Traduis en français, aussi les dispositions',
  'スライドマスターも含めて日本語に翻訳してください',
])('“%s” has the masters and layouts translated, too [PLN-1]', said => {
  expect(brief(intentOf(DECK, said))).toMatch(/^to \w\w \| even master\.and\.layout$/)
})

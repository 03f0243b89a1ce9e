import type { Intent, Pattern } from '../../../src/service/domain/intent.ts'
import type { Survey } from '../../../src/service/domain/survey.ts'
import type { Facts } from '../../../src/service/planner/intent.ts'
import { readInstruction } from '../../../src/service/planner/intent.ts'
import { keyOf } from '../../../src/service/planner/selection.ts'

const PARTS = [
  'menu.file.open',
  'menu.file.save',
  'menu.edit',
  'errors.card',
  'errors.network',
  'notes',
  'legalTexts.imprint',
  'footer.text',
  'title',
  'description',
]

/** What analysis finds in an English catalogue of messages. */
export const CATALOGUE: Survey = {
  extension: 'json',
  parts: PARTS.map(part => ({ part, units: 1, words: 2, left_out: {} })),
  choices: { flags: {}, kinds: [] },
  units: PARTS.length,
  words: 20,
  characters: 120,
}

/** What analysis finds in a text file. */
export const LETTER: Survey = {
  extension: 'txt',
  parts: [{ part: 'paragraph', units: 3, words: 120, left_out: {} }],
  choices: { rows: { called: 'paragraph', first: 1, last: 3, headings: false }, flags: {}, kinds: [] },
  units: 3,
  words: 120,
  characters: 640,
}

export const DEFAULTS = { source_language: 'en', quality_tier: 'standard' } as const

/** Reads instructions one after the other, each refining the one before. */
export function intentOf(survey: Survey, ...instructions: readonly string[]): Intent {
  let previous: Intent | undefined
  for (const instruction of instructions) {
    const facts: Facts = { survey, defaults: DEFAULTS }
    previous = readInstruction(instruction, previous === undefined ? facts : { ...facts, previous })
  }
  if (previous === undefined) throw new Error('no instruction')
  return previous
}

/** An intent on one line: what differs from translating everything in standard quality. */
export function brief(intent: Intent): string {
  const { selection } = intent
  const named = (word: string, patterns: readonly Pattern[]) =>
    patterns.length === 0
      ? []
      : [
          `${word} ${patterns.map(pattern => keyOf(pattern).replaceAll(' ', pattern.by === 'name' ? '.' : ' ')).join(', ')}`,
        ]
  return [
    `to ${intent.target_languages.join(' ')}`,
    ...(intent.source_language === undefined ? [] : [`from ${intent.source_language}`]),
    ...(intent.quality_tier === 'lite' ? ['lite'] : []),
    ...named('only', selection.include),
    ...named('skip', selection.exclude),
    ...named('even', selection.lift),
    ...(selection.also.length === 0 ? [] : [`also ${selection.also.join(', ')}`]),
    ...(intent.keep_untranslated.length === 0 ? [] : [`keep ${intent.keep_untranslated.join(', ')}`]),
    ...intent.guidance.map(clause => `style “${clause}”`),
    ...intent.not_understood.map(clause => `unread “${clause}”`),
  ].join(' | ')
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Plan } from '../../../src/contract/plan.ts'
import type { Reason, Unit } from '../../../src/formats/index.ts'
import { creditCost } from '../../../src/service/domain/price.ts'
import { pseudo } from '../../../src/service/engine/pseudo/pseudo.ts'
import { type Composition, compose, workloadOf } from '../../../src/service/planner/compose.ts'
import { excerpt, measure } from '../../../src/service/planner/measure.ts'
import { findPart } from '../../../src/service/planner/prose/find-part.ts'
import { EVERYTHING } from '../../../src/service/planner/selection.ts'
import { sourceLanguageOf } from '../../../src/service/planner/source-language.ts'
import { suggest } from '../../../src/service/planner/suggest.ts'
import { survey } from '../../../src/service/planner/survey.ts'
import { rounds } from '../../support/seed.ts'
import { CATALOGUE, DEFAULTS, intentOf, LETTER } from './files.ts'

function unit(index: number, part: string, text: string, left_out?: Reason): Unit {
  const plain = {
    index,
    path: `json:/${part}`,
    part,
    start: index,
    end: index,
    text,
    raw: text,
    charset: 'utf-8',
  } as const
  return left_out === undefined ? plain : { ...plain, left_out }
}

const UNITS = [
  unit(0, 'menu.file.open', 'Open the file'),
  unit(1, 'menu.edit', 'Edit'),
  unit(2, 'errors.card', 'Your card was refused.'),
  unit(3, 'notes', 'For translators only'),
  unit(4, 'id', 'a-81', 'identifier'),
  unit(5, 'link', 'https://example.com', 'url'),
]

async function planOf(...instructions: string[]) {
  const { survey: found } = await survey(UNITS, 'app.json')
  const intent = intentOf(found, ...instructions)
  const known = intent.target_languages.map(() => undefined)
  const measurement = await measure(UNITS, intent.selection, '.', known)
  const source = sourceLanguageOf(intent, found, DEFAULTS.source_language)
  const engine = pseudo.describe(workloadOf(intent, measurement))
  const composition: Composition = { intent, source, measurement, glossaries: [], engine }
  return { plan: compose(composition), composition }
}

describe('a plan', () => {
  it('holds the contract, counts what is taken and names what is not, with reasons [PLN-2, CRE-8]', async () => {
    const { plan } = await planOf('Translate into German and French, skip the notes')
    expect(Plan.parse(plan)).toEqual(plan)
    expect(plan.included.map(({ part, words }) => [part, words])).toEqual([
      ['menu.file.open', 3],
      ['menu.edit', 1],
      ['errors.card', 4],
    ])
    expect(plan.not_included).toEqual([
      { part: 'notes', reason: 'left out because you asked', words: 3 },
      { part: 'id', reason: 'looks like an identifier', words: 1 },
      expect.objectContaining({ part: 'link', reason: 'URL or address' }),
    ])
    expect(plan).toMatchObject({
      word_count: 8,
      credit_cost: 16,
      source_language: 'en',
      source_language_from: 'default',
    })
  })

  it('names its engine, where the text goes and who is charged [ENG-1]', async () => {
    const { plan } = await planOf('Translate into German')
    expect(plan.engine).toBe('pseudo')
    expect(plan.text_goes_to).toContain('this machine')
    expect(plan.billing).toEqual({ who: 'workspace', unit: 'credits', estimate: 11 })
  })

  it('keeps its revision while its content is the same and changes it with any of it [PLN-2]', async () => {
    const { plan, composition } = await planOf('Translate into German')
    expect(compose(composition).plan_revision).toBe(plan.plan_revision)
    expect(plan.plan_revision).toMatch(/^pr_[a-z2-7]{16}$/)
    const seen = new Set([plan.plan_revision])
    const others = [
      'Translate into French',
      'Translate into German, lite',
      'Translate into German without notes',
      'Translate into German. Keep “Acme”.',
      'Translate into German, formal',
      'Translate into German. Make tea.',
    ]
    for (const other of others) seen.add((await planOf(other)).plan.plan_revision)
    for (const edition of ['gl_a 1', 'gl_a 2', 'gl_b 2']) {
      const glossaries = [{ language_pair: 'en-de', term_count: 2, edition }]
      seen.add(compose({ ...composition, glossaries }).plan_revision)
    }
    expect(seen.size).toBe(others.length + 4)
  })

  it('has the same revision when a refinement is taken back [PLN-2]', async () => {
    const plain = await planOf('Translate into German')
    const back = await planOf('Translate into German', 'lite', 'Translate into German, standard quality')
    expect(back.plan.credit_cost).toBe(plain.plan.credit_cost)
    expect(back.composition.intent.selection).toEqual(plain.composition.intent.selection)
  })
})

describe('the price', () => {
  it('is words by tier for each language, rounded up, and never falls with more words or languages', () => {
    expect(creditCost(3, 2, 'lite')).toBe(4)
    expect(creditCost(3, 2, 'standard')).toBe(6)
    const whole = fc.nat({ max: 1_000_000 })
    fc.assert(
      fc.property(whole, whole, fc.integer({ min: 1, max: 40 }), (words, more, languages) => {
        for (const tier of ['standard', 'lite'] as const) {
          expect(creditCost(words + more, languages, tier)).toBeGreaterThanOrEqual(creditCost(words, languages, tier))
          expect(creditCost(words, languages + 1, tier)).toBeGreaterThanOrEqual(creditCost(words, languages, tier))
        }
        expect(creditCost(words, languages, 'lite')).toBeLessThanOrEqual(
          creditCost(words, languages, 'standard') + languages,
        )
      }),
    )
  })
})

describe('measuring', () => {
  const many = Array.from({ length: 30_000 }, (_, at) =>
    unit(at, `section${at % 90}.group${at % 700}.key${at}`, 'Two words'),
  )

  it('keeps the rows of a large file few and loses no word', async () => {
    const measured = await measure(many, EVERYTHING, '.')
    expect(measured.included.length).toBeLessThanOrEqual(40)
    expect(measured.included.reduce((sum, row) => sum + row.words, 0)).toBe(60_000)
    expect(measured.included.at(-1)?.part).toMatch(/^… and \d+ more$/)
  })

  it('surveys a large file within its bounds and loses no word', async () => {
    const { survey: found } = await survey(many, 'big.json')
    expect(found.parts.length).toBeLessThanOrEqual(2_000)
    expect(found.parts.reduce((sum, part) => sum + part.words, 0)).toBe(60_000)
    expect(findPart('section7', found.parts)).toBeDefined()
  })

  it('cuts a preview between words and never inside a letter', () => {
    expect(excerpt('one two three four', 12)).toBe('one two…')
    expect(excerpt('👩‍👩‍👧‍👦'.repeat(10), 4)).toBe(`${'👩‍👩‍👧‍👦'.repeat(3)}…`)
    expect(excerpt('line\n  line', 20)).toBe('line line')
  })
})

describe('suggestions', () => {
  it('are two or three, fit the file and are understood whole [CRE-8]', () => {
    const sources = ['en', 'es', 'de', 'ja', 'pt-BR'].map(tag => ({ source_language: { tag, from: 'file' } as const }))
    for (const file of [CATALOGUE, LETTER]) {
      for (const source of [{}, ...sources]) {
        const suggestions = suggest({ ...file, ...source })
        expect(suggestions.length).toBeGreaterThanOrEqual(2)
        for (const suggestion of suggestions) {
          const intent = intentOf({ ...file, ...source }, suggestion)
          expect([suggestion, intent.not_understood]).toEqual([suggestion, []])
        }
      }
    }
  })

  it('are understood whatever the parts of the file are called', () => {
    const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.uniqueArray(part, { minLength: 1, maxLength: 5 }), names => {
        const parts = names.map(name => ({ part: name, units: 1, words: name.length, left_out: {} }))
        for (const suggestion of suggest({ ...CATALOGUE, parts })) {
          expect(intentOf({ ...CATALOGUE, parts }, suggestion).not_understood).toEqual([])
        }
      }),
      { numRuns: rounds(300) },
    )
  })
})

describe('words that are remembered', () => {
  const known =
    (...parts: readonly string[]) =>
    async (units: readonly Unit[]) =>
      units.map(({ part }) => parts.includes(part))

  async function planRemembering(instruction: string, remembered: Parameters<typeof measure>[3]) {
    const { survey: found } = await survey(UNITS, 'app.json')
    const intent = intentOf(found, instruction)
    const measurement = await measure(UNITS, intent.selection, '.', remembered)
    const source = sourceLanguageOf(intent, found, DEFAULTS.source_language)
    const engine = pseudo.describe(workloadOf(intent, measurement))
    return compose({ intent, source, measurement, glossaries: [], engine })
  }

  it('cost nothing, in the language they are remembered in and in no other [CRD-2, PLN-2]', async () => {
    const instruction = 'Translate into German and French, skip the notes'
    const none = await planRemembering(instruction, [undefined, undefined])
    expect(none).toMatchObject({ word_count: 8, new_words: 16, reused_words: 0, credit_cost: 16 })
    const german = await planRemembering(instruction, [known('errors.card'), undefined])
    expect(german).toMatchObject({ word_count: 8, new_words: 12, reused_words: 4, credit_cost: 12 })
    expect(german.billing).toMatchObject({ who: 'workspace', unit: 'credits', estimate: 12 })
    const both = await planRemembering(instruction, [known('errors.card'), known('menu.file.open', 'menu.edit')])
    expect(both).toMatchObject({ word_count: 8, new_words: 8, reused_words: 8, credit_cost: 8 })
  })

  it('cost nothing where all of them are, and what is not chosen counts for nothing', async () => {
    const all = known('menu.file.open', 'menu.edit', 'errors.card', 'notes')
    const plan = await planRemembering('Translate into German, skip the notes', [all])
    expect(plan).toMatchObject({ word_count: 8, new_words: 0, reused_words: 8, credit_cost: 0 })
  })

  it('are left out before the rate of a tier is rounded up, for each language', async () => {
    const remembered = [known('menu.edit'), undefined]
    const plan = await planRemembering('Translate into German and French, skip the notes, lite quality', remembered)
    expect(plan).toMatchObject({ new_words: 15, reused_words: 1, credit_cost: 4 + 4 })
  })
})

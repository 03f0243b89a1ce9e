import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { supportedLanguages } from '../../../src/service/domain/languages.ts'
import { PlanRefusal } from '../../../src/service/domain/plan-refusal.ts'
import { rounds } from '../../support/seed.ts'
import { brief, CATALOGUE, intentOf, LETTER } from './files.ts'
import { INSTRUCTIONS, REFINEMENTS, REFUSALS, USELESS } from './instructions.ts'

function refusalOf(act: () => unknown): PlanRefusal {
  try {
    act()
  } catch (thrown) {
    if (thrown instanceof PlanRefusal) return thrown
    throw thrown
  }
  throw new Error('nothing was refused')
}

describe('reading an instruction', () => {
  for (const [instruction, meaning] of Object.entries(INSTRUCTIONS)) {
    it(`understands “${instruction}” [PLN-1, MCP-14]`, () => {
      expect(brief(intentOf(CATALOGUE, instruction))).toBe(meaning)
    })
  }

  for (const [before, refinement, meaning] of REFINEMENTS) {
    it(`refines “${before}” by “${refinement}” [PLN-1]`, () => {
      expect(brief(intentOf(CATALOGUE, before, refinement))).toBe(meaning)
    })
  }

  for (const [refinement, rest] of Object.entries(USELESS)) {
    it(`refuses “${refinement}” as a refinement, and says that the plan stays [PLN-1, PLN-2]`, () => {
      const refusal = refusalOf(() => intentOf(CATALOGUE, 'Translate into German, formally', refinement))
      expect(refusal).toMatchObject({ code: 'plan_invalid', missing: 'refinement' })
      expect(refusal.message).toMatch(
        /^Nothing in these words changes the plan: it stays as it is\. Say what to change, /,
      )
      expect(refusal.message.endsWith(`a part.${rest}`)).toBe(true)
    })
  }

  for (const [instruction, [code, words]] of Object.entries(REFUSALS)) {
    it(`refuses “${instruction}” and says why [PLN-1, CRE-9]`, () => {
      const refusal = refusalOf(() => intentOf(CATALOGUE, instruction))
      expect(refusal.code).toBe(code)
      expect(refusal.message).toContain(words)
    })
  }

  it('takes an apostrophe as keyboards write it, straight or curly [MCP-14]', () => {
    const curly = (text: string) => text.replace(/(?<=\p{L})'(?=\p{L})/gu, '’')
    const spoken = Object.entries(INSTRUCTIONS).filter(([instruction]) => curly(instruction) !== instruction)
    expect(spoken.length).toBeGreaterThan(8)
    for (const [instruction, meaning] of spoken) {
      expect(brief(intentOf(CATALOGUE, curly(instruction))), instruction).toBe(curly(meaning))
    }
  })

  it('understands every language of the catalogue as the tools write it [LNG-1]', () => {
    for (const { tag, name } of supportedLanguages()) {
      if (tag === 'en') continue
      const instruction = `Translate from English (en) into ${name} (${tag}), lite quality. Skip notes.`
      expect(brief(intentOf(CATALOGUE, instruction))).toBe(`to ${tag} | from en | lite | skip note`)
    }
  })

  it('understands every language by its English name and by its own [LNG-1]', () => {
    for (const { tag, name } of supportedLanguages()) {
      if (tag === 'en') continue
      const own = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? name
      expect(brief(intentOf(CATALOGUE, `Translate into ${name}`))).toBe(`to ${tag}`)
      expect(brief(intentOf(CATALOGUE, `Translate into ${own}`))).toBe(`to ${tag}`)
    }
  })

  it('takes a list of languages in any order, none lost and none added', () => {
    const named = fc.uniqueArray(fc.constantFrom(...supportedLanguages().filter(({ tag }) => tag !== 'en')), {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(named, languages => {
        const instruction = `Translate into ${languages.map(({ name }) => name).join(', ')}.`
        expect(intentOf(LETTER, instruction).target_languages).toEqual(languages.map(({ tag }) => tag))
      }),
      { numRuns: rounds(200) },
    )
  })

  it('says that a text file has no parts to choose from', () => {
    expect(refusalOf(() => intentOf(LETTER, 'only the introduction into German')).message).toContain('no named parts')
  })

  it('refuses a file without any text', () => {
    const empty = {
      ...CATALOGUE,
      parts: [{ part: 'id', units: 1, words: 1, left_out: { identifier: { units: 1, words: 1 } } }],
    }
    expect(refusalOf(() => intentOf(empty, 'Translate into German')).code).toBe('plan_invalid')
  })

  it('allows a regional variant of the source, not the source itself', () => {
    expect(intentOf(LETTER, 'Translate into British English').target_languages).toEqual(['en-GB'])
    expect(refusalOf(() => intentOf(LETTER, 'Translate into English')).code).toBe('plan_invalid')
  })
})

/** Clauses as people write them; the property joins them at random. */
const CLAUSES = [
  'translate into German',
  'also French',
  'skip the notes',
  'keep “Acme” untranslated',
  'in a formal tone',
  'email me when done',
  'without errors',
  'make tea',
  'no slang',
  'lite quality',
  'only the menu',
  'von hinten',
  'ohne die Notizen',
  'sans les notes',
  'banana',
  'use Sie',
  'from English',
  'dance with wolves',
  '丁寧な文体で',
  'スペイン語も',
  'instead of Italian',
  'please',
  'thank you',
]

describe('accounting for an instruction', () => {
  const clauses = fc.array(fc.constantFrom(...CLAUSES), { minLength: 1, maxLength: 6 })
  const joints = fc.array(fc.constantFrom(', ', '. ', ' and ', '; ', '\n'), { minLength: 6, maxLength: 6 })

  it('leaves no word that says something out of its three lists, and none in two [MCP-14]', () => {
    fc.assert(
      fc.property(clauses, joints, (said, between) => {
        // A refinement of which nothing can be acted on is refused.
        const instruction = `Also French. ${said.map((clause, at) => clause + (between[at] ?? '')).join('')}`
        const intent = intentOf(CATALOGUE, 'Translate into Italian and Dutch', instruction)
        const listed = [...intent.applied, ...intent.guidance, ...intent.not_understood]
        for (const word of [
          'banana',
          'make tea',
          'wolves',
          'email',
          'slang',
          'Acme',
          'formal',
          'hinten',
          'Sie',
          '丁寧',
        ]) {
          const occurrences = instruction.split(word).length - 1
          const found = new Set(listed.filter(clause => clause.includes(word)))
          expect(found.size > 0).toBe(occurrences > 0)
        }
        expect(intent.applied.join()).not.toMatch(/banana|make|wolves|email|slang|formal|hinten|丁寧/)
      }),
      { numRuns: rounds(300) },
    )
  })

  it('quotes every clause as it was written', () => {
    fc.assert(
      fc.property(clauses, said => {
        const instruction = ['Also French', ...said].join('. ')
        const intent = intentOf(CATALOGUE, 'Translate into Italian and Dutch', instruction)
        for (const clause of [...intent.applied, ...intent.not_understood]) expect(instruction).toContain(clause)
      }),
      { numRuns: rounds(200) },
    )
  })

  it('reads any text at all without failing otherwise than by a refusal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), text => {
        try {
          intentOf(CATALOGUE, 'Translate into Italian', text)
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(PlanRefusal)
        }
      }),
      { numRuns: rounds(300) },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Intent } from '../../../src/service/domain/intent.ts'
import { languageName } from '../../../src/service/domain/languages.ts'
import { PlanRefusal } from '../../../src/service/domain/plan-refusal.ts'
import type { Survey } from '../../../src/service/domain/survey.ts'
import { rounds } from '../../support/seed.ts'
import { brief, CATALOGUE, intentOf } from './files.ts'

/** What a plan stands at, in the simplest form that says it. */
interface State {
  readonly targets: readonly string[]
  readonly skipped: readonly string[]
  readonly kept: readonly string[]
  readonly tier: 'standard' | 'lite'
}

/** A refinement: what a person says, and what it does to the state; undefined where it cannot be done. */
interface Step {
  readonly facet: 'targets' | 'skipped' | 'kept' | 'tier'
  readonly said: string
  readonly to: (state: State) => State | undefined
}

const START: State = { targets: ['de'], skipped: [], kept: [], tier: 'standard' }
const FIRST = 'Translate into German'
const TAGS = ['de', 'fr', 'nl', 'pt-BR', 'ja', 'es'] as const
const PARTS = { errors: 'error', notes: 'note', footer: 'footer', description: 'description' } as const
const partNames = Object.entries(PARTS)

const without = (list: readonly string[], item: string) => list.filter(one => one !== item)
const withLast = (list: readonly string[], item: string) => (list.includes(item) ? list : [...list, item])

const add = (tag: string, say: (name: string) => string): Step => ({
  ...{ facet: 'targets', said: say(languageName(tag)) },
  to: state => ({ ...state, targets: withLast(state.targets, tag) }),
})
const drop = (tag: string, say: (name: string) => string): Step => ({
  ...{ facet: 'targets', said: say(languageName(tag)) },
  to: state => {
    const targets = without(state.targets, tag)
    return targets.length === 0 ? undefined : { ...state, targets }
  },
})
const skip = ([said, part]: readonly [string, string], say: (name: string) => string): Step => ({
  ...{ facet: 'skipped', said: say(said) },
  to: state => ({ ...state, skipped: [...without(state.skipped, part), part] }),
})
const take = ([said, part]: readonly [string, string], say: (name: string) => string): Step => ({
  ...{ facet: 'skipped', said: say(said) },
  to: state => ({ ...state, skipped: without(state.skipped, part) }),
})
const keep = (term: string): Step => ({
  ...{ facet: 'kept', said: `keep “${term}” untranslated` },
  to: state => ({ ...state, kept: withLast(state.kept, term) }),
})
const tier = (name: State['tier']): Step => ({
  ...{ facet: 'tier', said: `${name} quality, please` },
  to: state => ({ ...state, tier: name }),
})

const anyTag = fc.constantFrom(...TAGS)
const anyPart = fc.constantFrom(...partNames)
const saying = (...ways: readonly ((name: string) => string)[]) => fc.constantFrom(...ways)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(
      anyTag,
      saying(
        name => `also ${name}`,
        name => `add ${name}`,
      ),
    )
    .map(([tag, say]) => add(tag, say)),
  fc
    .tuple(
      anyTag,
      saying(
        name => `drop ${name}`,
        name => `no ${name}`,
      ),
    )
    .map(([tag, say]) => drop(tag, say)),
  fc
    .tuple(
      anyPart,
      saying(
        name => `skip ${name}`,
        name => `without the ${name}`,
      ),
    )
    .map(([part, say]) => skip(part, say)),
  fc
    .tuple(
      anyPart,
      saying(name => `include the ${name} again`),
    )
    .map(([part, say]) => take(part, say)),
  fc.constantFrom('Acme', 'Foo Bar').map(keep),
  fc.constantFrom('standard' as const, 'lite' as const).map(tier),
)

/** The state an intent stands at. */
function stateOf(intent: Intent): State {
  const { target_languages, selection, keep_untranslated, quality_tier } = intent
  const meaning = brief(intent)
  const [, skipped = ''] = /skip ([^|]*?)(?: \||$)/.exec(meaning) ?? []
  expect(selection.include, meaning).toEqual([])
  return {
    ...{ targets: target_languages, kept: keep_untranslated, tier: quality_tier },
    skipped: skipped === '' ? [] : skipped.split(', '),
  }
}

/** The intent after all of it; undefined where one of them is refused. */
function planned(...said: readonly string[]): Intent | undefined {
  try {
    return intentOf(CATALOGUE, FIRST, ...said)
  } catch (error) {
    if (error instanceof PlanRefusal) return undefined
    throw error
  }
}

const sorted = ({ targets, skipped, kept, tier: name }: State) => ({
  ...{ targets: targets.toSorted(), skipped: skipped.toSorted(), kept: kept.toSorted(), tier: name },
})

describe('refining a plan', () => {
  it('ends where the refinements lead, whatever they are and however many [PLN-1, MCP-14]', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 6 }), steps => {
        let state: State = START
        const said: string[] = []
        for (const step of steps) {
          const next = step.to(state)
          if (next === undefined) {
            expect(planned(...said, step.said), step.said).toBeUndefined()
            continue
          }
          state = next
          said.push(step.said)
        }
        const intent = planned(...said)
        expect(intent && sorted(stateOf(intent)), said.join(' → ')).toEqual(sorted(state))
        expect(intent?.not_understood, said.join(' → ')).toEqual([])
      }),
      { numRuns: rounds(300) },
    )
  })

  it('twice with the same words is once [PLN-1]', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 3 }), anyStep, (steps, last) => {
        const said = steps.map(step => step.said)
        const once = planned(...said, last.said)
        const twice = planned(...said, last.said, last.said)
        expect(twice && brief(twice), [...said, last.said].join(' → ')).toBe(once && brief(once))
      }),
      { numRuns: rounds(200) },
    )
  })

  it('by things that do not touch gives one plan in either order [PLN-1]', () => {
    fc.assert(
      fc.property(anyStep, anyStep, (one, other) => {
        fc.pre(one.facet !== other.facet)
        const [there, back] = [planned(one.said, other.said), planned(other.said, one.said)]
        expect(there && brief(there), `${one.said} / ${other.said}`).toBe(back && brief(back))
      }),
      { numRuns: rounds(200) },
    )
  })

  it('and taking it back gives the plan that was [PLN-2]', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 3 }), anyPart, anyTag, (steps, [part], tag) => {
        const said = steps.map(step => step.said)
        const before = planned(...said)
        fc.pre(before !== undefined && !before.target_languages.includes(tag) && !brief(before).includes(`skip`))
        const restored = planned(...said, `skip ${part}`, `include the ${part} again`)
        expect(restored && brief(restored)).toBe(before && brief(before))
        const dropped = planned(...said, `also ${languageName(tag)}`, `drop ${languageName(tag)}`)
        expect(dropped && brief(dropped)).toBe(before && brief(before))
      }),
      { numRuns: rounds(150) },
    )
  })

  it('by a sentence that names targets afresh replaces them, and keeps every other choice [PLN-1]', () => {
    fc.assert(
      fc.property(
        fc.array(anyStep, { maxLength: 4 }),
        fc.uniqueArray(anyTag, { minLength: 1, maxLength: 3 }),
        (steps, tags) => {
          const said = steps.map(step => step.said)
          const before = planned(...said)
          fc.pre(before !== undefined)
          const now = planned(...said, `Translate into ${tags.map(languageName).join(', ')}`)
          expect(now?.target_languages).toEqual(tags)
          const rest = (intent: Intent | undefined) => intent && brief({ ...intent, target_languages: [] })
          expect(rest(now)).toBe(rest(before))
        },
      ),
      { numRuns: rounds(150) },
    )
  })

  it('changes nothing of the plan before, which may still be approved [PLN-2]', () => {
    const freeze = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      Object.freeze(value)
      Object.values(value).forEach(freeze)
    }
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1, maxLength: 4 }), steps => {
        const previous = intentOf(CATALOGUE, FIRST, 'skip errors, keep “Acme” untranslated, friendly tone')
        freeze(previous)
        freeze(CATALOGUE)
        expect(() => steps.map(step => planned(step.said))).not.toThrow()
        expect(brief(previous)).toBe('to de | skip error | keep Acme | style “friendly tone”')
      }),
      { numRuns: rounds(50) },
    )
  })
})

/** A document whose sections are called like words of an instruction. */
function documentOf(...sections: readonly string[]): Survey {
  const parts = sections.map(part => ({ part, units: 2, words: 10, left_out: {} }))
  const choices = { flags: {}, kinds: ['heading' as const, 'paragraph' as const] }
  return {
    extension: 'md',
    parts,
    choices,
    units: 2 * parts.length,
    words: 10 * parts.length,
    characters: 500,
  }
}

describe('a part that is called like words of an instruction', () => {
  const MANUAL = documentOf("What's new", 'How to use it', 'For developers', 'Skip', 'Also in German', 'Install')

  it.each([
    ["Translate into German, skip What's new", 'to de | skip what.s.new'],
    ['Translate only How to use it into French', 'to fr | only how.to.use.it'],
    ['Translate into German, skip For developers', 'to de | skip for.developer'],
    ['Translate into German, skip “Also in German”', 'to de | skip also.in.german'],
    ['Translate into German, skip the Skip section', 'to de | skip skip'],
    ['Translate into German, skip Install', 'to de | skip install'],
  ])('is that part where its name stands: “%s” [PLN-1, MCP-14]', (instruction, meaning) => {
    const intent = intentOf(MANUAL, instruction)
    expect({ meaning: brief(intent), unread: intent.not_understood }).toEqual({ meaning, unread: [] })
  })

  it('is none where the words mean what they say [PLN-1]', () => {
    expect(brief(intentOf(MANUAL, 'Translate into German for developers'))).toBe('to de | style “for developers”')
    expect(brief(intentOf(MANUAL, 'Translate into French, also in German'))).toBe('to fr de')
  })
})

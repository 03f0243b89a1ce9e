import { describe, expect, it } from 'vitest'
import type { ExactWishes } from '../../src/contract/exact-wishes.ts'
import { Plan } from '../../src/contract/plan.ts'
import { unmetWishes } from '../../src/mcp/unmet.ts'

const plan = (facts: object = {}) => Plan.parse({ plan_revision: 'pr_1', not_included: [], ...facts })
const rows = (...parts: string[]) => parts.map(part => ({ part }))
const ALL_DE = { target_languages: ['de'], included: rows('menu.open', 'menu.save', 'title') }
const told = (wishes: ExactWishes, facts: object, words = false) => unmetWishes(wishes, plan(facts), words).join(' ')

describe('what a plan of any service does not show of what was asked', () => {
  it.each<[ExactWishes, object]>([
    [{ target_languages: ['de'] }, ALL_DE],
    [{ target_languages: ['de-DE', 'zh-TW', 'iw', 'no'] }, { target_languages: ['zh-Hant', 'de', 'nb', 'he'] }],
    [
      { source_language: 'en', quality_tier: 'lite' },
      { source_language: 'en', quality_tier: 'lite' },
    ],
    [{ only: ['title'] }, { included: rows('title') }],
    [{ only: ['menu.*'] }, { included: rows('menu.open', 'menu.file.save') }],
    [{ only: ['menu.open'] }, { included: rows('menu.*') }],
    [
      { only: ['Prices'] },
      { included: rows('Prices > Name', 'Prices > column B'), not_included: rows('Notes > column A') },
    ],
    [{ only: ['Slide 3'] }, { included: rows('Slide 3: Results') }],
    [{ leave_out: ['Notes'] }, { included: rows('Prices > Name'), not_included: rows('Notes > column A') }],
    [{ only: ['title'] }, { included: rows('… and 70 more') }],
    [{ only: ['a‹U+202E›'] }, { included: rows('a\u202e') }],
    [{ only: ['title'] }, { applied: ['Translate only these parts: "title"'] }],
    [{ leave_out: ['title'] }, { included: rows('menu.*'), not_included: rows('title') }],
    [{ leave_out: ['menu.*'] }, { included: rows('title'), not_included: rows('menu.open') }],
    [{ keep_untranslated: ['Acme'] }, { keep_untranslated: ['Acme'] }],
    [{ keep_untranslated: ['Acme'], tone: 'Formal' }, { guidance: ['a formal tone; keep Acme'] }],
    [{ only: [], leave_out: [], keep_untranslated: [], tone: '' }, ALL_DE],
  ])('%j by %j: all is shown [MCP-16]', (wishes, facts) => {
    expect(told(wishes, facts)).toBe('')
  })

  it.each<[ExactWishes, object, string]>([
    [{ target_languages: ['de', 'fr'] }, ALL_DE, 'target_languages «fr»'],
    [{ target_languages: ['fr'] }, {}, 'target_languages «fr»'],
    [
      { target_languages: ['pt-BR'] },
      { target_languages: ['pt-PT'] },
      'target_languages «pt-BR»; target_languages has beside them «pt-PT»',
    ],
    [{ target_languages: ['de'] }, { target_languages: ['de', 'fr'] }, 'target_languages has beside them «fr»'],
    [{ source_language: 'en' }, { source_language: 'fr' }, 'source_language «en»'],
    [{ quality_tier: 'lite' }, {}, 'quality_tier «lite»'],
    [{ only: ['title'] }, ALL_DE, 'only, but it takes «menu.open», «menu.save»'],
    [{ only: ['title'] }, { included: rows('menu.open') }, 'only «title»; only, but it takes «menu.open»'],
    [{ only: ['title'] }, {}, 'only «title»'],
    [{ only: ['Care'] }, { included: rows('Care', 'Care > Wash') }, 'only, but it takes «Care > Wash»'],
    [
      { only: ['Prices'] },
      { included: rows('Notes > column A') },
      'only «Prices»; only, but it takes «Notes > column A»',
    ],
    [{ only: ['menu'] }, { included: rows('menu.open') }, 'only «menu»; only, but it takes «menu.open»'],
    [{ leave_out: ['Notes'] }, { included: rows('Notes > column A') }, 'leave_out «Notes»'],
    [{ leave_out: ['title'] }, ALL_DE, 'leave_out «title»'],
    [{ leave_out: ['menu.*'] }, ALL_DE, 'leave_out «menu.*»'],
    [{ leave_out: ['legal'] }, ALL_DE, 'leave_out «legal»'],
    [{ keep_untranslated: ['Acme', 'Beta'] }, { keep_untranslated: ['Beta'] }, 'keep_untranslated «Acme»'],
    [{ tone: 'formal' }, { guidance: ['brief'] }, 'tone «formal»'],
  ])('%j by %j is named: %s [MCP-16]', (wishes, facts, words) => {
    expect(told(wishes, facts)).toBe(`The plan does not show all that was asked: ${words}. Check it first.`)
  })

  it('is less where words came with the arguments: these may have asked for more [MCP-16]', () => {
    const wishes = { target_languages: ['de'], only: ['title'] }
    expect(told(wishes, { target_languages: ['de', 'fr'], included: rows('title', 'menu.open') }, true)).toBe('')
  })

  it('is nothing without a plan, and at most five names of each argument', () => {
    expect(unmetWishes({ tone: 'formal' }, null, false)).toEqual([])
    expect(told({ only: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }, {})).toContain('«e» and 2 more.')
  })
})

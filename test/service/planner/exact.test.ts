import { describe, expect, it } from 'vitest'
import { type ExactWishes, writeExactWishes } from '../../../src/contract/exact-wishes.ts'
import { shownLine } from '../../../src/contract/hidden.ts'
import type { Intent } from '../../../src/service/domain/intent.ts'
import { PlanRefusal } from '../../../src/service/domain/plan-refusal.ts'
import type { Survey } from '../../../src/service/domain/survey.ts'
import { measure } from '../../../src/service/planner/measure.ts'
import { absentParts } from '../../../src/service/planner/named-parts.ts'
import { verdict } from '../../../src/service/planner/selection.ts'
import { survey } from '../../../src/service/planner/survey.ts'
import { brief, CATALOGUE, intentOf } from './files.ts'

/** What a call of a tool sends: the arguments, and words after them. */
const said = (wishes: ExactWishes, words = '') => [writeExactWishes(wishes), words].filter(Boolean).join(' ')
const DE = { target_languages: ['de'] } as const

const taken = (intent: Intent, survey: Survey) =>
  survey.parts.map(({ part }) => part).filter(part => verdict(intent.selection, { part }).included)

function refusal(act: () => unknown): PlanRefusal {
  try {
    act()
  } catch (thrown) {
    if (thrown instanceof PlanRefusal) return thrown
    throw thrown
  }
  throw new Error('nothing was refused')
}

const surveyOf = (parts: readonly string[]): Survey => ({
  ...CATALOGUE,
  parts: parts.map(part => ({ part, units: 1, words: 2, left_out: {} })),
})

describe('exact arguments', () => {
  it.each([
    [{ only: ['menu.*'] }, ['menu.file.open', 'menu.file.save', 'menu.edit']],
    [{ only: ['menu.file.*', 'title'] }, ['menu.file.open', 'menu.file.save', 'title']],
    [{ only: ['menu.file.open'] }, ['menu.file.open']],
    [{ only: ['menu.*'], leave_out: ['menu.edit'] }, ['menu.file.open', 'menu.file.save']],
    [{ only: ['title', 'title'] }, ['title']],
  ] as const)('%j take %j and nothing else [MCP-16]', (wishes, parts) => {
    expect(taken(intentOf(CATALOGUE, said({ ...DE, ...wishes })), CATALOGUE)).toEqual(parts)
  })

  it('state the whole of a matter: given again they replace, empty they clear, absent they stay [MCP-16]', () => {
    const first = said({
      ...DE,
      only: ['menu.*', 'notes'],
      leave_out: ['menu.edit'],
      keep_untranslated: ['Acme'],
      tone: 'formal',
    })
    const seen = (...steps: string[]) => brief(intentOf(CATALOGUE, first, ...steps))
    const start = 'to de | only "menu.*", "notes" | skip "menu.edit" | keep Acme | style “Tone: formal”'
    expect(brief(intentOf(CATALOGUE, first))).toBe(start)
    expect(seen(said({ only: ['title'] }))).toBe(start.replace('"menu.*", "notes"', '"title"'))
    expect(seen(said({ only: [] }))).toBe(start.replace(' | only "menu.*", "notes"', ''))
    expect(seen(said({ leave_out: ['title'] }))).toBe(start.replace('skip "menu.edit"', 'skip "title"'))
    expect(seen(said({ leave_out: [] }))).toBe(start.replace(' | skip "menu.edit"', ''))
    expect(seen(said({ keep_untranslated: ['Beta'] }))).toBe(start.replace('Acme', 'Beta'))
    expect(seen(said({ keep_untranslated: [] }))).toBe(start.replace(' | keep Acme', ''))
    expect(seen(said({ tone: 'playful' }))).toBe(start.replace('formal', 'playful'))
    expect(seen(said({ tone: '' }))).toBe(start.replace(' | style “Tone: formal”', ''))
    expect(seen(said({ target_languages: ['fr'] }))).toBe(start.replace('to de', 'to fr'))
    expect(seen(said({ quality_tier: 'lite' }))).toBe(start.replace('to de', 'to de | lite'))
  })

  it('replace what was said in plain words, rows and kinds too, and leave other matters alone [MCP-16]', () => {
    const before =
      'Translate into German and French, only the menu, skip the footer, formal, short sentences, keep “Acme”'
    const seen = (wishes: ExactWishes, words?: string) => brief(intentOf(CATALOGUE, before, said(wishes, words)))
    const rest = 'keep Acme | style “formal” | style “short sentences”'
    expect(seen({ only: ['title'] })).toBe(`to de fr | only "title" | skip footer | ${rest}`)
    expect(seen({ only: [] })).toBe(`to de fr | skip footer | ${rest}`)
    expect(seen({ leave_out: [] })).toBe(`to de fr | only menu | ${rest}`)
    expect(seen({ tone: 'informal' })).toBe(
      'to de fr | only menu | skip footer | keep Acme | style “short sentences” | style “Tone: informal”',
    )
    expect(seen({ tone: '' })).toBe('to de fr | only menu | skip footer | keep Acme | style “short sentences”')
  })

  it('are refined by the words after them, and by later words [MCP-16]', () => {
    const start = said({ ...DE, only: ['menu.*', 'notes'], leave_out: ['menu.edit'] })
    expect(brief(intentOf(CATALOGUE, `${start} Skip the notes.`))).toBe(
      'to de | only "menu.*", "notes" | skip "menu.edit", note',
    )
    expect(brief(intentOf(CATALOGUE, start, 'also the title'))).toBe(
      'to de | only "menu.*", "notes", title | skip "menu.edit"',
    )
    expect(brief(intentOf(CATALOGUE, start, 'also menu.edit'))).toBe('to de | only "menu.*", "notes", menu.edit')
    expect(brief(intentOf(CATALOGUE, start, 'also French, formal'))).toBe(
      'to de fr | only "menu.*", "notes" | skip "menu.edit" | style “formal”',
    )
    expect(brief(intentOf(CATALOGUE, start, 'only the errors'))).toBe('to de | only error | skip "menu.edit"')
    expect(brief(intentOf(CATALOGUE, said(DE, 'Translate into Spanish.')))).toBe(
      'to de | unread “Translate into Spanish”',
    )
  })

  it('are listed as carried out, word for word [MCP-14, MCP-16]', () => {
    const { applied, not_understood } = intentOf(
      CATALOGUE,
      said({ ...DE, only: ['title'], tone: 'formal' }, 'Sing it.'),
    )
    expect(applied).toEqual([
      'Translate into German (de)',
      'Translate only these parts: "title"',
      'Use this tone: "formal"',
    ])
    expect(not_understood).toEqual(['Sing it'])
  })

  it.each([
    [{ only: ['meun.file.open'] }, 'only', '“meun.file.open” (nearest: “menu.file.open”'],
    [{ only: ['menu'] }, 'only', '“menu” (nearest: “menu.*”'],
    [{ leave_out: ['Footer'] }, 'leave_out', '“Footer” (nearest: “footer.*”'],
    [{ leave_out: ['footer.text', 'file.menu'] }, 'leave_out', '“file.menu” (nearest: “menu.file.*”'],
    [{ only: ['title', 'qqqq'] }, 'only', '“qqqq” (nothing like it; there are “menu.*”'],
    [{ only: ['errors.*.x'] }, 'only', '“errors.*.x” (nearest: “errors.*”'],
    [{ only: ['title'], leave_out: ['title'] }, 'only', '“title” is asked for, and left out by “title”'],
    [
      { only: ['menu.edit', 'title'], leave_out: ['menu.*'] },
      'only',
      '“menu.edit” is asked for, and left out by “menu.*”',
    ],
  ] as const)('%j is refused, naming %s and what to write instead [MCP-16, PLN-1]', (wishes, param, words) => {
    const { code, param: named, message } = refusal(() => intentOf(CATALOGUE, said({ ...DE, ...wishes })))
    expect([code, named]).toEqual(['plan_invalid', param])
    expect(message).toContain(words)
    expect(message.length).toBeLessThan(600)
  })

  it('name a language that is not supported as the argument at fault [MCP-16]', () => {
    const { code, param, message } = refusal(() =>
      intentOf(CATALOGUE, said({ target_languages: ['de', 'xx-klingon'] })),
    )
    expect([code, param]).toEqual(['language_not_supported', 'target_languages'])
    expect(message).toContain('“xx-klingon” is not among the supported languages')
  })

  it('find any name, also as a plan shows it: none is read as a command, none as another [MCP-16]', () => {
    const names = [
      'menu.*',
      'menu.a',
      'a',
      'a.b',
      'Leave out no part.',
      'x" and "y',
      '\\',
      '\n',
      'tab\tkey',
      '\u202eevil',
      'é',
      'e\u0301',
    ]
    const more = [
      '__proto__',
      '',
      ' ',
      '日本',
      'a, b and c',
      'A',
      'y'.repeat(300),
      'translate into French',
      '[]',
      '*',
      'x.*',
      '… and 3 more',
    ]
    const survey = surveyOf([...names, ...more])
    for (const { part } of survey.parts) {
      for (const name of new Set([part, shownLine(part)])) {
        expect(taken(intentOf(survey, said({ ...DE, only: [name] })), survey), name).toEqual([part])
        expect(taken(intentOf(survey, said({ ...DE, leave_out: [name] })), survey), name).toEqual(
          survey.parts.flatMap(other => (other.part === part ? [] : other.part)),
        )
      }
    }
  })

  it('are looked for in the file itself where its survey does not list every part [MCP-16]', async () => {
    const units = Array.from({ length: 2_500 }, (_, at) => ({
      ...{ part: `a.k${at}`, text: 'Some words' },
      ...({ index: at, path: '', start: at, end: at + 1, charset: 'utf-8' } as const),
    }))
    const { survey: found } = await survey(units, 'app.json')
    expect(found.parts.length).toBeLessThan(units.length)
    const { selection } = intentOf(found, said({ ...DE, only: ['a.k7', 'a.k9999'], leave_out: ['a.k1*', 'a.k8'] }))
    const { absent, counts } = await measure(units, selection, '.')
    expect([absent, counts.selected_segments]).toEqual([['a.k9999', 'a.k1*'], 1])
    const { code, param, message } = absentParts(absent, selection, found)
    expect([code, param]).toEqual(['plan_invalid', 'only'])
    expect(message).toContain('no part called “a.k9999” (nearest: “a.*”)')
  })
})

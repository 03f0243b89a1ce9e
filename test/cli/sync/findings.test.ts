import { describe, expect, it } from 'vitest'
import { unpainted } from '../../../src/cli/paint.ts'
import { findingsIn, findingText, githubText } from '../../../src/cli/sync/findings.ts'
import type { LockedBy } from '../../../src/sync/lock/index.ts'
import type { StateOfText } from '../../../src/sync/states.ts'
import { FilesInMemory } from '../../sync/support.ts'

/** A plan of one pair in which the texts have these states. */
async function planWith(...states: readonly Partial<StateOfText>[]) {
  const plan = await new FilesInMemory({ 'en.json': '{}' }).plan()
  const all = states.map(state => ({ path: 'json:/menu/a', key: 'menu.a', state: 'current' as const, ...state }))
  return { ...plan, pairs: plan.pairs.map(pair => ({ ...pair, states: all })) }
}

const linesFor = async (...states: readonly Partial<StateOfText>[]) =>
  findingsIn(await planWith(...states), { reviewed: false }).map(finding => findingText(finding, { paint: unpainted }))

describe('a finding', () => {
  it.each<[Partial<StateOfText>, string]>([
    [{ state: 'missing' }, 'de.json: menu.a is missing'],
    [{ state: 'stale' }, 'de.json: menu.a is stale: its source changed since it was translated'],
    [
      { state: 'edited_stale' },
      'de.json: menu.a has a person’s words, and its source changed since: sync --accept says that they still fit, sync --keys has them translated anew',
    ],
    [{ state: 'renamed', from_key: 'old.a' }, 'de.json: menu.a still stands under its old key (old.a)'],
    [{ state: 'orphan' }, 'de.json: menu.a has no source: sync --prune removes it'],
    [{ state: 'invalid', why: 'lacks {you}' }, 'de.json: menu.a is broken: it lacks {you}'],
  ])('says what is the matter with $state, and what helps [SYN-4]', async (state, line) => {
    expect(await linesFor(state)).toEqual([line])
  })

  it('is none for what is current, and for what a person wrote [SYN-4]', async () => {
    expect(await linesFor({ state: 'current' }, { state: 'edited' })).toEqual([])
  })

  it('is one for every text that no reviewer saw, where that is wanted [SYN-5]', async () => {
    const seen: LockedBy = { who: 'reviewer', name: 'Anna', date: '2026-05-01' }
    const states = [
      { key: 'a', by: seen },
      { key: 'b', state: 'edited' as const, by: { who: 'person' as const } },
      { key: 'c', by: { who: 'machine' as const } },
      { key: 'd', state: 'missing' as const },
      { key: 'e', state: 'edited' as const, adopted: true as const },
      // A source without words.
      { key: 'f' },
    ]
    const findings = findingsIn(await planWith(...states), { reviewed: true })
    expect(findings.map(finding => findingText(finding, { paint: unpainted }))).toEqual([
      'de.json: b was not reviewed',
      'de.json: c was not reviewed',
      'de.json: d is missing',
      'de.json: e was not reviewed',
    ])
  })

  it('is one for a file that cannot be read, after all others [SYN-4]', async () => {
    const plan = await planWith({ state: 'missing' })
    const problems = [{ path: 'b/en.json', words: 'the file is gone' }]
    const findings = findingsIn({ ...plan, problems }, { reviewed: false })
    expect(findings.map(({ state }) => state)).toEqual(['missing', 'unreadable'])
    expect(findings.map(finding => findingText(finding, { paint: unpainted })).at(-1)).toBe(
      'b/en.json: the file is gone',
    )
  })

  it('shows characters that hide themselves, keeps to one line and cuts a key without end', async () => {
    const [line = ''] = await linesFor({ key: `a\n\u202eb\u0007${'x'.repeat(1000)}`, state: 'missing' })
    expect(line).toMatch(/^de\.json: a⏎‹U\+202E›b‹U\+0007›x+… is missing$/)
    expect(line.length).toBeLessThan(250)
  })
})

describe('a finding on GitHub', () => {
  const finding = { path: 'de.json', key: 'menu.a', state: 'missing', why: 'is missing' } as const

  it('stands beside its file [SYN-4]', () => {
    expect(githubText(finding)).toBe('::error file=de.json,title=translation missing::menu.a is missing')
  })

  it('names the file from the folder of the repository', () => {
    expect(githubText({ ...finding, path: 'locales/de.json' }, 'packages/app')).toContain(
      'file=packages/app/locales/de.json,',
    )
  })

  it('has no key where the whole file is meant', () => {
    const whole = { path: 'de.json', state: 'unreadable', why: 'the file is gone' } as const
    expect(githubText(whole)).toBe('::error file=de.json,title=translation unreadable::the file is gone')
  })

  it('cannot be ended, or given other properties, by what files say', () => {
    const text = githubText({
      ...finding,
      path: 'a,line=1:b%\n.json',
      key: 'x\n::set-output name=a::b',
      why: 'lost 100%\r\u202e',
    })
    expect(text).toBe(
      '::error file=a%2Cline=1%3Ab%25%0A.json,title=translation missing::x⏎::set-output name=a::b lost 100%25⏎‹U+202E›',
    )
    expect(text.split(/[\r\n]/)).toHaveLength(1)
  })
})

describe('a finding in a file that holds all its languages', () => {
  it('says which language it is about, also beside the file', async () => {
    const catalog = { sourceLanguage: 'en', strings: { 'Open it': {} } }
    const files = { 'a.xcstrings': JSON.stringify(catalog) }
    const plan = await new FilesInMemory(files, { name: 'a.xcstrings', targets: ['de', 'fr'] }).plan()
    const found = findingsIn(plan, { reviewed: false })
    expect(found.map(finding => findingText(finding, { paint: unpainted }))).toEqual([
      'a.xcstrings (de): Open it is missing',
      'a.xcstrings (fr): Open it is missing',
    ])
    expect(found.map(finding => githubText(finding))).toEqual([
      '::error file=a.xcstrings,title=translation missing::de: Open it is missing',
      '::error file=a.xcstrings,title=translation missing::fr: Open it is missing',
    ])
  })
})

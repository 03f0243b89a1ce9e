import { describe, expect, it } from 'vitest'
import { glossaryIn, glossaryPage, languagePage } from '../../src/contract/silent-lists.ts'

const DE = { tag: 'de', name: 'German' }
const PT = { tag: 'pt-BR', name: 'Brazilian Portuguese' }
const BOTH = [DE, PT]

describe('a list of languages', () => {
  it.each<[string, unknown]>([
    ['as declared', BOTH],
    ['of tags', ['de', 'pt-BR']],
    ['of tags below a name', { languages: ['de', 'pt-BR'] }],
    ['of codes and English names', [code('de', 'German'), code('pt-BR', 'Brazilian Portuguese')]],
    ['of codes alone', [{ code: 'de' }, { code: 'pt-BR' }]],
    ['of tags and names apart', { tags: ['de', 'pt-BR'], names: ['German', 'Brazilian Portuguese'] }],
    ['of tags, and names by tag', { tags: ['de', 'pt-BR'], names: { de: 'German', 'pt-BR': 'Brazilian Portuguese' } }],
    ['from tag to name', { de: 'German', 'pt-BR': 'Brazilian Portuguese' }],
    ['from tag to more', { de: { name: 'German', rtl: 'no' }, 'pt-BR': { name: 'Brazilian Portuguese' } }],
    ['from tag to name below a name', { languages: { de: 'German', 'pt-BR': 'Brazilian Portuguese' } }],
    ['beside lists of other things', { languages: ['de', 'pt-BR'], formats: ['txt', 'csv'], tiers: ['lite'] }],
    [
      'beside languages that are gone',
      { languages: ['de', 'pt-BR'], deprecated: ['la'], unsupported_languages: ['fr'] },
    ],
    ['of sources and targets', { source_languages: ['de'], target_languages: ['pt-BR', 'de'] }],
    [
      'whose other texts are no names',
      [
        { code: 'de', direction: 'ltr' },
        { code: 'pt-BR', script: 'Latn' },
      ],
    ],
    [
      'whose names look like tags',
      [
        { iso: 'de', name: 'German' },
        { iso: 'pt-BR', name: 'Brazilian Portuguese' },
      ],
    ],
    ['beside what is no language', ['de', 7, null, 'pt-BR']],
  ])('%s is read', (_, data) => {
    expect(languagePage(data)).toEqual(BOTH)
  })

  it('keeps a short name for a name', () => {
    expect(languagePage([{ iso: 'yue', name: 'Yue' }])).toEqual([{ tag: 'yue', name: 'Yue' }])
  })

  it('without a language is empty', () => {
    expect(languagePage([])).toEqual([])
    expect(languagePage({})).toEqual([])
  })

  it.each<[string, unknown]>([
    ['text', 'German'],
    ['other things', { formats: ['txt', 'csv'] }],
    ['fields of an object', { id: 'x', ok: 'yes' }],
    ['numbers', [1, 2]],
    ['what could be several tags', [{ from: 'de', into: 'fr' }]],
    ['words', ['German', 'Portuguese']],
  ])('is not read from %s', (_, data) => {
    expect(languagePage(data)).toBeUndefined()
  })
})

function code(tag: string, english_name: string) {
  return { code: tag, english_name }
}

const FILE = { source: 'file', target: 'Datei', note: null }
const MENU = { source: 'menu', target: 'Menü', note: null }
const FACTS = { created_at: null, updated_at: null, name: null }
const EN_DE = { language_pair: 'en-de', source_language: 'en', target_language: 'de' }

describe('the terms of a glossary', () => {
  it.each<[string, object]>([
    ['terms', { terms: [FILE, MENU] }],
    ['entries', { entries: [FILE, MENU] }],
    ['term_list', { term_list: [FILE, MENU] }],
    ['any name, where it is the only list of terms', { rows: [FILE, MENU] }],
    ['any name, beside lists of other things', { tags: [], words: [FILE, MENU], history: [{ at: 'now', by: 'Ann' }] }],
    ['terms, beside another such list', { terms: [FILE, MENU], deleted_terms: [FILE] }],
    ['entries, where terms is their number', { terms: 2, entries: [FILE, MENU] }],
    [
      'pairs',
      {
        terms: [
          ['file', 'Datei'],
          ['menu', 'Menü'],
        ],
      },
    ],
    ['a map', { terms: { file: 'Datei', menu: 'Menü' } }],
    ['a map to more', { terms: { file: { translation: 'Datei' }, menu: { translation: 'Menü', note: 'x' } } }],
    ['a map under another name', { entries: { file: 'Datei', menu: 'Menü' } }],
    [
      'other names of their fields',
      {
        entries: [
          { term: 'file', translation: 'Datei' },
          { from: 'menu', to: 'Menü' },
        ],
      },
    ],
  ])('are read from %s', (_, more) => {
    const glossary = glossaryIn({ id: 'en-de', ...more })
    expect(glossary).toMatchObject({ ...EN_DE, term_count: 2 })
    expect(glossary).toMatchObject({
      terms: [
        { source: 'file', target: 'Datei' },
        { source: 'menu', target: 'Menü' },
      ],
    })
  })

  it.each<[string, object]>([
    ['no list', {}],
    ['an empty list of something', { tags: [], owners: [] }],
    ['lists of other objects', { history: [{ at: 'now', by: 'Ann', what: 'made' }] }],
    ['two lists that could be meant', { approved: [FILE], proposed: [MENU] }],
    ['a list of texts', { tags: ['file', 'menu'] }],
    ['an object of settings', { settings: { theme: 'dark', size: 'L' } }],
  ])('are not made up from %s', (_, more) => {
    expect(glossaryIn({ id: 'en-de', ...more })).toEqual({ ...EN_DE, ...FACTS, term_count: null })
  })

  it('may be none', () => {
    for (const none of [{ terms: [] }, { entries: [] }, { terms: {} }]) {
      expect(glossaryIn({ id: 'en-de', ...none })).toEqual({ ...EN_DE, ...FACTS, term_count: 0, terms: [] })
    }
  })

  it.each<[object, number | null]>([
    [{ term_count: 7 }, 7],
    [{ term_count: 7, terms: [FILE] }, 7],
    [{ terms: [FILE] }, 1],
    [{ terms: 7 }, 7],
    [{ terms_count: 7 }, 7],
    [{ entries: [FILE], total: 500 }, null],
    [{ entries: [FILE], size: 1 }, 1],
    [{ count: 7, total: 7 }, 7],
    [{ count: 7, size: 2048 }, null],
    [{ count: '7' }, null],
  ])('of %j are so many: %s', (more, count) => {
    expect(glossaryIn({ id: 'en-de', ...more })).toMatchObject({ term_count: count })
  })

  it('that cannot be read are left for the schema to refuse', () => {
    expect(glossaryIn({ id: 'en-de', terms: [{ source: 'file' }, 7] })).toMatchObject({
      terms: [{ source: 'file', target: undefined }, 7],
    })
  })
})

describe('what a glossary is for', () => {
  it.each<[object, string | undefined, object]>([
    [{ language_pair: 'en-de' }, undefined, EN_DE],
    [{ pair: { source: 'en', target: 'de' } }, undefined, EN_DE],
    [{ source_language: 'en', target_language: 'de' }, undefined, EN_DE],
    [{ glossary: { language_pair: 'en-de', terms: [] } }, undefined, EN_DE],
    [{ id: 'glo_17' }, 'en-de', EN_DE],
    [{ id: 'en-de' }, undefined, EN_DE],
    [
      { id: 'zh-Hans-pt-BR' },
      undefined,
      { language_pair: 'zh-Hans-pt-BR', source_language: 'zh-Hans', target_language: 'pt-BR' },
    ],
  ])('%j, asked for as %s', (data, pair, facts) => {
    expect(glossaryIn(data, pair)).toMatchObject(facts)
  })

  it('says when it was made in any form', () => {
    expect(glossaryIn({ id: 'en-de', created: 1_796_119_200, updated_at: 'yesterday' })).toMatchObject({
      created_at: '2026-12-01T10:00:00.000Z',
      updated_at: 'yesterday',
    })
  })
})

describe('a list of glossaries', () => {
  const one = { ...EN_DE, ...FACTS, term_count: null }
  it.each<[string, unknown, unknown]>([
    ['a list', [{ id: 'en-de' }], [one]],
    ['a list below a name', { glossaries: [{ id: 'en-de' }] }, [one]],
    ['a list below any name, beside others', { all: [{ id: 'en-de' }], notes: ['x'], tags: [] }, [one]],
    ['nothing', [], []],
    ['nothing below a name', { glossaries: [] }, []],
    ['two lists that could be meant', { mine: [{ id: 'en-de' }], theirs: [{ id: 'en-fr' }] }, undefined],
    ['an empty list of something', { notes: [] }, undefined],
    ['text', 'x', undefined],
  ])('is read from %s', (_, data, page) => {
    expect(glossaryPage(data)).toEqual(page)
  })
})

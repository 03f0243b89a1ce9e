import { describe, expect, it } from 'vitest'
import { ProjectError } from '../../../src/sync/project/project-error.ts'
import { readProjectFile } from '../../../src/sync/project/read-project-file.ts'

/** What is said of a text that is no good project file. */
function refusalOf(text: string) {
  try {
    readProjectFile(text, 'app/translation-mcp.json')
  } catch (error) {
    if (!(error instanceof ProjectError)) throw error
    const { code, line, column, file, message } = error
    expect(file).toBe('app/translation-mcp.json')
    return { code, line, column, message }
  }
  throw new Error('It was read.')
}

const withFiles = (files: unknown, rest: object = {}) =>
  JSON.stringify({ source: 'en', targets: ['de'], files, ...rest })
const including = (...include: unknown[]) => withFiles({ include })

describe('a project file', () => {
  it('is read with comments, a comma at the end and a byte order mark', () => {
    const text = '\ufeff{\n  // ours\n  "source": "en", /* and */ "targets": ["de", "pt-BR",],\n}'
    expect(readProjectFile(text)).toEqual({ source: 'en', targets: ['de', 'pt-BR'] })
  })

  it('may say everything that there is', () => {
    const all = {
      $schema: './node_modules/translation-mcp/translation-mcp.schema.json',
      source: 'en',
      targets: ['de', 'pt-BR'],
      files: {
        include: ['locales/[locale]/**/*.json', { source: 'res/values/*.xml', target: 'res/values-[locale]/*.xml' }],
        exclude: ['**/*.gen.json'],
      },
      locales: { 'pt-BR': 'pt' },
      keys: { skip: ['dev.*'], keep: ['brand.**'], preserve: ['legal.**'] },
      glossary: 'glossary.csv',
      instruction: 'Plain and friendly.',
      reference: 'fr',
      by_target: { de: { instruction: 'Use Sie.', glossary: 'de.csv', reference: 'nl' } },
    }
    expect(readProjectFile(JSON.stringify(all))).toEqual(all)
  })

  it('gives its tags back in canonical case', () => {
    const text = JSON.stringify({
      source: 'EN-us',
      targets: ['PT-br', 'zh-hans'],
      reference: 'FR',
      locales: { 'pt-br': 'pt' },
      by_target: { 'ZH-HANS': { reference: 'JA' } },
    })
    expect(readProjectFile(text)).toEqual({
      source: 'en-US',
      targets: ['pt-BR', 'zh-Hans'],
      reference: 'fr',
      locales: { 'pt-BR': 'pt' },
      by_target: { 'zh-Hans': { reference: 'ja' } },
    })
  })

  it.each([
    { text: '', line: 1, column: 1 },
    { text: '{\n  "source": "en"\n  "targets": []\n}', line: 3, column: 3 },
    { text: '{\r\n  "source": en\r\n}', line: 2, column: 13 },
    { text: '{ "source": "en" } {}', line: 1, column: 20 },
    { text: `${'['.repeat(100_000)}`, line: 1, column: 51 },
    { text: '{"source": "en"', line: 1, column: 16 },
  ])('that is no JSON is refused with line and column: $line:$column', ({ text, line, column }) => {
    expect(refusalOf(text)).toMatchObject({ code: 'not_json', line, column })
  })

  it('of more than a million characters is not read', () => {
    expect(refusalOf(' '.repeat(1_000_001)).code).toBe('too_large')
  })

  it('says a key that is there twice', () => {
    expect(refusalOf('{\n"source": "en",\n"source": "de"}')).toMatchObject({ code: 'key_twice', line: 3 })
    expect(refusalOf('{"keys": {"skip": [], "skip": []}}')).toMatchObject({ code: 'key_twice' })
  })

  it.each([
    { text: '{\n  "sorce": "en"\n}', line: 2, says: 'The key "sorce" is not known. Is it "source"?' },
    { text: '{"byTarget": {}}', line: 1, says: 'The key "byTarget" is not known. Is it "by_target"?' },
    {
      text: '{"files": {"includes": []}}',
      line: 1,
      says: 'The key "includes" in "files" is not known. Is it "include"?',
    },
    {
      text: '{"by_target": {\n"de": {"instructions": ""}}}',
      line: 2,
      says: 'The key "instructions" in "by_target.de" is not known. Is it "instruction"?',
    },
    {
      text: '{"keys": {"zzz": []}}',
      line: 1,
      says: 'The key "zzz" in "keys" is not known. There are skip, keep, preserve.',
    },
    {
      text: '{"files": {"include": [{"source": "a", "targt": "[locale]"}]}}',
      line: 1,
      says: 'The key "targt" in "files.include[0]" is not known. Is it "target"?',
    },
  ])('names an unknown key, and the nearest that there is: $says', ({ text, line, says }) => {
    expect(refusalOf(text)).toMatchObject({ code: 'unknown_key', line, message: says })
  })

  it('knows no key of the language itself', () => {
    for (const key of ['__proto__', 'constructor', 'toString'])
      expect(refusalOf(`{"${key}": {"source": "en"}}`)).toMatchObject({ code: 'unknown_key' })
    expect(refusalOf('{"locales": {"__proto__": "x"}}')).toMatchObject({ code: 'unknown_key' })
  })

  it.each([
    { text: '[]', says: 'The file has to be an object, not a list.' },
    { text: 'null', says: 'The file has to be an object, not null.' },
    { text: '{"source": 7}', says: '"source" has to be a text, not a number.' },
    { text: '{"targets": "de"}', says: '"targets" has to be a list, not a text.' },
    { text: '{"targets": ["de", null]}', says: '"targets[1]" has to be a text, not null.' },
    { text: '{"files": {}}', says: '"files.include" is missing.' },
    { text: '{"files": {"include": [3]}}', says: '"files.include[0]" has to be a text, not a number.' },
    { text: '{"files": {"include": [{"source": "a"}]}}', says: '"files.include[0].target" is missing.' },
    { text: '{"keys": {"skip": [""]}}', says: '"keys.skip[0]" is empty.' },
    { text: '{"by_target": {"de": "Sie"}}', says: '"by_target.de" has to be an object, not a text.' },
    { text: '{"locales": {"de": true}}', says: '"locales.de" has to be a text, not true or false.' },
  ])('says what kind of value has to stand where another does: $says', ({ text, says }) => {
    expect(refusalOf(text)).toMatchObject({ code: 'wrong_type', message: says })
  })

  it.each([
    { text: '{"source": "english"}', says: '"english" is no BCP 47 language tag, such as "de" or "pt-BR".' },
    { text: '{"targets": ["de",\n"pt_BR"]}', says: '"pt_BR" is no BCP 47 language tag, such as "pt-BR".' },
    { text: '{"targets": [""]}', says: '"" is no BCP 47 language tag, such as "de" or "pt-BR".' },
    { text: '{"reference": "de-"}', says: '"de-" is no BCP 47 language tag, such as "de" or "pt-BR".' },
    { text: '{"by_target": {"d e": {}}}', says: '"d e" is no BCP 47 language tag, such as "de" or "pt-BR".' },
    { text: '{"locales": {"x": "y"}}', says: '"x" is no BCP 47 language tag, such as "de" or "pt-BR".' },
  ])('names what is no tag: $says', ({ text, says }) => {
    expect(refusalOf(text)).toMatchObject({ code: 'bad_tag', message: says })
  })

  it('has its source not among its targets, also under another tag', () => {
    expect(refusalOf('{"source": "en",\n"targets": ["de", "en"]}')).toMatchObject({
      code: 'source_among_targets',
      line: 2,
      message: 'The source language "en" is among the targets.',
    })
    expect(refusalOf('{"source": "en", "targets": ["en-US"]}').code).toBe('source_among_targets')
    expect(readProjectFile('{"source": "en", "targets": ["en-GB"]}').targets).toEqual(['en-GB'])
  })

  it('has each target once, and one name in paths for each language', () => {
    expect(refusalOf('{"targets": ["de", "DE"]}')).toMatchObject({ code: 'tag_twice', message: '"DE" is there twice.' })
    expect(refusalOf('{"locales": {"pt-BR": "pt", "pt-PT": "pt"}}').code).toBe('bad_locale_name')
    for (const name of ['../x', 'a/b', '*', '', '..', '[locale]', 'a\u0007'])
      expect(refusalOf(JSON.stringify({ locales: { de: name } })).code).toBe('bad_locale_name')
  })

  it.each([
    { glob: 'locales/en.json', code: 'no_locale_in_glob' },
    { glob: 'locales/[Locale].json', code: 'no_locale_in_glob' },
    { glob: '/etc/[locale].json', code: 'leaves_folder' },
    { glob: '~/[locale].json', code: 'leaves_folder' },
    { glob: 'C:\\app\\[locale].json', code: 'leaves_folder' },
    { glob: 'c:/[locale].json', code: 'leaves_folder' },
    { glob: '../[locale].json', code: 'leaves_folder' },
    { glob: 'a/../../[locale].json', code: 'leaves_folder' },
    { glob: '{..,a}/[locale].json', code: 'leaves_folder' },
    { glob: '.git/[locale].json', code: 'leaves_folder' },
    { glob: 'a\\[locale].json', code: 'bad_glob' },
    { glob: '', code: 'bad_glob' },
    { glob: 'a//[locale].json', code: 'bad_glob' },
    { glob: 'locales/[locale]/', code: 'bad_glob' },
    { glob: '{a/b,c}/[locale].json', code: 'bad_glob' },
    { glob: '{[locale],x}.json', code: 'bad_glob' },
    { glob: '*a*a*a*a*[locale].json', code: 'bad_glob' },
    { glob: '**/a/**/a/**/a/**/a/**/[locale].json', code: 'bad_glob' },
    { glob: 'a\u202e/[locale].json', code: 'bad_glob' },
    { glob: '\ue000/[locale].json', code: 'bad_glob' },
    { glob: 'a[b[locale].json', code: 'bad_glob' },
    { glob: `${'a/'.repeat(300)}[locale].json`, code: 'bad_glob' },
  ])('refuses the glob $glob', ({ glob, code }) => {
    expect(refusalOf(including('[locale].json', glob)).code).toBe(code)
    expect(refusalOf(including({ source: 'a.json', target: glob })).code).toBe(code)
    if (code !== 'no_locale_in_glob')
      expect(refusalOf(withFiles({ include: ['[locale].json'], exclude: [glob] })).code).toBe(code)
  })

  it.each(['App/Localizable.xcstrings', 'App/**/*.xcstrings', 'terms.tbx', '{a,b}/*.tmx'])(
    'takes %s without [locale], as such a file holds all languages',
    glob => {
      expect(readProjectFile(including(glob)).files?.include).toEqual([glob])
    },
  )

  it('refuses an empty list of globs, and paths of glossaries elsewhere', () => {
    expect(refusalOf(including())).toMatchObject({ code: 'nothing_included' })
    expect(refusalOf('{"glossary": "../terms.csv"}').code).toBe('leaves_folder')
    expect(refusalOf('{"by_target": {"de": {"glossary": "/terms.csv"}}}').code).toBe('leaves_folder')
  })

  it.each([
    { source: 'a/[locale].json', target: 'b/[locale].json', says: 'write the target alone' },
    { source: 'a/*.json', target: 'b/[locale].json', says: 'have not the same * and ** in the same order' },
    { source: '**/*.md', target: '[locale]/*/**.md', says: 'have not the same * and ** in the same order' },
    { source: '{a,b}.json', target: '{a,b}.[locale].json', says: 'has another wildcard than * and **' },
  ])('refuses a source and a target that do not fit: $source, $target', ({ source, target, says }) => {
    const refusal = refusalOf(including({ source, target }))
    expect(refusal.code).toBe('bad_glob')
    expect(refusal.message).toContain(says)
  })

  it('names the first of several things that are wrong', () => {
    const text = '{\n"targets": ["de_DE"],\n"souce": "en",\n"files": 3\n}'
    expect(refusalOf(text)).toMatchObject({ code: 'bad_tag', line: 2 })
  })

  it('quotes no character that does not show', () => {
    expect(refusalOf('{"source": "en\u202e"}').message).toContain('en‹U+202E›')
  })
})

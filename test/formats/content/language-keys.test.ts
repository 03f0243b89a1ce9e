import { describe, expect, it } from 'vitest'
import { areLanguageKeys, type LanguageKey } from '../../../src/formats/content/language-keys.ts'
import { languageTagOf } from '../../../src/formats/content/language-tag.ts'
import { built, bytesOf, opened, rewrite, unitsOf, verify } from '../files.ts'

/** Keys with what is below them: texts by their keys. */
function keysOf(file: Readonly<Record<string, Readonly<Record<string, string>>>>): LanguageKey[] {
  return Object.entries(file).map(([written, texts]) => ({
    ...{ tag: languageTagOf(written) ?? 'und', written },
    ...{ members: Object.keys(texts), texts: Object.values(texts) },
  }))
}

describe('keys that are tags of languages', () => {
  it.each<[string, Parameters<typeof keysOf>[0], string?]>([
    ['one that is no word', { en: { a: 'Hello' } }],
    ['one with a region', { 'it-IT': { a: 'Ciao' } }],
    ['a word in the language of the file', { it: { a: 'Ciao' } }, 'it'],
    ['a word above what only Rails has', { it: { activerecord: 'Cosa' } }],
    ['a word with its own letters', { hi: { a: 'नमस्ते' } }],
    ['several that are no words, though they have nothing in common', { en: { a: 'Hello' }, fr: { b: 'Salut' } }],
    ['words beside one that is none', { en: { a: 'Hello' }, it: { a: 'Ciao' }, id: {} }],
    ['words beside the language of the file', { it: { a: 'Ciao' }, hr: { a: 'Bok' } }, 'hr'],
    ['in capital letters', { EN: { a: 'Hello' }, DE: { a: 'Hallo' }, IT: { a: 'Ciao' } }],
    ['several with one text called a message', { en: { message: 'Hello' }, fr: { message: 'Bonjour' } }],
  ])('are languages: %s', (_, file, spoken) => {
    expect(areLanguageKeys(keysOf(file), spoken)).toBe(true)
  })

  it.each<[string, Parameters<typeof keysOf>[0], string?]>([
    ['departments', { it: { title: 'Computer help' }, hr: { title: 'Hiring people' } }],
    ['departments of a file in another language', { it: { title: 'Über uns' }, hr: { title: 'Personal' } }, 'de'],
    ['a department with what Rails has, too', { it: { support: 'Call us' }, hr: { errors: 'Tell us' } }],
    ['one department', { it: { title: 'IT department', text: 'We fix computers' } }],
    ['a word with letters of another script', { hi: { a: 'Hello there' } }],
    ['a word beside what has nothing in common with it', { es: { title: 'Search' }, id: { label: 'Number' } }],
    ['messages', { to: { message: 'To:' }, id: { message: 'Identifier' } }, 'it'],
    ['a message with its description', { en: { message: 'English', description: 'A language' } }],
    ['states', { DE: { title: 'Shipping in Germany' }, FR: { title: 'Shipping in France' } }],
    ['a table of countries', { de: { name: 'Germany', capital: 'Berlin' }, fr: { name: 'France', capital: 'Paris' } }],
    ['a table of languages', { en: { name: 'English' }, ja: { name: 'Japanese' } }],
  ])('are ordinary keys: %s', (_, file, spoken) => {
    expect(areLanguageKeys(keysOf(file), spoken)).toBe(false)
  })
})

describe.each<['json' | 'yaml', string]>([
  ['json', '{"it": {"title": "Computer help"}, "hr": {"title": "Hiring people"}}'],
  ['yaml', 'it:\n  title: Computer help\nhr:\n  title: Hiring people\n'],
])('departments in %s', (name, file) => {
  const format = built(name)
  const target = { language: 'hi' }

  it('are translated where they are, whatever letters the language has', async () => {
    expect(await format.languages?.(opened(file)())).not.toHaveProperty('several')
    const units = await unitsOf(format, opened(file))
    expect(units.map(({ part, left_out }) => [part, left_out])).toEqual([
      ['it.title', undefined],
      ['hr.title', undefined],
    ])
    const translate = ({ text }: { text: string }) => (text.startsWith('C') ? 'कंप्यूटर सहायता' : 'भर्ती')
    const result = await bytesOf(rewrite(format, opened(file), translate, target))
    expect(result.toString()).toBe(file.replace('Computer help', 'कंप्यूटर सहायता').replace('Hiring people', 'भर्ती'))
    expect(await verify(format, opened(file), opened(result), translate, target)).toEqual([])
  })

  it('are languages where the file is known to be in one of them', async () => {
    const units = await unitsOf(format, opened(file), { source: 'hr', target })
    expect(units.map(({ path, left_out }) => [path, left_out])).toEqual([
      [`${name}:/it/title`, 'other_language'],
      [`${name}:/hi/title`, undefined],
    ])
  })
})

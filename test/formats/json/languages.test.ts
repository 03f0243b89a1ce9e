import { describe, expect, it } from 'vitest'
import { isCounterpart } from '../../../src/formats/index.ts'
import { built, opened, unitsOf } from '../files.ts'
import { languagesOf, readFor, written } from './files.ts'

const json = built('json')

describe('the language that a file says', () => {
  it.each<[string, unknown, unknown]>([
    ['the key that is its root', { 'pt-BR': { a: 'Olá' } }, { source: 'pt-BR' }],
    ['@@locale of ARB', { '@@locale': 'en_US', a: 'Hello' }, { source: 'en-US' }],
    ['a field', { locale: 'fr', translations: { a: 'Bonjour' } }, { source: 'fr' }],
    ['several roots', { fr: { a: 'Salut' }, en: { a: 'Hello' } }, { source: 'en', several: true }],
    ['nothing: a field that holds a text', { language: 'Language', lang: 'Lang' }, {}],
    ['nothing: a word that is a tag, too', { my: { a: 'Hello' } }, {}],
    ['a tag that is rarely a word, with its own letters', { my: { a: 'ပျော်' } }, { source: 'my' }],
    ['nothing: a name of three letters', { app: { a: 'Hello' } }, {}],
    ['nothing: other members beside it', { en: { a: 'Hello' }, title: 'Hi' }, {}],
  ])('is %s', async (_, file, expected) => {
    expect(await languagesOf(file)).toEqual(expected)
  })

  it.each<[string, string, string, string]>([
    ['de', '{"en": {"a": "Hello"}}', '{"de": {"a": "X"}}', 'a root'],
    ['pt-BR', '{"@@locale": "en", "a": "Hello"}', '{"@@locale": "pt_BR", "a": "X"}', 'ARB'],
    ['pt-BR', '{"locale": "en-us", "a": "Hello"}', '{"locale": "pt-br", "a": "X"}', 'a field in small letters'],
    ['de', '{"locale": "en_US", "a": "Hello"}', '{"locale": "de", "a": "X"}', 'a field with a region'],
    ['is', '{"en": {"a": "Hello"}}', '{"is": {"a": "X"}}', 'a root that becomes a word'],
    ['de', '{"en": {"locale": "en", "a": "Hello"}}', '{"de": {"locale": "de", "a": "X"}}', 'a field below the root'],
    ['pt-BR', '{"en_US": {"lang": "en_US", "a": "Hello"}}', '{"pt_BR": {"lang": "pt_BR", "a": "X"}}', 'both alike'],
    ['de', '{"en": {"lang": "fr", "a": "Hello"}}', '{"de": {"lang": "fr", "a": "X"}}', 'a root, not another field'],
    ['pl', '{"cultureName": "en", "a": "Hello"}', '{"cultureName": "pl", "a": "X"}', 'a culture of .NET'],
    ['de', '{"lang": "Lang", "a": "Hello"}', '{"lang": "Lang", "a": "X"}', 'a text'],
  ])('becomes that of a result in %s: %s', async (language, file, expected) => {
    expect(await written(file, language, { Hello: 'X' })).toBe(expected)
    expect(await written(file, language, {})).toBe(file)
  })

  it('is left alone where the texts are in another one', async () => {
    const options = { target: { language: 'de' }, source: 'fr' }
    const [field] = await unitsOf(json, opened('{"locale": "en", "a": "Bonjour"}'), options)
    expect(field).toMatchObject({ text: 'en', left_out: 'identifier' })
  })

  it('is read again: a wrong tag in a result is found', async () => {
    const [key] = await readFor('{"fr": {"a": "X"}}', 'de', '{"en": {"a": "Hello"}}')
    expect(key).toMatchObject({ path: 'json:/en#', text: 'fr', left_out: 'key' })
  })

  it('does not hide that a file is a translation of another', async () => {
    const pause = () => Promise.resolve()
    const [en, de] = ['{"en": {"a": "Hello", "b": "Bye"}}', '{"de": {"a": "Hallo", "b": "Tschüss"}}'].map(x =>
      opened(x),
    )
    expect(en && de && (await isCounterpart(json, de, [en], pause))).toBe(true)
  })
})

describe('several languages in one file', () => {
  const BOTH = `{
  "en": {
    "menu": { "open": "Open", "n": 1, "close": "Close" },
    "id": "btn_a"
  },
  "fr": {
    "menu": { "open": "Ouvrir" }
  }
}
`
  it('keep each other: a new one is a copy of the source after them [FMT-3, RES-2]', async () => {
    expect(await written(BOTH, 'de', { Open: 'Öffnen', Close: 'Schließen' })).toBe(`{
  "en": {
    "menu": { "open": "Open", "n": 1, "close": "Close" },
    "id": "btn_a"
  },
  "fr": {
    "menu": { "open": "Ouvrir" }
  },
  "de": {
    "menu": { "open": "Öffnen", "n": 1, "close": "Schließen" },
    "id": "btn_a"
  }
}
`)
    expect(await written(BOTH, 'de', {})).toBe(BOTH)
    expect((await written(BOTH, 'de', { Open: 'Öffnen' })).split('"de"')[1]).toContain('"close": "Close"')
  })

  it('get what they lack, and keep what they have', async () => {
    expect(await written(BOTH, 'fr', { Open: 'X', Close: 'Fermer' })).toBe(
      BOTH.replace('"Ouvrir" }', '"Ouvrir", "close": "Fermer" },\n    "id": "btn_a"'),
    )
    const units = await readFor(BOTH, 'fr')
    expect(units.map(({ path, text, left_out }) => [path, text, left_out])).toEqual([
      ['json:/fr/menu/open', 'Open', 'already_translated'],
      ['json:/fr/menu/close', 'Close', undefined],
      ['json:/fr/id', 'btn_a', 'identifier'],
    ])
    expect(await written('{"en": {"a": "Hi"}, "de": {"a": ""}}', 'de', { Hi: 'Hallo' })).toBe(
      '{"en": {"a": "Hi"}, "de": {"a": "Hallo"}}',
    )
  })

  it('are filled where they have nothing yet, on the lines of the source', async () => {
    const file =
      '{\n  "en": {\n    "no": { "n": 1 },\n    "a": "Hi",\n    "b": { "c": "Ho", "d": "Hey" }\n  },\n  "de": {}\n}'
    expect(await written(file, 'de', { Hi: 'Hallo', Ho: 'He' })).toBe(
      file.replace('{}', '{\n    "a": "Hallo",\n    "b": { "c": "He", "d": "Hey" }\n  }'),
    )
  })

  it('name their own language in a field, too', async () => {
    const file = '{"en": {"a": "Hi", "locale": "en"}, "fr": {"a": "Salut", "locale": "fr"}}'
    expect(await written(file, 'de', { Hi: 'Hallo' })).toBe(
      file.replace(/}$/, ', "de": {"a": "Hallo", "locale": "de"}}'),
    )
    const lacking = '{"en": {"lang": "en", "a": "Hi"}, "de": {}}'
    expect(await written(lacking, 'de', { Hi: 'Hallo' })).toBe(
      '{"en": {"lang": "en", "a": "Hi"}, "de": {"lang": "de", "a": "Hallo"}}',
    )
  })

  it('get the plural forms of each language, in the usual order [FMT-4]', async () => {
    const en = '"a": "Yes", "n_one": "{{count}} day", "n_other": "{{count}} days"'
    const words = {
      'en.n_one': '1',
      'en.n_other': 'o',
      'en.n_zero': 'z',
      'en.n_two': 't',
      'en.n_few': 'f',
      'en.n_many': 'm',
    }
    const arabic = '"n_zero": "z", "n_one": "1", "n_two": "t", "n_few": "f", "n_many": "m", "n_other": "o"'
    const both = `{"en": {${en}}, "fr": {"a": "Oui"}}`
    expect(await written(both, 'ar', words)).toBe(both.replace(/}$/, `, "ar": {"a": "Yes", ${arabic}}}`))
    expect(await written(both, 'pl', { Yes: 'Tak' })).toContain(
      '"n_one": "{{count}} day", "n_few": "{{count}} days", "n_many": "{{count}} days", "n_other": "{{count}} days"',
    )
    const lacking = `{"en": {${en}}, "ar": {"a": "نعم"}}`
    expect(await written(lacking, 'ar', words)).toBe(`{"en": {${en}}, "ar": {"a": "نعم", ${arabic}}}`)
    const object = '{"en": {"n": {"one": "{n} day", "other": "{n} days"}}, "fr": {}}'
    expect(await written(object, 'cs', { '{n} day': '1', '{n} days': 'o' })).toContain(
      '"cs": {"n": {"one": "1", "few": "o", "other": "o"}}',
    )
  })

  it('get the plural forms that they lack themselves', async () => {
    const file =
      '{\n  "en": { "n_one": "{{count}} day", "n_other": "{{count}} days" },\n  "pl": {\n    "n_one": "dzień",\n    "n_other": "dnia"\n  }\n}'
    const units = (await readFor(file, 'pl')).filter(({ left_out }) => left_out === undefined)
    expect(units).toMatchObject([
      { path: 'json:/pl/n_few', text: '{{count}} days', target: 'dnia', note: 'Plural form for 2, 3, 4, 22, 23 …' },
      { path: 'json:/pl/n_many', text: '{{count}} days', target: 'dnia', note: 'Plural form for 0, 5, 6, 7, 8 …' },
    ])
    expect(await written(file, 'pl', { 'pl.n_few': 'dni', 'pl.n_many': 'wiele dni' })).toBe(
      file.replace('"dzień",', '"dzień",\n    "n_few": "dni",\n    "n_many": "wiele dni",'),
    )
  })

  it('are counted as those of other languages', async () => {
    const found = await unitsOf(json, opened(BOTH))
    expect(found.map(({ path, left_out }) => [path, left_out])).toEqual([
      ['json:/en/menu/open', undefined],
      ['json:/en/menu/close', undefined],
      ['json:/en/id', 'identifier'],
      ['json:/fr/menu/open', 'other_language'],
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { languagesOf, leftOut, readFor, remarksOn, written } from './files.ts'

const EACH = `{
  "a": { "en": "Open the file", "fr": "Ouvrir le fichier" },
  "b": { "en": "Close it", "fr": "Le fermer", "de": "" }
}
`

describe('a text with its languages beside each other', () => {
  it('is in the language that is English, or the first', async () => {
    expect(await languagesOf(JSON.parse(EACH))).toEqual({ source: 'en', several: true })
    expect(await leftOut(EACH)).toEqual({
      'a.en': 'translate',
      'a.fr': 'other_language',
      'b.en': 'translate',
      'b.fr': 'other_language',
      'b.de': 'empty',
    })
  })

  it('has the place of a language whatever its usual tag is', async () => {
    const file = '{"a":{"en":"Open the file","no":"","fr":"Ouvrir le fichier"}}'
    expect(await written(file, 'nb', { 'Open the file': 'Åpne filen' })).toBe(file.replace('""', '"Åpne filen"'))
  })

  it.each<[string, string, string]>([
    ['an object of languages', EACH, EACH.replace('fichier"', 'fichier", "de": "X"').replace('""', '"Y"')],
    [
      'an object on lines of its own',
      '{"x": {"title": {\n  "en-US" : "Open the file",\n  "fr-FR" : "Ouvrir"\n}}}',
      '{"x": {"title": {\n  "en-US" : "Open the file",\n  "fr-FR" : "Ouvrir",\n  "de" : "X"\n}}}',
    ],
    ['the root', '{"EN":"Close it","FR":"Le fermer"}', '{"EN":"Close it","FR":"Le fermer","DE":"Y"}'],
    [
      'keys that end with a language',
      '{"a_en":"Open the file","a_fr":"Ouvrir","id":"x_1","b_en":"Close it","b_fr":"Fermer"}',
      '{"a_en":"Open the file","a_fr":"Ouvrir","a_de":"X","id":"x_1","b_en":"Close it","b_fr":"Fermer","b_de":"Y"}',
    ],
    [
      'keys that end with a region',
      '{"my_no_en_US":"Open the file","my_no_pt_BR":"Abrir"}',
      '{"my_no_en_US":"Open the file","my_no_pt_BR":"Abrir","my_no_de":"X"}',
    ],
    [
      'a list with an item for each',
      '[{"lang": "en", "n": 1, "text": "Open the file", "more": "Close it"},\n {"lang": "fr", "n": 1, "text": "Ouvrir", "more": "Fermer"}]',
      '[{"lang": "en", "n": 1, "text": "Open the file", "more": "Close it"},\n {"lang": "fr", "n": 1, "text": "Ouvrir", "more": "Fermer"},\n {"lang": "de", "n": 1, "text": "X", "more": "Y"}]',
    ],
    [
      'a list that has the language',
      '[{"locale": "de", "text": ""}, {"locale": "en", "text": "Open the file"}]',
      '[{"locale": "de", "text": "X"}, {"locale": "en", "text": "Open the file"}]',
    ],
    [
      'objects of their own',
      '{"messages": {"en": {"a": "Open the file", "b": {"c": "Close it"}},\n  "fr": {"a": "Ouvrir", "b": {"c": "Fermer"}}}}',
      '{"messages": {"en": {"a": "Open the file", "b": {"c": "Close it"}},\n  "fr": {"a": "Ouvrir", "b": {"c": "Fermer"}},\n  "de": {"a": "X", "b": {"c": "Y"}}}}',
    ],
    [
      'lists of their own',
      '{"en": ["Open the file", "Close it"], "fr": ["Ouvrir", "Fermer"]}',
      '{"en": ["Open the file", "Close it"], "fr": ["Ouvrir", "Fermer"], "de": ["X", "Y"]}',
    ],
    [
      'objects, of which one is nothing',
      '{"x": {"en": {"a": "Open the file"}, "fr": {"a": "Ouvrir"}, "es": null}}',
      '{"x": {"en": {"a": "Open the file"}, "fr": {"a": "Ouvrir"}, "de": {"a": "X"}, "es": null}}',
    ],
    [
      'below the one language of the root, which is then no language of the file',
      '{"en": {"title": {"en": "Open the file", "fr": "Ouvrir"}, "b": {"en": "Close it", "fr": "Fermer"}, "kind": "A page"}}',
      '{"en": {"title": {"en": "Open the file", "fr": "Ouvrir", "de": "X"}, "b": {"en": "Close it", "fr": "Fermer", "de": "Y"}, "kind": "A page"}}',
    ],
    [
      'an object that has the language',
      '{"x": {"de": {"a": ""}, "en": {"a": "Open the file", "b": "Close it"}}}',
      '{"x": {"de": {"a": "X"}, "en": {"a": "Open the file", "b": "Close it"}}}',
    ],
    [
      'what has a translation keeps it',
      '{"a": {"en": "Open the file", "de": "Öffnen"}, "b": {"en": "Close it", "fr": "Le fermer"}}',
      '{"a": {"en": "Open the file", "de": "Öffnen"}, "b": {"en": "Close it", "fr": "Le fermer", "de": "Y"}}',
    ],
    [
      'nothing is written in place of what is no text',
      '{"a": {"en": "Open the file", "de": null}, "b": {"en": "Close it", "fr": "Le fermer"}}',
      '{"a": {"en": "Open the file", "de": null}, "b": {"en": "Close it", "fr": "Le fermer", "de": "Y"}}',
    ],
    [
      'what is in none of the languages stays',
      '{"kind": "A page", "a": {"en": "Open the file", "fr": "Ouvrir"}, "locale": "en"}',
      '{"kind": "A page", "a": {"en": "Open the file", "fr": "Ouvrir", "de": "X"}, "locale": "en"}',
    ],
    [
      'one text among others of a file in one language',
      '{"a": "Open the file", "b": "Close it", "c": "One more", "d": "And one", "x": {"en": "Close it", "fr": "Fermer"}}',
      '{"a": "X", "b": "Y", "c": "One more", "d": "And one", "x": {"en": "Close it", "fr": "Fermer", "de": "Y"}}',
    ],
  ])('gets another one behind them, and no other is changed: %s [FMT-3, RES-2]', async (_, file, expected) => {
    expect(await written(file, 'de', { 'Open the file': 'X', 'Close it': 'Y' })).toBe(expected)
    expect(await written(file, 'de', {})).toBe(file)
  })

  it('is below the root of a catalogue, which gets the new language for all the rest', async () => {
    const file =
      '{"en": {"a": "Open the file", "b": "One more", "c": "And one", "x": {"en": "Close it", "fr": "Fermer"}}}'
    expect(await languagesOf(JSON.parse(file))).toEqual({ source: 'en' })
    expect(await written(file, 'de', { 'Open the file': 'X', 'Close it': 'Y' })).toBe(
      '{"de": {"a": "X", "b": "One more", "c": "And one", "x": {"en": "Close it", "fr": "Fermer", "de": "Y"}}}',
    )
    expect(await languagesOf({ en: { title: { en: 'Open it', fr: 'Ouvrir' } } })).toEqual({
      source: 'en',
      several: true,
    })
  })

  it('keeps what is not translated without the language', async () => {
    expect(await written(EACH, 'pl', { 'Open the file': 'X' })).toBe(EACH.replace('fichier"', 'fichier", "pl": "X"'))
  })

  it('has the path of its new language', async () => {
    expect((await readFor(EACH, 'de')).map(({ path, text, left_out }) => [path, text, left_out])).toEqual([
      ['json:/a/fr', 'Ouvrir le fichier', 'other_language'],
      ['json:/a/de', 'Open the file', undefined],
      ['json:/b/fr', 'Le fermer', 'other_language'],
      ['json:/b/de', 'Close it', undefined],
    ])
  })
})

/** Items of `x`, each on a line of its own. */
const rows = (...items: object[]): string => `{"x": [\n  ${items.map(item => JSON.stringify(item)).join(',\n  ')}\n]}\n`

describe('a list with an item for each language of each text', () => {
  const [a, b] = [
    { key: 'a', lang: 'en', text: 'Open the file' },
    { key: 'b', lang: 'en', text: 'Close it' },
  ]
  const [ouvrir, fermer] = [
    { key: 'a', lang: 'fr', text: 'Ouvrir' },
    { key: 'b', lang: 'fr', text: 'Le fermer' },
  ]
  const [x, y] = [
    { key: 'a', lang: 'de', text: 'X' },
    { key: 'b', lang: 'de', text: 'Y' },
  ]

  it.each<[string, string, string]>([
    ['text by text', rows(a, ouvrir, b, fermer), rows(a, ouvrir, x, b, fermer, y)],
    ['language by language', rows(a, b, ouvrir, fermer), rows(a, b, ouvrir, fermer, x, y)],
    [
      'one text',
      rows({ ...a, key: 'open' }, { ...ouvrir, key: 'open' }),
      rows({ ...a, key: 'open' }, { ...ouvrir, key: 'open' }, { ...x, key: 'open' }),
    ],
    ['texts in one language each', rows(a, fermer), rows(a, x, fermer)],
    ['one language alone', rows(a, b), rows(a, x, b, y)],
    ['texts of one language alone', rows(a, ouvrir, b), rows(a, ouvrir, x, b, y)],
    ['a language that has some texts', rows(a, b, x, ouvrir), rows(a, b, x, y, ouvrir)],
    ['an empty text', rows(a, { ...x, text: '' }, b, fermer), rows(a, x, b, fermer, y)],
    [
      'numbers as keys, other names, and what has no language',
      rows(
        { text_id: 7, locale: 'en_US', value: 'Close it', more: 'One more' },
        { text_id: 7, locale: 'fr_FR', value: 'Fermer', done: true },
      ),
      rows(
        { text_id: 7, locale: 'en_US', value: 'Close it', more: 'One more' },
        { text_id: 7, locale: 'fr_FR', value: 'Fermer', done: true },
        { text_id: 7, locale: 'de', value: 'Y', more: 'One more' },
      ),
    ],
    [
      'a key of several parts',
      rows(
        { ns: 'menu', key: 'a', language: 'en', translation: 'Open the file' },
        { ns: 'menu', key: 'a', language: 'fr', translation: 'Ouvrir' },
        { ns: 'file', key: 'a', language: 'en', translation: 'Close it' },
        { ns: 'file', key: 'a', language: 'fr', translation: 'Fermer' },
      ),
      rows(
        { ns: 'menu', key: 'a', language: 'en', translation: 'Open the file' },
        { ns: 'menu', key: 'a', language: 'fr', translation: 'Ouvrir' },
        { ns: 'menu', key: 'a', language: 'de', translation: 'X' },
        { ns: 'file', key: 'a', language: 'en', translation: 'Close it' },
        { ns: 'file', key: 'a', language: 'fr', translation: 'Fermer' },
        { ns: 'file', key: 'a', language: 'de', translation: 'Y' },
      ),
    ],
  ])('gets an item in the target language for each text: %s [FMT-3, RES-2]', async (_, file, expected) => {
    expect(await written(file, 'de', { 'Open the file': 'X', 'Close it': 'Y' })).toBe(expected)
    expect(await written(file, 'de', {})).toBe(file)
  })

  it('is one file for all languages, and says which text an item is of in every language', async () => {
    const file = rows(a, ouvrir, b, fermer)
    expect(await languagesOf(JSON.parse(file))).toEqual({ source: 'en', several: true })
    expect((await readFor(file, 'de')).map(({ path, text, left_out }) => [path, text, left_out])).toEqual([
      ['json:/x/0/key', 'a', 'identifier'],
      ['json:/x/0/lang', 'en', 'identifier'],
      ['json:/x/1/key', 'a', 'identifier'],
      ['json:/x/1/lang', 'fr', 'identifier'],
      ['json:/x/1/text', 'Ouvrir', 'other_language'],
      ['json:/x/2/key', 'a', 'identifier'],
      ['json:/x/2/lang', 'en', 'identifier'],
      ['json:/x/2/text', 'Open the file', undefined],
      ['json:/x/3/key', 'b', 'identifier'],
      ['json:/x/3/lang', 'en', 'identifier'],
      ['json:/x/4/key', 'b', 'identifier'],
      ['json:/x/4/lang', 'fr', 'identifier'],
      ['json:/x/4/text', 'Le fermer', 'other_language'],
      ['json:/x/5/key', 'b', 'identifier'],
      ['json:/x/5/lang', 'en', 'identifier'],
      ['json:/x/5/text', 'Close it', undefined],
    ])
  })

  it('gets none where each item has a number of its own: nobody knows the next one', async () => {
    const file = rows({ id: 1, ...a }, { id: 2, ...ouvrir }, { id: 3, ...b }, { id: 4, ...fermer })
    expect(await written(file, 'de', { 'Open the file': 'X', Ouvrir: 'X' })).toBe(file)
    expect(await written(file, 'fr', { 'Open the file': 'X' })).toBe(file)
    expect((await remarksOn(JSON.parse(file), 'en'))[0]).toMatch(/^Each item of the list “x” has an id of its own/)
  })

  it('gets none where the one text has items with numbers of their own', async () => {
    const file = rows({ id: 1, lang: 'en', text: 'Open the file' }, { id: 2, lang: 'fr', text: 'Ouvrir' })
    expect(await written(file, 'de', { 'Open the file': 'X' })).toBe(file)
    const filled = file.replace('Ouvrir', '')
    expect(await written(filled, 'fr', { 'Open the file': 'X' })).toBe(file.replace('Ouvrir', 'X'))
  })

  it('may be of languages that are words', async () => {
    const file = rows({ ...a, lang: 'it' }, { ...ouvrir, lang: 'hr' }, { ...b, lang: 'it' })
    expect(await written(file, 'de', { 'Open the file': 'X' })).toContain('"lang":"de","text":"X"')
  })
})

describe('keys that may be languages or words', () => {
  const ITALIAN = 'Apri il file e chiudi la finestra'
  const CROATIAN = 'Otvori datoteku i zatvori prozor'

  it.each<[string, string, string]>([
    [
      'one text',
      `{"a": {"it": "${ITALIAN}", "hr": "${CROATIAN}"}}`,
      `{"a": {"it": "${ITALIAN}", "hr": "${CROATIAN}", "de": "X"}}`,
    ],
    [
      'short texts, which say it together',
      '{"a": {"it": "Apri", "hr": "Otvori"}, "b": {"it": "Chiudi la finestra", "hr": "Zatvori prozor"}}',
      '{"a": {"it": "Apri", "hr": "Otvori", "de": "Y"}, "b": {"it": "Chiudi la finestra", "hr": "Zatvori prozor"}}',
    ],
    [
      'the root of the file',
      `{"it": {"a": "${ITALIAN}"}, "hr": {"a": "${CROATIAN}"}}`,
      `{"it": {"a": "${ITALIAN}"}, "hr": {"a": "${CROATIAN}"}, "de": {"a": "X"}}`,
    ],
  ])('are languages where what is under them is in these: %s', async (_, file, expected) => {
    expect(await languagesOf(JSON.parse(file))).toEqual({ source: 'it', several: true })
    const result = await written(file, 'de', { [ITALIAN]: 'X', Apri: 'Y' })
    expect(result).toBe(expected)
    expect(await remarksOn(JSON.parse(file), 'it')).toEqual([])
  })

  it('are words where it is in another language', async () => {
    const file = { departments: { it: 'Computer help for all of us', hr: 'Hiring people and paying them' } }
    expect(await languagesOf(file)).toEqual({})
    expect(await remarksOn(file, 'en')).toEqual([])
  })

  it('are words where nobody knows, and the plan says so', async () => {
    const file = { a: { it: 'Item', hr: 'Ruler' } }
    expect(await leftOut(file)).toEqual({ 'a.it': 'translate', 'a.hr': 'translate' })
    const [said] = await remarksOn(file, 'en')
    expect(said).toMatch(/^The keys “it”, “hr” may be languages or words. They are taken for words: /)
  })

  it('are languages then where the file is in one of them, and the plan says that', async () => {
    const file = '{"a": {"it": "Apri", "hr": "Otvori"}}'
    expect((await readFor(file, 'de', undefined, 'it')).map(({ path, left_out }) => [path, left_out])).toEqual([
      ['json:/a/hr', 'other_language'],
      ['json:/a/de', undefined],
    ])
    expect((await remarksOn(JSON.parse(file), 'it'))[0]).toContain('They are taken for languages')
  })
})

describe('what only looks like it is text in one language', () => {
  it.each<[string, unknown]>([
    ['names of languages', { menu: { en: 'English', fr: 'French', de: 'German' } }],
    ['names of languages in themselves', { menu: { en: 'English', fr: 'Français', de: 'Deutsch' } }],
    ['what is called languages', { languages: { en: 'Anglais', fr: 'Langue de Molière' } }],
    ['names with the language at the end', { lang_en: 'English text', lang_fr: 'French text' }],
    ['countries', { DE: 'Our shop there', FR: 'Our shop here', IT: 'A small shop' }],
    ['what is about languages', { change: { en: 'Switch to English', fr: 'Switch to French', de: 'To German' } }],
    ['codes', { map: { 'en-GB': 'en_GB', 'pt-BR': 'pt_BR', de: 'de' } }],
    ['objects of countries', { shops: { de: { a: 'Our shop there' }, fr: { a: 'Our shop here' } } }],
    ['sizes and units', { sizes: { sm: 'Small one', lg: 'Large one' }, km: 'A kilometre', lb: 'A pound' }],
    ['words', { answers: { no: 'No, thanks', so: 'So what' } }],
    ['keys that end with a word', { file_id: 'The number', file_no: 'The other', file_hi: 'Hello you' }],
    [
      'items of a list in any language',
      [
        { lang: 'en', t: 'One book' },
        { lang: 'en', t: 'A book' },
      ],
    ],
    [
      'what people say of a thing in their languages',
      [
        { product_id: 'p1', lang: 'en', text: 'A good book' },
        { product_id: 'p1', lang: 'fr', text: 'Un bon livre' },
        { product_id: 'p1', lang: 'en', text: 'A bad book' },
      ],
    ],
  ])('%s', async (_, file) => {
    expect(await languagesOf(file)).toEqual({})
    expect(Object.values(await leftOut(file))).not.toContain('other_language')
    const text = JSON.stringify(file)
    expect(await written(text, 'pl', {})).toBe(text)
  })

  it('is read so in a result, too, whatever its translation says', async () => {
    const file = '{"menu": {"en": "English", "fr": "French"}}'
    expect(await written(file, 'pl', { English: 'angielski', French: 'francuski' })).toBe(
      '{"menu": {"en": "angielski", "fr": "francuski"}}',
    )
  })
})

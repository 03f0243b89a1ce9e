import { describe, expect, it } from 'vitest'
import { built, bytesOf, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const csv = built('csv')
const marked: TranslateUnit = unit => (unit.left_out ? undefined : `«${unit.text}»`)

async function inLanguage(content: string | Uint8Array, language: string, translate = marked): Promise<Buffer> {
  const target = { language }
  const result = await bytesOf(rewrite(csv, opened(content), translate, target))
  expect(await verify(csv, opened(content), opened(result), translate, target)).toEqual([])
  return result
}
const written = async (content: string, language = 'de', translate = marked) =>
  (await inLanguage(content, language, translate)).toString()

const LONG = 'key,locale,value\nsave,en,Save\nsave,fr,Sauver\nopen,en,"Open, now"\nopen,fr,Ouvrir\n'

describe('a table with a row for each language', () => {
  it('gets rows for a new language after the last of each text; all others stay [FMT-3, RES-2]', async () => {
    expect(await written(LONG)).toBe(
      'key,locale,value\nsave,en,Save\nsave,fr,Sauver\nsave,de,«Save»\nopen,en,"Open, now"\nopen,fr,Ouvrir\nopen,de,"«Open, now»"\n',
    )
    expect(await written(LONG.trimEnd().replaceAll('\n', '\r\n'))).toMatch(
      /\r\nopen,fr,Ouvrir\r\nopen,de,"«Open, now»"$/,
    )
    expect(await written(LONG, 'de', () => undefined)).toBe(LONG)
  })

  it('fills the row of a language that it has, wherever that row stands [FMT-2]', async () => {
    const file =
      'key,locale,value,updated_at\nsave,de,,1\nsave,en,Save,1\nopen,en,Open it,2\nopen,de,Öffnen,2\nquit,en,Quit it,3\n'
    expect(await written(file)).toBe(
      'key,locale,value,updated_at\nsave,de,«Save»,1\nsave,en,Save,1\nopen,en,Open it,2\nopen,de,Öffnen,2\nquit,en,Quit it,3\nquit,de,«Quit it»,\n',
    )
    const units = (await unitsOf(csv, opened(file), { target: { language: 'de' } })).filter(
      unit => unit.part === 'value',
    )
    expect(units.map(({ text, target, left_out }) => [text, target, left_out])).toEqual([
      ['Save', '', undefined],
      ['Open it', 'Öffnen', 'already_translated'],
      ['Quit it', '', undefined],
    ])
  })

  it('takes one language after the other, and writes each in the manner of the others [FMT-3]', async () => {
    const file = 'Key;Language;Text\r\n"save";"en_US";"Save"\r\n"save";"fr_FR";"Sauver"\r\n'
    expect(await written(await written(file, 'de-AT'), 'pl')).toBe(
      `${file}"save";"de_AT";"«Save»"\r\n"save";"pl";"«Save»"\r\n`,
    )
    expect(await written('id,language,text\na.b,English,Save it\na.b,French,Sauver\n')).toContain(
      'a.b,German,«Save it»',
    )
  })

  it('is written in UTF-16 as in any other charset [RES-2]', async () => {
    const result = await inLanguage(Buffer.from(`\ufeff${LONG}`, 'utf16le'), 'de')
    expect(result.toString('utf16le')).toContain('\nsave,de,«Save»\nopen,')
  })

  it('gets no second row in a language, also where it is sorted by language [FMT-3]', async () => {
    const file = 'key,locale,value\nsave,en,Save\nopen,en,Open\nopen,de,Öffnen\n'
      .replace('open,de', 'OPEN,de')
      .replace('open,en', 'OPEN,en')
    expect(await written(file)).toBe(file.replace('Save\n', 'Save\nsave,de,«Save»\n'))
    const sorted = 'key,locale,value\nsave,en,Save\nopen,en,Open it\nsave,de,Sichern\n'
    expect(await written(sorted)).toBe(`${sorted}open,de,«Open it»\n`)
  })

  it('is filled where it is sorted by language; a row that is missing stands in its block [FMT-2, FMT-3]', async () => {
    const file =
      'key,locale,value\na,en,One\nb,en,7\nc,en,Three\nd,en,Four\nb,de,\nc,de,\na,fr,Un\nb,fr,7\nc,fr,\nd,fr,Quatre\n'
    expect(await written(file)).toBe(
      file.replace('d,en,Four\n', 'd,en,Four\na,de,«One»\n').replace('c,de,\n', 'c,de,«Three»\nd,de,«Four»\n'),
    )
    // The block of the target may come first, and in another order than that of the source.
    const turned = 'key,locale,value\nb,de,\na,de,\na,en,One\nb,en,Two\n'
    expect(await written(turned)).toBe(turned.replace('b,de,', 'b,de,«Two»').replace('a,de,', 'a,de,«One»'))
    expect(await written('key,locale,value\na,en,One\nb,en,Two\nb,de,\na,de,\n')).toContain('b,de,«Two»')
    const some: TranslateUnit = unit => (unit.text === 'One' || unit.left_out ? undefined : `«${unit.text}»`)
    expect(await written(file, 'de', some)).toBe(file.replace('c,de,\n', 'c,de,«Three»\nd,de,«Four»\n'))
    // Without a row in the language, all new ones follow the table.
    const none = `key,locale,value\n${file.split('\n').slice(1, 5).join('\n')}\na,fr,Un\n`
    expect(await written(none)).toBe(`${none}a,de,«One»\nc,de,«Three»\nd,de,«Four»\n`)
  })

  it('is filled where it is sorted by language and longer than what is looked at [FMT-2]', async () => {
    const rows = (locale: string, text: (at: number) => string) =>
      Array.from({ length: 400 }, (_, at) => `k${at},${locale},${text(at)}\n`).join('')
    const english = `key,locale,value\n${rows('en', at => `Text number ${at}`)}`
    const german = rows('de', at => `«Text number ${at}»`)
    expect(await written(`${english}${rows('de', () => '')}`)).toBe(english + german)
    expect(await written(english)).toBe(english + german)
    // Texts with one key are told apart by their order.
    expect(await written('key,locale,value\na,en,One\na,en,Two\na,de,\na,de,\n')).toContain('a,de,«One»\na,de,«Two»')
    const same = (locale: string, text: (at: number) => string) => rows(locale, text).replace(/^k\d+/gm, 'k')
    const turned = `key,locale,value\n${same('de', () => '')}${same('en', at => `Text number ${at}`)}`
    expect(await written(turned)).toBe(
      turned.replace(
        same('de', () => ''),
        same('de', at => `«Text number ${at}»`),
      ),
    )
  })

  const rowsOf = (locale: string, text: (at: number) => string) =>
    Array.from({ length: 400 }, (_, at) => `${locale},k${at},${text(at)}\n`).join('')
  const english = rowsOf('en', at => `Text number ${at}`)
  const german = rowsOf('de', at => `«Text number ${at}»`)
  const head = 'locale,key,value\n'

  it('is filled where the block of the target comes first, and the source is beyond what is looked at [FMT-2]', async () => {
    const empty = rowsOf('de', () => '')
    const french = rowsOf('fr', () => '')
    expect(await written(head + empty + english + french)).toBe(head + german + english + french)
    expect(await written(head + french + empty + english)).toBe(head + french + german + english)
    // Some are there, and those of the source stay as they are.
    const some = rowsOf('de', at => (at < 350 ? `Text ${at}` : ''))
    const done = rowsOf('de', at => (at < 350 ? `Text ${at}` : `«Text number ${at}»`))
    expect(await written(head + some + english)).toBe(head + done + english)
    // While nobody has said a target, its texts are those of the language that has some.
    const texts = (await unitsOf(csv, opened(head + empty + english))).filter(unit => !unit.left_out)
    expect(texts.map(unit => unit.text)).toEqual(Array.from({ length: 400 }, (_, at) => `Text number ${at}`))
  })

  it('takes the source in the language that is said, also where that is beyond what is looked at [FMT-2]', async () => {
    const file = head + rowsOf('fr', at => `Texte ${at}`) + rowsOf('de', () => '') + english
    const options = { target: { language: 'de' }, source: 'en' }
    const offered = (await unitsOf(csv, opened(file), options)).filter(unit => !unit.left_out)
    expect(offered.map(unit => unit.text)).toEqual(Array.from({ length: 400 }, (_, at) => `Text number ${at}`))
    // A language that no row has is none.
    const other = (await unitsOf(csv, opened(file), { ...options, source: 'ja' })).filter(unit => !unit.left_out)
    expect(other[0]?.text).toBe('Texte 0')
  })

  it('stands for itself where all of it is in the target language [FMT-2]', async () => {
    const translate: TranslateUnit = unit => (unit.left_out ? undefined : `«${unit.text}»`)
    const file = head + rowsOf('de', at => `Text number ${at}`)
    expect(await written(file, 'de', translate)).toBe(head + german)
  })

  it('is left alone where its rows are far apart, and more than what is looked at [FMT-3]', async () => {
    const rows = (locale: string) =>
      Array.from({ length: 400 }, (_, at) => `k${at},${locale},Text number ${at}\n`).join('')
    const file = `key,locale,value\n${rows('en')}${rows('de')}`
    expect(await written(file)).toBe(file)
  })

  it('keeps texts with the same key apart, and says who is who [FMT-4]', async () => {
    const file = 'key,locale,value,comment\na,en,One,On a hat\na,de,\na,en,Two,\n'
    expect(await written(file)).toBe(
      'key,locale,value,comment\na,en,One,On a hat\na,de,«One»\na,en,Two,\na,de,«Two»,\n',
    )
    const units = await unitsOf(csv, opened(file), { target: { language: 'de' } })
    expect(units.find(unit => unit.text === 'One')).toMatchObject({ note: 'On a hat', context: { row: 'a' } })
    expect(units.find(unit => unit.left_out === 'other_language')).toBeUndefined()
  })

  it('is none where a language is only one of the facts', async () => {
    const file = 'id,name,language,city\n1,Ann Lee,en,Some town\n2,Bo Ek,sv,Other town\n'
    expect(await written(file)).toBe('id,name,language,city\n1,«Ann Lee»,en,«Some town»\n2,«Bo Ek»,sv,«Other town»\n')
  })
})

describe("Shopify's export of translations", () => {
  const HEAD = 'Type,Identification,Field,Locale,Market,Status,Default content,Translated content\n'

  it('takes a translation in the row of its language, and gets that row [FMT-2, FMT-3]', async () => {
    const file =
      HEAD +
      "PRODUCT,'1,title,de,,,Red hat,\nPRODUCT,'1,title,fr,,outdated,Red hat,Chapeau\nPRODUCT,'1,body_html,fr,,,<p>Keeps you warm</p>,\n"
    expect(await written(file)).toBe(
      HEAD +
        "PRODUCT,'1,title,de,,,Red hat,«Red hat»\nPRODUCT,'1,title,fr,,outdated,Red hat,Chapeau\n" +
        "PRODUCT,'1,body_html,fr,,,<p>Keeps you warm</p>,\nPRODUCT,'1,body_html,de,,,<p>Keeps you warm</p>,«<p>Keeps you warm</p>»\n",
    )
    expect(await written(file, 'fr')).toBe(
      file.replace('<p>Keeps you warm</p>,', '<p>Keeps you warm</p>,«<p>Keeps you warm</p>»'),
    )
  })

  it('keeps the addresses of pages [FMT-2]', async () => {
    const file = `${HEAD}PRODUCT,'1,title,de,,,Red hat,\nPRODUCT,'1,handle,de,,,hat,\n`
    expect(await written(file)).toBe(file.replace('Red hat,', 'Red hat,«Red hat»'))
  })

  it('sorted by language gets no second row, however far the first one is [FMT-2]', async () => {
    const rows = (locale: string, text: (at: number) => string) =>
      Array.from({ length: 400 }, (_, at) => `PRODUCT,'${at},title,${locale},,,Hat ${at},${text(at)}\n`).join('')
    const french = `${HEAD}${rows('fr', at => `Chapeau ${at}`)}`
    const german = rows('de', at => `«Hat ${at}»`)
    expect(await written(`${french}${rows('de', () => '')}`)).toBe(french + german)
    expect(await written(`${HEAD}${rows('de', () => '')}`)).toBe(HEAD + german)
    const some = `${HEAD}PRODUCT,'1,title,fr,,,Hat,Chapeau\nPRODUCT,'2,title,fr,,,Cap,\nPRODUCT,'1,title,de,,,Hat,\nPRODUCT,'2,title,de,,,Cap,\n`
    expect(await written(some)).toBe(some.replace('de,,,Hat,', 'de,,,Hat,«Hat»').replace('de,,,Cap,', 'de,,,Cap,«Cap»'))
  })

  it('gets the row of a text whose only row is in another language [FMT-2, RES-2]', async () => {
    const [red, summer] = ["PRODUCT,'1,title,de,,,Red hat,Hut\n", "COLLECTION,'9,title,pt-BR,,,Summer,"]
    expect(await written(`${HEAD}${red}${summer}\n`)).toBe(
      `${HEAD}${red}${summer.replace('pt-BR', 'de')}«Summer»\n${summer}\n`,
    )
  })

  it('in one language alone is filled [FMT-2]', async () => {
    const file = `${HEAD}PRODUCT,'1,title,de,,,Red hat,\nPRODUCT,'2,title,de,,,Blue hat,Blauer Hut\n`
    expect(await written(file)).toBe(file.replace('Red hat,', 'Red hat,«Red hat»'))
  })
})

describe('the languages that a table says', () => {
  const said = async (content: string) => await csv.languages?.(opened(content)())

  it.each<[string, object]>([
    ['key,en,fr\na,One,\nb,Two,Deux\n', { several: true, source: 'en' }],
    ['key,en,fr\na,One,Un\n', { several: true }],
    ['key,pt_BR,fr\na,Um,\n', { several: true, source: 'pt-BR' }],
    ['key,English,Deutsch\na,,Eins\n', { several: true, source: 'de' }],
    ['sku,name_en,name_de,text_en,text_de\n1,One,,,Zwei\n', { several: true }],
    ['id,en\n7,One\n', { several: true, source: 'en' }],
    [LONG, { several: true }],
    [`${LONG}quit,en,Quit\n`, { several: true, source: 'en' }],
    ['key,source,fr\na,One,\n', { several: true }],
    ['key,source,fr\na,One,Un\n', { several: true }],
    ['key,text,en,fr\na,One,One,\n', { several: true, source: 'en' }],
    ['key,source,fr\na,,Un\n', { several: true, source: 'fr' }],
    ['location,source,target\nx.c,One,\n', {}],
    ['title,text\nA,One\n', {}],
    ['', {}],
  ])(
    'are those of its headings or rows, and the source where only one has all texts: %j [FMT-2]',
    async (file, expected) => {
      expect(await said(file)).toEqual(expected)
    },
  )

  it('decide which text is the source; what a person says comes first [FMT-2]', async () => {
    const file = 'key,en,fr\na,One,Un\nb,Two,Deux\n'
    const texts = async (source: string) =>
      (await unitsOf(csv, opened(file), { target: { language: 'de' }, source })).flatMap(unit =>
        unit.left_out ? [] : [unit.text],
      )
    expect(await texts('fr-CA')).toEqual(['Un', 'Deux'])
    expect(await texts('en')).toEqual(['One', 'Two'])
    expect(await texts('ja')).toEqual(['One', 'Two'])
  })
})

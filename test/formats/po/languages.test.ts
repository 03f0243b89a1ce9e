import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import type { Target, Unit } from '../../../src/formats/index.ts'
import { built, bytesOf, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const po = built('po')

const header = (...fields: string[]) =>
  `msgid ""\nmsgstr ""\n${['Content-Type: text/plain; charset=UTF-8', ...fields].map(field => `"${field}\\n"\n`).join('')}\n`
const FRENCH = header('Language: fr', 'Plural-Forms: nplurals=2; plural=(n > 1);')
const FILES = 'msgid "one file"\nmsgid_plural "%d files"\n'
const OPEN = 'msgid "Open"\nmsgstr "Ouvrir"\n'
const OLD = '#~ msgid "Old"\n#~ msgstr "Vieux"\n'

async function messages(content: string, language?: string, source?: string): Promise<Unit[]> {
  const options = { ...(language && { target: { language } }), source }
  return (await unitsOf(po, opened(content), options)).filter(unit => unit.path !== 'po:')
}
const saying = (content: string) => po.languages?.(opened(content)())

/** Writes, and proves that the result reads back. `source` is the language of the texts. */
async function written(content: string, translate: TranslateUnit, target: Target, source?: string): Promise<string> {
  const told = {
    ...po,
    scan: (...[stream, options]: Parameters<typeof po.scan>) => po.scan(stream, { ...options, source }),
  }
  const result = await bytesOf(rewrite(told, opened(content), translate, target))
  expect(await verify(told, opened(content), opened(result), translate, target)).toEqual([])
  return result.toString()
}
const body = (result: string): string => result.slice(result.indexOf('\n\n') + 2)
const all: TranslateUnit = unit => (unit.left_out ? undefined : `«${unit.text}»`)
const only =
  (...texts: string[]): TranslateUnit =>
  unit =>
    texts.includes(unit.text) ? `«${unit.text}»` : undefined
const german = { language: 'de' }

describe('a catalogue in another language', () => {
  const CATALOGUE = `${FRENCH}#, fuzzy\n#| msgid "Shut"\nmsgid "Close"\nmsgstr "Fermer"\n\n${OPEN}\n${FILES}msgstr[0] "un fichier"\nmsgstr[1] "%d fichiers"\n\nmsgid "100"\nmsgstr "cent"\n\n${OLD}`

  it('counts as untranslated, and is never shown as a translation that there is [FMT-2]', async () => {
    const units = await messages(CATALOGUE, 'de')
    expect(units.map(unit => [unit.text, unit.left_out, unit.target])).toEqual([
      ['Close', undefined, ''],
      ['Open', undefined, ''],
      ['one file', undefined, ''],
      ['%d files', undefined, ''],
      ['100', 'number', ''],
      ['Old', 'obsolete', 'Vieux'],
    ])
    // Whoever leaves out the fuzzy entries means those of the file.
    expect(units[0]?.flags).toEqual(['fuzzy'])
    expect(units.slice(0, 4).map(unit => unit.context)).toEqual([undefined, undefined, undefined, undefined])
    expect((await messages(CATALOGUE, 'fr')).map(unit => unit.left_out)).toEqual([
      undefined,
      ...Array(3).fill('already_translated'),
      'number',
      'obsolete',
    ])
  })

  it('has none of it left in the result, whatever is not translated [FMT-2, RES-2]', async () => {
    expect(body(await written(CATALOGUE, only('Open'), german))).toBe(
      `msgid "Close"\nmsgstr ""\n\nmsgid "Open"\nmsgstr "«Open»"\n\n${FILES}msgstr[0] ""\nmsgstr[1] ""\n\nmsgid "100"\nmsgstr ""\n\n${OLD}`,
    )
    expect(body(await written(CATALOGUE, only('Open', 'one file'), { language: 'pl' }))).toContain(
      `${FILES}msgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n\n`,
    )
    expect(body(await written(CATALOGUE, only('Open'), { language: 'ja' }))).toContain(`${FILES}msgstr[0] ""\n\n`)
    expect(await written(CATALOGUE, all, german)).not.toMatch(/Fermer|Ouvrir|fichier|cent|fr\\n/)
  })

  it('stays as it is when nothing is translated [RES-2, FMT-1]', async () => {
    for (const language of ['de', 'ja', 'pl']) {
      expect(await written(CATALOGUE, () => undefined, { language })).toBe(CATALOGUE)
    }
  })

  it('is emptied where a translation is no text', async () => {
    const translate: TranslateUnit = unit => (unit.text === 'Open' ? '\n' : all(unit))
    const result = (await bytesOf(rewrite(po, opened(CATALOGUE), translate, german))).toString()
    expect(result).toContain('msgid "Open"\nmsgstr ""\n')
  })

  it.each<[string, string[], string, boolean]>([
    ['a country', ['Language: de_AT'], 'de', false],
    ['no country', ['Language: de'], 'de-AT', true],
    ['the usual country', ['Language: de'], 'de-DE', false],
    ['another country', ['Language: pt_BR'], 'pt-PT', true],
    ['another script', ['Language: zh_TW'], 'zh-Hans', true],
    ['another script after an @', ['Language: sr@latin'], 'sr', true],
    ['a script by its country', ['Language: zh_CN.UTF-8'], 'zh-Hans', false],
    ['an English name', ['Language: German'], 'de', false],
    ['a field of another program', ['X-Poedit-Language: Chinese', 'X-Poedit-Country: TAIWAN'], 'zh-Hant', false],
    ['its team', ['Language: ', 'Language-Team: French <traduc@traduc.org>'], 'de', true],
    ['its team', ['Language-Team: German (https://example.com/french/)'], 'de', false],
    ['its team in its own words', ['Language-Team: Português do Brasil <x@example.com>'], 'pt-BR', false],
    ['the address of its team', ['Language-Team: <debian-l10n-french@lists.debian.org>'], 'de', true],
    ['the address of its team', ['Language-Team: Team <https://example.com/language/de/>'], 'de', false],
    ['no language, as templates do', ['Language-Team: LANGUAGE <LL@li.org>'], 'de', false],
    ['other plural forms', ['Plural-Forms: nplurals=2; plural=(n > 1);'], 'de', true],
    ['more plural forms', ['Plural-Forms: nplurals=3; plural=n==1 ? 0 : n==0 || n%4 ? 1 : 2;'], 'de', true],
    ['plural forms of its own', ['Plural-Forms: nplurals=2; plural=(n != 1);'], 'de', false],
    ['plural forms that it had before', ['Plural-Forms: nplurals=1; plural=0;'], 'hu', false],
    ['plural forms of nobody', ['Plural-Forms: nplurals=4; plural=n%4;'], 'pl', false],
    ['plural forms that its name overrules', ['Language: de', 'Plural-Forms: nplurals=1; plural=0;'], 'de', false],
  ])('is known by %s: %j into %s [FMT-2]', async (_, fields, language, isOther) => {
    const [unit] = await messages(header(...fields) + OPEN, language)
    expect([unit?.left_out, unit?.target]).toEqual(isOther ? [undefined, ''] : ['already_translated', 'Ouvrir'])
  })
})

describe('a catalogue whose msgids are keys', () => {
  const KEYS = `${header('Language: en', 'Plural-Forms: nplurals=2; plural=(n != 1);')}#. On the button
msgid "btn_save"\nmsgstr "Save it"\n
#, fuzzy\nmsgid "menu.file.open"\nmsgstr "Open a file"\n
msgid "menu.file.count"\nmsgid_plural "menu.file.counts"\nmsgstr[0] "One file"\nmsgstr[1] "%d files"\n
msgid "menu.file.url"\nmsgstr "https://example.com"\n
msgid "menu.help"\nmsgstr ""\n`

  it('has its source in msgstr [FMT-2]', async () => {
    const units = await messages(KEYS)
    expect(units.map(unit => [unit.text, unit.left_out, unit.context?.key])).toEqual([
      ['Save it', undefined, 'btn_save'],
      ['Open a file', undefined, 'menu.file.open'],
      ['One file', undefined, 'menu.file.count'],
      ['%d files', undefined, 'menu.file.count'],
      ['https://example.com', 'url', 'menu.file.url'],
      ['', 'empty', 'menu.help'],
    ])
    expect(units[0]).toMatchObject({ note: 'On the button', path: 'po:btn_save', target: undefined })
    expect(await saying(KEYS)).toEqual({ source: 'en' })
    expect((await messages(KEYS, 'pl')).map(unit => unit.text).slice(2, 5)).toEqual([
      'One file',
      '%d files',
      '%d files',
    ])
    expect((await messages(KEYS, 'ja')).map(unit => unit.text)[2]).toBe('%d files')
  })

  it('is written over its source, and what is not translated is emptied [RES-2]', async () => {
    expect(
      body(await written(KEYS, only('Save it', 'One file', '%d files'), { language: 'pl' })),
    ).toBe(`#. On the button
msgid "btn_save"\nmsgstr "«Save it»"\n
msgid "menu.file.open"\nmsgstr ""\n
msgid "menu.file.count"\nmsgid_plural "menu.file.counts"\nmsgstr[0] "«One file»"\nmsgstr[1] "«%d files»"\nmsgstr[2] "«%d files»"\n
msgid "menu.file.url"\nmsgstr "https://example.com"\n
msgid "menu.help"\nmsgstr ""\n`)
    const half = body(await written(KEYS, only('Save it', 'One file'), { language: 'pl' }))
    expect(half).toContain('menu.file.counts"\nmsgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n')
    expect(await written(KEYS, () => undefined, german)).toBe(KEYS)
  })

  it('is known by a header that says so', async () => {
    const hashed = `${header('Language: en', 'X-Crowdin-SourceKey: msgstr')}msgid "+YJVTi"\nmsgstr "Hey!"\n`
    expect((await messages(hashed, 'de'))[0]).toMatchObject({ text: 'Hey!', context: { key: '+YJVTi' } })
  })

  it('has nothing for its own language', async () => {
    expect((await messages(KEYS, 'en')).map(unit => unit.left_out)).toEqual([
      ...Array(4).fill('already_translated'),
      'url',
      'empty',
    ])
  })

  it.each<[string, string[], string[], boolean]>([
    ['names of keys', ['day-monday', 'appTitle', 'ok'], ['', '', ''], true],
    ['few keys with texts', ['app.title'], ['My app'], true],
    ['one name of a file', ['README.md'], [''], false],
    ['single words', ['Open', 'Save', 'Close', 'e-mail'], ['', '', '', ''], false],
    ['sentences among keys', ['app.title', 'app.name', 'Open it', 'app.help'], ['', '', '', ''], false],
  ])('is told from others: %s', async (_, ids, texts, areKeys) => {
    const content = header() + ids.map((id, at) => `msgid "${id}"\nmsgstr "${texts[at]}"\n\n`).join('')
    expect((await messages(content))[0]?.context?.key).toBe(areKeys ? ids[0] : undefined)
  })
})

describe('a filled catalogue of the source language', () => {
  const ENGLISH = `${header('Language: en')}msgid "Open the colour"\nmsgstr "Open the color"\n\nmsgid "Save"\nmsgstr ""\n\n#, fuzzy\nmsgid "Shut"\nmsgstr "Shout"\n`

  it('has its source in msgstr, and in msgid where that is empty or a draft [FMT-2]', async () => {
    expect((await messages(ENGLISH, 'de')).map(unit => [unit.text, unit.left_out, unit.target])).toEqual([
      ['Open the color', undefined, undefined],
      ['Save', undefined, undefined],
      ['Shut', undefined, undefined],
    ])
    expect(await saying(ENGLISH)).toEqual({ source: 'en' })
    expect((await messages(ENGLISH, 'en'))[0]).toMatchObject({
      text: 'Open the colour',
      left_out: 'already_translated',
    })
  })

  it('is written over its source [RES-2]', async () => {
    expect(body(await written(ENGLISH, only('Open the color', 'Shut'), german))).toBe(
      'msgid "Open the colour"\nmsgstr "«Open the color»"\n\nmsgid "Save"\nmsgstr ""\n\nmsgid "Shut"\nmsgstr "«Shut»"\n',
    )
    expect(body(await written(ENGLISH, only('Save'), german))).toMatch(/colour"\nmsgstr ""\n.*Save"\nmsgstr "«Save»"/s)
  })

  it('is one where the source is said to be its language', async () => {
    expect((await messages(FRENCH + OPEN, 'de', 'fr'))[0]?.text).toBe('Ouvrir')
    expect((await messages(FRENCH + OPEN, 'de', 'en'))[0]?.text).toBe('Open')
    expect((await messages(ENGLISH, 'de', 'de-CH'))[0]?.text).toBe('Open the colour')
    expect(body(await written(FRENCH + OPEN, all, german, 'fr'))).toBe('msgid "Open"\nmsgstr "«Ouvrir»"\n')
  })
})

describe('what a catalogue says of its languages', () => {
  it.each<[string[], object]>([
    [['Language: pt_BR'], { target: 'pt-BR' }],
    [['Language: sr@latin', 'X-Source-Language: en_US'], { target: 'sr-Latn', source: 'en-US' }],
    [['Language-Team: Norwegian <i18n-no@example.com>'], { target: 'nb' }],
    [['Language: ', 'Language-Team: LANGUAGE <LL@li.org>'], {}],
    [['Language: C', 'Language-Team: none'], {}],
  ])('%j', async (fields, languages) => {
    expect(await saying(header(...fields) + OPEN)).toEqual(languages)
  })
})

describe('the header of a result', () => {
  const made = { by: 'A  "quick" engine', at: Date.UTC(2026, 10, 25, 3, 20, 59) }
  const fieldsOf = async (fields: string[], target: Target) => {
    const result = await written(`${header(...fields)}msgid "Hello"\nmsgstr ""\n`, all, target)
    return result
      .split('\n')
      .slice(3, result.split('\n').indexOf(''))
      .map(line => line.slice(1, -3))
  }
  const ABOUT = [
    'POT-Creation-Date: 2020-01-01 00:00+0100',
    'PO-Revision-Date: 2021-02-03 04:05+0100',
    'Last-Translator: Jean <jean@example.fr>',
    'Language-Team: French <traduc@traduc.org>',
    'Language: fr',
    'X-Generator: Poedit 3',
    'Plural-Forms: nplurals=2; plural=(n != 1);',
  ]

  it('names no team and no translator of another language, and who made it where that is known [FMT-2]', async () => {
    expect(await fieldsOf(ABOUT, german)).toEqual([
      ABOUT[0],
      ABOUT[1],
      'Last-Translator: Automatically generated',
      'Language-Team: German',
      'Language: de',
      ...ABOUT.slice(5),
    ])
    expect(await fieldsOf(ABOUT, { language: 'pt-BR', made })).toEqual([
      ABOUT[0],
      'PO-Revision-Date: 2026-11-25 03:20+0000',
      'Last-Translator: A \\"quick\\" engine',
      'Language-Team: Brazilian Portuguese',
      'Language: pt_BR',
      'X-Generator: A \\"quick\\" engine',
      'Plural-Forms: nplurals=2; plural=(n > 1);',
    ])
  })

  it('keeps the team of its language, and gets no field that it does not have', async () => {
    const fields = ['Language-Team: German <de@li.org>', 'Language: de', 'Last-Translator: Eva']
    expect(await fieldsOf(fields, german)).toEqual(fields)
    expect(await fieldsOf(fields, { ...german, made })).toEqual([
      ...fields.slice(0, 2),
      'Last-Translator: A \\"quick\\" engine',
    ])
  })

  it('of a template is filled in as far as something is known', async () => {
    const unfilled = [
      'PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE',
      'Last-Translator: FULL NAME <EMAIL@ADDRESS>',
      'Language-Team: LANGUAGE <LL@li.org>',
      'Language: ',
    ]
    const named = ['Language-Team: German', 'Language: de', 'Plural-Forms: nplurals=2; plural=(n != 1);']
    const begun = [unfilled[1] ?? '', 'Language: fr']
    expect((await fieldsOf(begun, german)).slice(0, 2)).toEqual([unfilled[1], 'Language: de'])
    expect(await fieldsOf(unfilled, german)).toEqual([...unfilled.slice(0, 2), ...named])
    const [date, translator] = ['PO-Revision-Date: 2026-11-25 03:20+0000', 'Last-Translator: A \\"quick\\" engine']
    expect(await fieldsOf(unfilled, { ...german, made })).toEqual([date, translator, ...named])
    expect((await fieldsOf(unfilled.slice(2), { ...german, made })).toSorted()).toEqual(
      [date, translator, ...named].toSorted(),
    )
  })

  it('says its language in the fields of every program', async () => {
    const fields = ['Language: fr', 'X-Poedit-Language: French', 'X-Poedit-Country: FRANCE', 'X-Crowdin-Language: fr']
    const others = [
      'X-Language: fr_FR',
      'X-Loco-Target-Locale: fr_FR',
      'X-Poedit-SourceCharset: utf-8',
      'X-Source-Language: en',
    ]
    expect(await fieldsOf([...fields, ...others], { language: 'de-AT' })).toEqual([
      'Language: de_AT',
      'X-Poedit-Language: Austrian German',
      'X-Poedit-Country: AUSTRIA',
      'X-Crowdin-Language: de-AT',
      'X-Language: de_AT',
      'X-Loco-Target-Locale: de_AT',
      ...others.slice(2),
      'Plural-Forms: nplurals=2; plural=(n != 1);',
    ])
  })
})

describe('a translation that nobody has reviewed', () => {
  const unreviewed = { language: 'de', unreviewed: true }

  it.each<[string, string, string]>([
    ['on a line of its own', '#: a.c:1\nmsgid "A word"\n', '#: a.c:1\n#, fuzzy\nmsgid "A word"\n'],
    ['before the context', '# x\nmsgctxt "c"\nmsgid "A word"\n', '# x\n#, fuzzy\nmsgctxt "c"\nmsgid "A word"\n'],
    ['before other flags', '#, c-format\nmsgid "A word"\n', '#, fuzzy, c-format\nmsgid "A word"\n'],
    ['as it was', '#, fuzzy\n#| msgid "Word"\nmsgid "A word"\n', '#, fuzzy\nmsgid "A word"\n'],
    ['in the place of its earlier source', '#| msgid "Word"\nmsgid "A word"\n', '#, fuzzy\nmsgid "A word"\n'],
    [
      'once for all its forms',
      'msgid "A word"\nmsgid_plural "%d words"\n',
      '#, fuzzy\nmsgid "A word"\nmsgid_plural "%d words"\n',
    ],
  ])('is marked as fuzzy: %s [RES-2]', async (_, before, after) => {
    const forms = before.includes('plural')
    const strings = (text: (at: number) => string) =>
      forms ? `msgstr[0] "${text(0)}"\nmsgstr[1] "${text(1)}"\n` : `msgstr "${text(0)}"\n`
    const rest = '\nmsgid "Other"\nmsgstr ""\n'
    const content = `${header('Language: de')}${before}${strings(() => '')}${rest}`
    const translate: TranslateUnit = unit => (unit.text.includes('ord') ? `«${unit.text}»` : undefined)
    expect(body(await written(content, translate, unreviewed))).toBe(
      after + strings(at => ['«A word»', '«%d words»'][at] ?? '') + rest,
    )
  })

  it('is counted as a draft when it is read again', async () => {
    const result = await written(FRENCH + OPEN, all, unreviewed)
    expect(await messages(result, 'de')).toMatchObject([
      { left_out: undefined, flags: ['fuzzy'], context: { present: '«Open»' } },
    ])
  })
})

it('a header that names its language in its own letters is read in its charset [FMT-2]', async () => {
  const content =
    'msgid ""\nmsgstr ""\n"Language-Team: Русский <x@example.com>\\n"\n"Content-Type: text/plain; charset=windows-1251\\n"\n\nmsgid "Save it"\nmsgstr "Сохранить"\n'
  const bytes = iconv.encode(content, 'windows-1251')
  expect(await po.languages?.(opened(bytes)())).toMatchObject({ target: 'ru' })
  const units = await unitsOf(po, opened(bytes), { target: { language: 'de' } })
  expect(units.at(-1)).toMatchObject({ text: 'Save it', left_out: undefined, target: '' })
})

import { describe, expect, it } from 'vitest'
import type { Target, Unit } from '../../../src/formats/format.ts'
import { built, bytesOf, fc, opened, rewrite, unitsOf, verify } from '../files.ts'
import { catalogWith, forms, said } from './catalog.ts'

const catalog = built('xcstrings')

/** A catalog with these translations, by what they say in the source language. */
async function translated(file: string | Uint8Array, say: Readonly<Record<string, string>>, target: Target) {
  const of = ({ text, left_out }: Unit) => (left_out === undefined ? say[text] : undefined)
  const result = await bytesOf(rewrite(catalog, opened(file), of, target))
  expect(await verify(catalog, opened(file), opened(result), of, target)).toEqual([])
  return result.toString()
}

async function left(file: string, language = 'de') {
  const units = await unitsOf(catalog, opened(file), { target: { language } })
  return units.map(({ part, left_out }) => [part, left_out])
}

const german = { language: 'de' }

describe('a string catalog', () => {
  it('gets a translation as Xcode writes it, beside those of other languages and in their order', async () => {
    const before = { Open: { comment: 'A button', localizations: { ar: said('فتح'), fr: said('Ouvrir') } } }
    const { comment, localizations } = before.Open
    const { ar, fr } = localizations
    expect(await translated(catalogWith(before), { Open: 'Öffnen' }, german)).toBe(
      catalogWith({ Open: { comment, localizations: { ar, de: said('Öffnen'), fr } } }),
    )
  })

  it('makes the localizations where a key has none, behind its comment', async () => {
    const file = catalogWith({ Close: {}, Open: { comment: 'A button', shouldTranslate: true } })
    const say = { Close: 'Schließen', Open: 'Öffnen' }
    expect(await translated(catalogWith({ Close: {} }), say, german)).toBe(
      catalogWith({ Close: { localizations: { de: said('Schließen') } } }),
    )
    expect(JSON.parse(await translated(file, say, german)).strings).toEqual({
      Close: { localizations: { de: said('Schließen') } },
      Open: { comment: 'A button', shouldTranslate: true, localizations: { de: said('Öffnen') } },
    })
  })

  it('takes the text of its source language, or the key itself, with the comment as a note', async () => {
    const file = catalogWith({
      'menu.open': { comment: 'A button\nmax-length: 12', localizations: { en: said('Open', 'new') } },
      'Save all files': {},
      'menu.close': {},
    })
    const units = await unitsOf(catalog, opened(file), { target: german })
    expect(units.map(({ text, part, note, max_length, left_out }) => [part, text, note, max_length, left_out])).toEqual(
      [
        ['menu.open', 'Open', 'A button\nmax-length: 12', 12, undefined],
        ['Save all files', 'Save all files', undefined, undefined, undefined],
        ['menu.close', 'menu.close', undefined, undefined, 'key'],
      ],
    )
    expect(await catalog.languages?.(opened(file)())).toEqual({ source: 'en', several: true })
  })

  it('leaves out what is done, what is not for translation and what the code has no more', async () => {
    const file = catalogWith({
      Done: { localizations: { de: said('Fertig') } },
      Drafted: { localizations: { de: said('Entwurf', 'needs_review') } },
      Empty: { localizations: { de: said('') } },
      Gone: { extractionState: 'stale' },
      iPhone: { shouldTranslate: false },
      'New one': { localizations: { de: said('New one', 'new') } },
      '%@': {},
    })
    expect(await left(file)).toEqual([
      ['Done', 'already_translated'],
      ['Drafted', undefined],
      ['Empty', undefined],
      ['Gone', 'obsolete'],
      ['iPhone', 'do_not_translate'],
      ['New one', undefined],
      ['%@', 'placeholder_only'],
    ])
    const drafted = await unitsOf(catalog, opened(file), { target: german })
    expect(drafted[1]).toMatchObject({ target: 'Entwurf', context: { present: 'Entwurf' } })
  })

  it('says the state of what it writes: done, or to be reviewed', async () => {
    const file = catalogWith({ Open: { localizations: { de: said('Auf', 'new') } } })
    const of = (state: string) => catalogWith({ Open: { localizations: { de: said('Öffnen', state) } } })
    expect(await translated(file, { Open: 'Öffnen' }, german)).toBe(of('translated'))
    expect(await translated(file, { Open: 'Öffnen' }, { ...german, unreviewed: true })).toBe(of('needs_review'))
    const same = await translated(file, { Open: 'Auf' }, german)
    expect(same).toBe(catalogWith({ Open: { localizations: { de: said('Auf') } } }))
  })

  it('knows a language under another tag of it, and makes the tag as Xcode does', async () => {
    const file = catalogWith({ Open: { localizations: { 'zh-Hans': said('开', 'new') } } })
    expect(
      JSON.parse(await translated(file, { Open: '打开' }, { language: 'zh-CN' })).strings.Open.localizations,
    ).toEqual({ 'zh-Hans': said('打开') })
    const brazilian = await translated(file, { Open: 'Abrir' }, { language: 'pt-BR' })
    expect(Object.keys(JSON.parse(brazilian).strings.Open.localizations)).toEqual(['pt-BR', 'zh-Hans'])
  })

  it('keeps every byte where nothing is translated, and what it does not know', async () => {
    const file = `\ufeff${catalogWith({ Open: { isCommentAutoGenerated: true, comment: 'x' } }).replaceAll('\n', '\r\n')}\r\n`
    const kept = await bytesOf(rewrite(catalog, opened(file), () => undefined, german))
    expect(kept.toString()).toBe(file)
    const result = await translated(file, { Open: 'Öffnen' }, german)
    expect(result.replaceAll('\r\n', '')).not.toContain('\n')
    expect(result.replace(/,\r\n {6}"localizations"[\s\S]*?\r\n {6}\}(?=\r\n {4}\})/, '')).toBe(file)
  })

  it('writes into a file on one line, and one that is escaped to be ASCII, in their manner', async () => {
    const line =
      '{"sourceLanguage":"en","strings":{"Open \\u2026":{"localizations":{"fr":{"stringUnit":{"state":"new","value":"x"}}}}}}'
    expect(await translated(line, { 'Open …': 'Öffnen' }, german)).toBe(
      line.replace('{"fr"', '{"de":{"stringUnit":{"state":"translated","value":"\\u00d6ffnen"}},"fr"'),
    )
  })

  it('reads back every text as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async text => {
        const file = catalogWith({ Open: { localizations: { fr: said('Ouvrir') } } })
        const result = JSON.parse(await translated(file, { Open: text }, german))
        expect(result.strings.Open.localizations.de.stringUnit.value).toBe(text)
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['{"strings": {}}', 'no string catalog'],
    ['{"sourceLanguage": "en", "strings": []}', 'no string catalog'],
    ['[]', 'no string catalog'],
    ['{"sourceLanguage": "en",\n "strings": {"a" {}}}', 'line 2, column 18'],
    [`{"sourceLanguage": "en", "strings": ${'{"a":'.repeat(600)}`, 'deeper than'],
  ])('refuses %s', async (file, why) => {
    await expect(unitsOf(catalog, opened(file))).rejects.toThrow(why)
  })

  it('is not put out by what is no entry', async () => {
    const file = '{"sourceLanguage": "en", "strings": {"a": "b", "c": [], "__proto__": {"localizations": {"en": {}}}}}'
    expect(await left(file)).toEqual([['__proto__', 'key']])
    expect(await left(catalogWith({ '': { localizations: { de: said('') } } }))).toEqual([['(no key)', 'empty']])
  })

  it('gets comments of a translator in the comment of the key', async () => {
    const file = catalogWith({ Close: { comment: 'A "button"' }, Open: { localizations: { fr: said('Ouvrir') } } })
    const units = await unitsOf(catalog, opened(file), { target: german })
    const notes = new Map(units.map(({ path }) => [path, 'In the\nmenu']))
    const edits = catalog.noting?.(file, units, notes) ?? []
    const noted = await bytesOf((await import('../../../src/formats/index.ts')).splice(opened(file)(), edits))
    const again = await unitsOf(catalog, opened(noted), { target: german })
    expect(again.map(({ note }) => note)).toEqual(['A "button"\nIn the\nmenu', 'In the\nmenu'])
  })
})

describe('the variations of a text', () => {
  const files = { '%lld files': { localizations: { en: forms({ one: '%lld file', other: '%lld files' }) } } }

  it.each([
    ['ru', ['few', 'many', 'one', 'other']],
    ['ja', ['other']],
    ['ar', ['few', 'many', 'one', 'other', 'two', 'zero']],
    ['de', ['one', 'other']],
  ])('get the plural forms of %s', async (language, names) => {
    const say = { '%lld file': 'X %lld', '%lld files': 'Y %lld' }
    const result = JSON.parse(await translated(catalogWith(files), say, { language }))
    const { plural } = result.strings['%lld files'].localizations[language].variations
    expect(Object.keys(plural)).toEqual(names)
    expect(plural.other).toEqual(said('Y %lld'))
    const units = await unitsOf(catalog, opened(catalogWith(files)), { target: { language } })
    expect(new Set(units.map(({ group }) => group)).size).toBe(1)
    if (names.length > 1) expect(units[0]?.note).toMatch(/^Plural form for \d/)
  })

  it('are written all or not at all', async () => {
    const file = catalogWith(files)
    expect(await translated(file, { '%lld files': '%lld Dateien' }, german)).toBe(file)
  })

  it('keep the form for none that the source has, and take no form for one of several numbers', async () => {
    const counted = { n: { localizations: { en: forms({ zero: 'No files', one: 'One file', other: '%lld files' }) } } }
    const units = await unitsOf(catalog, opened(catalogWith(counted)), { target: { language: 'ru' } })
    expect(units.map(({ path, text }) => [path.slice(path.lastIndexOf('/') + 1), text])).toEqual([
      ['few', '%lld files'],
      ['many', '%lld files'],
      ['one', '%lld files'],
      ['other', '%lld files'],
      ['zero', 'No files'],
    ])
  })

  it('get the forms that a translation lacks beside those that it has', async () => {
    const { en } = files['%lld files'].localizations
    const half = { '%lld files': { localizations: { en, ru: forms({ one: '%lld файл', other: '%lld файла' }) } } }
    expect(await left(catalogWith(half), 'ru')).toEqual([
      ['%lld files', undefined],
      ['%lld files', undefined],
      ['%lld files', 'already_translated'],
      ['%lld files', 'already_translated'],
    ])
    const whole = forms({ few: '%lld ф', many: '%lld ф', one: '%lld файл', other: '%lld файла' })
    expect(await translated(catalogWith(half), { '%lld files': '%lld ф' }, { language: 'ru' })).toBe(
      catalogWith({ '%lld files': { localizations: { en, ru: whole } } }),
    )
  })

  it('are made for devices as the source has them, with the plurals in them', async () => {
    const en = {
      variations: {
        device: { iphone: said('Tap here'), mac: forms({ one: 'Click once', other: 'Click %lld times' }) },
      },
    }
    const file = catalogWith({ press: { localizations: { en } } })
    const say = { 'Tap here': 'Tippen', 'Click once': 'Ein Klick', 'Click %lld times': '%lld Klicks' }
    const mac = forms({ one: 'Ein Klick', other: '%lld Klicks' })
    const de = { variations: { device: { iphone: said('Tippen'), mac } } }
    expect(await translated(file, say, german)).toBe(catalogWith({ press: { localizations: { de, en } } }))
    const units = await unitsOf(catalog, opened(file), { target: german })
    expect(units.map(({ note }) => note)).toEqual([
      'For iphone',
      'For mac\nPlural form for 1',
      expect.stringMatching(/^For mac\nPlural form for 0, 2/),
    ])
  })

  it('are made for substitutions, whose names and numbers stay', async () => {
    const of = (words: Readonly<Record<string, string>>) => ({
      stringUnit: said(words.whole ?? '').stringUnit,
      substitutions: {
        posts: { argNum: 1, formatSpecifier: 'lld', ...forms({ one: words.one ?? '', other: words.other ?? '' }) },
      },
    })
    const en = of({ whole: '%#@posts@ from %2$@', one: '%arg post', other: '%arg posts' })
    const de = of({ whole: '%#@posts@ von %2$@', one: '%arg Beitrag', other: '%arg Beiträge' })
    const say = {
      '%#@posts@ from %2$@': '%#@posts@ von %2$@',
      '%arg post': '%arg Beitrag',
      '%arg posts': '%arg Beiträge',
    }
    const file = catalogWith({ n: { localizations: { en } } })
    expect(await translated(file, say, german)).toBe(catalogWith({ n: { localizations: { de, en } } }))
    const [, one] = await unitsOf(catalog, opened(file), { target: german })
    expect(one?.note).toBe('Stands for %#@posts@ in: %#@posts@ from %2$@\nPlural form for 1')
  })

  it('copy what has no words, and leave a key alone that has nothing else', async () => {
    const substitution = (text: string) => ({ n: { formatSpecifier: 'lld', ...forms({ other: text }) } })
    const en = { stringUnit: said('%#@n@').stringUnit, substitutions: substitution('%arg files') }
    const file = catalogWith({ n: { localizations: { en } } })
    const de = {
      stringUnit: said('%#@n@').stringUnit,
      substitutions: { n: { formatSpecifier: 'lld', ...forms({ one: '%arg D', other: '%arg D' }) } },
    }
    expect(await translated(file, { '%arg files': '%arg D' }, german)).toBe(
      catalogWith({ n: { localizations: { de, en } } }),
    )
    const bare = { stringUnit: said('%#@n@').stringUnit, substitutions: substitution('%arg') }
    expect(await left(catalogWith({ n: { localizations: { en: bare } } }))).toEqual([['n', 'placeholder_only']])
  })

  it('that only a translation has are its own where they are done, and give way where they are not', async () => {
    const done = { '%lld files': { localizations: { de: forms({ one: '%lld Datei', other: '%lld Dateien' }) } } }
    expect(await left(catalogWith(done))).toEqual([['%lld files', 'already_translated']])
    const open = { '%lld files': { localizations: { de: forms({ one: '%lld D', other: '%lld D' }, 'new') } } }
    expect(await translated(catalogWith(open), { '%lld files': '%lld Dateien' }, german)).toBe(
      catalogWith({ '%lld files': { localizations: { de: said('%lld Dateien') } } }),
    )
  })
})

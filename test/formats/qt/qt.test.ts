import { describe, expect, it } from 'vitest'
import type { Target } from '../../../src/formats/format.ts'
import { qtName, tagOfQt } from '../../../src/formats/qt/languages.ts'
import { numerusFormsFor } from '../../../src/formats/qt/numerus.ts'
import { qt } from '../../../src/formats/qt/qt.ts'
import { bytesOf, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { message, ts } from './files.ts'

const GERMAN = { language: 'de' }

async function written(file: string | Buffer, texts: TranslateUnit, target: Target = GERMAN) {
  const say: TranslateUnit = unit => (unit.text === '' ? undefined : texts(unit))
  const result = await bytesOf(rewrite(qt, opened(file), say, target))
  expect(await verify(qt, opened(file), opened(result), say, target)).toEqual([])
  return result.toString('utf8')
}

const facts = async (file: string, language?: string) =>
  (await unitsOf(qt, opened(file), language === undefined ? {} : { target: { language } })).slice(1)

const UNFINISHED = '<translation type="unfinished"></translation>'

describe('reading', () => {
  it('finds sources with contexts, comments and places, and leaves out what is done or gone [FMT-1]', async () => {
    const file = ts(
      message('Open &amp;file', UNFINISHED, [
        '<location filename="../main.cpp" line="12"/>',
        '<location line="+3"/>',
        '<comment>menu</comment>',
        '<extracomment>max-length: 20</extracomment>',
        '<translatorcomment>Ask Ann</translatorcomment>',
      ]),
      message('Close', '<translation>Schließen</translation>'),
      message('Old', '<translation type="vanished">Alt</translation>'),
      message('Older', '<translation type="obsolete">Älter</translation>'),
      message('%1', UNFINISHED),
      message('Save', '<translation></translation>'),
      message('Quit', '<translation type="unfinished">Ende</translation>', ['<oldsource>Exit</oldsource>']),
    )
    const units = await facts(file, 'de')
    expect(units.map(({ text, left_out, target }) => [text, left_out, target])).toEqual([
      ['Open &file', undefined, ''],
      ['Close', 'already_translated', 'Schließen'],
      ['Old', 'obsolete', undefined],
      ['Older', 'obsolete', undefined],
      ['%1', 'placeholder_only', ''],
      ['Save', undefined, ''],
      ['Quit', undefined, 'Ende'],
    ])
    expect(units[0]).toMatchObject({
      part: 'Window',
      path: 'qt:Window|menu\u0004Open &file',
      note: 'menu\nmax-length: 20\nAsk Ann',
      sense: 'menu',
      max_length: 20,
      context: { context: 'Window', references: '../main.cpp:12 ../main.cpp:15' },
    })
    expect(units[6]).toMatchObject({ flags: ['unfinished'], context: { previous: 'Exit', present: 'Ende' } })
  })

  it('knows a message by its id, and takes signs that no file can have for codes', async () => {
    const file = ts('<message id="open-file"><source>Open<byte value="x1"/> it</source></message>')
    const [unit] = await facts(file, 'de')
    expect(unit).toMatchObject({ path: 'qt:open-file', text: 'Open<x1/> it', context: { key: 'open-file' } })
    expect(unit?.context?.stands_for).toBeUndefined()
    expect(await written(file, () => 'Öffne<x1/> es')).toContain(
      '<source>Open<byte value="x1"/> it</source><translation>Öffne<byte value="x1"/> es</translation></message>',
    )
  })

  it.each([
    ['export default {\n  open: "Open",\n}\n', /TypeScript module.*json/],
    ['<resources/>', /no translation file of Qt: it begins with <resources>/],
    ['<TS><context>', /line 1/],
    ['<!DOCTYPE TS [<!ENTITY a "b">]><TS/>', /DOCTYPE/],
  ])('refuses %j', async (file, says) => {
    await expect(unitsOf(qt, opened(file))).rejects.toThrow(says)
  })

  it('takes an empty subset, UTF-16, and a file without messages', async () => {
    const file = '<!DOCTYPE TS []><TS><context><name>A</name><message><source>Go</source></message></context></TS>'
    expect((await facts(file)).map(({ text }) => text)).toEqual(['Go'])
    const wide = Buffer.from(`\ufeff${file}`, 'utf16le')
    expect((await unitsOf(qt, opened(wide))).map(({ text }) => text)).toEqual(['', 'Go'])
    expect(await unitsOf(qt, opened('<TS version="2.1"/>'))).toHaveLength(1)
  })

  it.each([
    ['<TS language="pt_BR" sourcelanguage="en_US"/>', { source: 'en-US', target: 'pt-BR' }],
    ['<TS language="sr@latin"/>', { source: undefined, target: 'sr-Latn' }],
    ['<TS language="en"/>', { source: 'en' }],
    ['<TS language="en_GB" sourcelanguage="en"/>', { source: 'en-GB' }],
    ['<TS/>', { source: undefined, target: undefined }],
  ])('takes the languages that %s says', async (file, languages) => {
    expect(await qt.languages?.(opened(file)())).toEqual(languages)
  })

  it('takes an English file for translations where the sources are in another language', async () => {
    const file = ts(message('Öffnen', '<translation>Open</translation>')).replace('"de"', '"en"')
    expect(await qt.languages?.(opened(file)())).toEqual({ source: undefined, target: 'en' })
  })
})

describe('writing', () => {
  it('finishes a translation, and says the language where the file says none', async () => {
    const file = ts(message("Don't <x>", UNFINISHED).replace("Don't <x>", 'Don&apos;t &quot;%1&quot;')).replace(
      ' language="de"',
      '',
    )
    expect(await written(file, () => `Tu's "%1" > nicht`)).toBe(
      file
        .replace('<TS version="2.1"', '<TS version="2.1" language="de"')
        .replace(UNFINISHED, '<translation>Tu&apos;s &quot;%1&quot; &gt; nicht</translation>'),
    )
  })

  it('keeps a translation unfinished that nobody has reviewed', async () => {
    const target = { language: 'de', unreviewed: true }
    expect(await written(ts(message('Open', UNFINISHED)), () => 'Öffnen', target)).toContain(
      '<translation type="unfinished">Öffnen</translation>',
    )
    const done = ts(message('Open', '<translation>Auf</translation>'))
    expect(await written(done, () => 'Öffnen', target)).toContain('<translation type="unfinished">Öffnen</translation>')
    expect(await written(ts(message('Open', '')), () => 'Öffnen', target)).toContain(
      '</source>\n        <translation type="unfinished">Öffnen</translation>',
    )
  })

  it.each([
    ['<translation type="unfinished"/>', '<translation>Öffnen</translation>'],
    ['<translation type="unfinished" />', '<translation>Öffnen</translation>'],
    ['<translation/>', '<translation>Öffnen</translation>'],
    ['<translation type="unfinished">Auf</translation>', '<translation>Öffnen</translation>'],
    [
      '<translation type="unfinished" variants="yes"><lengthvariant>Auf</lengthvariant></translation>',
      '<translation>Öffnen</translation>',
    ],
  ])('writes into %s', async (before, after) => {
    expect(await written(ts(message('Open', before)), () => 'Öffnen')).toBe(ts(message('Open', after)))
  })

  it('makes a translation behind what the message has, with the line ends of the file', async () => {
    const file = ts(message('Two\nlines', '', ['<comment>x</comment>'])).replaceAll('\n', '\r\n')
    expect(await written(file, () => 'Zwei\nZeilen')).toBe(
      file.replace('<comment>x</comment>', '<comment>x</comment>\r\n        <translation>Zwei\r\nZeilen</translation>'),
    )
  })

  it('changes nothing where the translation is there', async () => {
    const file = ts(
      message('Open', '<translation>Öffnen</translation>'),
      message('%n file(s)', FORMS_OF_FOUR, [], true),
    )
    expect(await written(file, ({ target }) => target, { language: 'de' })).toBe(file)
  })

  it('empties what is in another language and not replaced, but for what is gone', async () => {
    const file = ts(
      message('Open', '<translation>Ouvrir</translation>'),
      message('Close', '<translation>Fermer</translation>'),
      message('%n file(s)', '<translation><numerusform>%n f</numerusform></translation>', [], true),
      message('Old', '<translation type="vanished">Vieux</translation>'),
    ).replace('"de"', '"fr"')
    expect(await written(file, ({ text }) => (text === 'Open' ? 'Öffnen' : undefined))).toBe(
      ts(
        message('Open', '<translation>Öffnen</translation>'),
        message('Close', UNFINISHED),
        message('%n file(s)', '<translation type="unfinished"><numerusform></numerusform></translation>', [], true),
        message('Old', '<translation type="vanished">Vieux</translation>'),
      ),
    )
  })
})

const FORMS_OF_FOUR =
  '<translation><numerusform>a</numerusform><numerusform>b</numerusform><numerusform>c</numerusform><numerusform>d</numerusform></translation>'

describe('plural forms', () => {
  const file = ts(message('%n file(s)', UNFINISHED, [], true))

  it.each([
    ['ja', 1],
    ['tr', 1],
    ['de', 2],
    ['fr', 2],
    ['pt-BR', 2],
    ['ru', 3],
    ['lv', 3],
    ['sl', 4],
    ['cy', 5],
    ['ar', 6],
    ['ckb', 2],
  ])('are as many as Qt has for %s', async (language, count) => {
    const units = await facts(file, language)
    expect(units.map(({ path }) => path)).toEqual(
      Array.from({ length: count }, (_, at) => `qt:Window\u0004%n file(s)[${at}]`),
    )
    const result = await written(file, ({ path }) => `%n ${path.at(-2)}`, { language })
    const forms = Array.from({ length: count }, (_, at) => `            <numerusform>%n ${at}</numerusform>\n`)
    expect(result).toContain(`<translation>\n${forms.join('')}        </translation>`)
  })

  it('say for which numbers they are', async () => {
    expect((await facts(file, 'ru')).map(({ note }) => note)).toEqual([
      'Plural form for 1, 21, 31, 41, 51 …',
      'Plural form for 2, 3, 4, 22, 23 …',
      'Plural form for 0, 5, 6, 7, 8 …',
    ])
    expect((await facts(file, 'ja')).map(({ note }) => note)).toEqual(['Plural form for all numbers'])
    expect((await facts(file)).map(({ note }) => note)).toEqual([undefined, undefined])
  })

  it('fill those that are there, come behind them, and go where the language has fewer', async () => {
    const form = (text: string) => `<numerusform>${text}</numerusform>`
    const with_ = (...texts: string[]) =>
      ts(message('%n file(s)', `<translation type="unfinished">${texts.map(form).join('')}</translation>`, [], true))
    const say: TranslateUnit = ({ path }) => `%n ${path.at(-2)}`
    const all = (...texts: string[]) => with_(...texts).replace(' type="unfinished"', '')
    expect(await written(with_(''), say)).toBe(all('%n 0', '%n 1'))
    expect(await written(with_('', '', '', ''), say)).toBe(all('%n 0', '%n 1'))
    const empty = ts(message('%n file(s)', '<translation type="unfinished"/>', [], true))
    expect(await written(empty, say)).toContain('%n 1</numerusform>\n        </translation>\n')
    expect(await written(ts(message('%n file(s)', '', [], true)), say)).toContain(
      '        <translation>\n            <numerusform>%n 0</numerusform>\n            <numerusform>%n 1</numerusform>\n        </translation>\n',
    )
    const [one, other] = await facts(all('%n Datei', '%n Dateien', 'x'), 'de')
    expect([one, other].map(unit => [unit?.left_out, unit?.target])).toEqual([
      ['already_translated', '%n Datei'],
      ['already_translated', '%n Dateien'],
    ])
    expect((await facts(all('%n Datei'), 'de')).map(({ left_out }) => left_out)).toEqual([undefined, undefined])
  })

  it('are translated from those of the source language, where the file has them', async () => {
    const english = ts(
      message(
        '%n file(s)',
        '<translation><numerusform>%n file</numerusform><numerusform>%n files</numerusform></translation>',
        [],
        true,
      ),
      message('Colour', '<translation>Color</translation>'),
    ).replace('"de"', '"en" sourcelanguage="en"')
    const texts = async (language: string) => (await facts(english, language)).map(({ text }) => text)
    expect(await texts('de')).toEqual(['%n file', '%n files', 'Color'])
    expect(await texts('ja')).toEqual(['%n files', 'Color'])
    expect(await texts('en')).toEqual(['%n file(s)', '%n file(s)', 'Colour'])
    expect(await written(english, ({ text }) => `${text} de`)).toBe(
      english.replace('"en"', '"de"').replaceAll(/(%n files?|Color)(?=<\/[nt])/g, '$1 de'),
    )
  })

  it('have the languages of the project as Qt names them', () => {
    expect(['pt-BR', 'zh-Hans', 'sr-Latn', 'de'].map(qtName)).toEqual(['pt_BR', 'zh_CN', 'sr_Latn', 'de'])
    expect(['pt_BR', 'az@latin', 'uz@Latn', 'C', undefined].map(tagOfQt)).toEqual([
      ...['pt-BR', 'az-Latn', 'uz-Latn', undefined, undefined],
    ])
    expect([0, 1, 2, 11, 21].map(numerusFormsFor('lv').of)).toEqual([2, 0, 1, 1, 0])
  })
})

it('shorter wordings are texts of their own, written all or not at all', async () => {
  const file = ts(message('Display settings&#x9c;Display', UNFINISHED))
  const units = await facts(file, 'de')
  expect(units.map(({ text, group }) => [text, group !== undefined])).toEqual([
    ['Display settings', true],
    ['Display', true],
  ])
  const result = await written(file, ({ text }) => (text === 'Display' ? 'Bild' : 'Bildeinstellungen'))
  expect(result).toContain(
    '<translation variants="yes">\n            <lengthvariant>Bildeinstellungen</lengthvariant>\n            <lengthvariant>Bild</lengthvariant>\n        </translation>',
  )
  expect((await facts(result, 'de')).map(({ target }) => target)).toEqual(['Bildeinstellungen', 'Bild'])
})

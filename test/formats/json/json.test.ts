import { describe, expect, it } from 'vitest'
import type { Unit } from '../../../src/formats/index.ts'
import { corpus } from '../../support/corpus.ts'
import { growth, STEADY } from '../../support/growth.ts'
import { built, bytesOf, opened, rewrite, unitsOf } from '../files.ts'

const json = built('json')
const units = (content: string | Uint8Array): Promise<Unit[]> => unitsOf(json, opened(content))
const translated = async (content: string, translations: Record<string, string>): Promise<string> =>
  (await bytesOf(rewrite(json, opened(content), unit => translations[unit.text], { language: 'de' }))).toString()
const leftOut = async (content: unknown): Promise<Record<string, string>> => {
  const found = await units(JSON.stringify(content))
  return Object.fromEntries(found.map(unit => [unit.part, unit.left_out ?? 'translate']))
}

describe('JSON strings', () => {
  it('are units with their address, part and range between the quotes [RES-2]', async () => {
    const found = await units('\ufeff{"menu": {"ä/b~": ["Öffnen", 1, "Save"]}}')
    expect(found).toMatchObject([
      { index: 0, path: 'json:/menu/ä~1b~0/0', part: 'menu.ä/b~.0', start: 24, end: 31, text: 'Öffnen' },
      { index: 1, path: 'json:/menu/ä~1b~0/2', part: 'menu.ä/b~.2', start: 38, end: 42, text: 'Save' },
    ])
    expect(await units('"Hello"')).toMatchObject([{ path: 'json:', part: '$', start: 1, end: 6 }])
  })

  it('are each their own where keys repeat, and no key is special [RES-2]', async () => {
    const file = '{"a": "One", "a": "Two", "__proto__": {"constructor": "Three"}}'
    expect((await units(file)).map(unit => unit.path)).toEqual(['json:/a', 'json:/a', 'json:/__proto__/constructor'])
    expect(await translated(file, { Two: 'Zwei', Three: 'Drei' })).toBe(
      '{"a": "One", "a": "Zwei", "__proto__": {"constructor": "Drei"}}',
    )
  })

  it('are read unescaped and written in the manner of the original [RES-2]', async () => {
    expect((await units('"a\\u00e9\\n\\"\\/\\\\"'))[0]?.text).toBe('aé\n"/\\')
    const cases: [string, string, string][] = [
      ['"Hi"', 'a"b\\c\nd\té/\u2028\u0001', '"a\\"b\\\\c\\nd\\té/\u2028\\u0001"'],
      ['"Caf\\u00e9"', 'Ça 😀', '"\\u00c7a \\ud83d\\ude00"'],
      ['"Caf\\u00E9"', 'Ç', '"\\u00C7"'],
      ['"é caf\\u00e9"', 'Ça é', '"Ça \\u00e9"'],
      ['"1\\/2 now"', 'a/b', '"a\\/b"'],
      ['"<b>a/b<\\/b>"', '<i>c/d</i>', '"<i>c/d<\\/i>"'],
      ['"\\u003cb\\u003e go"', '<i>&', '"\\u003ci\\u003e&"'],
    ]
    for (const [file, translation, expected] of cases) {
      const text = (await units(file))[0]?.text ?? ''
      expect(await translated(file, { [text]: translation }), file).toBe(expected)
    }
  })

  it('stay ASCII in a file that escapes everything else [RES-2]', async () => {
    expect(await translated('{"a": "Hello", "b": "\\u00fcber"}', { Hello: 'Grüße' })).toBe(
      '{"a": "Gr\\u00fc\\u00dfe", "b": "\\u00fcber"}',
    )
    // What nobody can see is an escape in any file.
    expect(
      await translated('{"a": "Hello", "b": "5\\u00a0% off"}', { Hello: 'Grüße', '5\u00a0% off': '5\u00a0% größer' }),
    ).toBe('{"a": "Grüße", "b": "5\\u00a0% größer"}')
  })

  it('survive as lone surrogates, untouched and untranslated [RES-2]', async () => {
    const file = '{"a": "x\\ud800y", "b": "Hello"}'
    expect(await units(file)).toMatchObject([{ text: 'x\ud800y', left_out: 'not_text' }, { text: 'Hello' }])
    expect(await translated(file, { Hello: 'Hallo' })).toBe('{"a": "x\\ud800y", "b": "Hallo"}')
  })

  it('may have comments between them', async () => {
    const file = '// first\n{"a": /* why */ "One"} // last'
    expect(await translated(file, { One: 'Eins' })).toBe('// first\n{"a": /* why */ "Eins"} // last')
  })
})

describe('what is not translated by default', () => {
  it.each<[string, readonly string[]]>([
    [
      'translate',
      [
        'OK',
        'Save',
        'home',
        'Find...',
        'e-mail',
        'read-only',
        'and/or',
        'N/A',
        'A4',
        'GitHub',
        'Wait…',
        '100% sure',
        'Hello {name}',
        '<b>Bold</b>',
        'Über uns',
        '保存',
        'z. B.',
        'Note: this; that',
        "l'été",
        '{n, plural, one {# file} other {# files}}',
        'True',
        'No.',
        '3 items',
        'Yes/No',
        'function keys',
        'Function',
        'and/or/not',
        'client/server/database',
        'data-driven',
      ],
    ],
    [
      'identifier',
      [
        'btn_save',
        'API_KEY',
        'com.example.app',
        'icon-home.svg',
        '/api/v1',
        './src/main.ts',
        'C:\\Temp\\x',
        'img/logo.png',
        'camelCase',
        '550e8400-e29b-41d4-a716-446655440000',
        'en-US',
        'text/html; charset=utf-8',
        'col-md-6',
        '#main',
        '.btn',
        '@scope/name',
        'sk9fJ2mXq81LzP0vTt47Yw==',
      ],
    ],
    [
      'code',
      ['#ff00aa', '#FFF', 'rgba(0, 0, 0, .5)', 'true', 'null', 'M10 10 L20 20 H30 Z', 'color: red; margin: 0 auto;'],
    ],
    [
      'number',
      [
        '42',
        '3.14',
        '-1,5',
        '12px',
        '50%',
        '2020-01-31',
        '2020-01-31T10:00:00Z',
        '12:30',
        '+1 (555) 010-99',
        '1.2.3',
        'v2.0.1',
        '$5',
        '0x1F',
        'PT5M',
      ],
    ],
    [
      'url',
      [
        'https://example.com/a?b=c',
        'www.example.org',
        'a.b+c@example.co.uk',
        'mailto:x@y.org',
        'data:image/png;base64,AAAA',
        '//cdn.example.com/x.js',
        'example.com',
      ],
    ],
    ['placeholder_only', ['{{name}}', '%s', '%1$s: %2$s', '{0} / {1}', '<br/>', '$t(common.ok)']],
    ['not_text', ['—', '***', '→']],
    ['empty', ['', ' \n']],
  ])('%s', async (reason, values) => {
    const found = await units(JSON.stringify(values))
    expect(found.map(unit => [unit.text, unit.left_out ?? 'translate'])).toEqual(values.map(value => [value, reason]))
  })

  it('is a name under a key that holds names, and a label under the same key', async () => {
    expect(
      await leftOut({ id: 'Open', label: 'Open', htmlId: 'heading', type: 'poster', slug: 'Neu', lang: 'en' }),
    ).toEqual({
      id: 'identifier',
      label: 'translate',
      htmlId: 'identifier',
      type: 'identifier',
      slug: 'identifier',
      lang: 'identifier',
    })
    expect(
      await leftOut({
        id: 'ID',
        type: 'Type',
        url: 'Web address',
        userId: 'Benutzer',
        file: 'Datei',
        types: ['Poster'],
      }),
    ).toEqual({
      id: 'translate',
      type: 'translate',
      url: 'translate',
      userId: 'translate',
      file: 'translate',
      'types.0': 'translate',
    })
  })
})

describe('catalogues', () => {
  it('ARB: metadata describes its message and is left out [PLN-2]', async () => {
    const found = await units(
      JSON.stringify({
        '@@locale': 'en',
        hi: 'Hi {who}',
        '@hi': { description: 'A greeting', placeholders: { who: { example: 'Ann' } } },
      }),
    )
    expect(found.map(unit => [unit.part, unit.left_out, unit.note])).toEqual([
      ['@@locale', 'do_not_translate', undefined],
      ['hi', undefined, 'A greeting'],
      ['@hi.description', 'comment', undefined],
      ['@hi.placeholders.who.example', 'do_not_translate', undefined],
    ])
  })

  it('messages.json and FormatJS: only the message, with its description', async () => {
    expect(await units(JSON.stringify({ a: { message: 'Go $USER$', description: 'Button' } }))).toMatchObject([
      { text: 'Go $USER$', note: 'Button' },
      { left_out: 'comment' },
    ])
    expect(await leftOut({ a: { message: 'Hi there', description: 'Both are text', title: 'Other' } })).toEqual({
      'a.message': 'translate',
      'a.description': 'translate',
      'a.title': 'translate',
    })
  })

  it('plural forms share a group', async () => {
    const found = await units(
      JSON.stringify({
        a: { item_one: 'one item', item_other: 'items' },
        b: { one: 'x is', other: 'y are' },
        step_one: 'First',
        cat: 'cat',
        cat_plural: 'cats',
      }),
    )
    expect(found.map(unit => unit.group)).toEqual([
      'json:/a/item',
      'json:/a/item',
      'json:/b',
      'json:/b',
      undefined,
      'json:/cat',
      'json:/cat',
    ])
  })

  it('ICU messages are known as such', async () => {
    const found = await units(
      JSON.stringify(['{n, plural, one {# file} other {# files}}', 'Hello {name}', '{n, plural, one {']),
    )
    expect(found.map(unit => unit.syntax)).toEqual(['icu', undefined, undefined])
  })

  it('has names behind colons as placeholders where the file shows them [ENG-2]', async () => {
    const file = { a: 'Hello, :name!', b: 'The :attribute is missing.', c: 'Note: save it', d: ':name' }
    const syntaxes = async (content: object) =>
      (await unitsOf(json, opened(JSON.stringify(content)))).map(unit => unit.syntax)
    expect(await syntaxes(file)).toEqual(['laravel', 'laravel', 'laravel', 'laravel'])
    expect(await syntaxes({ ...file, e: '{{x}} of %s' })).toEqual(Array.from({ length: 5 }, () => undefined))
  })
})

describe('hostile JSON', () => {
  it.each<[string, string, string]>([
    ['an empty file', '', 'line 1, column 1: a value'],
    ['an unterminated string', '{"a": "b', 'line 1, column 7: a string is not closed'],
    ['an unclosed object', '{"a": 1\n', 'line 2, column 1: a comma or the closing bracket'],
    ['a comma without a value', '[1,\n ,]', 'line 2, column 2: a value'],
    ['a comma alone', '{,}', 'line 1, column 2: a key'],
    ['a missing colon', '{"a" 1}', 'line 1, column 6: a colon'],
    ['a bare word', '[yes]', 'line 1, column 2: a value'],
    ['single quotes', "{'a': 1}", 'line 1, column 2: a key'],
    ['a line break in a string', '["a\nb"]', 'line 1, column 2: a string is not closed'],
    ['a tab in a string', '["a\tb"]', 'a control character'],
    ['a bad escape', '["\\x41"]', 'an escape'],
    ['two values', '{} {}', 'line 1, column 4: the end of the file'],
    ['a wrong bracket', '[1}', 'line 1, column 3: a comma or the closing bracket'],
    ['an unclosed comment', '[1] /* ', 'a comment is not closed'],
    ['a leading zero', '[01]', 'line 1, column 3'],
  ])('refuses %s with its place', async (_, content, message) => {
    await expect(units(content)).rejects.toMatchObject({ code: 'malformed', message: expect.stringContaining(message) })
  })

  it('refuses 100,000 open brackets at once', async () => {
    const refused = async (brackets: number) => {
      await expect(units('['.repeat(brackets))).rejects.toMatchObject({ code: 'too_deep', line: 1, column: 501 })
      await expect(units('{"a":'.repeat(brackets))).rejects.toMatchObject({ code: 'too_deep' })
    }
    expect(await growth(refused, 25_000)).toBeLessThan(STEADY)
    for (const { bytes } of corpus('json').filter(file => file.name.includes('100000'))) {
      await expect(units(bytes)).rejects.toMatchObject({ code: 'too_deep' })
    }
    const deep = `${'['.repeat(500)}"Text"${']'.repeat(500)}`
    expect(await units(deep)).toHaveLength(1)
  })

  it('never lets one long value make it slow', async () => {
    const parts = [
      'a-1',
      'a_',
      '{a',
      '<a ',
      '<a x="',
      '%',
      'a@',
      'a.',
      'http://',
      '{{',
      '$t(',
      '%(',
      "'{",
      'a:b;',
      '1.',
      '()=>',
      '&a',
      '  {x ',
    ]
    const readAll = async (times: number) => {
      for (const value of parts.map(part => part.repeat(times))) await units(JSON.stringify([value, `${value}!`]))
    }
    expect(await growth(readAll, 15_000)).toBeLessThan(STEADY)
  })
})

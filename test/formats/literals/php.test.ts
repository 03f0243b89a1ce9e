import { describe, expect, it } from 'vitest'
import type { Format } from '../../../src/formats/format.ts'
import { php } from '../../../src/formats/literals/php.ts'
import { anyText } from '../../support/any-text.ts'
import { catalogueOf } from '../catalogues.ts'
import { fc, opened, unitsOf } from '../files.ts'
import { hasWhatIsTaken, keepsTheLaws, merged } from '../merging.ts'

const format: Format = php

const { translated, read } = catalogueOf(format)

const LARAVEL = `<?php

/*
|--------------------------------------------------------------------------
| Authentication Language Lines
|--------------------------------------------------------------------------
*/

return [
    // Shown below the form.
    'failed' => 'These credentials do not match.',
    'throttle' => "Too many attempts, :name.\\n\\u{48}old \\x41\\$5 on",
    'custom' => array(
        'rule' => ['it\\'s', 'C:\\dir\\\\'],

        /**
         * Of a mail.
         */
        'attribute-name' => 'Good morning', // to all
    ),
    User::ACTIVE => 'Active',
    'link' => 'https://example.org/',
    'sum' => 12,
    'joined' => 'Hello ' . $name . '!',
    'made' => "Hello $name and {$this->name}",
    'none' => '',
    'called' => __('Some text'),
    ...$more,
];
`

describe('reading', () => {
  it('finds the literals of nested arrays by their keys, and says what is code [FMT-1]', async () => {
    expect(await read(LARAVEL)).toEqual({
      failed: 'These credentials do not match.',
      throttle: 'Too many attempts, :name.\nHold A$5 on',
      'custom.rule.0': "it's",
      'custom.rule.1': 'identifier',
      'custom.attribute-name': 'Good morning',
      'User::ACTIVE': 'Active',
      link: 'url',
      joined: 'code',
      made: 'code',
      none: 'empty',
      called: 'code',
    })
  })

  it('takes the comments of an entry for its note', async () => {
    const units = await unitsOf(format, opened(LARAVEL))
    expect(units.filter(({ note }) => note).map(({ part, note }) => [part, note])).toEqual([
      ['failed', 'Shown below the form.'],
      ['custom.attribute-name', 'Of a mail.\nto all'],
    ])
  })

  it('reads the statements of CodeIgniter and the variables of others', async () => {
    const file = `<?php
defined('BASEPATH') OR exit('No direct script access allowed');

$lang['email_sent'] = 'Your message has been sent.';
$lang['form']['open'] = "Open it";
`
    expect(await read(file)).toEqual({ email_sent: 'Your message has been sent.', 'form.open': 'Open it' })
    expect(
      await read("<?php\n$words = ['a' => 'One here'];\nreturn array_merge($words, ['a' => 'Two here']);"),
    ).toEqual({
      'words.a': 'One here',
      a: 'Two here',
    })
  })

  it('knows names behind colons by one text alone, and forms of a plural by their numbers', async () => {
    const file = "<?php return ['a' => 'In :seconds seconds', 'b' => '{0} None|[1,19] Some|[20,*] Many'];"
    const units = await unitsOf(format, opened(file))
    expect(units.map(({ syntax, note }) => [syntax, note])).toEqual([
      ['laravel', undefined],
      [undefined, 'Plural forms, with | between them: keep all 3.'],
    ])
  })

  it.each([
    ['a template', '<h1>Hi</h1>\n<?php echo 1;', /line 1: there is more than texts/],
    ['a program', "<?php\nreturn ['a' => 'b'];\nfunction a() {}", /line 3: there is more than texts/],
    ['a class', '<?php\n\nclass A {}', /line 3/],
    ['nothing', '<?php\nreturn 5;\n', /no texts in the file\. A PHP file of texts gives back an array/],
    ['what is no PHP', "<?php\nreturn [\n  'a' => 'b'\n  'c' => 'd',\n];", /line 4: /],
    ['a string without an end', "<?php\nreturn ['a' => 'b];", /line 2/],
  ])('refuses %s', async (_name, file, message) => {
    await expect(read(file)).rejects.toThrow(message)
  })

  it('refuses what is nested too deep, and what is no text', async () => {
    const nested = (levels: number) => `<?php return ${'['.repeat(levels)}'a b'${']'.repeat(levels)};`
    expect(Object.values(await read(nested(90)))).toEqual(['a b'])
    for (const levels of [110, 100_000]) await expect(read(nested(levels))).rejects.toMatchObject({ code: 'too_deep' })
    await expect(read(Buffer.from("<?php return ['a' => '\xfc'];", 'latin1'))).rejects.toMatchObject({
      code: 'not_decodable',
    })
    await expect(read(Buffer.from([0, 1, 2, 255]))).rejects.toMatchObject({ code: 'not_decodable' })
  })
})

describe('writing', () => {
  it('keeps the quotes of a text, and escapes what they need', async () => {
    const file = "\ufeff<?php return [\r\n  'a' => 'One here',\r\n  'b' => \"Two here\",\r\n];\r\n"
    const say = 'L\'ami \\ "x" $y {$z}'
    expect((await translated(file, { a: say, b: `${say}\t\n` })).toString()).toBe(
      "\ufeff<?php return [\r\n  'a' => 'L\\'ami \\\\ \"x\" $y {$z}',\r\n  'b' => \"L'ami \\\\ \\\"x\\\" \\$y {\\$z}\\t\\n\",\r\n];\r\n",
    )
  })

  it('writes line breaks as the text before had them', async () => {
    const file = "<?php return ['a' => 'One\r\nhere', 'b' => \"Two\r\nhere\"];"
    expect((await translated(file, { a: 'Eins\nda', b: 'Zwei\nda' })).toString()).toBe(
      "<?php return ['a' => 'Eins\r\nda', 'b' => \"Zwei\r\nda\"];",
    )
  })

  it('reads back whatever it writes', async () => {
    const say = anyText().filter(text => text !== '' && !/\p{Cs}|[\r\0|]/u.test(text))
    const file = fc.constantFrom("<?php return ['a' => 'b c'];", '<?php $x["a"] = "b\\x20c";')
    await fc.assert(
      fc.asyncProperty(file, say, async (content, text) => {
        await translated(content, { a: text })
      }),
      { numRuns: 40 },
    )
  })

  it.each([
    ['as many', 'de', ':count Apfel|:count Äpfel', true],
    ['the forms of the language', 'ru', ':count яблоко|:count яблока|:count яблок', true],
    ['the one form of a language', 'ja', 'りんご :count', true],
    ['too many', 'de', ':count a|:count b|:count c', false],
  ])('takes a translation with %s plural forms, and no other', async (_name, language, text, isWritten) => {
    const [unit] = await unitsOf(format, opened("<?php return ['a' => ':count apple|:count apples'];"))
    expect(unit && format.edits(unit, text, { language }).length > 0).toBe(isWritten)
  })

  it('keeps the parts of a text with numbers before its forms', async () => {
    const [unit] = await unitsOf(format, opened("<?php return ['a' => '{0} No one|[1,*] Some here'];"))
    expect(unit && format.edits(unit, '{0} a|[1,2] b|[3,*] c', { language: 'ru' })).toEqual([])
  })

  it('writes no code', async () => {
    const units = await unitsOf(format, opened(LARAVEL))
    const code = units.filter(({ left_out }) => left_out === 'code')
    expect(code.flatMap(unit => format.edits(unit, 'Hallo', { language: 'de' }))).toEqual([])
  })
})

describe('merging', () => {
  const source = `<?php

return [
    'a' => 'One here',

    // Of b
    'b' => 'Two here',
    'in' => [
        'c' => 'Three here',
        'd' => 'Four here',
        'n' => 5,
    ],
];
`

  it('brings an entry with its comments to its place, with the indent and the commas of the file', async () => {
    const there = "<?php\r\nreturn array(\r\n\t'a' => 'Eins',\r\n\t'z' => 'Zett'\r\n);\r\n"
    const texts = { 'php:/b': 'Zwei', 'php:/in/d': 'Vier' }
    expect(await merged(format, there, { source, texts, remove: ['php:/z'] })).toBe(
      "<?php\r\nreturn array(\r\n\t'a' => 'Eins',\r\n\r\n\t// Of b\r\n\t'b' => 'Zwei',\r\n\t'in' => [\r\n\t\t'd' => 'Vier',\r\n\t\t'n' => 5,\r\n\t]\r\n);\r\n",
    )
  })

  it('takes an entry into an array of one line, and replaces texts in the quotes of the file', async () => {
    const there = '<?php return ["a" => "Eins", "in" => []];'
    const texts = { 'php:/a': '"Neu"', 'php:/b': 'Zwei' }
    expect(await merged(format, there, { source: "<?php return ['a' => 'One here', 'b' => 'Two here'];", texts })).toBe(
      '<?php return ["a" => "\\"Neu\\"", \'b\' => \'Zwei\', "in" => []];',
    )
  })

  it('takes statements in their lines', async () => {
    const file =
      "<?php\n\n$lang['a'] = 'One here';\n\n// Of b\n$lang['b'] = 'Two here'; // there\n$lang['c'] = 'Three here';\n"
    const there = "<?php\n\n$lang['c'] = 'Drei';\n"
    expect(await merged(format, there, { source: file, texts: { 'php:/b': 'Zwei' } })).toBe(
      "<?php\n\n// Of b\n$lang['b'] = 'Zwei'; // there\n\n$lang['c'] = 'Drei';\n",
    )
    await keepsTheLaws(format, Buffer.from(file))
  })

  it('fills a file that has nothing yet', async () => {
    const texts = { 'php:/a': 'Eins', 'php:/in/c': 'Drei' }
    expect(await merged(format, '<?php return [];\n', { source, texts })).toBe(
      "<?php return [\n    'a' => 'Eins',\n    'in' => [\n        'c' => 'Drei',\n        'n' => 5,\n    ],\n];\n",
    )
  })

  it('keeps its laws', async () => {
    await keepsTheLaws(format, Buffer.from(source))
    await keepsTheLaws(format, Buffer.from(source.replaceAll('\n', '\r\n')))
    await keepsTheLaws(
      format,
      Buffer.from("<?php return ['a' => 'One here', 'b' => ['c' => 'Two here'], 'd' => 'Four here'];"),
      { exact: false },
    )
    await keepsTheLaws(format, Buffer.from(LARAVEL))
  })

  it('changes what is taken and nothing else', async () => {
    const there = "<?php return [\n  'in' => ['d' => 'Vier', 'x' => 'Ix da'],\n  'b' => 'Zwei',\n];\n"
    const paths = ['php:/a', 'php:/b', 'php:/in/c', 'php:/in/d', 'php:/in/x']
    await fc.assert(
      fc.asyncProperty(fc.subarray(paths), fc.subarray(paths), async (take, remove) => {
        await hasWhatIsTaken(format, { source, there }, { take, remove: remove.filter(path => !take.includes(path)) })
      }),
      { numRuns: 15 },
    )
  })
})

describe('noting', () => {
  it('writes comments above entries that stand in lines of their own', async () => {
    const file = "<?php return [\n    'a' => 'One here',\n    'b' => ['c' => 'Two here'],\n];\n"
    const units = await unitsOf(format, opened(file))
    const notes = new Map(units.map(({ path }) => [path, 'A button.\nShort.']))
    const edits = format.noting?.(file, units, notes) ?? []
    expect(edits).toEqual([{ start: 15, end: 15, bytes: '    // A button.\n    // Short.\n' }])
    const noted = `${file.slice(0, 15)}${edits[0]?.bytes}${file.slice(15)}`
    expect((await unitsOf(format, opened(noted)))[0]?.note).toBe('A button.\nShort.')
  })
})

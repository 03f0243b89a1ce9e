import { describe, expect, it } from 'vitest'
import { fluent } from '../../../src/formats/fluent/fluent.ts'
import type { Format } from '../../../src/formats/format.ts'
import { FormatError } from '../../../src/formats/format.ts'
import { catalogueOf } from '../catalogues.ts'
import { bytesOf, fc, opened, rewrite, unitsOf } from '../files.ts'

const format: Format = fluent
const { translated, read, inLanguage } = catalogueOf(format)

const APP = `### The texts of a garden planner

# The name of the program. Do not translate.
-brand = Gardenia
-brand-shelf = Shelf
    .gender = neuter

## Beds
## Shown above the list.

# $count (Number) - how many beds
beds = Beds in { -brand }
    .title = { NUMBER($count, maximumFractionDigits: 1) } beds
    .accesskey = B
long =
    The first line
    and the second one

      with a line further in.
home = https://example.com/
only = { $name }
`

const PLURAL = `files =
    { $count ->
        [one] One file
       *[other] { $count } files
    }
`

describe('reading', () => {
  it('finds values, attributes and terms, and leaves out what is for programs or is kept [FMT-1]', async () => {
    expect(await read(APP)).toEqual({
      '-brand': 'do_not_translate',
      '-brand-shelf': 'Shelf',
      '-brand-shelf.gender': 'code',
      beds: 'Beds in { -brand }',
      'beds.title': '{ NUMBER($count, maximumFractionDigits: 1) } beds',
      'beds.accesskey': 'code',
      long: 'The first line\nand the second one\n\n  with a line further in.',
      home: 'url',
      only: 'placeholder_only',
    })
  })

  it('gives the comment of a message and that of its group as its note', async () => {
    const units = await unitsOf(format, opened(APP))
    expect(units.find(({ part }) => part === 'beds')?.note).toBe(
      'Beds\nShown above the list.\n$count (Number) - how many beds',
    )
    expect(units.find(({ part }) => part === '-brand-shelf')?.note).toBeUndefined()
  })

  it.each([
    [
      'must not',
      '# Brands cannot be:\n#  - Transliterated.\n#  - Translated.\n-brand = Gardenia\n',
      'do_not_translate',
    ],
    ['one word of it', '# The word Gardenia should not be translated.\nwelcome = Welcome to Gardenia\n', undefined],
    [
      'a sentence of its own',
      '# Shown above. Please do not localize this name.\nname = Gardenia\n',
      'do_not_translate',
    ],
    ['something else', '# Do not translate $name.\nname = Hello { $name }\n', undefined],
  ])('keeps what a comment says of the whole: %s', async (_name, content, reason) => {
    const [unit] = await unitsOf(format, opened(content))
    expect(unit?.left_out).toBe(reason)
  })

  it('names the same message again by its number', async () => {
    const units = await unitsOf(format, opened('a = One\na = Two\n'))
    expect(units.map(({ path }) => path)).toEqual(['fluent:/a', 'fluent:/a#2'])
  })

  it.each([
    ['a line that is no message', 'a = One\n!! what\n', 2],
    ['a message without a value', 'a = One\n\nb =\n', 3],
    ['a placeable without its end', 'a = { $x\n', 2],
    ['a selector without a default', 'a = { $x ->\n    [one] One\n }\n', 3],
  ])('refuses junk, and says where: %s', async (_name, content, line) => {
    const error = await read(content).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FormatError)
    expect(error).toMatchObject({ code: 'malformed', line })
    expect(String(error)).toContain(`line ${line}`)
  })

  it('refuses placeables in each other without end', async () => {
    const error = await read(`a = ${'{'.repeat(100_000)}`).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'too_deep' })
  })
})

describe('writing', () => {
  it('changes the texts alone, in the indents and line ends that they have', async () => {
    const say = { beds: 'Beete in { -brand }', long: 'Eins\nzwei\n\n  drei', 'beds.title': '{ $count } Beete' }
    const becomes = APP.replace('Beds in { -brand }', 'Beete in { -brand }')
      .replace('{ NUMBER($count, maximumFractionDigits: 1) } beds', '{ $count } Beete')
      .replace(/The first[\s\S]*further in\./, 'Eins\n    zwei\n\n      drei')
    expect((await translated(APP, say)).toString()).toBe(becomes)
    const windows = APP.replaceAll('\n', '\r\n')
    expect((await translated(windows, say)).toString()).toBe(becomes.replaceAll('\n', '\r\n'))
  })

  it('keeps every byte where nothing is translated, a byte order mark too', async () => {
    for (const content of [APP, PLURAL, `\ufeff${APP}`, 'a = One'])
      expect(await inLanguage('ru', content, () => undefined)).toBe(content)
  })

  it('indents what begins in the first column, where only a placeable can', async () => {
    expect(await inLanguage('de', 'a =\n{ $x } one\n    more\n', text => `Ja ${text}`)).toBe(
      'a =\n    Ja { $x } one\n        more\n',
    )
  })

  it.each([
    ['a brace that is not closed', 'Open {'],
    ['a selector', '{ $n ->\n   *[other] More\n}'],
    ['a line that would be an attribute', 'One\n.two = Three'],
    ['nothing', ''],
    ['blanks around', ' One '],
    ['a line that begins with a blank which the runtime takes for its indent', 'One\n\u3000two'],
    ['a carriage return, which ends the text for the runtime', 'One\rtwo'],
  ])('writes nothing that would be read otherwise: %s', async (_name, said) => {
    const result = await bytesOf(rewrite(format, opened('a = Text\n'), () => said, { language: 'de' }))
    expect(result.toString()).toBe('a = Text\n')
  })

  it('reads back whatever it writes', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '{', '}', '"', '.', '[', '*', '#', 'é', '$x') })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('a = T\n', 'a =\n  T\n', 'a =\n    .b = T\r\n', PLURAL),
        text,
        async (file, said) => {
          const result = await bytesOf(rewrite(format, opened(file), () => said, { language: 'de' }))
          for (const unit of await unitsOf(format, opened(result), { target: { language: 'de' } }))
            expect([said, 'T', 'One file', '{ $count } files']).toContain(unit.text)
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('selectors', () => {
  it('give a text for each variant, and get the categories of the target in front of the default', async () => {
    const units = await unitsOf(format, opened(PLURAL), { target: { language: 'ru' } })
    expect(units.map(({ path, text }) => [path, text])).toEqual([
      ['fluent:/files[one]', 'One file'],
      ['fluent:/files[few]', '{ $count } files'],
      ['fluent:/files[many]', '{ $count } files'],
      ['fluent:/files[other]', '{ $count } files'],
    ])
    expect(units[1]?.note).toBe('Plural form for 2, 3, 4, 22, 23 …')
    expect(await inLanguage('ru', PLURAL, text => `Ж ${text}`)).toBe(
      PLURAL.replace('One', 'Ж One').replace(
        '       *[other] { $count } files',
        '        [few] Ж { $count } files\n        [many] Ж { $count } files\n       *[other] Ж { $count } files',
      ),
    )
  })

  it.each([
    ['ja', ['one', 'other']],
    ['ar', ['zero', 'one', 'two', 'few', 'many', 'other']],
    ['de', ['one', 'other']],
  ])('get those of %s', async (language, categories) => {
    const result = await inLanguage(language, PLURAL, text => `X ${text}`)
    expect([...result.matchAll(/\[(\w+)\]/g)].map(([, name]) => name)).toEqual(categories)
  })

  it('are written whole or not at all', async () => {
    const result = await bytesOf(
      rewrite(format, opened(PLURAL), unit => (unit.path.endsWith('[few]') ? undefined : 'Ж'), { language: 'ru' }),
    )
    expect(result.toString()).toBe(PLURAL)
  })

  it('count by exact numbers, too, and ordinals have their own categories', async () => {
    const exact = 'a = { $n ->\n    [0] None\n    [1] One\n   *[other] { $n }\n }\n'
    const keys = async (content: string, language: string) =>
      (await unitsOf(format, opened(content), { target: { language } })).map(({ path }) => path.slice(8))
    expect(await keys(exact, 'de')).toEqual(['a[0]', 'a[1]', 'a[other]'])
    expect(await keys(exact, 'pl')).toEqual(['a[0]', 'a[1]', 'a[few]', 'a[many]', 'a[other]'])
    const ordinal = 'a = { NUMBER($n, type: "ordinal") ->\n    [one] { $n }st\n   *[other] { $n }th\n }\n'
    expect(await keys(ordinal, 'it')).toEqual(['a[one]', 'a[many]', 'a[other]'])
  })

  it('that choose by something else keep their variants', async () => {
    const platform = 'a = { PLATFORM() ->\n    [macos] Preferences\n   *[other] Options\n }\n'
    expect(await inLanguage('ru', platform, text => `Ж ${text}`)).toBe(
      platform.replace('Pref', 'Ж Pref').replace('Opt', 'Ж Opt'),
    )
  })

  it('within a sentence become selectors of whole sentences', async () => {
    const within = 'a = You have { $n ->\n    [one] one bed\n   *[other] { $n } beds\n  } in { -brand }.\n'
    expect(await inLanguage('pl', within, text => text.replace('You have', 'Masz'))).toBe(
      [
        'a = { $n ->',
        '    [one] Masz one bed in { -brand }.',
        '    [few] Masz { $n } beds in { -brand }.',
        '    [many] Masz { $n } beds in { -brand }.',
        '   *[other] Masz { $n } beds in { -brand }.',
        '  }',
        '',
      ].join('\n'),
    )
  })

  it('beside and in each other give a text for each combination', async () => {
    const two =
      'a =\n    { $n ->\n        [one] a bed\n       *[other] { $n } beds\n    }, { $m ->\n        [one] a path\n       *[other] { $m } paths\n    }\n'
    const units = await unitsOf(format, opened(two))
    expect(units.map(({ path, text }) => [path.slice(8), text])).toEqual([
      ['a[one][one]', 'a bed, a path'],
      ['a[one][other]', 'a bed, { $m } paths'],
      ['a[other][one]', '{ $n } beds, a path'],
      ['a[other][other]', '{ $n } beds, { $m } paths'],
    ])
    expect(await inLanguage('ru', two, text => `Ж ${text}`)).toContain('[few] Ж { $n } beds, { $m } paths')
    const inner =
      'a = { $g ->\n    [male] { $n ->\n        [one] His bed\n       *[other] His beds\n    }\n   *[other] Their beds\n }\n'
    expect(await inLanguage('de', inner, text => `X ${text}`)).toBe(inner.replace(/His|Their/g, 'X $&'))
  })

  it('with more combinations than people write stay as they are', async () => {
    const one = '{ $n ->\n    [one] a\n   *[other] b\n }'
    const [unit] = await unitsOf(format, opened(`a = ${Array(8).fill(one).join(' ')}\n`))
    expect(unit?.left_out).toBe('code')
  })
})

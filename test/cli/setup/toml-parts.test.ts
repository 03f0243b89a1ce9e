import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type TomlPart, type TomlTree, tomlParts } from '../../../src/cli/setup/toml-parts.ts'

const paths = (text: string) => tomlParts(text).map(({ kind, path }) => `${kind} ${path.join(' > ')}`)

/** The value of the only pair of a text. */
function soleValue(text: string): TomlTree {
  const [part, ...more] = tomlParts(text)
  expect(more).toEqual([])
  return part?.kind === 'pair' ? part.value : { kind: 'bare' }
}

const text = (of: string): TomlTree => ({ kind: 'text', text: of })
const flawAt = (line: number, words: string) =>
  expect.objectContaining({ name: 'ConfigFlaw', line, message: expect.stringContaining(words) })

describe('the parts of a TOML text', () => {
  it.each([
    ['in a text of several lines', 'a = """\n[b]\nc = 1\n"""\n'],
    ['in a literal text of several lines', "a = '''\n[b]\n\\\n'''\n"],
    ['in a list over lines', 'a = [ # [b]\n  "]", # c = 1\n  "[b]",\n]\n'],
    ['in a comment', 'a = 1 # [b]\n# [c]\n#\n'],
    ['in braces', 'a = { b = "}", c = ["[d]"] }\n'],
    ['behind an escaped quote', 'a = "\\"\\\\"\n'],
  ])('are no tables that only look so: %s', (_, given) => {
    expect(paths(given)).toEqual(['pair a'])
  })

  it('have whole keys, however they are quoted, dotted and spaced', () => {
    expect(paths('[ a . "b.c" . \'d"]\' ] # x\n"e f" . g-1 = 1\n"" = 2\n"\\u0041" = 3\n')).toEqual([
      'table a > b.c > d"]',
      'pair a > b.c > d"] > e f > g-1',
      'pair a > b.c > d"] > ',
      'pair a > b.c > d"] > A',
    ])
  })

  it('tell a table of a list from one, and pairs below each belong to it', () => {
    expect(paths('x = 1\n[[a.b]]\ny = 2\n\n  [a.c]\n\tz.w = 3')).toEqual([
      'pair x',
      'tables a > b',
      'pair a > b > y',
      'table a > c',
      'pair a > c > z > w',
    ])
  })

  it('have offsets that give back what is written, without the comment behind it', () => {
    const given = '# first\r\n[a] # one\r\n  "b" = [1,\r\n 2] # two\r\nc = \'d\'\r\n'
    const written = tomlParts(given).map(({ start, end }) => given.slice(start, end))
    expect(written).toEqual(['[a]', '"b" = [1,\r\n 2]', "c = 'd'"])
    const values = tomlParts(given).map(part => (part.kind === 'pair' ? given.slice(part.value_start, part.end) : ''))
    expect(values).toEqual(['', '[1,\r\n 2]', "'d'"])
  })
})

describe('a value of TOML', () => {
  it.each([
    ['"a\\tb\\\\c\\"d\\u00e9\\U0001F600\\e\\x41"', 'a\tb\\c"dé😀\u001bA'],
    ["'a\\tb\"'", 'a\\tb"'],
    ['"""\na\n  b"""', 'a\n  b'],
    ['"""\r\na \\  \r\n\r\n   b"""', 'a b'],
    ['"""a"" b\\""" c"""', 'a"" b""" c'],
    ['"""a""""', 'a"'],
    ['"""a"""""', 'a""'],
    ["'''a''b'''''", "a''b''"],
    ['""', ''],
    ['""""""', ''],
    ['"\\U00110000"', '\u{10ffff}'],
  ])('that is a text is read as it was meant: %s', (written, meant) => {
    expect(soleValue(`a = ${written} # end\n`)).toEqual(text(meant))
  })

  it.each([
    '1',
    '-0.5e+3',
    'true',
    'inf',
    '0xff_ff',
    '1979-05-27',
    '1979-05-27T07:32:00.5-07:00',
    '1979-05-27 07:32:00',
  ])('that is neither text, list nor table is not looked into: %s', written => {
    expect(soleValue(`a = ${written} # end`)).toEqual({ kind: 'bare' })
  })

  it('that is a list or a table in braces has all that is in it, over lines and with a last comma', () => {
    expect(soleValue('a = ["b", [1], { c.d = \'e\', "f" = [] , },\n# x\n]')).toEqual({
      kind: 'list',
      items: [
        text('b'),
        { kind: 'list', items: [{ kind: 'bare' }] },
        {
          kind: 'table',
          pairs: [
            [['c', 'd'], text('e')],
            [['f'], { kind: 'list', items: [] }],
          ],
        },
      ],
    })
  })

  it('is read to fifty levels', () => {
    const nested = (levels: number) => `a = ${'['.repeat(levels)}${']'.repeat(levels)}`
    expect(soleValue(nested(51)).kind).toBe('list')
    expect(() => tomlParts(nested(52))).toThrow(flawAt(1, 'nested more than 50 times'))
  })
})

describe('what is no TOML', () => {
  it.each([
    ['six quotes at the end', '\na = """b""""""\n', 2, 'not closed'],
    ['a text over two lines', 'a = "b\nc"\n', 1, 'not closed'],
    ['a key of several lines', '"""a""" = 1\n', 1, 'no key'],
    ['a lone carriage return', 'a = 1\rb = 2\n', 1, 'Something follows'],
    ['a header with a pair behind it', '[a] b = 1\n', 1, 'Something follows'],
    ['a header half closed', 'x = 1\n[[a]\n', 2, 'Expected "]]"'],
    ['a header too much closed', '[a]]\n', 1, 'Something follows'],
    ['an empty header', '[]\n', 1, 'no key'],
    ['a key that ends in a dot', 'a. = 1\n', 1, 'no key'],
    ['a list without commas', 'a = [1\n2]\n', 2, 'A list'],
    ['braces that are open', 'a = { b = 1\nc = 2\n', 2, 'in braces'],
    ['a mark of byte order in the middle', 'a = 1\n\ufeffb = 1\n', 2, 'no key'],
    ['an escaped end of a text', 'a = "\\"\n', 1, 'not closed'],
  ])('has its line: %s', (_, given, line, words) => {
    expect(() => tomlParts(given)).toThrow(flawAt(line, words))
  })

  it('is told as such, and never fails in another way, whatever the characters are', () => {
    const characters = fc.constantFrom(...'[]{}="\'.,#\\\r\n\t au1-'.split(''))
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 30 }), given => {
        let parts: readonly TomlPart[] = []
        try {
          parts = tomlParts(given)
        } catch (error) {
          expect(error).toMatchObject({ name: 'ConfigFlaw' })
        }
        for (const [index, { start, end }] of parts.entries()) {
          expect(start).toBeGreaterThanOrEqual(parts[index - 1]?.end ?? 0)
          expect(end).toBeGreaterThan(start)
        }
      }),
      { numRuns: 300 },
    )
  })
})

import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { FormatError, type Unit } from '../../../src/formats/format.ts'
import { yaml } from '../../../src/formats/yaml/yaml.ts'
import { corpus } from '../../support/corpus.ts'
import { fc, opened, unitsOf } from '../files.ts'
import { keepsTheLaws, merged } from '../merging.ts'

type Brought = Parameters<typeof merged>[2]
/** What it is about, the file, what it becomes, and what it is brought. */
type Case = readonly [string, string, string, Brought]

const lines = (...all: readonly string[]) => all.map(line => `${line}\n`).join('')

const check = async (there: string, becomes: string, brought: Brought) =>
  expect(await merged(yaml, there, brought)).toBe(becomes)

describe('a text that the file has', () => {
  const styles = lines('de:', '  a: "x" # says', '  b: |', '    old', '', '  c: >-', '     foo', "  d: 'it''s'")
  it.each<Case>([
    [
      'keeps its style, its comment and its indents',
      styles,
      lines('de:', '  a: "Eins" # says', '  b: |', '    neu', '    neu', '', '  c: >-', '     neu', "  d: 'o''o'"),
      {
        source: 'en:\n  a: A\n  b: B\n  c: C\n  d: D\n',
        texts: { 'yaml:/a': 'Eins', 'yaml:/b': 'neu\nneu', 'yaml:/c': 'neu', 'yaml:/d': "o'o" },
      },
    ],
    [
      'keeps all bytes where it is the same already',
      'a:   "x"  # c\nb: |2-\n    y',
      'a:   "x"  # c\nb: |2-\n    y',
      { source: 'a: x\nb: "  y"\n', take: ['yaml:/a', 'yaml:/b', 'yaml:/nowhere'], remove: ['yaml:/c'] },
    ],
    [
      'takes the place of an alias, and of nothing',
      lines('a: &x A', 'b: *x', 'c:', 'd: # none'),
      lines('a: &x A', 'b: Be', 'c: Ce', 'd: De # none'),
      { source: 'a: A\nb: B\nc: C\nd: D\n', texts: { 'yaml:/b': 'Be', 'yaml:/c': 'Ce', 'yaml:/d': 'De' } },
    ],
    [
      'is replaced wherever its key is, also more often than in the source',
      lines('a: 1', 'a: b', 'c: d', 'c: e'),
      lines('a: Ah', 'a: Ah', 'c: Ce', 'c: Ce'),
      { source: 'a: A\nc: C\nc: CC\n', texts: { 'yaml:/a': 'Ah', 'yaml:/c': 'Ce' } },
    ],
    [
      'is replaced behind complex keys; such a map does not grow',
      lines('de:', '  ? x', '  : Text', '  b: B'),
      lines('de:', '  ? x', '  : Eins', '  b: B'),
      { source: 'en:\n  x: X\n  c: C\n', texts: { 'yaml:/x': 'Eins', 'yaml:/c': 'Ce' }, remove: ['yaml:/b'] },
    ],
    ['is a whole document', 'Hallo\n', 'Servus\n', { source: 'Hello\n', texts: { 'yaml:': 'Servus' } }],
  ])('%s', async (_name, ...rest) => check(...rest))
})

describe('a text that the file lacks', () => {
  const source = lines('en:', '  a: One', '  # note', '  b: Two # beside', '  c: Three', '  d:', '    e: E', '    n: 5')
  it.each<Case>([
    [
      'comes behind the text before it with its comments, in the indents of the file; what holds it is made',
      lines('de:', '    a: Eins', '    c: Drei', '    z: Zett'),
      lines(
        ...['de:', '    a: Eins', '    # note', '    b: Zwei # beside', '    c: Drei', '    d:', '        e: Eh'],
        ...['        n: 5', '    z: Zett'],
      ),
      { source, texts: { 'yaml:/b': 'Zwei', 'yaml:/d/e': 'Eh' } },
    ],
    [
      'comes before the next where there is none before, else behind all others',
      lines('de:', '  c: Drei', '  z: Zett', 'x: {}'),
      lines('de:', '  a: Eins', '  c: Drei', '  z: Zett', 'x: {}'),
      { source, texts: { 'yaml:/a': 'Eins' } },
    ],
    ['makes the file', '', '# c\nde:\n  a: Eins\n', { source: '# c\nen:\n  a: One\n', texts: { 'yaml:/a': 'Eins' } }],
    [
      'comes behind what stands at the top of a file without texts',
      '# Ours.\n---\n',
      '# Ours.\n---\nde:\n  a: Eins\n',
      { source: 'en:\n  a: One\n', texts: { 'yaml:/a': 'Eins' } },
    ],
    [
      'comes below a language that has nothing yet',
      'de: {} # none\n',
      'de: # none\n  a: Eins\n',
      { source: 'en:\n  a: One\n', texts: { 'yaml:/a': 'Eins' } },
    ],
    [
      'has the line ends of the file, and no line end at its end where that has none',
      'a: Eins\r\nc: Drei',
      'a: Eins\r\nb: |\r\n  Zwei\r\n  Z\r\nc: Drei\r\nd: "De"',
      {
        source: 'a: One\nb: |\n  Two\n  lines\nc: Three\nd: "x"\n',
        texts: { 'yaml:/b': 'Zwei\nZ', 'yaml:/d': 'De' },
      },
    ],
    [
      'has the quotes that the file has where the source has others',
      lines('a: "Ah"', 'b: "Be"'),
      lines('a: "Ah"', 'b: "Be"', 'c: "Ce"', "d: 'De'"),
      { source: "a: A\nb: B\nc: C\nd: 'D'\n", texts: { 'yaml:/c': 'Ce', 'yaml:/d': 'De' } },
    ],
    [
      'is escaped where the file escapes',
      'a: "\\u00e4"\n',
      'a: "\\u00e4"\nb: "B\\u00e4"\n',
      { source: 'a: A\nb: B', texts: { 'yaml:/b': 'Bä' } },
    ],
    [
      'goes into brackets, without comments and in one line',
      '{a: Eins, d: Vier}\n',
      '{a: Eins, b: Zwei, c: { x: ix, n: 5 }, "e,f": "no", d: Vier}\n',
      {
        source: lines('a: One', '# c', 'b: |-', '  Two', 'c:', '  x: X', '  n: 5', 'e,f: no more', 'd: D'),
        texts: { 'yaml:/b': 'Zwei', 'yaml:/c/x': 'ix', 'yaml:/e,f': 'no' },
      },
    ],
    [
      'goes into brackets over several lines, each with its own comment',
      lines('de: {', '    a: A, # x', '    c: C # y', '  }'),
      lines('de: {', '    a: A, # x', '    b: Be,', '    c: C, # y', '    d: De', '  }'),
      { source: 'en:\n  a: A\n  b: B\n  c: C\n  d: D\n', texts: { 'yaml:/b': 'Be', 'yaml:/d': 'De' } },
    ],
    [
      'keeps keys that are words and numbers',
      lines('de:', '  yes: Ja', '  1: B'),
      lines('de:', '  yes: Ja', '  "no": nein', '  on: "yes"', '  1: B', '  2: "12"', "  'x/y': Wu"),
      {
        source: lines('en:', '  yes: A', '  "no": N', '  on: O', '  1: B', '  2: Z', "  'x/y': w"),
        texts: { 'yaml:/no': 'nein', 'yaml:/on': 'yes', 'yaml:/2': '12', 'yaml:/x~1y': 'Wu' },
      },
    ],
    [
      'has blocks at the indents of the file',
      lines('de:', '    m:', '        x: |', '            X'),
      lines('de:', '    m:', '        x: |', '            X', '        y: |', '            Y', '              Y2'),
      { source: lines('en:', '  m:', '    x: |', '      X', '    y: |', '      Y', '        Y2'), take: ['yaml:/m/y'] },
    ],
    [
      'goes to its own document',
      lines('---', 'a: A', '---', 'b: B', '...'),
      lines('---', 'a: A', 'a2: A2', '---', 'b: B', 'c: Ce', '...'),
      {
        source: lines('---', 'a: A', 'a2: A', '---', 'b: B', 'c: C'),
        texts: { 'yaml:/a2': 'A2', 'yaml:1/c': 'Ce' },
      },
    ],
    [
      'has the merge keys of what holds it, where their anchor is there',
      lines('de:', '  a: &a', '    x: X'),
      lines('de:', '  a: &a', '    x: X', '  b:', '    <<: *a', '    y: Yps', '  c:', '    z: Zett'),
      {
        source: lines('en:', '  q: &q {r: R}', '  a: &a', '    x: X', '  b:', '    <<: *a', '    y: Y', '  c:').concat(
          lines('    <<: *q', '    z: Z'),
        ),
        texts: { 'yaml:/b/y': 'Yps', 'yaml:/c/z': 'Zett' },
      },
    ],
    [
      'takes the place of what the file loses, and stays away where something else is in its way',
      lines('de:', '  a: A', '  b:', '    c: C', '  d: D'),
      lines('de:', '  a:', '    x: Ix', '  b: Be', '  d: D'),
      {
        source: lines('en:', '  a:', '    x: X', '  b: B', '  d:', '    y: Y'),
        texts: { 'yaml:/a/x': 'Ix', 'yaml:/b': 'Be', 'yaml:/d/y': 'Yps' },
        remove: ['yaml:/a', 'yaml:/b/c'],
      },
    ],
    [
      'brings the forms that its language needs',
      'pl:\n  n: a\n',
      lines('pl:', '  n: a', '  m:', '    one: "1"', '    few: "2 m"', '    many: "5 m"', '    other: "m"'),
      {
        source: 'en:\n  n: a\n  m:\n    one: "%{count} m"\n    other: "%{count} ms"\n',
        language: 'pl',
        texts: { 'yaml:/m/one': '1', 'yaml:/m/few': '2 m', 'yaml:/m/many': '5 m', 'yaml:/m/other': 'm' },
      },
    ],
  ])('%s', async (_name, ...rest) => check(...rest))
})

describe('a list', () => {
  it.each<Case>([
    [
      'grows at its end, with what has no text between, and is indented as the others in the file',
      lines('de:', '  a: [x, y]', '  b:', '  - x'),
      lines('de:', '  a: [x, y, Zett]', '  b:', '  - x', '  - 5', '  - "Zz"', '  c:', '  - k: Ka', '    l: El'),
      {
        source: lines('en:', '  a: [x, y, z]', '  b:', '    - x', '    - 5', '    - "z"', '  c:', '    - k: K').concat(
          '      l: L\n',
        ),
        texts: { 'yaml:/a/2': 'Zett', 'yaml:/b/2': 'Zz', 'yaml:/c/0/k': 'Ka', 'yaml:/c/0/l': 'El' },
      },
    ],
    [
      'does not grow by an item that others should stand before',
      'a: [x]\n',
      'a: [x]\n',
      { source: 'a: [x, y, z]\n', texts: { 'yaml:/a/2': 'Zett' } },
    ],
    [
      'loses the last of its items alone',
      lines('a: [x, y, z]', 'b: [x, y, z]', 'c: [x]', 'd:', '- k: K', '- k: K'),
      lines('a: [x, y, z]', 'b: [x]', 'd:', '- k: K', '- k: K'),
      { source: 'a: []\n', remove: ['yaml:/a/1', 'yaml:/b/2', 'yaml:/b/1', 'yaml:/c/0', 'yaml:/d/0/k'] },
    ],
    [
      'has maps that begin in the line of the dash, whichever of their keys is the first',
      lines('- id: a', '  # says', '  t: A', '- t: B'),
      lines('-', '  # says', '  t: A', '- id: b', '  t: B'),
      { source: lines('- t: A', '- id: b', '  t: B'), take: ['yaml:/1/id'], remove: ['yaml:/0/id'] },
    ],
  ])('%s', async (_name, ...rest) => check(...rest))
})

describe('what goes', () => {
  const source = 'en:\n  z: Z\n'
  it.each<Case>([
    [
      'goes with its own comments, and maps that hold nothing more go with it; the language stays',
      lines('de:', '  a: A', '', '  # own', '  b:', '    c: C', '    # x', '    d: D # y', '  e: E'),
      lines('de:', '  a: A', '  e: E'),
      { source, remove: ['yaml:/b/c', 'yaml:/b/d'] },
    ],
    ['leaves the language', 'de:\n  a:\n    b: B\n', 'de:\n', { source, remove: ['yaml:/a/b'] }],
    ['leaves brackets', 'de: { a: A, b: B }', 'de: { b: B }', { source, remove: ['yaml:/a'] }],
    [
      'leaves comments of others: those that a blank line parts, and those of the map above',
      lines('# Licence', '', '# own', 'a:', '  x: A', '  # y: off', 'b: B', 'c: C'),
      lines('# Licence', '', '  # y: off', 'c: C'),
      { source: 'z: Z\n', remove: ['yaml:/a/x', 'yaml:/b'] },
    ],
    [
      'is nothing that an alias needs',
      lines('de:', '  a: &x A', '  b: *x', '  c: C', '  d: &y', '    e: E', '  f:', '    <<: *y', '    g: G'),
      lines('de:', '  a: &x A', '  b: *x', '  d: &y', '    e: E', '  f:', '    <<: *y'),
      { source, remove: ['yaml:/a', 'yaml:/c', 'yaml:/d/e', 'yaml:/f/g'] },
    ],
    [
      'leaves brackets over several lines with the comments of the others',
      lines('de: {', '    a: A, # x', '    # y', '    c: C, # z', '    d: D # w', '  }'),
      lines('de: {', '    a: A # x', '  }'),
      { source, remove: ['yaml:/c', 'yaml:/d'] },
    ],
  ])('%s', async (_name, ...rest) => check(...rest))
})

describe('a file', () => {
  it.each(['utf-16le', 'utf-8'] as const)('keeps its byte order mark and its charset: %s', async charset => {
    const written = (text: string) => Buffer.from(`\ufeff${text}`, charset)
    const change = { source: Buffer.from('en:\n  a: A\n  b: B\n'), from: Buffer.from('de:\n  a: A\n  b: Bä日\n') }
    const edits = await yaml.merge?.(written('de:\r\n  a: Ä\r\n'), {
      ...change,
      take: new Set(['yaml:/b']),
      remove: new Set(),
    })
    const bytes = Buffer.from('  b: Bä日\r\n', charset)
    const start = written('de:\r\n  a: Ä\r\n').length
    expect(edits?.map(edit => ({ ...edit, bytes: Buffer.from(edit.bytes) }))).toEqual([{ start, end: start, bytes }])
  })

  it('that cannot be read is refused with its line', async () => {
    const refused = merged(yaml, 'a: A\nb: [', { source: 'a: A\n', texts: { 'yaml:/a': 'B' } })
    await expect(refused).rejects.toThrow(FormatError)
    await expect(refused).rejects.toThrow(/line \d/)
  })

  /** A language is never away, nor what an alias needs; a list is there or not. */
  const togetherOf = ({ path, group }: Unit) =>
    path === 'yaml:' || path.endsWith('/hint') ? undefined : (group ?? path.replace(/\/\d+$/, ''))

  it.each(corpus('yaml').filter(({ name }) => /garden|theme/.test(name)))(
    'is what it was when it gets back what it lost: $name',
    async ({ name, bytes }) => {
      const ofIt = name.startsWith('theme') ? () => 'all' : togetherOf
      await keepsTheLaws(yaml, bytes, { togetherOf: ofIt, runs: 3 })
    },
  )

  it('gets back blank lines, comments of sections, and lists of maps', async () => {
    const sections = lines(
      '# x',
      '',
      '# n',
      'a: A',
      '',
      'b: B',
      '# Part',
      '',
      '# c',
      'c:',
      '  d: D',
      '',
      '  e: E',
    ).concat('\nf: F')
    await keepsTheLaws(yaml, Buffer.from(sections), { runs: 8 })
    const list = lines('m:', '- id: a b', '  t: A', '- id: b b', '  # n', '  t: B')
    for (const gone of [['yaml:/m/0/id'], ['yaml:/m/1/t', 'yaml:/m/0/t'], ['yaml:/m/1/id', 'yaml:/m/1/t']]) {
      const rest = await merged(yaml, list, { source: list, remove: gone })
      expect(rest.split('\n').length).toBeLessThan(list.split('\n').length)
      await check(rest, list, { source: list, take: gone })
    }
  })
})

describe('any maps', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'yes', '1', 'x y', 'e: f')
  const text = fc.constantFrom(
    'Text',
    'two\nlines\n',
    'no',
    '- x',
    "it's",
    'a, b',
    '12',
    ' padded ',
    'ä #b',
    '',
    'a: b',
  )
  const { tree } = fc.letrec<{ tree: Tree }>(tie => ({
    tree: fc.dictionary(key, fc.oneof({ weight: 3, arbitrary: text }, { weight: 2, arbitrary: tie('tree') }), {
      minKeys: 1,
      maxKeys: 4,
      noNullPrototype: true,
    }),
  }))
  const options = fc.record({
    indent: fc.constantFrom(2, 4),
    collectionStyle: fc.constantFrom('block', 'flow', 'any'),
    defaultStringType: fc.constantFrom('PLAIN', 'QUOTE_DOUBLE', 'BLOCK_LITERAL'),
  } as const)

  it('get and lose what is asked for, and nothing else, whatever they are written like', async () => {
    const all = fc.tuple(tree, tree, options, options, fc.array(fc.boolean(), { minLength: 8, maxLength: 40 }))
    await fc.assert(
      fc.asyncProperty(all, async ([there, from, own, other, which]) => {
        const [file, source] = [
          stringify({ k: there }, { ...own, ...STRICT }),
          stringify({ k: from }, { ...other, ...STRICT }),
        ]
        const asked = (path: string, at: number) => which[(at + path.length) % which.length]
        const [had, has] = await Promise.all([textsIn(file), textsIn(source)])
        const take = [...has.keys()].filter(asked)
        const remove = [...had.keys()].filter((path, at) => !has.has(path) && asked(path, at))
        const result = await merged(yaml, file, { source, take, remove })
        const expected = new Map([...had].filter(([path]) => !remove.includes(path)))
        for (const path of take)
          if (![...expected.keys()].some(each => isAbove(each, path))) expected.set(path, has.get(path) ?? '')
        expect(Object.fromEntries(await textsIn(result))).toEqual(Object.fromEntries(expected))
        expect(typeof parse(result)).toBe('object')
      }),
      { numRuns: 25 },
    )
  })
})

/** Words of YAML 1.1 are in quotes: without them they are no texts. */
const STRICT = { version: '1.1' } as const

interface Tree {
  readonly [key: string]: string | Tree
}

/** Whether one path is that of a text where the other one needs a map, or the other way round. */
function isAbove(one: string, other: string): boolean {
  return one !== other && (other.startsWith(`${one}/`) || one.startsWith(`${other}/`))
}

async function textsIn(file: string): Promise<Map<string, string>> {
  return new Map((await unitsOf(yaml, opened(file))).map(({ path, text }) => [path, text]))
}

import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments, stringify, visit } from 'yaml'
import * as z from 'zod'
import { writeScalar } from '../../../src/formats/content/yaml-scalar.ts'
import { FormatError } from '../../../src/formats/format.ts'
import { yaml } from '../../../src/formats/yaml/yaml.ts'
import { corpus } from '../../support/corpus.ts'
import { growsSlowly } from '../../support/growth.ts'
import { bytesOf, fc, marked, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const POLISH = { language: 'pl' }
const BOM = '\ufeff'
const options = { uniqueKeys: false, version: '1.1', logLevel: 'silent' } as const

/** Reasons of values that are no strings for the library, or may be none. */
const NO_STRING: ReadonlySet<string> = new Set(['number', 'code'])

/** The strings that the library's own model of a file has as values. */
function stringsOf(text: string): string[] {
  const strings: string[] = []
  for (const document of parseAllDocuments(text.replace(BOM, ''), options)) {
    if (!('contents' in document)) continue
    visit(document, {
      Scalar(key, { value }) {
        if (key !== 'key' && typeof value === 'string' && value.trim() !== '') strings.push(value.trim())
      },
    })
  }
  return strings.sort()
}

describe.each(corpus('yaml'))('$name', ({ bytes }) => {
  const open = opened(bytes)
  const translate: TranslateUnit = unit => (unit.left_out ? undefined : marked(unit.text))

  it('has the same strings as the model of the library [FMT-1]', async () => {
    const units = await unitsOf(yaml, open)
    const texts = new Set(units.map(({ text }) => text))
    const expected = stringsOf(bytes.toString())
    const missed = expected.filter(text => !texts.has(text))
    expect(missed.length).toBeLessThanOrEqual(expected.length * 0.02)
    const known = new Set(expected)
    const strings = units.filter(({ left_out = '', text }) => text !== '' && !NO_STRING.has(left_out))
    expect(strings.filter(({ text }) => !known.has(text)).length).toBeLessThanOrEqual(strings.length * 0.02)
  })

  it('reads back, and stays YAML for the library [FMT-1]', async () => {
    expect(await bytesOf(rewrite(yaml, open, () => undefined, POLISH))).toEqual(bytes)
    const result = await bytesOf(rewrite(yaml, open, translate, POLISH))
    expect(await verify(yaml, open, opened(result), translate, POLISH)).toEqual([])
    const errors = parseAllDocuments(result.toString().replace(BOM, ''), options).flatMap(document =>
      'errors' in document ? document.errors : [],
    )
    expect(errors).toEqual([])
  })
})

describe('any text', () => {
  const text = fc
    .array(
      fc.oneof(fc.constantFrom(' ', '\n', ': ', ' #', "'", '"', '\\', '- ', 'ß', '😀', 'yes', '1', ','), fc.string()),
    )
    .map(pieces => pieces.join('').replace(/\p{Cs}/gu, ''))
  const manners = [
    ['k: ', { style: 'plain', flow: false }],
    ['k: ', { style: 'plain', flow: false, indent: '   ', width: 20, column: 3 }],
    ['- {k: ', { style: 'plain', flow: true }],
    ['k: ', { style: 'single', flow: false, indent: '  ', width: 12, column: 3 }],
    ['k: ', { style: 'double', flow: false, indent: '  ', width: 12, column: 3 }],
    ['k: ', { style: 'literal', flow: false, header: '|-', indent: '  ' }],
    ['k: ', { style: 'literal', flow: false, header: '|2-', indent: '  ' }],
    ['k: ', { style: 'folded', flow: false, header: '>-', indent: '  ', width: 20 }],
  ] as const

  it.each(manners)('reads back as itself after %j as %j [FMT-1]', (before, manner) => {
    fc.assert(
      fc.property(text, raw => {
        const isBlock = manner.style === 'literal' || manner.style === 'folded'
        const said = isBlock ? raw.replace(/\n+$/, '') : raw
        const written = before + writeScalar(said, { ...manner, eol: '\n', ascii: false }) + (manner.flow ? '}' : '\n')
        expect(stringsAt(written)).toEqual([said])
      }),
      { numRuns: 400, seed: 7 },
    )
  })

  function stringsAt(written: string): unknown[] {
    const found: unknown[] = []
    for (const document of parseAllDocuments(written, options)) {
      if (!('contents' in document)) return ['empty']
      if (document.errors.length > 0) return document.errors
      visit(document, { Scalar: (key, { value }) => void (key !== 'key' && found.push(value)) })
    }
    return found
  }
})

type Tree = { readonly [key: string]: Tree } | string | null

/** A tree of texts by keys, and one with the same keys, of which some lack and some have nothing. */
const trees: fc.Arbitrary<readonly [Tree, Tree]> = fc.letrec<{ pair: readonly [Tree, Tree] }>(tie => ({
  pair: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.tuple(texts(), fc.constantFrom<Tree>('da', null, '')),
    fc
      .dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.tuple(fc.boolean(), tie('pair')), { minKeys: 1 })
      .map(entries => {
        const all = Object.entries(entries)
        return [
          Object.fromEntries(all.map(([key, [, [own]]]) => [key, own])),
          Object.fromEntries(all.flatMap(([key, [has, [, other]]]) => (has ? [[key, other]] : []))),
        ] as const
      }),
  ),
})).pair

function texts(): fc.Arbitrary<string> {
  return fc.constantFrom(
    'Ein Text',
    'Zwei\nZeilen\n',
    "It's",
    'a: b',
    '# no comment',
    ' um ',
    'x\n\n  y\n',
    'true story',
  )
}

const TreeSchema: z.ZodType<Tree> = z.lazy(() => z.union([z.string(), z.null(), z.record(z.string(), TreeSchema)]))
const Trees = z.looseObject({ en: TreeSchema, de: TreeSchema.optional() })

/** What a language has after it was filled. A translation that lacks is the text of the source in capitals. */
function filled(source: Tree, own: Tree | undefined): Tree {
  if (typeof source === 'string') return typeof own === 'string' && own !== '' ? own : source.toUpperCase()
  if (source === null || typeof own === 'string') return own ?? null
  const keys = new Set([...Object.keys(source), ...Object.keys(own ?? {})])
  return Object.fromEntries([...keys].map(key => [key, filled(source[key] ?? null, own?.[key])]))
}

describe('any languages beside each other', () => {
  it('are filled as a merge of their trees would, and no other one is changed [FMT-1, FMT-3]', async () => {
    const inner = trees.filter(([source]) => typeof source !== 'string')
    const manner = fc.record({
      indent: fc.constantFrom(2, 4),
      collectionStyle: fc.constantFrom('any', 'block', 'flow'),
      defaultStringType: fc.constantFrom('PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'),
    })
    await fc.assert(
      fc.asyncProperty(inner, manner, fc.boolean(), async ([en, de], style, isThere) => {
        const content = stringify({ en, fr: { a: 'Un mot' }, ...(isThere && { de }) }, style)
        const translate: TranslateUnit = unit => (unit.left_out ? undefined : unit.text.toUpperCase())
        const result = await bytesOf(rewrite(yaml, opened(content), translate, { language: 'de' }))
        expect(await verify(yaml, opened(content), opened(result), translate, { language: 'de' })).toEqual([])
        const { de: own, ...others } = Trees.parse(parse(content))
        expect(parse(result.toString())).toEqual({ ...others, de: filled(others.en, own) })
      }),
      { numRuns: 200, seed: 7 },
    )
  })
})

describe('a hostile file', () => {
  const forms = (length: number) => `en:\n  a:\n${'    one: x\n    other: y\n'.repeat(length / 16)}`

  it.each([
    [
      'a language to fill',
      (length: number) => `en:\n${'  a: x y\n'.repeat(length / 9)}de:\n${'  b: x\n'.repeat(length / 9)}`,
    ],
    ['a language to make', (length: number) => `en:\n${keys(length, 'x y')}fr:\n  a: z\n`],
    ['a language with every second key', (length: number) => `en:\n${keys(length, 'x y')}de:\n${keys(length / 2, '')}`],
    ['a language of forms that are repeated', (length: number) => `${forms(length)}fr:\n  a: z\n`],
    ['many languages', (length: number) => Array.from({ length: length / 12 }, () => 'en:\n  a: b\n').join('')],
  ])('with %s is read in time that follows its length [LIM-5]', async (_name, content) => {
    const read = async (length: number) =>
      await unitsOf(yaml, opened(content(length)), { target: { language: 'de' } }).catch((error: unknown) => {
        if (!(error instanceof FormatError)) throw error
      })
    expect(await growsSlowly(read, 20_000)).toBe(true)
  })

  function keys(length: number, text: string): string {
    return Array.from({ length: length / 12 }, (_, at) => `  k${at}: ${text}\n`).join('')
  }

  const bomb = [
    'a: &a [x y]',
    ...[...'bcdefghi'].map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(9)}]`),
  ]

  it.each([
    ['a bomb of aliases', bomb.join('\n'), undefined],
    ['lists in lists', '['.repeat(20_000), 'too_deep'],
    ['lists in lists that are closed', '['.repeat(20_000) + ']'.repeat(20_000), 'too_deep'],
    ['dashes', '- '.repeat(20_000), 'too_deep'],
    ['maps in maps', Array.from({ length: 2000 }, (_, at) => `${' '.repeat(at)}k:`).join('\n'), 'too_deep'],
    ['keys of keys', '? '.repeat(20_000), 'too_deep'],
    ['a tab as indent', 'a:\n\tb: c\n', 'malformed'],
    ['a merge with itself', 'a: &a\n  <<: *a\n  b: Some text\n', undefined],
    ['keys of objects', '__proto__:\n  constructor: Some text\n', undefined],
    ['repeated keys', 'a: Some text\n'.repeat(50_000), undefined],
    ['one huge text', `a: ${'Some text '.repeat(300_000)}\n`, undefined],
    ['one huge block', `a: |\n${'  Some text\n'.repeat(200_000)}`, undefined],
    ['one huge text in lines', `a: "${'Some text\n  '.repeat(100_000)}"\n`, undefined],
    ['a quote that is not closed', `a: "${'x\n  '.repeat(100_000)}`, 'malformed'],
    ['anchors', Array.from({ length: 50_000 }, (_, at) => `k${at}: &a${at} Some text`).join('\n'), undefined],
    ['documents', '--- Some text\n'.repeat(50_000), undefined],
    ['comments', `${'# said\n'.repeat(200_000)}a: Some text\n`, undefined],
  ])('with %s is read or refused, and does no harm [LIM-5]', async (_name, content, code) => {
    const reading = unitsOf(yaml, opened(content))
    if (code === undefined) expect((await reading).length).toBeGreaterThan(0)
    else {
      const error = await reading.catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(FormatError)
      expect(error).toMatchObject({ code })
    }
  })
})

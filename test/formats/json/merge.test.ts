import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../support/tree.ts'
import { built, fc } from '../files.ts'
import { keepsTheLaws, merged } from '../merging.ts'

const json = built('json')
const bring = (there: string, brought: Parameters<typeof merged>[2]) => merged(json, there, brought)

const SOURCE = `{
  "menu": {
    "open": "Open",
    "save": "Save",
    "close": "Close"
  },
  "bye": "Bye"
}
`

describe('a JSON file gains texts', () => {
  it.each([
    ['at the end', ['open', 'save'], 'close', ['open', 'save', 'close']],
    ['in the middle', ['open', 'close'], 'save', ['open', 'save', 'close']],
    ['at the beginning', ['save', 'close'], 'open', ['open', 'save', 'close']],
    ['in an order of its own', ['close', 'open'], 'save', ['close', 'open', 'save']],
  ])('%s, beside its neighbour of the source [SYN-1]', async (_, there, key, keys) => {
    const file = (some: readonly string[]) =>
      `{\n\t"menu" : {\n${some.map(name => `\t\t"${name}" : "«${name}»"`).join(',\n')}\n\t}\n}`
    const result = await bring(file(there), { source: SOURCE, texts: { [`json:/menu/${key}`]: `«${key}»` } })
    expect(result).toBe(file(keys))
  })

  it('replaces a text, with the escapes that the file has [SYN-1]', async () => {
    const there = '{"menu": {"open": "\\u00d6ffnen", "save": "x"}, "n": 1}'
    const result = await bring(there, { source: SOURCE, texts: { 'json:/menu/open': 'Auf für "alle"' } })
    expect(result).toBe('{"menu": {"open": "Auf f\\u00fcr \\"alle\\"", "save": "x"}, "n": 1}')
  })

  it('makes what holds them, with the indent of the file [SYN-1]', async () => {
    const there = '{\r\n    "bye": "Tschüss"\r\n}\r\n'
    const result = await bring(there, {
      source: SOURCE,
      texts: { 'json:/menu/open': 'Öffnen', 'json:/menu/close': 'Zu' },
    })
    expect(result).toBe(
      '{\r\n    "menu": {\r\n        "open": "Öffnen",\r\n        "close": "Zu"\r\n    },\r\n    "bye": "Tschüss"\r\n}\r\n',
    )
  })

  it.each([
    ['{}', '{\n  "bye": "Tschüss"\n}'],
    ['{\n}\n', '{\n  "bye": "Tschüss"\n}\n'],
    ['{ }', '{\n  "bye": "Tschüss"\n}'],
    ['{"a":"b"}', '{"a":"b", "bye":"Tschüss"}'],
    ['{ "a": "b" }', '{ "a": "b", "bye": "Tschüss" }'],
    ['{"a":"b","c":"d"}', '{"a":"b","c":"d","bye":"Tschüss"}'],
    ['{\n  "a": "b", // of a\n}', '{\n  "a": "b", // of a\n  "bye": "Tschüss",\n}'],
    ['{\n  "a": "b" // of a\n}', '{\n  "a": "b", // of a\n  "bye": "Tschüss"\n}'],
    ['\ufeff{\n  "ä": "b"\n}', '\ufeff{\n  "ä": "b",\n  "bye": "Tschüss"\n}'],
  ])('in %j', async (there, result) => {
    expect(await bring(there, { source: SOURCE, texts: { 'json:/bye': 'Tschüss' } })).toBe(result)
  })

  it('with the comments and the blank line before them [SYN-1]', async () => {
    const source = '{\n  "a": "A",\n\n  // Said by the door.\n  "b": "Bee" // short\n}\n'
    const result = await bring('{\n    "a": "A"\n}\n', { source, texts: { 'json:/b': 'Biene' } })
    expect(result).toBe('{\n    "a": "A",\n\n    // Said by the door.\n    "b": "Biene"\n}\n')
  })

  it('below the key of its language, with what belongs to a message [SYN-1]', async () => {
    const source = '{"en": {"a": "One thing", "n": 5, "more": {"b": "Two things", "deep": 1, "url": "https://a.b"}}}'
    const result = await bring('{\n  "de": {\n    "a": "Eins"\n  }\n}', {
      source,
      texts: { 'json:/en/more/b': 'Zwei' },
    })
    expect(result).toBe(
      '{\n  "de": {\n    "a": "Eins",\n    "more": {"b": "Zwei", "deep": 1, "url": "https://a.b"}\n  }\n}',
    )
  })

  it('as entries of a catalogue, with their descriptions', async () => {
    const entry = (key: string, message: string) =>
      `  "${key}": {\n    "message": "${message}",\n    "description": "The ${key}"\n  }`
    const source = `{\n${entry('a', 'Open it')},\n${entry('b', 'Close it')}\n}\n`
    const result = await bring(`{\n${entry('a', 'Auf')}\n}\n`, { source, texts: { 'json:/b/message': 'Zu' } })
    expect(result).toBe(`{\n${entry('a', 'Auf')},\n${entry('b', 'Zu')}\n}\n`)
  })

  it('with what an ARB file says about them, where the file has that [SYN-1]', async () => {
    const about = (key: string) => `  "@${key}": {"description": "The ${key}"}`
    const source = `{\n  "a": "Open it",\n${about('a')},\n  "b": "Close it",\n${about('b')}\n}`
    const brought = { source, texts: { 'json:/b': 'Zu' } }
    expect(await bring(`{\n  "a": "Auf"\n}`, brought)).toBe('{\n  "a": "Auf",\n  "b": "Zu"\n}')
    const full = `{\n  "a": "Auf",\n${about('a')},\n  "b": "Zu",\n${about('b')}\n}`
    expect(await bring(`{\n  "a": "Auf",\n${about('a')}\n}`, brought)).toBe(full)
    expect(await bring(full, { source, remove: ['json:/b'] })).toBe(`{\n  "a": "Auf",\n${about('a')}\n}`)
  })

  it('with the plural forms that its language has [SYN-1]', async () => {
    const source = '{\n  "item_one": "{{count}} item",\n  "item_other": "{{count}} items",\n  "z": "Zed"\n}'
    const forms = { one: '{{count}} plik', few: '{{count}} pliki', many: '{{count}} plików', other: '{{count}} pliku' }
    const texts = Object.fromEntries(Object.entries(forms).map(([form, text]) => [`json:/item_${form}`, text]))
    const result = await bring('{\n  "z": "Zet"\n}', { source, texts, language: 'pl' })
    expect(JSON.parse(result)).toEqual({
      item_one: forms.one,
      item_few: forms.few,
      item_many: forms.many,
      item_other: forms.other,
      z: 'Zet',
    })
  })

  it('in lists, one behind the other', async () => {
    const source = '{"days": ["Monday comes", "Tuesday comes", "Wednesday comes"]}'
    const texts = { 'json:/days/1': 'Dienstag', 'json:/days/2': 'Mittwoch' }
    expect(await bring('{"days": ["Montag"]}', { source, texts })).toBe('{"days": ["Montag", "Dienstag", "Mittwoch"]}')
  })

  it('where something else stands under its key', async () => {
    expect(await bring('{"menu": "Menü"}', { source: SOURCE, texts: { 'json:/menu/open': 'Auf' } })).toBe(
      '{"menu": {\n  "open": "Auf"\n}}',
    )
  })
})

describe('a JSON file loses texts', () => {
  it.each([
    ['the first', '/menu/open', '{\n  "menu": {\n    "save": "Save",\n    "close": "Close"\n  },\n  "bye": "Bye"\n}\n'],
    ['the last', '/menu/close', '{\n  "menu": {\n    "open": "Open",\n    "save": "Save"\n  },\n  "bye": "Bye"\n}\n'],
    [
      'what is behind an object',
      '/bye',
      '{\n  "menu": {\n    "open": "Open",\n    "save": "Save",\n    "close": "Close"\n  }\n}\n',
    ],
  ])('%s [SYN-1]', async (_, path, result) => {
    expect(await bring(SOURCE, { source: SOURCE, remove: [`json:${path}`] })).toBe(result)
  })

  it('with the object that held nothing else, but not the file [SYN-1]', async () => {
    const remove = ['open', 'save', 'close'].map(key => `json:/menu/${key}`)
    expect(await bring(SOURCE, { source: SOURCE, remove })).toBe('{\n  "bye": "Bye"\n}\n')
    expect(JSON.parse(await bring(SOURCE, { source: SOURCE, remove: [...remove, 'json:/bye'] }))).toEqual({})
  })

  it('with its own comments, not those of a section', async () => {
    const there = '{\n  // Section\n\n  // of a\n  "a": "A", // too\n  "b": "B"\n}\n'
    expect(await bring(there, { source: there, remove: ['json:/a'] })).toBe('{\n  // Section\n  "b": "B"\n}\n')
  })

  it.each([
    ['{"a": "A", "b": "B", "c": "C"}', ['a'], '{"b": "B", "c": "C"}'],
    ['{ "a": "A", "b": "B" }', ['b'], '{ "a": "A" }'],
    ['{"a":"A","b":"B",}', ['a', 'b'], '{}'],
    ['{\n "a": "A"\n,"b": "B"\n}', ['a'], '{"b": "B"\n}'],
    ['{"a": "A", "a": "B", "c": "D"}', ['a'], '{"c": "D"}'],
  ])('from %j: %j', async (there, keys, result) => {
    expect(await bring(there, { source: there, remove: keys.map(key => `json:/${key}`) })).toBe(result)
  })
})

describe('a JSON file that is changed', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd', 'e~/', 'é')
  const { tree } = fc.letrec<{ tree: unknown }>(tie => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('Some words here', 'Other words too', 'More of it'),
      fc.constantFrom(5, true, null, 'https://a.b/c'),
      fc.array(fc.constantFrom('First words', 'Second words'), { minLength: 1, maxLength: 3 }),
      fc.dictionary(name, tie('tree'), { minKeys: 1, maxKeys: 4 }),
    ),
  }))
  const file = fc.dictionary(name, tree, { minKeys: 1, maxKeys: 5 })
  const indents = fc.constantFrom(0, 2, 4, '\t')

  it('has just what was asked for, whatever both files look like [SYN-1]', async () => {
    await fc.assert(
      fc.asyncProperty(file, file, indents, indents, fc.func(fc.boolean()), async (from, there, one, two, chosen) => {
        const texts = [...stringsIn(from)].filter(path => chosen(path))
        const result = await bring(JSON.stringify(there, null, two), {
          source: JSON.stringify(from, null, one),
          take: texts.map(path => `json:${path}`),
        })
        const now: unknown = JSON.parse(result)
        for (const path of texts) if (!path.match(/\/\d/)) expect(at(now, path)).toBe(at(from, path))
        const replaced = texts.map(path => firstOther(from, there, path))
        const touched = (path: string) => replaced.some(top => `${path}/`.startsWith(`${top}/`))
        for (const path of stringsIn(there)) if (!touched(path)) expect(at(now, path)).toBe(at(there, path))
      }),
      { numRuns: 150 },
    )
  })

  const folder = join(ROOT, 'test', 'corpus', 'json')
  it.each(readdirSync(folder).filter(file => file.endsWith('.json') && !file.includes('.arb')))(
    'keeps the laws: %s [SYN-1]',
    async file => {
      await keepsTheLaws(json, readFileSync(join(folder, file)), { runs: 5, exact: false })
    },
  )
})

/** The outermost place on the way to a text where the two files have not the same kind of value. */
function firstOther(from: unknown, there: unknown, path: string): string {
  const kind = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)
  const steps = path.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'))
  return steps.find(step => kind(at(from, step)) !== kind(at(there, step))) ?? path
}

function* stringsIn(value: unknown, path = ''): Generator<string> {
  if (typeof value === 'string') yield path
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    yield* stringsIn(inner, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
}

function at(value: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (inner, key) =>
        typeof inner === 'object' && inner !== null
          ? Object.entries(inner).find(([name]) => name === key)?.[1]
          : undefined,
      value,
    )
}

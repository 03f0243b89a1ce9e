import { describe, expect, it } from 'vitest'
import { built, opened, unitsOf } from '../files.ts'
import { leftOut } from './files.ts'

const json = built('json')

/** The part, the reason and the note of each unit. */
async function shown(file: unknown): Promise<unknown[]> {
  const units = await unitsOf(json, opened(JSON.stringify(file)))
  return units.map(({ part, left_out, note }) => [part, left_out, note])
}

describe('entries of catalogues', () => {
  it.each<[string, unknown, unknown[]]>([
    [
      'VS Code, with plain strings beside them',
      { 'a.title': 'Open', 'a.text': { message: 'Close it', comment: ['A verb.', 'Short.'] } },
      [
        ['a.title', undefined, undefined],
        ['a.text.message', undefined, 'A verb.\nShort.'],
        ['a.text.comment.0', 'comment', undefined],
        ['a.text.comment.1', 'comment', undefined],
      ],
    ],
    [
      'FormatJS, as a list',
      [{ id: 'greeting', defaultMessage: 'Hi there', description: 'Shown once' }],
      [
        ['0.id', 'do_not_translate', undefined],
        ['0.defaultMessage', undefined, 'Shown once'],
        ['0.description', 'comment', undefined],
      ],
    ],
    [
      'structured JSON',
      { a: { string: 'Hi there', developer_comment: 'Shown once', character_limit: 10 } },
      [
        ['a.string', undefined, 'Shown once'],
        ['a.developer_comment', 'comment', undefined],
      ],
    ],
    [
      'FormatJS, for Smartling',
      {
        smartling: { translate_paths: ['*/message'], note: 'For all' },
        a: { message: 'Hi there', description: 'Once' },
      },
      [
        ['smartling.translate_paths.0', 'do_not_translate', undefined],
        ['smartling.note', 'do_not_translate', undefined],
        ['a.message', undefined, 'Once'],
        ['a.description', 'comment', undefined],
      ],
    ],
    [
      'go-i18n, with plural forms',
      { Cats: { description: 'How many', one: 'One cat', other: 'Many cats' } },
      [
        ['Cats.description', 'comment', undefined],
        ['Cats.one', undefined, 'How many'],
        ['Cats.other', undefined, 'How many'],
      ],
    ],
    [
      'under the key of their language',
      { en: { a: { message: 'Go now', description: 'A button' } } },
      [
        ['en', 'key', undefined],
        ['en.a.message', undefined, 'A button'],
        ['en.a.description', 'comment', undefined],
      ],
    ],
    [
      'what only looks like them',
      { a: { message: 'Go now', description: 'A text' }, b: { message: 'Stop', title: 'A title' } },
      [
        ['a.message', undefined, undefined],
        ['a.description', undefined, undefined],
        ['b.message', undefined, undefined],
        ['b.title', undefined, undefined],
      ],
    ],
  ])('are known: %s', async (_, file, expected) => {
    expect(await shown(file)).toEqual(expected)
  })

  it('say what their placeholders stand for', async () => {
    const chrome = {
      a: { message: 'Hi $WHO$', description: 'd', placeholders: { WHO: { content: '$1', example: 'Ann' } } },
    }
    const arb = { a: 'Hi {who}', '@a': { placeholders: { who: { type: 'String', example: 'Ann' } } } }
    const saidIn = async (file: unknown) => (await unitsOf(json, opened(JSON.stringify(file))))[0]?.context?.stands_for
    expect(await saidIn(chrome)).toEqual({ $WHO$: 'e.g. Ann' })
    expect(await saidIn(arb)).toEqual({ '{who}': 'String, e.g. Ann' })
  })
})

it('names of countries and languages are text, whatever their codes are called', async () => {
  const countries = { countries: { ID: 'Indonesia', DE: 'Germany' }, languages: { id: 'Indonesian', is: 'Icelandic' } }
  expect(Object.values(await leftOut(countries))).toEqual(['translate', 'translate', 'translate', 'translate'])
  expect(Object.values(await leftOut({ AF: 'A', AL: 'B', ID: 'Indonesia', DZ: 'C', AS: 'D' }))).toContain('translate')
  expect(await leftOut({ ID: 'Indonesia', DE: 'Germany' })).toEqual({ ID: 'translate', DE: 'translate' })
  expect(await leftOut({ id: 'Indonesian', de: 'German' })).toEqual({ id: 'translate', de: 'translate' })
  expect(await leftOut({ ID: 'x17', NO: 'Number' })).toMatchObject({ ID: 'identifier' })
  expect(await leftOut({ id: 'Open', url: 'Open', src: 'Open', alt: 'A text', cls: 'Some text' })).toMatchObject({
    id: 'identifier',
    src: 'identifier',
  })
})

it('names behind colons are codes where the key has them, too', async () => {
  const syntaxOf = async (file: unknown) =>
    (await unitsOf(json, opened(JSON.stringify(file)))).map(({ syntax }) => syntax)
  expect(await syntaxOf({ 'Hi, :name': 'Hi, :name', 'Log out': 'Log out' })).toEqual(['laravel', 'laravel'])
  expect(await syntaxOf({ 'Hi, :name': 'Hallo :name' })).toEqual(['laravel'])
  expect(await syntaxOf({ greeting: 'Hi, :name' })).toEqual([undefined])
  expect(await syntaxOf({ 'Hi, :name': 'Hi there' })).toEqual([undefined])
})

it('lists of paths and words in capitals under a key of choices are for programs, all others are not', async () => {
  const nav = { group: 'First steps', pages: ['index', 'guides/start', { group: 'More', pages: ['es/quick-start'] }] }
  expect(await leftOut({ nav, tags: ['fast', 'and/or', 'Good'], type: 'HTML', kind: 'Poster' })).toEqual({
    ...{ 'nav.group': 'translate', 'nav.pages.0': 'identifier', 'nav.pages.1': 'identifier' },
    ...{ 'nav.pages.2.group': 'translate', 'nav.pages.2.pages.0': 'identifier' },
    ...{ 'tags.0': 'translate', 'tags.1': 'translate', 'tags.2': 'translate', type: 'identifier', kind: 'translate' },
  })
})

describe('files of settings', () => {
  it.each<[string, unknown, Record<string, string>]>([
    [
      'an npm package.json',
      { name: 'x', version: '1.0.0', description: 'A small tool', scripts: { a: 'run it' }, license: 'MIT' },
      { name: 'identifier', description: 'settings', 'scripts.a': 'code', license: 'identifier' },
    ],
    [
      'a browser extension manifest',
      { manifest_version: 3, name: 'My tool', version: '1', action: { default_title: 'Open it' }, key: 'Some words' },
      { name: 'settings', 'action.default_title': 'settings', key: 'code' },
    ],
    [
      'a TypeScript configuration (tsconfig)',
      { compilerOptions: { target: 'Esnext', lib: ['Dom'] }, include: ['src'] },
      { 'compilerOptions.target': 'identifier', 'include.0': 'identifier' },
    ],
    [
      'an OpenAPI description',
      {
        openapi: '3.1.0',
        info: { title: 'My service' },
        paths: { '/a': { get: { summary: 'Gets it', tags: ['Some tag'] } } },
      },
      { 'info.title': 'settings', 'paths./a.get.summary': 'settings', 'paths./a.get.tags.0': 'code' },
    ],
    [
      'a GeoJSON file',
      {
        type: 'FeatureCollection',
        features: [{ type: 'Feature', properties: { name: 'Old Town', kind: 'Some place' } }],
      },
      { 'features.0.properties.name': 'settings', 'features.0.properties.kind': 'code' },
    ],
    [
      'a JSON Schema',
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: 'Order',
        properties: { a: { description: 'An a' } },
      },
      { title: 'settings', 'properties.a.description': 'settings' },
    ],
    [
      'a web app manifest',
      { name: 'My app', display: 'standalone', shortcuts: [{ name: 'Open it', url: '/x' }] },
      { name: 'settings', display: 'identifier', 'shortcuts.0.name': 'settings' },
    ],
    [
      'an npm lock file',
      { lockfileVersion: 3, packages: { a: { license: 'MIT' } } },
      { 'packages.a.license': 'identifier' },
    ],
    ['an ESLint configuration', { extends: ['Airbnb'], rules: { a: 'Warn' } }, { 'extends.0': 'identifier' }],
    ['an editor configuration', { 'editor.tabSize': 2, '[json]': { a: 'Some words' } }, { '[json].a': 'code' }],
  ])('are known by what is in them: %s', async (called, file, expected) => {
    expect(await leftOut(file)).toMatchObject(expected)
    const units = await unitsOf(json, opened(JSON.stringify(file)))
    expect(units.find(({ context }) => context?.kind)?.context?.kind).toBe(called)
    expect(units.every(({ left_out }) => left_out !== undefined)).toBe(true)
  })

  it.each([
    [
      'of a shop for packages',
      { name: 'Name', version: 'Version', description: 'Description', dependencies: 'Dependencies' },
    ],
    ['with keys that settings have, too', { 'search.title': 'Search', 'editor.save': 'Save', 'files.none': 'None' }],
    ['of a map', { type: 'FeatureCollection of texts', features: 'Features', name: 'Name' }],
    ['of an app store', { name: 'Name', display: 'Display', icons: 'Icons', start_url: 'Start page' }],
    ['of rules', { extends: 'Extends', rules: { a: 'No rules' }, title: 'Title' }],
  ])('are not catalogues %s', async (_, file) => {
    expect(new Set(Object.values(await leftOut(file)))).toEqual(new Set(['translate']))
  })
})

it('JSON with comments and trailing commas is read as it is, by each of its extensions', async () => {
  const file = '{\n  // said\n  "a": "Hello there", /* x */\n  "b": ["One", "Two",],\n}\n'
  for (const extension of ['json', 'jsonc', 'arb']) {
    const units = await unitsOf(built(extension), opened(file))
    expect(units.map(({ text }) => text)).toEqual(['Hello there', 'One', 'Two'])
  }
})

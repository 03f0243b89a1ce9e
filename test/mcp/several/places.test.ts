import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Home } from '../../../src/mcp/several/homes.ts'
import {
  BESIDE,
  baseOf,
  baseOfRun,
  collisions,
  expectedIn,
  type FileToPlace,
  isZipName,
  placeOf,
  placesOf,
  placesOfAll,
  unknownPlaceholder,
} from '../../../src/mcp/several/places.ts'

const WORKING = '/here'
const home = (folder: string): Home => ({ folder, way: 'apart', at: folder })

function file(name: string, more: Partial<FileToPlace> = {}): FileToPlace {
  return { path: name, language: 'en', languages: ['de'], holds_all: false, ...more }
}

/** The expected places of all, each list with the place that it shares. */
function placed(files: readonly FileToPlace[], template = BESIDE, base?: string) {
  return placesOfAll(files, { template, working: WORKING, base }).map(({ places, shared }) => ({
    places: [...new Set(expectedIn(places).values())],
    shared,
  }))
}

describe('the places of many results', () => {
  it.each([
    [
      ['/p/a.md', '/p/a.en.md'],
      ['/p/a.de.md', '/p/a.en.de.md'],
    ],
    [
      ['/p/po/app.pot', '/p/po/web.pot'],
      ['/p/po/app.de.po', '/p/po/web.de.po'],
    ],
    [
      ['/p/A.md', '/p/a.en.md'],
      ['/p/A.de.md', '/p/a.en.de.md'],
    ],
    [
      ['/p/en.json', '/p/en.yaml'],
      ['/p/de.json', '/p/de.yaml'],
    ],
    [
      ['/p/a/messages', '/p/b/messages.en'],
      ['/p/a/messages.de', '/p/b/messages.de'],
    ],
    [
      ['/p/messages', '/p/messages.en'],
      ['/p/messages.de', '/p/messages.en.de.messages'],
    ],
    [
      ['/p/a/en.json', '/p/b/en.json'],
      ['/p/a/de.json', '/p/b/de.json'],
    ],
    [
      ['/p/report.pdf', '/p/report.docx'],
      ['/p/report.pdf.de.docx', '/p/report.de.docx'],
    ],
    [
      ['/p/report.pdf', '/p/other.docx'],
      ['/p/report.de.docx', '/p/other.de.docx'],
    ],
  ])('%j are told apart by the names of their sources alone where they must: %j [MCP-17]', (names, places) => {
    const told = placed(names.map(name => file(name)))
    expect(told).toEqual(places.map(place => ({ places: [place], shared: undefined })))
  })

  it('leave those as usual that share nothing [MCP-17]', () => {
    const names = ['/p/po/app.pot', '/p/po/web.pot', '/p/locales/en.json']
    expect(placed(names.map(name => file(name)))[2]?.places).toEqual(['/p/locales/de.json'])
  })

  it('say which place is that of another one, whatever was tried [MCP-17]', () => {
    const files = [
      file('/p/a.json'),
      file('/p/B.json', { languages: ['fr', 'de'] }),
      file('/p/c.json', { languages: ['it'] }),
    ]
    const shared = '/here/out/de.json'
    expect(placed(files, 'out/{lang}.json').map(one => one.shared)).toEqual([shared, shared, undefined])
    expect(placed([file('/p/a.json', { languages: ['de', 'fr'] })], 'out/x.json')[0]?.shared).toBe('/here/out/x.json')
  })

  it('know a file that holds all its languages for one place, not for one that is shared [MCP-17]', () => {
    const table = file('/p/a.csv', { languages: ['de', 'fr'], holds_all: true })
    expect(placed([table])).toEqual([{ places: ['/p/a.translations.csv'], shared: undefined }])
    expect(placed([table, table])[0]?.shared).toBe('/p/a.translations.csv')
  })

  it('follow each its own folder, and a file that was named itself lies beside its source [MCP-17]', () => {
    const docs = home('/p/docs')
    const files = [
      file('/p/docs/a.md', { home: docs }),
      file('/p/docs/b.md'),
      file('/p/blog/a.md', { home: home('/p/blog') }),
    ]
    expect(placed(files).map(({ places }) => places[0])).toEqual([
      '/p/docs.de/a.md',
      '/p/docs/b.de.md',
      '/p/blog.de/a.md',
    ])
  })
})

describe('in a folder that was asked for, results', () => {
  const docs = home('/p/docs')

  it('keep the folders of their sources below the one folder of the run, however many files it has [MCP-17]', () => {
    expect(baseOfRun(['/p/docs/a.md', '/p/docs/b/c.md'], [docs, docs])).toBe('/p/docs')
    expect(baseOfRun(['/p/docs/a.md'], [docs])).toBe('/p/docs')
  })

  it('keep the names of their folders where there are several, one of which may hold another [MCP-17]', () => {
    expect(baseOfRun([], [docs, home('/p/blog')])).toBe('/p')
    expect(baseOfRun([], [docs, home('/p/docs/sub')])).toBe('/p/docs')
    expect(baseOfRun([], [docs, home('/q')])).toBe('/')
  })

  it('lie side by side without a folder, unless two sources have one name [MCP-17]', () => {
    expect(baseOfRun(['/p/a/x.md', '/p/b/y.md'], [])).toBeUndefined()
    expect(baseOfRun(['/p/a/x.md', '/p/b/X.md'], [])).toBe('/p')
    expect(baseOf(['/p/same/x.md', '/p/same/x.md'])).toBe('/p/same')
    expect(baseOf(['/p/ab/x.md', '/p/abc/x.md', '/p/ab/d/x.md'])).toBe('/p')
  })

  it.each(['/p/other/x.md', '/p/docs.old/x.md', '/x.md', '/p/x.md'])(
    'never lead out of it: that of %s, which lies beside the folder of the run, is in it itself [MCP-17, MCP-10]',
    name => {
      const base = baseOfRun(['/p/docs/sub/a.md', name], [docs])
      const told = placed([file('/p/docs/sub/a.md', { home: docs }), file(name)], 'out/', base)
      expect(told.map(({ places }) => places[0])).toEqual(['/here/out/sub/a.de.md', '/here/out/x.de.md'])
    },
  )

  it('of one name, one of them from beside the folder, are said to share their place [MCP-17]', () => {
    const told = placed([file('/p/docs/x.md', { home: docs }), file('/p/other/x.md')], 'out/', '/p/docs')
    expect(told.map(({ shared }) => shared)).toEqual(['/here/out/x.de.md', '/here/out/x.de.md'])
  })

  it('have no tag in their names below a folder for the language, but for a file that was named itself [MCP-17]', () => {
    const files = ['/p/docs/a.md', '/p/docs/en.json', '/p/docs/b.en.md', '/p/docs/README', '/p/docs/po/app.pot']
    const told = placed(
      [...files.map(name => file(name, { home: docs })), file('/p/docs/c.md')],
      'out/{lang}/',
      '/p/docs',
    )
    const names = ['a.md', 'de.json', 'b.de.md', 'README', 'po/de.po', 'c.de.md']
    expect(told.map(({ places }) => places[0])).toEqual(names.map(name => `/here/out/de/${name}`))
  })

  it('do not keep folders that the template names already [MCP-17]', () => {
    const rule = { template: '{dir}/out/', working: WORKING, base: '/p' }
    expect(placeOf(rule, { path: '/p/a/b/x.md', language: 'en' }, 'de')).toBe('/p/a/b/out/x.de.md')
  })
})

describe('a template', () => {
  it.each<[string, readonly string[], boolean, 'apart' | 'together']>([
    ['out/all.zip', ['de', 'fr'], false, 'together'],
    ['out/ALL.ZIP', ['de', 'fr'], false, 'together'],
    ['out/all.zip', ['de'], false, 'apart'],
    ['out/{lang}.zip', ['de', 'fr'], false, 'apart'],
    ['out/all.zip/', ['de', 'fr'], false, 'apart'],
    ['out/all.zipped', ['de', 'fr'], false, 'apart'],
    ['out/all.csv', ['de', 'fr'], true, 'together'],
    ['out/all.csv', ['de'], true, 'apart'],
  ])('%s of results in %j asks for one file or several [MCP-10]', (template, languages, holds_all, which) => {
    const places = placesOf({ template, working: WORKING }, { path: '/p/a.csv', language: 'en' }, languages, holds_all)
    expect(expectedIn(places)).toBe(places[which])
    expect(places.zip).toBe(which === 'together' && !holds_all)
    expect(isZipName(template)).toBe(/zip$/i.test(template))
  })

  it.each([
    ['out/a.md', true],
    ['/abs/a.md', true],
    ['out/', false],
    ['out\\', false],
    ['out/{lang}.md', false],
    [BESIDE, false],
  ])('%s is that very path: %j [MCP-10]', (template, exact) => {
    const rule = { template, working: WORKING }
    expect(placesOf(rule, { path: '/p/a.md', language: null }, ['de'], false).exact).toBe(exact)
  })

  it('leaves out the dot of an extension that a source does not have, and no other one [MCP-10]', () => {
    const at = (template: string, source: string) =>
      path.relative(WORKING, placeOf({ template, working: WORKING }, { path: source, language: null }, 'de'))
    expect(at('{name}.{lang}.{ext}', '/p/README')).toBe('README.de')
    expect(at('{name}.{lang}.{ext}', '/p/.env')).toBe('.env.de')
    expect(at('{name}-{ext}-{lang}', '/p/a.b.txt')).toBe('a.b-txt-de')
  })

  it('has its first unknown placeholder named, as it is written [MCP-10]', () => {
    expect(unknownPlaceholder('{dir}/{Lang}/{x}')).toBe('{Lang}')
    expect(unknownPlaceholder('{}/a')).toBe('{}')
    expect(unknownPlaceholder('{dir}{name}{ext}{lang}{not one}')).toBeUndefined()
  })

  it('gives a zip and a table of a folder the tree beside it, with the whole name of the source [MCP-17]', () => {
    const rule = { template: BESIDE, working: WORKING, home: home('/p/docs') }
    const { together, apart } = placesOf(rule, { path: '/p/docs/a/en.csv', language: 'en' }, ['de', 'fr'], true)
    expect([...together.values()]).toEqual(['/p/docs.translations/a/en.csv', '/p/docs.translations/a/en.csv'])
    expect([...apart.values()]).toEqual(['/p/docs/a/de.csv', '/p/docs/a/fr.csv'])
  })
})

it('places that occur twice are the same in upper and lower case, and once each', () => {
  expect([...collisions([['/A', '/b'], ['/a'], ['/a', '/B', '/c']])]).toEqual(['/a', '/b'])
  expect([...collisions([])]).toEqual([])
})

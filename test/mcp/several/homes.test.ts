import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Home, homeOf, placeInTree } from '../../../src/mcp/several/homes.ts'
import type { NamedTranslation } from '../../../src/mcp/several/named-translation.ts'
import { temporaryFolder } from '../../support/world.ts'

/** Translations into German by their names, each with the name of its source. */
function lying(pairs: Readonly<Record<string, string>>): ReadonlyMap<string, NamedTranslation> {
  return new Map(
    Object.entries(pairs).map(([name, source]) => [name, { tag: 'de', source: { name: source, tag: undefined } }]),
  )
}

const seenIn = (pairs: Readonly<Record<string, string>>) => homeOf('/p/docs', lying(pairs), '/p').seen

describe('translations that are there already', () => {
  it.each<[Record<string, string>, Home['seen']]>([
    [{ 'a.de.md': 'a.md' }, { way: 'beside', at: '/p/docs' }],
    [{ 'de/a.md': 'a.md' }, { way: 'within', at: '/p/docs' }],
    [{ 'x/y/de/z/a.md': 'x/y/z/a.md' }, { way: 'within', at: '/p/docs/x/y' }],
    [{ 'x/y.de/a.md': 'x/y/a.md' }, { way: 'apart', at: '/p/docs/x/y' }],
    [{ 'x/de/a.md': 'x/en/a.md' }, undefined],
    [{ 'xde/a.md': 'x/a.md' }, undefined],
    [{}, undefined],
  ])('%j show the way in which others are to lie: %j [MCP-17]', (pairs, seen) => {
    expect(seenIn(pairs)).toEqual(seen)
  })

  it('show the way in which most of them lie, the first where there are as many [MCP-17]', () => {
    const beside = { 'a.de.md': 'a.md' }
    const within = { 'de/b.md': 'b.md', 'de/c/d.md': 'c/d.md' }
    expect(seenIn({ ...beside, ...within })?.way).toBe('within')
    expect(seenIn({ ...within, ...beside, 'e.de.md': 'e.md', 'f.de.md': 'f.md' })?.way).toBe('beside')
    expect(seenIn({ 'a.de.md': 'a.md', 'de/b.md': 'b.md' })?.way).toBe('beside')
  })

  it('show nothing where no tag or no source is known, or the source says its own language [MCP-17]', () => {
    const names = new Map<string, NamedTranslation>([
      ['de/a.md', { tag: undefined, source: { name: 'a.md', tag: undefined } }],
      ['de/b.md', { tag: 'de', source: undefined }],
      ['de/c.md', { tag: 'de', source: { name: 'c.md', tag: 'en' } }],
    ])
    expect(homeOf('/p/docs', names, '/p').seen).toBeUndefined()
  })
})

describe('a folder without translations', () => {
  it.each([
    ['/p/docs', 'apart'],
    ['/p', 'within'],
    ['/', 'within'],
    ['/p/docs/sub', 'apart'],
    ['/q', 'apart'],
    ['/p2', 'apart'],
  ] as const)('%s has them lie %s, seen from /p [MCP-17]', (folder, way) => {
    expect(homeOf(folder, new Map(), '/p')).toMatchObject({ folder, at: folder, way })
  })

  it('that is a repository of its own, also one that is linked, has them within [MCP-17]', () => {
    const folder = temporaryFolder()
    expect(homeOf(folder, new Map(), '/p').way).toBe('apart')
    writeFileSync(join(folder, '.git'), 'gitdir: elsewhere')
    expect(homeOf(folder, new Map(), '/p').way).toBe('within')
  })
})

describe('the place in a tree', () => {
  const apart: Home = { folder: '/p/docs', way: 'apart', at: '/p/docs' }

  it.each<[Home, string, string | undefined]>([
    [apart, '/p/docs.pt-BR/x/a.md', 'a.md'],
    [{ ...apart, way: 'within' }, '/p/docs/pt-BR/x/a.md', 'a.md'],
    [{ ...apart, way: 'beside' }, 'undefined', 'a.md'],
    [{ ...apart, seen: { way: 'beside', at: '/p/docs' } }, 'undefined', 'a.md'],
    [{ ...apart, seen: { way: 'within', at: '/p/docs/x' } }, '/p/docs/x/pt-BR/a.md', 'a.md'],
    [{ ...apart, seen: { way: 'apart', at: '/p/docs/x' } }, '/p/docs/x.pt-BR/a.md', 'a.md'],
    [{ ...apart, seen: { way: 'within', at: '/p/docs/y' } }, '/p/docs.pt-BR/x/a.md', 'a.md'],
    [{ ...apart, seen: { way: 'within', at: '/p/docs/x2' } }, '/p/docs.pt-BR/x/a.md', 'a.md'],
    [apart, '/p/docs.pt-BR/x/other.po', 'other.po'],
  ])('of %j is %s, as others lie about its source or else as its folder says [MCP-17]', (home, place, name) => {
    expect(String(placeInTree(home, '/p/docs/x/a.md', 'pt-BR', name ?? ''))).toBe(place)
  })

  it('of a file of a folder at the root stays a path [MCP-17]', () => {
    expect(placeInTree({ folder: '/q', way: 'apart', at: '/q' }, '/q/a.md', 'de', 'a.md')).toBe('/q.de/a.md')
  })
})

describe('a site of Docusaurus', () => {
  const site = (config: string, ...folders: readonly string[]) => {
    const root = temporaryFolder()
    for (const folder of folders) mkdirSync(join(root, folder), { recursive: true })
    writeFileSync(join(root, config), '')
    return { root, of: (folder: string) => homeOf(join(root, folder), new Map(), '/elsewhere').site }
  }

  it.each(['js', 'ts', 'mjs', 'cts'])('is known by docusaurus.config.%s, from two folders below it [MCP-17]', ext => {
    const { root, of } = site(`docusaurus.config.${ext}`, 'src/pages/deep')
    expect([of('.'), of('src'), of('src/pages'), of('src/pages/deep')]).toEqual([root, root, root, undefined])
  })

  it.each(['docusaurus.config.json', 'docusaurus.config.js.bak', 'my-docusaurus.config.js'])(
    'is none by %s [MCP-17]',
    config => {
      expect(site(config, 'docs').of('docs')).toBeUndefined()
    },
  )

  it.each([
    ['docs/a.md', 'docs/current/a.md'],
    ['docs/docs/a.MDX', 'docs/current/docs/a.MDX'],
    ['versioned_docs/version-2.x/b/a.md', 'docs/version-2.x/b/a.md'],
    ['blog/2024/a.mdx', 'blog/2024/a.mdx'],
    ['src/pages/a.md', 'pages/a.md'],
    ['versioned_docs/old/a.md', undefined],
    ['src/a.md', undefined],
    ['docs/a.mdown', undefined],
    ['docs2/a.md', undefined],
    ['README.md', undefined],
  ])(
    'reads the translation of %s from its plugin, %s, and of other files lets the tree say [MCP-17]',
    (name, place) => {
      const home: Home = { folder: '/s', way: 'within', at: '/s', site: '/s' }
      const usual = `/s/de/${name}`
      const ofPlugin = `/s/i18n/de/docusaurus-plugin-content-${place}`
      const file = name.split('/').at(-1) ?? ''
      expect(placeInTree(home, `/s/${name}`, 'de', file)).toBe(place === undefined ? usual : ofPlugin)
    },
  )
})

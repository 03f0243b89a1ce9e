import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProjectListing } from '../../../src/sync/project/file-pair.ts'
import { inheritProject } from '../../../src/sync/project/inherit.ts'
import { pairsIn } from '../../../src/sync/project/pairs.ts'
import type { IncludeEntry } from '../../../src/sync/project/project-file.ts'
import { readProjectFile } from '../../../src/sync/project/read-project-file.ts'

const projectOf = (file: object) =>
  inheritProject([{ folder: '', file: readProjectFile(JSON.stringify({ source: 'en', targets: ['de'], ...file })) }])
const listed = (files: readonly string[], rest: Partial<ProjectListing> = {}): ProjectListing => ({
  files,
  nested: [],
  links: [],
  ...rest,
})
const pairing = (file: object, files: readonly string[], rest: Partial<ProjectListing> = {}) =>
  pairsIn(projectOf(file), listed(files, rest))
const including = (...include: IncludeEntry[]) => ({ files: { include } })

const TARGETS = ['de', 'pt-BR', 'zh-Hans', 'sr-Latn', 'es-419']

interface LayoutCase {
  readonly layout: string
  readonly include: IncludeEntry
  readonly there: readonly string[]
  /** The paths for `TARGETS`. */
  readonly paths: readonly string[]
}

const ANDROID = { source: 'res/values/strings.xml', target: 'res/values-[locale]/strings.xml' }
const CASES: readonly LayoutCase[] = [
  {
    layout: 'i18next',
    include: 'locales/[locale]/**/*.json',
    there: ['locales/en/a/common.json'],
    paths: TARGETS.map(tag => `locales/${tag}/a/common.json`),
  },
  {
    layout: 'next-intl',
    include: 'messages/[locale].json',
    there: ['messages/en.json'],
    paths: TARGETS.map(tag => `messages/${tag}.json`),
  },
  {
    layout: 'Rails',
    include: 'config/locales/**/*.[locale].yml',
    there: ['config/locales/models/user.en.yml'],
    paths: TARGETS.map(tag => `config/locales/models/user.${tag}.yml`),
  },
  {
    layout: 'Symfony',
    include: 'translations/*.[locale].yaml',
    there: ['translations/messages.en.yaml'],
    paths: ['de', 'pt_BR', 'zh_Hans', 'sr_Latn', 'es_419'].map(name => `translations/messages.${name}.yaml`),
  },
  {
    layout: 'Flutter',
    include: 'lib/l10n/app_[locale].arb',
    there: ['lib/l10n/app_en.arb'],
    paths: ['de', 'pt_BR', 'zh_Hans', 'sr_Latn', 'es_419'].map(name => `lib/l10n/app_${name}.arb`),
  },
  {
    layout: 'gettext',
    include: { source: 'locale/*.pot', target: 'locale/[locale]/LC_MESSAGES/*.po' },
    there: ['locale/app.pot'],
    paths: ['de', 'pt_BR', 'zh_CN', 'sr@latin', 'es_419'].map(name => `locale/${name}/LC_MESSAGES/app.po`),
  },
  {
    layout: 'gettext beside its template',
    include: { source: 'po/app.pot', target: 'po/[locale].po' },
    there: ['po/app.pot'],
    paths: ['de', 'pt_BR', 'zh_CN', 'sr@latin', 'es_419'].map(name => `po/${name}.po`),
  },
  {
    layout: 'Django',
    include: { source: 'locale/django.pot', target: 'locale/[locale]/LC_MESSAGES/django.po' },
    there: ['locale/django.pot'],
    paths: ['de', 'pt_BR', 'zh_Hans', 'sr_Latn', 'es_419'].map(name => `locale/${name}/LC_MESSAGES/django.po`),
  },
  {
    layout: 'Chrome',
    include: '_locales/[locale]/messages.json',
    there: ['_locales/en/messages.json'],
    paths: ['de', 'pt_BR', 'zh_CN', 'sr_Latn', 'es_419'].map(name => `_locales/${name}/messages.json`),
  },
  {
    layout: 'VS Code',
    include: { source: 'package.nls.json', target: 'package.nls.[locale].json' },
    there: ['package.nls.json'],
    paths: ['de', 'pt-br', 'zh-cn', 'sr-latn', 'es-419'].map(name => `package.nls.${name}.json`),
  },
  {
    layout: 'Android',
    include: ANDROID,
    there: ['res/values/strings.xml', 'res/values-night/strings.xml', 'res/values-v21/strings.xml'],
    paths: ['de', 'pt-rBR', 'b+zh+Hans', 'b+sr+Latn', 'b+es+419'].map(name => `res/values-${name}/strings.xml`),
  },
  {
    layout: 'Docusaurus',
    include: { source: 'docs/**/*.md', target: 'i18n/[locale]/docusaurus-plugin-content-docs/current/**/*.md' },
    there: ['docs/guides/start.md'],
    paths: TARGETS.map(tag => `i18n/${tag}/docusaurus-plugin-content-docs/current/guides/start.md`),
  },
  {
    layout: 'Xcode',
    include: { source: 'App/Base.lproj/*.strings', target: 'App/[locale].lproj/*.strings' },
    there: ['App/Base.lproj/Main.strings'],
    paths: TARGETS.map(tag => `App/${tag}.lproj/Main.strings`),
  },
  {
    layout: 'Angular',
    include: { source: 'src/locale/messages.xlf', target: 'src/locale/messages.[locale].xlf' },
    there: ['src/locale/messages.xlf'],
    paths: TARGETS.map(tag => `src/locale/messages.${tag}.xlf`),
  },
  {
    layout: 'twice in a path',
    include: 'src/[locale]/[locale].yaml',
    there: ['src/en/en.yaml', 'src/en/fr.yaml'],
    paths: TARGETS.map(tag => `src/${tag}/${tag}.yaml`),
  },
]

describe('the translations of a source', () => {
  it.each(CASES)('lie where $layout keeps them', ({ include, there, paths }) => {
    const { pairs, conflicts, others } = pairing({ targets: TARGETS, ...including(include) }, there)
    expect(pairs.map(({ source }) => source)).toEqual([there[0]])
    expect(pairs[0]?.targets.map(({ path }) => path)).toEqual(paths)
    expect({ conflicts, others }).toEqual({ conflicts: [], others: [] })
  })

  it('are found again where they were made, whatever the language and the layout', async () => {
    const tags = fc.uniqueArray(
      fc.constantFrom(
        'de',
        'de-AT',
        'pt-BR',
        'pt-PT',
        'zh-Hans',
        'zh-TW',
        'zh-HK',
        'sr-Latn',
        'sr',
        'nb',
        'he',
        'es-419',
        'ca-valencia',
        'fil',
      ),
      { minLength: 1, maxLength: 6 },
    )
    await fc.assert(
      fc.property(fc.constantFrom(...CASES), tags, ({ include, there }, targets) => {
        const file = { targets, ...including(include) }
        // Browsers have one name for the Chinese of Taiwan and of Hong Kong.
        fc.pre(!(targets.includes('zh-TW') && targets.includes('zh-HK')))
        const made = pairing(file, there).pairs[0]?.targets.map(({ path }) => path) ?? []
        expect(new Set(made).size).toBe(targets.length)
        const again = pairing(file, [...there, ...made])
        expect(again.pairs).toHaveLength(1)
        expect(again.pairs[0]?.targets).toEqual(targets.map((tag, at) => ({ tag, path: made[at], exists: true })))
        expect([again.others, again.conflicts]).toEqual([[], []])
      }),
    )
  })

  it.each([
    { there: ['en', 'pt_BR'], tag: 'zh-Hant', name: 'zh_Hant' },
    { there: ['en', 'pt-br', 'fr'], tag: 'zh-Hant', name: 'zh-hant' },
    { there: ['en', 'zh-CN'], tag: 'zh-Hant', name: 'zh-TW' },
    { there: ['en_US', 'fr_FR'], tag: 'pt-BR', name: 'pt_BR' },
    { there: ['EN', 'FR'], tag: 'de', name: 'DE' },
    { there: ['en', 'fr', 'de-DE'], tag: 'de', name: 'de-DE' },
    { there: ['en', 'zh_Hans'], tag: 'zh-CN', name: 'zh_Hans' },
    { there: ['en', 'nb'], tag: 'no', name: 'nb' },
    { there: ['en', 'iw'], tag: 'he', name: 'iw' },
    { there: ['en', 'pt', 'pt-BR'], tag: 'pt-BR', name: 'pt-BR' },
  ])('are written as $there writes its languages: $tag is $name', ({ there, tag, name }) => {
    const files = there.map(written => `l/${written}.json`)
    const { pairs } = pairing({ targets: [tag], ...including('l/[locale].json') }, files)
    expect(pairs[0]?.targets.map(({ path }) => path)).toEqual([`l/${name}.json`])
  })

  it('are written as the project file says, before all else', () => {
    const file = {
      targets: ['pt-BR', 'de'],
      locales: { 'pt-BR': 'pt', en: 'english' },
      ...including('[locale]/a.json'),
    }
    const { pairs, others } = pairing(file, ['english/a.json', 'pt-BR/a.json', 'en/a.json'])
    expect(pairs.map(pair => [pair.source, ...pair.targets.map(({ path }) => path)])).toEqual([
      ['english/a.json', 'pt/a.json', 'de/a.json'],
    ])
    expect(others.map(({ written }) => written)).toEqual(['en', 'pt-BR'])
  })

  it('are taken where they are, though most of a language are elsewhere', () => {
    const files = ['a', 'b', 'c'].flatMap(name => [
      `en/${name}.json`,
      `${name === 'c' ? 'zh_Hans' : 'zh-CN'}/${name}.json`,
    ])
    const { pairs } = pairing({ targets: ['zh-Hans'], ...including('[locale]/*.json') }, [...files, 'en/d.json'])
    expect(pairs.flatMap(({ targets }) => targets.map(({ path }) => path))).toEqual(
      // A name of its own tag comes first, and `zh_Hans` is that.
      ['zh_Hans/a.json', 'zh_Hans/b.json', 'zh_Hans/c.json', 'zh_Hans/d.json'],
    )
    const alike = pairing({ targets: ['zh'], ...including('[locale]/*.json') }, [...files, 'en/d.json'])
    expect(alike.pairs.map(({ targets }) => targets[0]?.path)).toEqual([
      'zh-CN/a.json',
      'zh-CN/b.json',
      'zh_Hans/c.json',
      'zh-CN/d.json',
    ])
  })

  it('of two targets never share a file that could be either’s', () => {
    const { pairs, conflicts } = pairing({ targets: ['zh', 'zh-CN'], ...including('[locale].json') }, [
      'en.json',
      'zh-Hans.json',
    ])
    expect(pairs[0]?.targets.map(({ path }) => path)).toEqual(['zh-Hans.json', 'zh-CN.json'])
    expect(conflicts).toEqual([])
  })
})

describe('the pairs of a project', () => {
  it('have a file once, by the first entry that means it', () => {
    const both = including('a/[locale]/*.json', 'a/[locale]/**/*.json', {
      source: 'a/en/x.json',
      target: 'b/[locale].json',
    })
    const { pairs, unmatched } = pairing(both, ['a/en/x.json', 'a/en/y/z.json'])
    expect(pairs.map(({ source, targets }) => [source, targets[0]?.path])).toEqual([
      ['a/en/x.json', 'a/de/x.json'],
      ['a/en/y/z.json', 'a/de/y/z.json'],
    ])
    expect(unmatched).toEqual([])
  })

  it('leave out what is excluded, sources and single translations, and say it', () => {
    const file = {
      targets: ['de', 'fr'],
      files: { include: ['[locale]/*.json'], exclude: ['[locale]/gen.json', 'fr/legal.json', 'nowhere/**'] },
    }
    const { pairs, excluded, unmatched } = pairing(file, ['en/a.json', 'en/gen.json', 'de/gen.json', 'en/legal.json'])
    expect(pairs.map(({ source, targets }) => [source, ...targets.map(({ path }) => path)])).toEqual([
      ['en/a.json', 'de/a.json', 'fr/a.json'],
      ['en/legal.json', 'de/legal.json'],
    ])
    expect(excluded).toEqual(['en/gen.json', 'fr/legal.json'])
    expect(unmatched).toEqual(['nowhere/**'])
  })

  it('take no translation for a source, though the glob of the sources means it, too', () => {
    const { pairs } = pairing(including({ source: '*.json', target: '*.[locale].json' }), [
      'a.json',
      'a.de.json',
      'b.fr.json',
    ])
    expect(pairs).toEqual([
      { source: 'a.json', targets: [{ tag: 'de', path: 'a.de.json', exists: true }], references: [] },
    ])
  })

  it('never have the project file itself for a source', () => {
    const { pairs } = pairing(including({ source: '*.json', target: '*.[locale].json' }), [
      'a.json',
      'translation-mcp.json',
    ])
    expect(pairs.map(({ source }) => source)).toEqual(['a.json'])
  })

  it('name globs that find no source, also where translations are there', () => {
    const { pairs, unmatched } = pairing(including('a/[locale].json', 'b/[locale].json', 'c/[locale].json'), [
      'a/en.json',
      'b/de.json',
    ])
    expect(pairs).toHaveLength(1)
    expect(unmatched).toEqual(['b/[locale].json', 'c/[locale].json'])
  })

  it('name the languages that are there and none of theirs', () => {
    const { others } = pairing(including('[locale]/*.json'), [
      'en/a.json',
      'it/a.json',
      'it/b.json',
      'pt_BR/a.json',
      'src/a.json',
    ])
    expect(others).toEqual([
      { tag: 'it', written: 'it', files: 2 },
      { tag: 'pt-BR', written: 'pt_BR', files: 1 },
    ])
  })

  it('come with the translations that are there in a language for context', () => {
    const file = {
      targets: ['de', 'da'],
      reference: 'fr',
      by_target: { da: { reference: 'de' } },
      ...including('[locale].json'),
    }
    const { pairs, others } = pairing(file, ['en.json', 'fr_FR.json', 'de.json'])
    expect(pairs[0]?.references).toEqual([
      { tag: 'de', path: 'de.json', exists: true },
      { tag: 'fr', path: 'fr_FR.json', exists: true },
    ])
    expect(pairs[0]?.targets.map(({ tag }) => tag)).toEqual(['de', 'da'])
    expect(others).toEqual([])
    expect(pairing(file, ['en.json']).pairs[0]?.references).toEqual([])
  })

  it('take nothing of a project inside this one', () => {
    const { pairs } = pairing(including('**/[locale].json'), ['a/en.json', 'b/en.json', 'bc/en.json'], {
      nested: ['b'],
    })
    expect(pairs.map(({ source }) => source)).toEqual(['a/en.json', 'bc/en.json'])
  })

  it.each([
    {
      what: 'two sources for one translation',
      include: [
        { source: 'a.json', target: 'out/[locale].json' },
        { source: 'b.json', target: 'out/[locale].json' },
      ],
      rest: {},
      expected: { code: 'target_of_two', path: 'out/de.json', source: 'b.json' },
    },
    {
      what: 'a translation that is another’s source',
      include: [
        { source: 'a.json', target: '[locale].json' },
        { source: 'de.json', target: 'x/[locale].json' },
      ],
      rest: {},
      expected: { code: 'target_is_source', path: 'de.json', source: 'a.json' },
    },
    {
      what: 'a translation in a project inside this one',
      include: [{ source: 'a.json', target: 'sub/[locale].json' }],
      rest: { nested: ['sub'] },
      expected: { code: 'target_in_nested_project', path: 'sub/de.json', source: 'a.json' },
    },
    {
      what: 'a translation behind a link',
      include: [{ source: 'a.json', target: '[locale]/x.json' }],
      rest: { links: ['de'] },
      expected: { code: 'target_through_link', path: 'de/x.json', source: 'a.json' },
    },
  ])('refuse $what, by name', ({ include, rest, expected }) => {
    const { conflicts } = pairing(including(...include), ['a.json', 'b.json', 'de.json'], rest)
    expect(conflicts).toEqual([{ ...expected, tag: 'de', words: expect.stringContaining(expected.path) }])
  })

  it('are found for 10,000 files in well under a second', () => {
    const languages = ['en', 'de', 'fr', 'it', 'es', 'pt_BR', 'ja', 'ko', 'zh_CN', 'pl']
    const files = languages.flatMap(tag =>
      Array.from({ length: 1000 }, (_, at) => `packages/p${at % 50}/locales/${tag}/f${at}.json`),
    )
    const file = {
      targets: ['de', 'fr', 'it', 'es', 'pt-BR', 'ja', 'ko', 'zh-Hans', 'pl'],
      files: {
        include: ['packages/*/locales/[locale]/**/*.json', 'apps/[locale].json', '**/[locale].po'],
        exclude: ['**/gen/**'],
      },
    }
    const start = process.cpuUsage()
    const { pairs, others } = pairing(file, files)
    const { user, system } = process.cpuUsage(start)
    expect([pairs.length, others]).toEqual([1000, []])
    expect(pairs.every(({ targets }) => targets.every(({ exists }) => exists))).toBe(true)
    expect((user + system) / 1000).toBeLessThan(900)
  })
})

describe('a file that holds all its languages', () => {
  const there = ['App/Localizable.xcstrings', 'App/More/Info (1).xcstrings', 'App/en.json']

  it('is a source, and its own translation into each of the languages', () => {
    const { pairs, conflicts, unmatched } = pairing({ targets: TARGETS, ...including('App/**/*.xcstrings') }, there)
    const targets = (path: string) => TARGETS.map(tag => ({ tag, path, exists: true }))
    expect(pairs).toEqual(there.slice(0, 2).map(source => ({ source, targets: targets(source), references: [] })))
    expect({ conflicts, unmatched }).toEqual({ conflicts: [], unmatched: [] })
  })

  it('is found by one glob alone where several match', () => {
    const { pairs } = pairing(including('App/Localizable.xcstrings', 'App/*.xcstrings'), there)
    expect(pairs.map(({ source }) => source)).toEqual(['App/Localizable.xcstrings'])
  })

  it('is no translation of another', () => {
    const include = ['App/Localizable.xcstrings', { source: 'a.xcstrings', target: 'App/[locale].xcstrings' }]
    const locales = { de: 'Localizable' }
    const { conflicts } = pairing({ files: { include }, locales }, ['a.xcstrings', 'App/Localizable.xcstrings'])
    expect(conflicts).toContainEqual(
      expect.objectContaining({ code: 'target_of_two', path: 'App/Localizable.xcstrings', source: 'a.xcstrings' }),
    )
  })

  it('may be left out', () => {
    const files = { include: ['App/**/*.xcstrings'], exclude: ['App/More/**'] }
    const { pairs, excluded } = pairing({ files }, there)
    expect(pairs.map(({ source }) => source)).toEqual(['App/Localizable.xcstrings'])
    expect(excluded).toEqual(['App/More/Info (1).xcstrings'])
  })
})

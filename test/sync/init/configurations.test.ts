import { describe, expect, it } from 'vitest'
import type { ProposedProject } from '../../../src/sync/init/index.ts'
import { empty, proposalFor, proposalsFor, type Texts } from './support.ts'

const LINGO = {
  version: '1.10',
  locale: { source: 'en', targets: ['de', 'pt_BR', 'xx'], extraSource: 'fr' },
  buckets: {
    json: {
      include: ['locales/[locale].json', { path: 'app/[locale]/*.json' }],
      exclude: ['locales/[locale]/x.json'],
      lockedKeys: ['brand/*'],
      ignoredKeys: ['internal'],
      preservedKeys: ['url'],
      injectLocale: ['settings/lang'],
    },
    'xcode-xcstrings': { include: ['Localizable.xcstrings'] },
    markdown: { include: ['docs/[locale]/*.md'], lockedKeys: [] },
    yaml: { include: ['app/[locale].yml'], lockedKeys: [] },
  },
}

const CROWDIN = `project_id: 1
api_token: do-not-show
preserve_hierarchy: true
files:
  - source: /locales/en/**/*.json
    translation: /locales/%two_letters_code%/**/%original_file_name%
    ignore: [/locales/en/x.json]
    excluded_target_languages: [fr]
    languages_mapping:
      two_letters_code:
        pt-BR: pt_BR
        es-ES: es
  - source: /lib/app.json
    translation: /lib/%file_name%_%locale_with_underscore%.%file_extension%
  - source: /content/**/*.md
    translation: /translations/%locale%/%original_path%/%original_file_name%
  - source: a.json
    translation: /%language%/a.json
  - dest: nothing
`

const I18NEXT = `import { defineConfig } from 'i18next-cli' // locales: ['xx']
/* output: 'no/{{language}}.json' */
export default defineConfig({
  locales: ['en-us', 'zh-cn'],
  extract: { input: ['src/**/*.ts'], output: 'src/locales/{{language}}/{{namespace}}.json' },
})`

interface Row {
  readonly files: Texts
  readonly project: ProposedProject
  readonly said: readonly string[]
}

const ROWS: Readonly<Record<string, Row>> = {
  'Lingo.dev': {
    files: { 'i18n.json': JSON.stringify(LINGO), ...empty('locales/en.json', 'locales/de.json', 'locales/pt_BR.json') },
    project: {
      source: 'en',
      targets: ['de', 'pt-BR'],
      files: {
        include: ['locales/[locale].json', 'app/[locale]/*.json', 'Localizable.xcstrings', 'app/[locale].yml'],
        exclude: ['locales/[locale]/x.json'],
      },
      locales: { 'pt-BR': 'pt_BR' },
      keys: { skip: ['internal'], keep: ['brand/*'], preserve: ['url'] },
    },
    said: [
      'xx of i18n.json is no language that is known here, and is left out.',
      'The bucket markdown of i18n.json has texts without keys, which are not kept in step one by one: translation-mcp translate takes each file whole, and a folder of them.',
      'The keys of i18n.json are taken over: locked as keep, ignored as skip, preserved as preserve, and hold for all files here, not for one bucket.',
      'extraSource of i18n.json (a second source language) has no place in a project file.',
      'injectLocale of the bucket json (keys whose value is the language) has no place in a project file.',
    ],
  },
  'Lingo.dev with a delimiter of its own': {
    files: {
      'i18n.json': JSON.stringify({
        locale: { source: 'en-US', targets: ['pt-BR'] },
        buckets: { flutter: { include: [{ path: 'l10n/app_[locale].arb', delimiter: '_' }] } },
      }),
    },
    project: {
      source: 'en-US',
      targets: ['pt-BR'],
      files: { include: ['l10n/app_[locale].arb'] },
      locales: { 'en-US': 'en_US', 'pt-BR': 'pt_BR' },
    },
    said: ['The source language is en-US: i18n.json says so, and no file here is in it.'],
  },
  Crowdin: {
    files: {
      'crowdin.yml': CROWDIN,
      ...empty(
        'locales/en/a.json',
        'locales/pt_BR/a.json',
        'locales/es/b/a.json',
        'lib/app.json',
        'lib/app_de_DE.json',
      ),
    },
    project: {
      source: 'en',
      targets: ['de-DE', 'es-ES', 'pt-BR'],
      files: {
        include: [
          'locales/[locale]/**/*.json',
          { source: 'lib/app.json', target: 'lib/app_[locale].json' },
          { source: 'content/**/*.md', target: 'translations/[locale]/content/**/*.md' },
        ],
        exclude: ['locales/en/x.json'],
      },
      locales: { 'de-DE': 'de_DE', 'es-ES': 'es', 'pt-BR': 'pt_BR' },
    },
    said: [
      'crowdin.yml names no languages, so the targets are those that the files are in.',
      '/%language%/a.json of crowdin.yml says its language in a way that a project file has no place for, and is left out.',
      'An entry of files in crowdin.yml has no source or no translation, and is left out.',
      'excluded_target_languages of crowdin.yml (languages that a file is not translated into) has no place in a project file.',
    ],
  },
  'Crowdin with a base path and a mapping for all files': {
    files: {
      'tools/crowdin.yaml':
        'base_path: ..\nlanguages_mapping: &m\n  android_code: {he: iw}\nfiles:\n  - {source: /res/values/s.xml, translation: /res/values-%android_code%/s.xml, languages_mapping: *m}\n',
      ...empty('res/values-iw/s.xml'),
    },
    project: {
      source: 'en',
      targets: ['he'],
      files: { include: [{ source: 'res/values/s.xml', target: 'res/values-[locale]/s.xml' }] },
      locales: { he: 'iw' },
    },
    said: ['Crowdin: tools/crowdin.yaml names res/values-[locale]/s.xml.'],
  },
  'i18next-cli': {
    files: { 'i18next.config.ts': I18NEXT, ...empty('src/locales/en-us/a.json') },
    project: {
      source: 'en-US',
      targets: ['zh-CN'],
      files: { include: ['src/locales/[locale]/*.json'] },
      locales: { 'en-US': 'en-us', 'zh-CN': 'zh-cn' },
    },
    said: ['The source language is en-US: i18next.config.ts says so.'],
  },
  'i18next-parser, whose languages are computed': {
    files: {
      'i18next-parser.config.js':
        "module.exports = { locales: await codes(), output: 'src/i18n/$LOCALE/$NAMESPACE.json', input: 'src/**/*.js' }",
      ...empty('src/i18n/en-US/a.json', 'src/i18n/de-DE/a.json'),
    },
    project: { source: 'en-US', targets: ['de-DE'], files: { include: ['src/i18n/[locale]/*.json'] } },
    said: [
      'i18next-parser.config.js does not write out its languages (locales), and it is not run: they are those that the files are in.',
    ],
  },
  Lingui: {
    files: {
      'lingui.config.ts':
        "const c: C = { sourceLocale: 'en', locales: ['en', 'zh_CN'], catalogs: [{ path: '<rootDir>/src/{locale}/messages', include: ['src'] }] }",
    },
    project: {
      source: 'en',
      targets: ['zh-CN'],
      files: { include: ['src/[locale]/messages.po'] },
      locales: { 'zh-CN': 'zh_CN' },
    },
    said: ['Lingui: lingui.config.ts names src/[locale]/messages.po.'],
  },
  'Lingui in package.json': {
    files: {
      'package.json': JSON.stringify({
        name: 'x',
        lingui: {
          locales: ['en', 'cs'],
          sourceLocale: 'en',
          catalogs: [{ path: 'locale/{locale}/{name}', include: ['src'] }],
          format: 'minimal',
        },
      }),
    },
    project: { source: 'en', targets: ['cs'], files: { include: ['locale/[locale]/*.json'] } },
    said: ['Lingui: package.json names locale/[locale]/*.json.'],
  },
}

describe('a configuration is offered with its values, and what has no place is said', () => {
  for (const [name, { files, project, said }] of Object.entries(ROWS)) {
    it(name, () => {
      const { project: proposed, seen } = proposalFor(files)
      expect(proposed).toEqual(project)
      for (const sentence of said) expect(seen).toContain(sentence)
    })
  }
})

describe('of two about the same files', () => {
  it('a layout gives way to a configuration, and the second configuration to the first', () => {
    const { proposals, left } = proposalsFor({
      'i18next.config.ts': I18NEXT.replace("'zh-cn'", "'de'"),
      'i18n.json': JSON.stringify({
        locale: { source: 'en-us', targets: ['de'] },
        buckets: { json: { include: ['src/locales/[locale]/*.json'] } },
      }),
      ...empty('src/locales/en-us/a.json', 'src/locales/de/a.json'),
    })
    expect(proposals.map(({ project }) => project.files.include)).toEqual([['src/locales/[locale]/*.json']])
    expect(left).toEqual([
      'i18next-cli: i18next.config.ts names src/locales/[locale]/*.json. They are taken as Lingo.dev has them.',
    ])
  })
})

describe('a configuration that cannot be read', () => {
  const CASES: Readonly<Record<string, readonly [Texts, string]>> = {
    'is named where it is no JSON': [{ 'i18n.json': '{"buckets": ' }, 'i18n.json cannot be read'],
    'is named where it is no YAML': [{ 'crowdin.yml': 'files: [\n  - : :' }, 'crowdin.yml cannot be read'],
    'is named where it has no files': [{ 'crowdin.yml': 'project_id: 1' }, 'crowdin.yml cannot be read'],
    'is named where its template says no language': [
      { 'l10n.yaml': 'template-arb-file: strings.arb' },
      'The name of the template in l10n.yaml says no language',
    ],
    'is named where its paths are computed': [
      { 'i18next.config.ts': "export default { locales: ['en'], extract: { output: (l, n) => l + n } }" },
      'does not write out where its files lie',
    ],
    'is named where its paths have something else in them': [
      {
        'i18next.config.js':
          "export default { locales: ['en'], extract: { output: path.join(root, '{{language}}.json') } }",
      },
      'does not write out where its files lie',
    ],
    'is named where its files are outside of the repository': [
      { 'i18next.config.js': "export default { locales: ['en'], extract: { output: '../../{{language}}.json' } }" },
      'i18next.config.js has files outside of the repository, which are left out.',
    ],
    'is named where its catalogues are computed': [
      { 'lingui.config.js': "module.exports = { locales: ['en'], catalogs: catalogs() }" },
      'does not write out every path of its catalogues',
    ],
  }
  for (const [name, [texts, said]] of Object.entries(CASES)) {
    it(name, () => {
      const { proposals, left } = proposalsFor(texts)
      expect(proposals).toEqual([])
      expect(left.join('\n')).toContain(said)
    })
  }

  it('shows nothing of a key or a token', () => {
    expect(JSON.stringify(proposalsFor({ 'crowdin.yml': CROWDIN }))).not.toContain('do-not-show')
  })

  it('stops nothing: the layouts beside it are proposed', () => {
    expect(proposalFor({ 'crowdin.yml': '\u0000', ...empty('locales/en.json') }).project.source).toBe('en')
  })
})

it('an entry of Crowdin for a file that holds all its languages leaves it to the file', () => {
  const entry = '  - source: /App/a.xcstrings\n    translation: /App/a.xcstrings\n    multilingual: 1\n'
  const text = JSON.stringify({ sourceLanguage: 'en', strings: { a: { localizations: { fr: {} } } } })
  const { proposals, left } = proposalsFor({ 'crowdin.yml': `files:\n${entry}`, 'App/a.xcstrings': text })
  expect(proposals.map(({ project }) => project)).toEqual([
    { source: 'en', targets: ['fr'], files: { include: ['App/a.xcstrings'] } },
  ])
  expect(left.join('\n')).toContain(
    '/App/a.xcstrings of crowdin.yml holds all of its languages: it is taken as it says them itself.',
  )
})

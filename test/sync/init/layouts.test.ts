import { describe, expect, it } from 'vitest'
import type { ProposedProject } from '../../../src/sync/init/index.ts'
import { empty, proposalFor, proposalsFor, type Texts } from './support.ts'

interface Row {
  readonly files: Texts
  readonly project: ProposedProject
  /** A part of what is said. */
  readonly said: string
}

const files = (...include: ProposedProject['files']['include']) => ({ files: { include } })

/** A catalog of Xcode with two languages beside that of its texts. */
const CATALOG = JSON.stringify({
  sourceLanguage: 'en',
  strings: { 'Open it': { localizations: { en: {}, de: {}, 'zh-Hans': {} } }, 'Shut it': {} },
})

/** Files beside each other that cannot be of one project, and of which no folder is one's alone. */
it('what would take the files of another project is left out', () => {
  const { proposals, left } = proposalsFor({
    'App/Localizable.xcstrings': CATALOG,
    ...empty('App/de.lproj/InfoPlist.strings', 'App/it.lproj/InfoPlist.strings'),
  })
  expect(proposals.map(({ folder, project }) => [folder, project.files.include])).toEqual([
    ['', ['App/Localizable.xcstrings']],
  ])
  expect(left).toEqual([
    expect.stringMatching(
      /^Apple: App\/\[locale\]\.lproj\/InfoPlist\.strings .* It is left out: its source language is de/,
    ),
  ])
})

const ROWS: Readonly<Record<string, Row>> = {
  'i18next with a folder a language': {
    files: empty('package.json', ...['en', 'de', 'pt-BR'].map(tag => `public/locales/${tag}/common.json`)),
    project: { source: 'en', targets: ['de', 'pt-BR'], ...files('public/locales/[locale]/**/*.json') },
    said: 'i18next: public/locales/[locale]/**/*.json with de, en and pt-BR (3 files).',
  },
  'i18next with a file a language': {
    files: empty('src/locales/en.json', 'src/locales/ast.json'),
    project: { source: 'en', targets: ['ast'], ...files('src/locales/[locale].json') },
    said: 'The source language is en: it is there.',
  },
  'next-intl, whose routing says the source': {
    files: {
      ...empty('messages/en.json', 'messages/de.json'),
      'src/i18n/routing.ts': "defineRouting({ locales: ['en', 'de'], defaultLocale: 'de' })",
    },
    project: { source: 'de', targets: ['en'], ...files('messages/[locale].json') },
    said: 'The source language is de: src/i18n/routing.ts says so.',
  },
  Rails: {
    files: {
      ...empty('config/locales/en.yml', 'config/locales/de.yml', 'config/locales/models/user.de.yml'),
      'config/application.rb': '    # config.i18n.default_locale = :fr\n    config.i18n.default_locale = :de\n',
    },
    project: {
      source: 'de',
      targets: ['en'],
      ...files('config/locales/**/*.[locale].yml', 'config/locales/**/[locale].yml'),
    },
    said: 'The source language is de: config/application.rb says so.',
  },
  Apple: {
    files: empty('App/en.lproj/Localizable.strings', 'App/pt-BR.lproj/Localizable.strings'),
    project: { source: 'en', targets: ['pt-BR'], ...files('App/[locale].lproj/Localizable.strings') },
    said: 'Apple: App/[locale].lproj/Localizable.strings with en and pt-BR (2 files).',
  },
  Fluent: {
    files: empty('l10n/en-US/viewer.ftl', 'l10n/pt-BR/viewer.ftl', 'l10n/pt-BR/more/menu.ftl'),
    project: { source: 'en-US', targets: ['pt-BR'], ...files('l10n/[locale]/**/*.ftl') },
    said: 'Fluent: l10n/[locale]/**/*.ftl with en-US and pt-BR (3 files).',
  },
  'Apple, with plurals': {
    files: empty('App/en.lproj/Localizable.stringsdict', 'App/ru.lproj/Localizable.stringsdict'),
    project: { source: 'en', targets: ['ru'], ...files('App/[locale].lproj/Localizable.stringsdict') },
    said: 'Apple: App/[locale].lproj/Localizable.stringsdict with en and ru (2 files).',
  },
  'Apple, with catalogs': {
    files: {
      'App/Localizable.xcstrings': CATALOG,
      'App/InfoPlist.xcstrings': '{"sourceLanguage":"en","strings":{}}',
      'Widget/Localizable.xcstrings': CATALOG.replaceAll('"zh-Hans"', '"ja"'),
    },
    project: {
      source: 'en',
      targets: ['de', 'ja', 'zh-Hans'],
      ...files('App/InfoPlist.xcstrings', 'App/Localizable.xcstrings', 'Widget/Localizable.xcstrings'),
    },
    said: 'Apple: App/InfoPlist.xcstrings, App/Localizable.xcstrings and Widget/Localizable.xcstrings with en, de, ja and zh-Hans: each file holds all of its languages.',
  },
  Hugo: {
    files: empty('hugo.toml', 'i18n/en.toml', 'i18n/pt-br.toml'),
    project: { source: 'en', targets: ['pt-BR'], ...files('i18n/[locale].toml'), locales: { 'pt-BR': 'pt-br' } },
    said: 'Hugo reads names in small letters: name a language with a region in `locales`, as "pt-BR": "pt-br".',
  },
  'go-i18n': {
    files: empty('locales/active.en.toml', 'locales/active.fr.toml', 'locales/translate.fr.toml'),
    project: { source: 'en', targets: ['fr'], ...files('locales/active.[locale].toml') },
    said: 'go-i18n: locales/active.[locale].toml with en and fr (2 files).',
  },
  Java: {
    files: empty(
      ...['messages', 'messages_de', 'messages_pt_BR', 'application'].map(
        name => `src/main/resources/${name}.properties`,
      ),
    ),
    project: {
      source: 'en',
      targets: ['de', 'pt-BR'],
      ...files({
        source: 'src/main/resources/messages.properties',
        target: 'src/main/resources/messages_[locale].properties',
      }),
      locales: { 'pt-BR': 'pt_BR' },
    },
    said: 'Java reads region names with _: pt_BR.',
  },
  Play: {
    files: empty('conf/messages', 'conf/messages.cy', 'conf/messages.pt-BR', 'conf/messages.bak', 'conf/routes'),
    project: {
      source: 'en',
      targets: ['cy', 'pt-BR'],
      ...files({ source: 'conf/messages', target: 'conf/messages.[locale]' }),
    },
    said: 'Play: conf/messages, and conf/messages.[locale] with cy and pt-BR (2 files).',
  },
  'Play without translations': {
    files: empty('web/conf/messages', 'web/conf/application.conf'),
    project: {
      source: 'en',
      targets: [],
      ...files({ source: 'web/conf/messages', target: 'web/conf/messages.[locale]' }),
    },
    said: 'Play: web/conf/messages, and web/conf/messages.[locale] with no translation yet.',
  },
  'Play, whose settings say the source': {
    files: {
      ...empty('conf/messages', 'conf/messages.en', 'conf/messages.fr'),
      'conf/application.conf': '# play.i18n.langs = ["en"]\nplay.i18n.langs = [ "de", "en", "fr" ]\n',
    },
    project: {
      source: 'de',
      targets: ['en', 'fr'],
      ...files({ source: 'conf/messages', target: 'conf/messages.[locale]' }),
    },
    said: 'The source language is de: conf/application.conf says so.',
  },
  'Play with a file for each language': {
    files: {
      ...empty('conf/messages.de', 'conf/messages.en-GB'),
      'conf/application.conf': 'play {\n  i18n {\n    langs = [\n      en-GB\n      de\n    ]\n  }\n}\n',
    },
    project: { source: 'en-GB', targets: ['de'], ...files('conf/messages.[locale]') },
    said: 'The source language is en-GB: conf/application.conf says so.',
  },
  '.NET, whose project says the source': {
    files: {
      ...empty(
        'App/Properties/Resources.resx',
        'App/Properties/Resources.de.resx',
        'App/Properties/Resources.zh-Hans.resx',
      ),
      ...empty('App/Form1.resx'),
      'App/App.csproj': '<Project><PropertyGroup><NeutralLanguage>fr</NeutralLanguage></PropertyGroup></Project>',
      'Other/Other.csproj': '<NeutralLanguage>es</NeutralLanguage>',
    },
    project: {
      source: 'fr',
      targets: ['de', 'zh-Hans'],
      ...files({
        source: 'App/Properties/Resources.resx',
        target: 'App/Properties/Resources.[locale].resx',
      }),
    },
    said: 'The source language is fr: App/App.csproj says so.',
  },
  'Windows, whose project says the default language': {
    files: {
      ...empty('App/Strings/de-DE/Resources.resw', 'App/Strings/en-US/Resources.resw', 'App/App.csproj'),
      'App/App.wapproj': '<DefaultLanguage>de-DE</DefaultLanguage>',
      'App/Package.appxmanifest': '<Resource Language="en-US" />',
    },
    project: { source: 'de-DE', targets: ['en-US'], ...files('App/Strings/[locale]/Resources.resw') },
    said: 'The source language is de-DE: App/App.wapproj says so.',
  },
  'Windows, whose manifest says the default language': {
    files: {
      ...empty('App/Resources/de-DE/Resources.resw', 'App/Resources/en-US/Resources.resw'),
      'App/Package.appxmanifest': '<Resource Language="x-generate" /><Resource Language="de-DE" />',
    },
    project: { source: 'de-DE', targets: ['en-US'], ...files('App/Resources/[locale]/Resources.resw') },
    said: 'Windows: App/Resources/[locale]/Resources.resw with de-DE and en-US (2 files).',
  },
  Qt: {
    files: empty('app/translations/app_de.ts', 'app/translations/app_en.ts', 'app/translations/app_pt_BR.ts'),
    project: {
      source: 'en',
      targets: ['de', 'pt-BR'],
      ...files('app/translations/app_[locale].ts'),
      locales: { 'pt-BR': 'pt_BR' },
    },
    said: 'Qt reads region names with _: pt_BR.',
  },
  Joomla: {
    files: empty('language/en-GB/com_garden.ini', 'language/de-DE/com_garden.ini'),
    project: { source: 'en-GB', targets: ['de-DE'], ...files('language/[locale]/com_garden.ini') },
    said: 'Joomla: language/[locale]/com_garden.ini with de-DE and en-GB (2 files).',
  },
  'Joomla with the language in its names': {
    files: empty('language/en-GB/en-GB.com_garden.ini', 'language/de-DE/de-DE.com_garden.ini'),
    project: { source: 'en-GB', targets: ['de-DE'], ...files('language/[locale]/[locale].com_garden.ini') },
    said: 'Joomla: language/[locale]/[locale].com_garden.ini with de-DE and en-GB (2 files).',
  },
  'Laravel, whose settings say the source': {
    files: {
      ...empty('lang/de/auth.php', 'lang/en/auth.php', 'lang/vendor/backup/en/notifications.php'),
      'config/app.php': "<?php return ['locale' => env('APP_LOCALE', 'de')];",
    },
    project: { source: 'de', targets: ['en'], ...files('lang/[locale]/**/*.php') },
    said: 'The source language is de: config/app.php says so.',
  },
  'Laravel before its ninth version': {
    files: empty('resources/lang/en/admin/users.php', 'resources/lang/pt-BR/admin/users.php'),
    project: { source: 'en', targets: ['pt-BR'], ...files('resources/lang/[locale]/**/*.php') },
    said: 'Laravel: resources/lang/[locale]/**/*.php with en and pt-BR (2 files).',
  },
  CodeIgniter: {
    files: empty('app/Language/en/Errors.php', 'app/Language/fr/Errors.php'),
    project: { source: 'en', targets: ['fr'], ...files('app/Language/[locale]/**/*.php') },
    said: 'CodeIgniter: app/Language/[locale]/**/*.php with en and fr (2 files).',
  },
  'modules of JavaScript beside a program': {
    files: empty('src/locales/index.js', 'src/locales/lang/en.js', 'src/locales/lang/zh-CN.js'),
    project: { source: 'en', targets: ['zh-CN'], ...files('src/locales/lang/[locale].js') },
    said: 'modules of texts: src/locales/lang/[locale].js with en and zh-CN (2 files).',
  },
  'Flutter without a configuration': {
    files: empty('pubspec.yaml', 'lib/l10n/app_en.arb', 'lib/l10n/app_pt_BR.arb'),
    project: {
      source: 'en',
      targets: ['pt-BR'],
      ...files('lib/l10n/app_[locale].arb'),
      locales: { 'pt-BR': 'pt_BR' },
    },
    said: 'Flutter: lib/l10n/app_[locale].arb with en and pt_BR (2 files).',
  },
  'Flutter with l10n.yaml': {
    files: {
      ...empty('pubspec.yaml', 'lib/i18n/intl_de.arb', 'lib/i18n/intl_en.arb'),
      'l10n.yaml': 'arb-dir: lib/i18n\ntemplate-arb-file: intl_de.arb\n',
    },
    project: { source: 'de', targets: ['en'], ...files('lib/i18n/intl_[locale].arb') },
    said: 'The source language is de: l10n.yaml says so.',
  },
  'gettext in po/ with a template': {
    files: empty('po/app.pot', 'po/de.po', 'po/pt_BR.po', 'po/sr@latin.po', 'po/POTFILES.in'),
    project: {
      source: 'en',
      targets: ['de', 'pt-BR', 'sr-Latn'],
      ...files({ source: 'po/app.pot', target: 'po/[locale].po' }),
      locales: { 'pt-BR': 'pt_BR', 'sr-Latn': 'sr@latin' },
    },
    said: 'po/app.pot says no language; it is taken for English: change `source` where it is not.',
  },
  'gettext in locale/, a template a domain': {
    files: empty('locale/django.pot', 'locale/de/LC_MESSAGES/django.po'),
    project: {
      source: 'en',
      targets: ['de'],
      ...files({ source: 'locale/django.pot', target: 'locale/[locale]/LC_MESSAGES/django.po' }),
    },
    said: 'gettext: locale/django.pot, and locale/[locale]/LC_MESSAGES/django.po with de (1 file).',
  },
  'gettext of Flask, in translations/': {
    files: empty('app/translations/messages.pot', 'app/translations/de/LC_MESSAGES/messages.po'),
    project: {
      source: 'en',
      targets: ['de'],
      ...files({
        source: 'app/translations/messages.pot',
        target: 'app/translations/[locale]/LC_MESSAGES/messages.po',
      }),
    },
    said: 'gettext: app/translations/messages.pot, and app/translations/[locale]/LC_MESSAGES/messages.po with de (1 file).',
  },
  'gettext without a template': {
    files: empty('locale/de/LC_MESSAGES/django.po', 'locale/fr/LC_MESSAGES/django.po'),
    project: { source: 'en', targets: ['de', 'fr'], ...files('locale/[locale]/LC_MESSAGES/django.po') },
    said: 'There is no locale/django.pot and no catalogue of the source language: make the template first.',
  },
  Docusaurus: {
    files: {
      ...empty('website/package.json', 'website/i18n/fr/code.json', 'website/i18n/fr/docusaurus-theme-classic/a.json'),
      'website/docusaurus.config.ts': "i18n: { defaultLocale: 'en', locales: ['en', 'fr'] }",
    },
    project: { source: 'en', targets: ['fr'], ...files('website/i18n/[locale]/**/*.json') },
    said: 'The source language is en: website/docusaurus.config.ts says so, and no file here is in it.',
  },
  'a Chrome extension': {
    files: {
      ...empty('src/_locales/en/messages.json', 'src/_locales/fr/messages.json', 'src/_locales/zh_CN/messages.json'),
      'src/manifest.json': '{ "manifest_version": 3, "default_locale": "fr" }',
    },
    project: {
      source: 'fr',
      targets: ['en', 'zh-CN'],
      ...files('src/_locales/[locale]/messages.json'),
      locales: { 'zh-CN': 'zh_CN' },
    },
    said: 'The source language is fr: src/manifest.json says so.',
  },
  'VS Code, both its kinds': {
    files: empty('package.json', 'package.nls.json', 'package.nls.zh-cn.json', 'l10n/bundle.l10n.json'),
    project: {
      source: 'en',
      targets: ['zh-CN'],
      ...files(
        { source: 'package.nls.json', target: 'package.nls.[locale].json' },
        { source: 'l10n/bundle.l10n.json', target: 'l10n/bundle.l10n.[locale].json' },
      ),
      locales: { 'zh-CN': 'zh-cn' },
    },
    said: 'l10n/bundle.l10n.[locale].json would get zh-CN, too, which other files have.',
  },
  Android: {
    files: empty(
      ...['values/strings.xml', 'values/colors.xml', 'values-pt-rBR/strings.xml', 'values-b+sr+Latn/strings.xml'].map(
        path => `app/src/main/res/${path}`,
      ),
      ...['values-iw/strings.xml', 'values-night/colors.xml', 'values-v21/styles.xml', 'values-land/dimens.xml'].map(
        path => `app/src/main/res/${path}`,
      ),
    ),
    project: {
      source: 'en',
      targets: ['he', 'pt-BR', 'sr-Latn'],
      ...files({
        source: 'app/src/main/res/values/strings.xml',
        target: 'app/src/main/res/values-[locale]/strings.xml',
      }),
      locales: { he: 'iw', 'pt-BR': 'pt-rBR', 'sr-Latn': 'b+sr+Latn' },
    },
    said: 'Android writes a region with r and a script with b+: name such a language in `locales`, as "pt-BR": "pt-rBR" or "sr-Latn": "b+sr+Latn".',
  },
  Angular: {
    files: {
      ...empty('package.json', 'src/locale/messages.xlf', 'src/locale/messages.fr.xlf'),
      'angular.json': '{ "projects": { "a": { "i18n": { "sourceLocale": { "code": "en-US", "baseHref": "" } } } } }',
    },
    project: {
      source: 'en-US',
      targets: ['fr'],
      ...files({ source: 'src/locale/messages.xlf', target: 'src/locale/messages.[locale].xlf' }),
    },
    said: 'The source language is en-US: angular.json says so.',
  },
}

describe('a layout is seen, and proposed with what it follows from', () => {
  for (const [name, { files: there, project, said }] of Object.entries(ROWS)) {
    it(name, () => {
      const proposal = proposalFor(there)
      expect(proposal).toMatchObject({ folder: '', project })
      expect(Object.keys(proposal.project).sort()).toEqual(Object.keys(project).sort())
      expect(proposal.seen).toContain(said)
    })
  }
})

describe('the source language', () => {
  it('is English of a country where that is the only English', () => {
    expect(proposalFor(empty('locales/en-GB.json', 'locales/de.json')).project.source).toBe('en-GB')
  })

  it('is the language with the most text where nothing says it and English is not there', () => {
    const proposal = proposalFor({ 'locales/de.json': '{"a":"b"}', 'locales/fr.json': '{"a":"b","c":"d"}' })
    expect(proposal.project).toMatchObject({ source: 'fr', targets: ['de'] })
    expect(proposal.seen).toContain('English is not there; fr has the most text, so it is taken for the source.')
  })

  it('is left to a person where the source says no language and English is a translation', () => {
    const proposal = proposalFor(empty('app/res/values/strings.xml', 'app/res/values-en/strings.xml'))
    expect(proposal.project).not.toHaveProperty('source')
    expect(proposal.seen.join(' ')).toContain('name the language of the source in `source`')
  })
})

describe('the targets', () => {
  it('are none where the source is alone, and that is said', () => {
    for (const only of [empty('locales/en.json'), empty('package.json', 'package.nls.json'), empty('po/app.pot')]) {
      const { project, seen } = proposalFor(only)
      expect(project).toMatchObject({ source: 'en', targets: [] })
      expect(seen).toContain('No other language is there yet: name those that you want in `targets`.')
    }
  })

  it('have one name each: of two folders for one language one is taken, and the other is named', () => {
    const { project, seen } = proposalFor(empty('locales/en.json', 'locales/pt-BR.json', 'locales/pt_BR.json'))
    expect(project.targets).toEqual(['pt-BR'])
    expect(seen).toContain('pt-BR and pt_BR are both pt-BR: only the files of pt-BR are taken.')
  })

  it('are languages where others are there, also those that are words', () => {
    expect(proposalFor(empty('locales/en.json', 'locales/no.json', 'locales/is.json')).project.targets).toEqual([
      'is',
      'no',
    ])
  })
})

describe('several layouts', () => {
  it('in several packages get a project file each, with paths from its folder', () => {
    const { proposals } = proposalsFor(
      empty(
        ...['package.json', 'apps/web/package.json', 'apps/web/messages/en.json', 'apps/web/messages/de.json'],
        ...['apps/mobile/pubspec.yaml', 'apps/mobile/lib/l10n/app_en.arb', 'apps/mobile/lib/l10n/app_pt_BR.arb'],
      ),
    )
    expect(proposals.map(({ folder, project }) => [folder, project.files.include, project.locales])).toEqual([
      ['apps/mobile', ['lib/l10n/app_[locale].arb'], { 'pt-BR': 'pt_BR' }],
      ['apps/web', ['messages/[locale].json'], undefined],
    ])
  })

  it('in one package are one project', () => {
    const { proposals } = proposalsFor(empty('package.json', 'package.nls.json', 'locales/en.json', 'locales/de.json'))
    expect(proposals).toHaveLength(1)
    expect(proposals[0]?.project).toMatchObject({ source: 'en', targets: ['de'] })
  })

  it('that call a language by different names get a project file each, and say why', () => {
    const { proposals } = proposalsFor(
      empty('locales/en.json', 'locales/de.json', 'app/res/values/strings.xml', 'app/res/values-pt-rBR/strings.xml'),
    )
    expect(proposals.map(({ folder, project }) => [folder, project.targets, project.files.include])).toEqual([
      ['', ['pt-BR'], [{ source: 'app/res/values/strings.xml', target: 'app/res/values-[locale]/strings.xml' }]],
      ['locales', ['de'], ['[locale].json']],
    ])
    expect(proposals[1]?.seen.at(-1)).toContain('It has a project file of its own: a language has one name')
  })

  it('with different sources get a project file each, and say why', () => {
    const { proposals } = proposalsFor({
      ...empty('locales/en.json', 'locales/de.json', 'messages/fr.json', 'messages/de.json'),
      'messages/fr.json': '{"long":"enough"}',
    })
    expect(proposals.map(({ folder, project }) => [folder, project.source])).toEqual([
      ['', 'fr'],
      ['locales', 'en'],
    ])
  })
})

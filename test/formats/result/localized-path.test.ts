import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languageOfFolders, localizedPath, otherLanguageSaid } from '../../../src/formats/index.ts'
import { rounds } from '../../support/seed.ts'

describe('the name of a translation', () => {
  it.each([
    ['menu.json', 'en', 'de', 'menu.de.json'],
    ['l10n/en-US/viewer.ftl', 'en', 'pt-BR', 'l10n/pt-BR/viewer.ftl'],
    ['i18n/en.toml', 'en', 'de', 'i18n/de.toml'],
    ['active.en.toml', 'en', 'fr', 'active.fr.toml'],
    ['messages.properties', 'en', 'pt-BR', 'messages_pt_BR.properties'],
    ['messages_en.properties', 'en', 'de', 'messages_de.properties'],
    ['translations/app_en.ts', 'en', 'pt-BR', 'translations/app_pt_BR.ts'],
    ['translations/app_fr.ts', 'en', 'de', 'translations/app_de.ts'],
    ['translations/app_de.ts', 'en', 'de', 'translations/app_de.ts'],
    ['app.ts', 'en', 'pt-BR', 'app_pt_BR.ts'],
    ['App/en.lproj/Localizable.strings', 'en', 'de', 'App/de.lproj/Localizable.strings'],
    ['Resources.resx', 'en', 'zh-Hans', 'Resources.zh-Hans.resx'],
    ['Garden.Form1.en-US.resx', 'en', 'de', 'Garden.Form1.de.resx'],
    ['App/Strings/en-US/Resources.resw', 'en', 'de-DE', 'App/Strings/de-DE/Resources.resw'],
    ['Strings/fr-FR/Resources.resw', 'fr', 'pt-BR', 'Strings/pt-BR/Resources.resw'],
    ['App/Base.lproj/Localizable.stringsdict', 'en', 'pt-BR', 'App/pt-BR.lproj/Localizable.stringsdict'],
    ['App/Localizable.xcstrings', 'en', 'de', 'App/Localizable.de.xcstrings'],
    ['App/mul.lproj/Main.xcstrings', 'en', 'de', 'App/mul.lproj/Main.de.xcstrings'],
    ['README', 'en', 'de', 'README.de'],
    ['conf/messages', 'en', 'de', 'conf/messages.de'],
    ['conf/messages', undefined, 'pt-BR', 'conf/messages.pt-BR'],
    ['conf/messages.en', 'en', 'de', 'conf/messages.de'],
    ['conf/messages.en-US', 'en', 'pt-BR', 'conf/messages.pt-BR'],
    ['conf/messages.en_US', 'en', 'pt-BR', 'conf/messages.pt_BR'],
    ['conf/messages.en', 'fr', 'zh-Hans', 'conf/messages.zh-Hans'],
    ['conf/messages.de', 'en', 'de', 'conf/messages.de.de.messages'],
    ['messages', undefined, 'translated', 'messages.translated.messages'],
    ['locales/en/messages', 'en', 'de', 'locales/de/messages'],
    ['locales/en/messages.en', 'en', 'de', 'locales/de/messages.de'],
    ['app.messages', 'en', 'de', 'app.de.messages'],
    ['en.json', 'en', 'de', 'de.json'],
    ['en-US.json', 'en', 'pt-BR', 'pt-BR.json'],
    ['en.json', 'en-GB', 'de', 'de.json'],
    ['guide.rst', 'en', 'de', 'guide.de.rst'],
    ['docs/en/guide.adoc', 'en', 'de', 'docs/de/guide.adoc'],
    ['src/locales/en.ts', 'en', 'pt-BR', 'src/locales/pt-BR.ts'],
    ['lang/en/auth.php', 'en', 'de', 'lang/de/auth.php'],
    ['i18n/en.toml', 'en', 'de', 'i18n/de.toml'],
    ['en-GB.com_a.ini', 'en-GB', 'fr', 'fr.com_a.ini'],
    ['en-GB.com_a.sys.ini', 'en', 'fr-FR', 'fr-FR.com_a.sys.ini'],
    ['language/en-GB/en-GB.com_a.ini', 'en-GB', 'fr-FR', 'language/fr-FR/fr-FR.com_a.ini'],
    ['en_US.po', 'en-US', 'pt-BR', 'pt_BR.po'],
    ['messages.en.json', 'en', 'pt-BR', 'messages.pt-BR.json'],
    ['messages_en.po', 'en', 'pt-BR', 'messages_pt_BR.po'],
    ['my-app-en.csv', 'en', 'fr', 'my-app-fr.csv'],
    ['app.zh-hant-tw.json', 'zh-Hant-TW', 'pt-BR', 'app.pt-br.json'],
    ['strings zh_Hans.txt', 'zh-Hans', 'de', 'strings de.txt'],
    ['EN.md', 'en', 'de', 'de.md'],
    ['es-419.json', 'es-419', 'en', 'en.json'],
  ])('%s in %s for %s is %s', (name, source, target, expected) => {
    expect(localizedPath(name, target, source)).toBe(expected)
  })

  it.each([
    ['a word that only ends like a tag', 'screen.json', 'en', 'screen.de.json'],
    ['the tag of another language', 'fr.json', 'en', 'fr.de.json'],
    ['the tag of the target, since the file is the source', 'de.json', 'en', 'de.de.json'],
    ['the tag of another country', 'pt-PT.json', 'pt-BR', 'pt-PT.de.json'],
    ['a tag that is not at the end', 'en.messages.json', 'en', 'en.messages.de.json'],
    ['nothing but an extension', '.en', 'en', '.de.en'],
    ['a folder of another language', 'fr/menu.json', 'en', 'fr/menu.de.json'],
    ['a folder that only looks like one', 'engine/menu.json', 'en', 'engine/menu.de.json'],
  ])('keeps %s', (_what, name, source, expected) => {
    expect(localizedPath(name, 'de', source)).toBe(expected)
  })

  it.each([
    ['locales/en/common.json', 'de', 'locales/de/common.json'],
    ['locales/en-US/common.json', 'pt-BR', 'locales/pt-BR/common.json'],
    ['locales/en_us/common.json', 'pt-BR', 'locales/pt_br/common.json'],
    ['src/content/docs/en/guides/start.md', 'de', 'src/content/docs/de/guides/start.md'],
    ['en/docs/en/a.md', 'de', 'en/docs/de/a.md'],
    ['config/locales/en/models.en.json', 'de', 'config/locales/de/models.de.json'],
    ['_locales/en/messages.json', 'pt-BR', '_locales/pt_BR/messages.json'],
    ['_locales/en/messages.json', 'zh-Hans', '_locales/zh_CN/messages.json'],
    ['_locales/en/messages.json', 'zh-Hant', '_locales/zh_TW/messages.json'],
    ['po/app.pot', 'zh-Hans', 'po/zh_CN.po'],
    ['po/app.pot', 'zh-Hant', 'po/zh_TW.po'],
    ['po/app.pot', 'sr-Latn', 'po/sr@latin.po'],
    ['en/LC_MESSAGES/app.po', 'sr-Latn', 'sr@latin/LC_MESSAGES/app.po'],
    ['po/app_en.po', 'zh-Hant', 'po/app_zh_TW.po'],
    ['po/fr.po', 'zh-Hans', 'po/zh_CN.po'],
    ['po/zh_CN.po', 'zh-Hans', 'po/zh_CN.po'],
    ['en/LC_MESSAGES/django.po', 'zh-Hans', 'zh_Hans/LC_MESSAGES/django.po'],
    ['po/sr@latin.po', 'sr-Latn', 'po/sr@latin.po'],
    ['po/sr@latin.po', 'de', 'po/de.po'],
    ['po/zh_Hans.po', 'zh-Hant', 'po/zh_Hant.po'],
    ['en.lproj/help.html', 'de', 'de.lproj/help.html'],
    ['App/Base.lproj/help.html', 'zh-Hans', 'App/zh-Hans.lproj/help.html'],
    ['app/src/main/res/values/strings.xml', 'de', 'app/src/main/res/values-de/strings.xml'],
    ['res/values/strings.xml', 'pt-BR', 'res/values-pt-rBR/strings.xml'],
    ['res/values/strings.xml', 'zh-Hant', 'res/values-b+zh+Hant/strings.xml'],
    ['res/values-en/strings.xml', 'es-419', 'res/values-b+es+419/strings.xml'],
    ['res/values-en-rUS-night/strings.xml', 'de', 'res/values-de-night/strings.xml'],
    ['res/values-v21/strings.xml', 'de', 'res/values-de-v21/strings.xml'],
    ['values/a.json', 'de', 'values/a.de.json'],
    ['en/LC_MESSAGES/django.po', 'pt-BR', 'pt_BR/LC_MESSAGES/django.po'],
    ['locale/fr/LC_MESSAGES/django.po', 'de', 'locale/de/LC_MESSAGES/django.po'],
    ['locale/en/LC_MESSAGES/app.pot', 'de', 'locale/de/LC_MESSAGES/app.po'],
    ['po/app.pot', 'de', 'po/de.po'],
    ['po/app.pot', 'pt-BR', 'po/pt_BR.po'],
    ['app_en.pot', 'de', 'app_de.po'],
    ['messages_en.json', 'pt-BR', 'messages_pt_BR.json'],
    ['resources/lang/en/auth.php', 'de', 'resources/lang/de/auth.php'],
    ['translations/messages.en.php', 'de', 'translations/messages.de.php'],
    ['src/locales/lang/en.ts', 'pt-BR', 'src/locales/lang/pt-BR.ts'],
  ])('%s for %s is %s', (path, target, expected) => {
    expect(localizedPath(path, target, 'en')).toBe(expected)
  })

  it.each([
    ['locales/fr/common.json', 'de', 'locales/de/common.json'],
    ['src/i18n/pt_BR/shop/cart.json', 'de', 'src/i18n/de/shop/cart.json'],
    ['lang/fr/messages_fr.json', 'de', 'lang/de/messages_de.json'],
    ['lang/fr/messages_en.json', 'de', 'lang/de/messages_de.json'],
    ['locales/fr/common.json', 'fr', 'locales/fr/common.fr.json'],
    ['locales/it/common.json', 'de', 'locales/it/common.de.json'],
    ['locales/ui/common.json', 'de', 'locales/ui/common.de.json'],
    ['docs/ml/intro.md', 'de', 'docs/ml/intro.de.md'],
    ['locales/app/fr/common.json', 'de', 'locales/app/fr/common.de.json'],
  ])(
    '%s, whose text is in English though its folder says another language, is in %s %s [MCP-10]',
    (path, target, expected) => {
      expect(localizedPath(path, target, 'en')).toBe(expected)
    },
  )

  it('of a layout that is for nothing but languages needs no source language', () => {
    expect(localizedPath('_locales/en/messages.json', 'de')).toBe('_locales/de/messages.json')
    expect(localizedPath('res/values/strings.xml', 'de')).toBe('res/values-de/strings.xml')
    expect(localizedPath('locales/en/common.json', 'de')).toBe('locales/de/common.json')
    expect(localizedPath('_locales/de/messages.json', 'de')).toBe('_locales/de/messages.de.json')
  })

  it.each([
    ['de.po', 'de', 'de.po'],
    ['es.po', 'es', 'es.po'],
    ['de_DE.po', 'de', 'de_DE.po'],
    ['pt_BR.po', 'pt-BR', 'pt_BR.po'],
    ['app.de.po', 'de', 'app.de.po'],
    ['de/LC_MESSAGES/app.po', 'de', 'de/LC_MESSAGES/app.po'],
    ['fr.po', 'de', 'de.po'],
    ['pt.po', 'pt-BR', 'pt_BR.po'],
    ['app.fr.po', 'de', 'app.de.po'],
    ['how-to.po', 'de', 'how-to.de.po'],
    ['app.po', 'de', 'app.de.po'],
    ['ui.po', 'de', 'ui.de.po'],
  ])('%s, which holds its translation, is in %s %s: the source text is in it, too', (name, target, expected) => {
    expect(localizedPath(name, target, 'en')).toBe(expected)
    expect(localizedPath(name, target)).toBe(expected)
  })

  it('goes by nothing but the name where the source is not known', () => {
    expect(localizedPath('en.json', 'de')).toBe('en.de.json')
  })

  it('is of any path another one in the same depth, and another for each language [MCP-10]', () => {
    const tag = fc.constantFrom('en', 'en-US', 'de', 'pt-BR', 'pt-PT', 'pt', 'zh-Hant', 'zh-TW', 'es-419', 'sr-Latn')
    const name = fc.oneof(
      tag,
      fc.constantFrom(
        'values',
        'values-en-rUS',
        'LC_MESSAGES',
        '_locales',
        'Base.lproj',
        'en.lproj',
        '..',
        '',
        'pt_BR',
      ),
      fc.string({ maxLength: 6 }).map(text => text.replaceAll('/', '')),
    )
    const file = fc.tuple(name, fc.constantFrom('', '.json', '.xml', '.md', '.')).map(parts => parts.join(''))
    const given = fc.tuple(fc.array(name, { maxLength: 4 }), file)
    fc.assert(
      fc.property(given, fc.option(tag, { nil: undefined }), tag, tag, ([folders, last], source, one, other) => {
        const path = [...folders, last].join('/')
        const [first, second] = [localizedPath(path, one, source), localizedPath(path, other, source)]
        expect(first.toLowerCase()).not.toBe(path.toLowerCase())
        expect(first.split('/')).toHaveLength(path.split('/').length)
        if (one !== other) expect(first).not.toBe(second)
      }),
      { numRuns: rounds(500) },
    )
  })

  it('is never the name of the file itself, and another for each language [MCP-10]', () => {
    const tag = fc.constantFrom('en', 'en-US', 'en-GB', 'de', 'pt-BR', 'pt', 'zh-Hant')
    const stem = fc.oneof(tag, fc.stringMatching(/^[a-z._-]{0,8}[._-](?:en|en-US|en_us|pt_BR|de)$/))
    fc.assert(
      fc.property(stem, tag, fc.uniqueArray(tag, { minLength: 2 }), (name, source, targets) => {
        const file = `${name}.json`
        const names = targets.filter(target => target !== source).map(target => localizedPath(file, target, source))
        expect(names.map(each => each.toLowerCase())).not.toContain(file.toLowerCase())
        expect(new Set(names).size).toBe(names.length)
      }),
      { numRuns: rounds(500) },
    )
  })
})

describe('the language that folders say', () => {
  it.each([
    ['/home/ann/app/locales/fr/common.json', 'fr'],
    ['C:\\work\\app\\locales\\pt-BR\\common.json', 'pt-BR'],
    ['/w/po/pt_BR/LC_MESSAGES/app.po', 'pt-BR'],
    ['/w/_locales/en/messages.json', 'en'],
    ['/w/fr.lproj/Main.xml', 'fr'],
    ['/w/res/values-pt-rBR/strings.xml', 'pt-BR'],
    ['/w/i18n/es/shop/cart/labels.json', 'es'],
    ['/w/docs/de/guide.md', 'de'],
    ['/w/es/labels.json', 'es'],
    ['/w/res/values/strings.xml', undefined],
    ['/w/locales/common.json', undefined],
    ['/w/it/labels.json', undefined],
    ['/home/de/app/src/labels.json', undefined],
    ['fr.json', undefined],
  ])('of %s is %s', (path, expected) => {
    expect(languageOfFolders(path)?.tag).toBe(expected)
  })

  it('is sure in a folder for nothing but languages', () => {
    for (const [path, sure] of [
      ['/w/locales/fr/a.json', true],
      ['/w/i18n/es/shop/cart/labels.json', true],
      ['/w/fr.lproj/Main.xml', true],
      ['/w/po/pt_BR/LC_MESSAGES/app.po', true],
      ['/w/docs/ml/intro.md', false],
      ['/w/src/cs/app.json', false],
    ] as const) {
      expect([path, languageOfFolders(path)?.sure]).toEqual([path, sure])
    }
  })
})

describe('what a place says is another language than that of the translation', () => {
  it.each([
    ['fr.po', 'de', 'fr'],
    ['po/app.fr_CA.po', 'de', 'fr-CA'],
    ['en.json', 'de', 'en'],
    ['messages_en.json', 'de', 'en'],
    ['res/values-fr/strings.xml', 'de', 'fr'],
    ['locales/fr/x.json', 'de', 'fr'],
    ['fr/LC_MESSAGES/app.po', 'de', 'fr'],
    ['it.po', 'de', 'it'],
    ['zh_TW.po', 'zh-Hans', 'zh-TW'],
    ['sr@latin.po', 'sr', 'sr@latin'],
    ['conf/messages.it', 'de', 'it'],
    ['conf/messages.kab', 'de', 'kab'],
    ['conf/messages.pt_BR', 'de', 'pt-BR'],
  ])('%s for %s: %s', (place, target, said) => {
    expect(otherLanguageSaid(place, target)).toBe(said)
  })

  it.each([
    ['de.po', 'de'],
    ['locales/fr/app.de.json', 'de'],
    ['de_AT.po', 'de'],
    ['sr@latin.po', 'sr-Latn'],
    ['zh_CN.po', 'zh-Hans'],
    ['_locales/zh_TW/messages.json', 'zh-Hant-HK'],
    ['no.json', 'de'],
    ['to-do.md', 'de'],
    ['about-it.md', 'de'],
    ['app.json', 'de'],
    ['conf/messages', 'de'],
    ['conf/messages.de-AT', 'de'],
    ['values/strings.xml', 'de'],
    ['Base.lproj/help.html', 'de'],
    ['fr/x.json', 'de'],
    ['de/en.json', 'de'],
    ['locales/fr/de/en.json', 'de'],
  ])('%s for %s says none', (place, target) => {
    expect(otherLanguageSaid(place, target)).toBeUndefined()
  })
})

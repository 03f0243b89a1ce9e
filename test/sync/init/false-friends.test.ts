import { describe, expect, it } from 'vitest'
import { empty, proposalsFor, type Texts } from './support.ts'

/** What is there, and a part of what is said of it; undefined where nothing needs to be said. */
const FRIENDS: Readonly<Record<string, readonly [Texts, string | undefined]>> = {
  'the locales of a dependency': [empty('node_modules/x/locales/en.json', 'a/vendor/b/locales/de.json'), undefined],
  'what was built': [empty('dist/locales/en.json', '.next/server/locales/en.json', '.git/locales/en.json'), undefined],
  '_locales without a manifest': [
    empty('_locales/en/messages.json'),
    'no manifest.json with "manifest_version" is beside it',
  ],
  '_locales with a manifest of something else': [
    { ...empty('_locales/en/messages.json'), 'manifest.json': '{"name":"a web app"}' },
    'no manifest.json with "manifest_version" is beside it',
  ],
  'a folder `no` alone': [empty('locales/no/notes.json'), 'has only "no", which may be a word'],
  'a folder `is` alone': [empty('i18n/is/valid.json'), 'has only "is", which may be a word'],
  'messages.json alone': [empty('messages.json', 'src/messages.json'), undefined],
  'files beside locales that are none': [
    empty('locales/index.json', 'locales/app/a.json', 'lang/schema.json'),
    undefined,
  ],
  'fixtures of tests': [
    empty('test/fixtures/locales/en.json', 'test/fixtures/locales/de.json'),
    'test/ has files that look like i18next; files of tests and examples are not proposed.',
  ],
  'resources of Android that are no text': [empty('res/values/colors.xml', 'res/values-night/colors.xml'), undefined],
  'XLIFF of something else than Angular': [empty('data/messages.xlf'), 'no angular.json is beside it'],
  'translations without their source': [
    empty('package.json', 'package.nls.de.json'),
    'package.nls.[locale].json has translations, but there is no package.nls.json; it is not proposed.',
  ],
  'a catalog of Apple that is none': [
    empty('App/Localizable.xcstrings'),
    'App/Localizable.xcstrings (Apple) is too large to look at, or no string catalog; it is not proposed.',
  ],
  'catalogs of Apple for tests': [
    { 'AppTests/fixtures/a.xcstrings': '{"sourceLanguage":"en","strings":{}}' },
    'AppTests/fixtures/ has string catalogs of Apple; files of tests and examples are not proposed.',
  ],
  'a form of .NET in one language': [empty('App/Form1.resx'), undefined],
  'programs and settings beside texts': [
    empty('config/app.php', 'lang/helpers.php', 'src/i18n/index.ts', 'src/lang/parser.js', 'locales/types/en.ts'),
    undefined,
  ],
  'a file of translations called i18n.json': [{ 'i18n.json': '{"title":"Hello"}' }, undefined],
  'a repository of nothing': [{}, undefined],
}

describe('nothing is proposed for', () => {
  for (const [name, [texts, said]] of Object.entries(FRIENDS)) {
    it(said === undefined ? name : `${name}, and why is said`, () => {
      const { proposals, left } = proposalsFor(texts)
      expect(proposals).toEqual([])
      if (said === undefined) expect(left).toEqual([])
      else expect(left.join('\n')).toContain(said)
    })
  }
})

describe('what is said of a path', () => {
  it('is that a glob may not find it, where its folders have characters of globs', () => {
    const { proposals } = proposalsFor(empty('app/(main)/messages/en.json', 'app/(main)/messages/de.json'))
    expect(proposals[0]?.seen).toContain(
      'app/(main)/messages/[locale].json has characters that mean something else in a glob: look whether its files are found.',
    )
  })

  it('is what it is, also with a name that a replacement would take for something else', () => {
    const { proposals } = proposalsFor(empty('lib/l10n/$&_en.arb', 'lib/l10n/$&_de.arb'))
    expect(proposals[0]?.project.files.include).toEqual(['lib/l10n/$&_[locale].arb'])
  })

  it('is nothing of a path that no person has, nor of a pattern that takes for ever', () => {
    const config = `locales: ['en'], output: '${'*a'.repeat(30)}{{language}}.json'`
    const long = `locales/${'en-'.repeat(20_000)}.json`
    const { proposals } = proposalsFor({ 'i18next.config.ts': config, ...empty(long, `${'a'.repeat(200)}1.json`) })
    expect(proposals).toHaveLength(1)
    expect(proposals[0]?.project.targets).toEqual([])
  })
})

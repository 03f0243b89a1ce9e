import { describe, expect, it } from 'vitest'
import { loadFormat } from '../../../src/formats/index.ts'
import { proposalFor, proposalsFor } from './support.ts'

const configuration = (buckets: object, locale: object = { source: 'en', targets: ['es', 'pt-BR'] }) => ({
  'i18n.json': JSON.stringify({ version: '1.10', locale, buckets }),
})

/** Every bucket whose files are kept in step, with files as people have them. */
const KEPT: readonly (readonly [bucket: string, path: string])[] = [
  ['android', 'app/src/main/res/values-[locale]/strings.xml'],
  ['flutter', 'lib/l10n/app_[locale].arb'],
  ['json', 'locales/[locale]/*.json'],
  ['jsonc', '[locale]/example.jsonc'],
  ['php', 'lang/[locale]/messages.php'],
  ['po', 'po/[locale].po'],
  ['properties', 'i18n/messages_[locale].properties'],
  ['typescript', 'src/i18n/[locale].ts'],
  ['xcode-xcstrings', 'App/*.xcstrings'],
  ['xcode-xcstrings-v2', 'Localizable.xcstrings'],
  ['xcode-strings', 'App/[locale].lproj/Localizable.strings'],
  ['xcode-stringsdict', 'App/[locale].lproj/Localizable.stringsdict'],
  ['xliff', 'src/[locale].xliff'],
  ['yaml', 'locales/[locale].yml'],
  ['yaml-root-key', 'config/locales/[locale].yml'],
]

/** Every other one, and what is said of it. */
const LEFT: readonly (readonly [bucket: string, path: string, why: RegExp])[] = [
  ...['html', 'markdown', 'mdx', 'srt', 'txt', 'vtt', 'xml'].map(
    kind => [kind, `[locale]/example.${kind}`, /has texts without keys.*takes each file whole/] as const,
  ),
  ['csv-per-locale', '[locale]/example.csv', /has texts without keys/],
  ['csv', 'example.csv', /has all of its languages in each file.*translate fills it/],
  ['json-dictionary', 'example.json', /under every key, which translation-mcp does not write/],
  ['json5', '[locale]/example.json5', /does not read; what is in JSON with comments is read as \.jsonc/],
  ...['ail', 'ejs', 'markdoc', 'mjml', 'twig', 'vue-json'].map(
    kind => [kind, `[locale]/example.${kind}`, /has files that translation-mcp does not read\.$/] as const,
  ),
  ['compiler', 'src', /has no files in the repository/],
  ['dato', 'i18n/dato.json5', /has no files in the repository/],
]

describe('a bucket of Lingo.dev', () => {
  it.each(KEPT)('%s is kept in step by its paths', async (bucket, path) => {
    const { project, seen } = proposalFor(configuration({ [bucket]: { include: [path] } }))
    expect(project).toMatchObject({ source: 'en', targets: ['es', 'pt-BR'], files: { include: [path] } })
    expect(seen.filter(line => line.startsWith('The bucket'))).toEqual([])
    const format = await loadFormat(path.replace('*', 'a').replace('[locale]', 'en'))
    expect(format?.merge).toBeDefined()
  })

  it.each(LEFT)('%s has no place in a project file, and it is said why', (bucket, path, why) => {
    const json = { include: ['locales/[locale].json'] }
    const { project, seen } = proposalFor(configuration({ json, [bucket]: { include: [path] } }))
    expect(project.files).toEqual({ include: ['locales/[locale].json'] })
    const said = seen.filter(line => line.startsWith('The bucket'))
    expect(said).toEqual([expect.stringMatching(new RegExp(`^The bucket ${bucket} of i18n\\.json `))])
    expect(said[0]).toMatch(why)
    const { proposals, left } = proposalsFor(configuration({ [bucket]: { include: [path] } }))
    expect(proposals).toEqual([])
    expect(left).toContainEqual(said[0])
  })

  it('of string catalogs is not proposed a second time as what the catalogs say', () => {
    const text = JSON.stringify({ sourceLanguage: 'en', strings: { a: { localizations: { fr: {} } } } })
    const buckets = configuration({ 'xcode-xcstrings': { include: ['App/*.xcstrings'] } })
    const { project } = proposalFor({ ...buckets, 'App/a.xcstrings': text, 'App/b.xcstrings': text })
    expect(project).toEqual({ source: 'en', targets: ['es', 'pt-BR'], files: { include: ['App/*.xcstrings'] } })
  })

  it('that is not known here is taken by its paths', () => {
    const { project } = proposalFor(configuration({ constructor: { include: ['[locale]/a.toml'] } }))
    expect(project.files).toEqual({ include: ['[locale]/a.toml'] })
  })

  it('has paths from its folder, and those that say no language are named', () => {
    const { project, seen } = proposalFor(
      configuration({
        json: { include: ['./[locale]/example.json', 'locales/en.json'] },
        yaml: { include: [{ path: '[locale].yml' }] },
      }),
    )
    expect(project.files.include).toEqual(['[locale]/example.json', '[locale].yml'])
    expect(seen).toContain(
      'locales/en.json of i18n.json has no [locale] in its place, so nothing says where its translations are; it is left out.',
    )
  })

  it('of Android has languages as Android writes them', () => {
    const { project } = proposalFor(
      configuration(
        { android: { include: [{ path: 'res/values-[locale]/strings.xml', delimiter: '-' }] } },
        { source: 'en', targets: ['pt-rBR', 'de'] },
      ),
    )
    expect(project).toMatchObject({ targets: ['de', 'pt-BR'], files: { include: ['res/values-[locale]/strings.xml'] } })
  })
})

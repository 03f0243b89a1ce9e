import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sameTag } from '../../../src/contract/language-tags.ts'
import { globFlaw } from '../../../src/sync/project/glob.ts'
import { localeNames } from '../../../src/sync/project/locale-names.ts'
import { matchPath, mayMatchBelow, pathOfFrame, patternOf } from '../../../src/sync/project/pattern.ts'

const NAMES = localeNames(['en', 'de'], { 'de-AT': 'austrian' })
const match = (glob: string, path: string) => matchPath(patternOf(glob, NAMES), path)
const tagsOf = (glob: string, path: string) => match(glob, path)?.written.map(name => NAMES.tagOf(name))

describe('a pattern', () => {
  it.each([
    { glob: 'locales/[locale].json', path: 'locales/en.json', tags: ['en'] },
    { glob: 'locales/[locale]/**/*.json', path: 'locales/pt_BR/a/b/c.json', tags: ['pt-BR'] },
    { glob: 'locales/[locale]/**/*.json', path: 'locales/pt-br/c.json', tags: ['pt-BR'] },
    { glob: './[locale].json', path: 'en.json', tags: ['en'] },
    { glob: 'src/[locale]/[locale].yaml', path: 'src/zh_Hans/zh-CN.yaml', tags: ['zh-Hans', 'zh-CN'] },
    { glob: 'lib/l10n/*_[locale].arb', path: 'lib/l10n/my_app_zh_Hant_TW.arb', tags: ['zh-Hant-TW'] },
    { glob: 'lib/l10n/*_[locale].arb', path: 'lib/l10n/is_it_en.arb', tags: ['en'] },
    { glob: 'res/values-[locale]/*.xml', path: 'res/values-pt-rBR/strings.xml', tags: ['pt-BR'] },
    { glob: 'res/values-[locale]/*.xml', path: 'res/values-b+sr+Latn/strings.xml', tags: ['sr-Latn'] },
    { glob: 'res/values-[locale]/*.xml', path: 'res/values-iw/strings.xml', tags: ['he'] },
    { glob: '*/[locale].lproj/*.strings', path: 'App/zh-Hant-HK.lproj/L.strings', tags: ['zh-Hant-HK'] },
    { glob: 'po/[locale].po', path: 'po/sr@latin.po', tags: ['sr-Latn'] },
    { glob: 'po/[locale].po', path: 'po/ca@valencia.po', tags: ['ca-valencia'] },
    { glob: 'po/[locale].po', path: 'po/uz_UZ@cyrillic.po', tags: ['uz-Cyrl-UZ'] },
    { glob: 'x/[locale].json', path: 'x/austrian.json', tags: ['de-AT'] },
    { glob: 'x/[locale].json', path: 'x/es-419.json', tags: ['es-419'] },
    { glob: '[locale]*.json', path: 'en_extra.json', tags: ['en'] },
    { glob: '{app,lib}/[locale].json', path: 'lib/EN.json', tags: ['en'] },
    { glob: 'app/(shop)/[slug]/[locale].json', path: 'app/(shop)/[slug]/en.json', tags: ['en'] },
    { glob: 'a+b$/[locale]!.json', path: 'a+b$/en!.json', tags: ['en'] },
    { glob: '.vscode/[locale].json', path: '.vscode/en.json', tags: ['en'] },
    { glob: 'node_modules/*/[locale].json', path: 'node_modules/x/en.json', tags: ['en'] },
    { glob: '[locale]/**', path: 'en/a/b.md', tags: ['en'] },
    { glob: '**/[locale].json', path: 'en.json', tags: ['en'] },
  ])('$glob meets $path', ({ glob, path, tags }) => {
    expect(tagsOf(glob, path)).toEqual(tags)
  })

  it.each([
    { glob: 'locales/[locale].json', path: 'locales/common.json' },
    { glob: 'locales/[locale].json', path: 'locales/app.json' },
    { glob: 'locales/[locale].json', path: 'x/locales/en.json' },
    { glob: 'locales/[locale].json', path: 'locales/en.json.bak' },
    { glob: 'locales/[locale]/*.json', path: 'locales/en/a/b.json' },
    { glob: 'app_[locale]*.json', path: 'app_english.json' },
    { glob: 'res/values-[locale]/*.xml', path: 'res/values-night/strings.xml' },
    { glob: '**/[locale].json', path: 'node_modules/x/en.json' },
    { glob: '**/[locale].json', path: '.next/en.json' },
    { glob: '*/[locale].json', path: '.git/en.json' },
    { glob: '[locale]/**', path: 'en' },
    { glob: '[locale]/*', path: 'en/.hidden' },
  ])('$glob does not meet $path', ({ glob, path }) => {
    expect(match(glob, path)).toBeUndefined()
  })

  it('keeps what the stars matched when the language changes', () => {
    const made = (glob: string, path: string, ...written: string[]) =>
      pathOfFrame(match(glob, path)?.frame ?? [], written)
    expect(made('a/**/[locale]/*.json', 'a/b/c/en/d.json', 'de')).toBe('a/b/c/de/d.json')
    expect(made('**/*_[locale]/[locale]-?.json', 'x_en/en-1.json', 'pt_BR', 'pt')).toBe('x_pt_BR/pt-1.json')
    expect(made('[locale]/**', 'en/a/b.md', 'de')).toBe('de/a/b.md')
  })

  it('knows the folders below which it may meet a file', () => {
    const below = (glob: string, ...folders: string[]) =>
      folders.filter(folder => mayMatchBelow(patternOf(glob, NAMES), folder))
    const folders = ['', 'a', 'a/b', 'a/b/c', 'a/en', 'a/en/c', 'x', '.git', 'a/node_modules', 'node_modules']
    expect(below('a/[locale]/*.json', ...folders)).toEqual(['', 'a', 'a/en'])
    expect(below('a/**/[locale].json', ...folders)).toEqual(['', 'a', 'a/b', 'a/b/c', 'a/en', 'a/en/c'])
    expect(below('**/[locale].json', ...folders)).toEqual(['', 'a', 'a/b', 'a/b/c', 'a/en', 'a/en/c', 'x'])
    expect(below('[locale].json', ...folders)).toEqual([''])
  })

  it('takes no time that grows out of hand, whatever it is compared with', () => {
    const hostile = patternOf('*a*a*a[locale]/**/b/**/b/**/b/**/[locale].json', NAMES)
    const start = process.cpuUsage()
    expect(matchPath(hostile, `${'a'.repeat(255)}/x`)).toBeUndefined()
    expect(matchPath(hostile, `aaaen/${'b/'.repeat(2000)}x.json`)).toBeUndefined()
    expect(mayMatchBelow(hostile, `aaaen/${'b/'.repeat(2000)}x`)).toBe(true)
    const braces = patternOf('{a,aa}{a,aa}{a,aa}[locale].json', NAMES)
    expect(matchPath(braces, `${'a'.repeat(250)}.json`)).toBeUndefined()
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000)
  })

  it('reads every glob that it finds good, and meets the paths that it stands for when it has no other wildcard', async () => {
    const sign = fc.constantFrom(...'ab*?[]{}(),!@+|^$\'"-_./ ü', '[locale]', '[locale]', '**/', '/')
    const glob = fc.array(sign, { minLength: 1, maxLength: 12 }).map(signs => signs.join(''))
    await fc.assert(
      fc.property(glob, text => {
        fc.pre(globFlaw(text) === undefined)
        const path = text.replace(/^\.\//, '').replaceAll('[locale]', 'de').replaceAll('*', 'b')
        const found = match(text, path)
        const isPlain = !/[?{}[\]]|\*\*|(?<=^|\/)\./.test(text)
        if (isPlain) expect(found).toBeDefined()
        if (found) expect(pathOfFrame(found.frame, found.written)).toBe(path)
      }),
    )
  })

  it('gives each name of a language back that it is given, in any way to write it', async () => {
    const tag = fc
      .tuple(
        fc.constantFrom('de', 'pt', 'zh', 'sr', 'es', 'uz', 'fil'),
        fc.constantFrom(undefined, 'Latn', 'Cyrl', 'Hans', 'Hant'),
        fc.constantFrom(undefined, 'BR', 'TW', '419', 'RS'),
      )
      .map(parts => parts.filter(part => part !== undefined))
    const writing = fc.constantFrom(
      (parts: readonly string[]) => parts.join('-'),
      (parts: readonly string[]) => parts.join('_'),
      (parts: readonly string[]) => parts.join('-').toLowerCase(),
      (parts: readonly string[]) => `b+${parts.join('+')}`,
    )
    const glob = fc.constantFrom('x/[locale].json', '*_[locale].arb', '**/[locale]/*.md', 'v-[locale]/[locale].xml')
    await fc.assert(
      fc.property(tag, writing, glob, (parts, write, text) => {
        const path = text.replaceAll('[locale]', write(parts)).replace('**/', 'a/b/').replace('*', 'en_x')
        const tags = tagsOf(text, path) ?? []
        expect(tags).toHaveLength(text.split('[locale]').length - 1)
        for (const found of tags) expect(sameTag(found ?? '', parts.join('-'))).toBe(true)
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { openUnwritten, type UnwrittenProject } from '../../../src/sync/disk/open-unwritten.ts'
import { eachInFolder } from './folder.ts'

const files = eachInFolder()
const TEXTS = { hello: 'Good morning' }

async function opened(given: Partial<UnwrittenProject>) {
  const place = files.place(given.place ?? '')
  const { pairs, project } = await openUnwritten({ base: files.at, source: 'en', targets: ['de'], ...given, place })
  return {
    source: project.source,
    pairs: pairs.map(({ source, targets }) => [source, ...targets.map(({ path }) => path)].join(' ')),
  }
}

describe('without a project file', () => {
  it('a glob and languages say as much [SYN-1]', async () => {
    files.write({ 'locales/en/a.json': TEXTS, 'locales/en/b.json': TEXTS, 'locales/xx/c.json': TEXTS })
    expect(await opened({ place: 'locales/[locale]/*.json', targets: ['de', 'fr'] })).toEqual({
      source: 'en',
      pairs: [
        'locales/en/a.json locales/de/a.json locales/fr/a.json',
        'locales/en/b.json locales/de/b.json locales/fr/b.json',
      ],
    })
  })

  it('the language of the sources is that of the settings, and no target [SYN-1]', async () => {
    files.write({ 'locales/fr.json': TEXTS })
    expect(await opened({ place: 'locales/[locale].json', source: 'fr', targets: ['fr', 'de'] })).toEqual({
      source: 'fr',
      pairs: ['locales/fr.json locales/de.json'],
    })
  })

  it('a folder is read as init reads it, with the languages that are there [SYN-1]', async () => {
    files.write({ 'src/locales/en.json': TEXTS, 'src/locales/de.json': TEXTS, 'src/locales/fr.json': TEXTS })
    const { pairs } = await opened({ place: 'src', targets: [] })
    expect(pairs).toEqual(['src/locales/en.json src/locales/de.json src/locales/fr.json'])
    expect((await opened({ place: 'src', targets: ['es'] })).pairs).toEqual(['src/locales/en.json src/locales/es.json'])
  })

  it('what a configuration leaves out stays out, from the folder on [SYN-1]', async () => {
    files.write({
      'app/i18n.json': {
        locale: { source: 'en', targets: ['de'] },
        buckets: { json: { include: ['l/[locale]/*.json'], exclude: ['l/[locale]/skip.json'] } },
      },
      'app/l/en/a.json': TEXTS,
      'app/l/en/skip.json': TEXTS,
    })
    expect((await opened({ place: 'app', targets: [] })).pairs).toEqual(['app/l/en/a.json app/l/de/a.json'])
  })

  it('a file that holds all its languages says which, and a glob of such files needs no [locale]', async () => {
    const localizations = { de: {}, ja: {} }
    const catalog = (sourceLanguage: string) => ({ sourceLanguage, strings: { 'Open it': { localizations } } })
    files.write({ 'App/a.xcstrings': catalog('en'), 'App/b.xcstrings': catalog('fr') })
    const each = (name: string, count: number) => Array.from({ length: count + 1 }, () => name).join(' ')
    expect(await opened({ place: 'App/a.xcstrings', targets: [] })).toEqual({
      source: 'en',
      pairs: [each('App/a.xcstrings', 2)],
    })
    expect((await opened({ place: 'App/b.xcstrings', targets: ['es'] })).source).toBe('fr')
    expect(await opened({ place: 'App/*.xcstrings', targets: ['de', 'es'] })).toEqual({
      source: 'en',
      pairs: [each('App/a.xcstrings', 2), each('App/b.xcstrings', 2)],
    })
    await expect(opened({ place: 'App/*.xcstrings', targets: [] })).rejects.toThrow('no language to translate into')
  })

  it.each([
    ['a place that is not there', 'nowhere', {}, 'there is no folder and no file'],
    ['a folder without locale files', '', { 'a.txt': 'Hello' }, 'no locale files were recognised'],
    ['no language', 'l/[locale].json', { 'l/en.json': TEXTS }, 'no language to translate into'],
  ])('it is refused for %s [SYN-1]', async (_what, place, there, words) => {
    files.write(there)
    await expect(opened({ place, targets: [] })).rejects.toThrow(words)
  })

  it('it is refused for several packages, which are named [SYN-1]', async () => {
    for (const name of ['a', 'b'])
      files.write({
        [`packages/${name}/package.json`]: { name },
        [`packages/${name}/locales/en.json`]: TEXTS,
        [`packages/${name}/locales/de.json`]: TEXTS,
      })
    await expect(opened({ place: '', targets: ['de'] })).rejects.toThrow('packages/a, packages/b')
  })

  it('it is refused for a tag that is none [SYN-1]', async () => {
    files.write({ 'l/en.json': TEXTS })
    await expect(opened({ place: 'l/[locale].json', targets: ['german!'] })).rejects.toThrow('no BCP 47 language tag')
  })
})

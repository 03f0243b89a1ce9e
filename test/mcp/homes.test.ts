import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { homeOf } from '../../src/mcp/several/homes.ts'
import { BESIDE, type PlaceRule, placeOf, placesOf } from '../../src/mcp/several/places.ts'
import { translationsAmong } from '../../src/mcp/several/source-files.ts'
import { temporaryFolder } from '../support/world.ts'

/** The place of the French translation of an English file of `/p/docs`, beside which these files lie there. */
function placed(source: string, others: readonly string[] = [], folder = '/p/docs', rule: Partial<PlaceRule> = {}) {
  const files = [source, ...others]
  const translations = translationsAmong(files, { target_languages: ['fr'] }, { bilingual: () => false })
  const home = homeOf(folder, translations, '/p')
  const from = { path: join(folder, source), language: 'en' }
  return placeOf({ template: BESIDE, working: '/p', home, base: folder, ...rule }, from, 'fr')
}

describe('the translations of a folder', () => {
  it.each([
    ['guide/one.md', [], '/p/docs.fr/guide/one.md'],
    ['one.md', ['img/de/x.md'], '/p/docs.fr/one.md'],
    ['po/app.pot', [], '/p/docs/po/fr.po'],
    ['en/one.md', [], '/p/docs/fr/one.md'],
    ['locales/en.json', [], '/p/docs/locales/fr.json'],
    ['one.en.md', [], '/p/docs/one.fr.md'],
    ['guide/one.md', ['guide/one.de.md'], '/p/docs/guide/one.fr.md'],
    ['guide/one.md', ['de/guide/one.md'], '/p/docs/fr/guide/one.md'],
    ['guide/one.md', ['guide/de/one.md'], '/p/docs/guide/fr/one.md'],
    ['guide/one.md', ['guide.de/one.md'], '/p/docs/guide.fr/one.md'],
    ['two.md', ['guide/one.md', 'guide.de/one.md'], '/p/docs.fr/two.md'],
  ])('mirror it, or lie as others do that are there: %s beside %j as %s', (source, others, place) => {
    expect(placed(source, others)).toBe(place)
  })

  it('lie within the working folder, those above it and a repository, beside which nothing belongs to them', () => {
    expect(placed('docs/one.md', [], '/p')).toBe('/p/fr/docs/one.md')
    expect(placed('p/one.md', [], '/')).toBe('/fr/p/one.md')
    const repository = temporaryFolder()
    mkdirSync(join(repository, '.git'))
    expect(placed('one.md', [], repository)).toBe(join(repository, 'fr', 'one.md'))
  })

  it('go where Docusaurus looks for them, in a site of it', () => {
    const site = temporaryFolder()
    writeFileSync(join(site, 'docusaurus.config.ts'), '')
    const i18n = (...names: string[]) => join(site, 'i18n', 'fr', ...names)
    const docs = i18n('docusaurus-plugin-content-docs', 'current', 'guide', 'one.md')
    expect(placed('guide/one.md', [], join(site, 'docs'))).toBe(docs)
    expect(placed('docs/guide/one.md', [], site)).toBe(docs)
    expect(placed('blog/a.mdx', [], site)).toBe(i18n('docusaurus-plugin-content-blog', 'a.mdx'))
    expect(placed('src/pages/a.md', [], site)).toBe(i18n('docusaurus-plugin-content-pages', 'a.md'))
    expect(placed('versioned_docs/version-1/a.md', [], site)).toBe(
      i18n('docusaurus-plugin-content-docs', 'version-1', 'a.md'),
    )
    expect(placed('i18n/en/code.json', [], site)).toBe(i18n('code.json'))
    expect(placed('docs/table.csv', [], join(site, 'docs'))).toBe(join(site, 'docs.fr', 'docs', 'table.csv'))
  })

  it('keep their folders in one that is named, and their names where that says the language', () => {
    expect(placed('guide/one.md', [], '/p/docs', { template: 'out/' })).toBe('/p/out/guide/one.fr.md')
    expect(placed('guide/one.md', [], '/p/docs', { template: 'site/{lang}/' })).toBe('/p/site/fr/guide/one.md')
    expect(placed('guide/en.json', [], '/p/docs', { template: 'site/{lang}/' })).toBe('/p/site/fr/guide/fr.json')
  })

  it('that one file holds together lie in a tree of their own', () => {
    const home = homeOf('/p/docs', new Map(), '/p')
    const source = { path: '/p/docs/a/words.csv', language: 'en' }
    const { together } = placesOf({ template: BESIDE, working: '/p', home }, source, ['de', 'fr'], true)
    expect([...new Set(together.values())]).toEqual(['/p/docs.translations/a/words.csv'])
  })

  it('that would have one name keep the whole names of their sources', () => {
    expect(placed('app.pot', [], '/p/docs', { plain: true })).toBe('/p/docs/app.fr.po')
  })
})

import { describe, expect, it } from 'vitest'
import {
  BESIDE,
  baseOf,
  collisions,
  expectedIn,
  placeOf,
  placesOf,
  unknownPlaceholder,
} from '../../src/mcp/several/places.ts'

describe('the place of a result', () => {
  it.each([
    [BESIDE, '/p/locales/en.json', '/p/locales/de.json'],
    [BESIDE, '/p/menu.json', '/p/menu.de.json'],
    [BESIDE, '/p/LICENSE', '/p/LICENSE.de'],
    [BESIDE, '/p/locales/en/common.json', '/p/locales/de/common.json'],
    [BESIDE, '/p/content/docs/en/a/b/c.md', '/p/content/docs/de/a/b/c.md'],
    [BESIDE, '/en/1/2/3/4/5/6/a.md', '/en/1/2/3/4/5/6/a.de.md'],
    [BESIDE, '/p/po/app.pot', '/p/po/de.po'],
    ['out/', '/p/locales/en/common.json', '/here/out/common.de.json'],
    ['{dir}/{name}.{lang}.{ext}', '/p/en.json', '/p/en.de.json'],
    ['locales/{lang}.json', '/p/src/en.json', '/here/locales/de.json'],
    ['{dir}/{lang}/{name}.{ext}', '/p/en.json', '/p/de/en.json'],
    ['out/', '/p/en.json', '/here/out/de.json'],
    ['{dir}/{lang}/', '/p/menu.json', '/p/de/menu.de.json'],
    ['/abs/{name}-{lang}.{ext}', '/p/a.b.txt', '/abs/a.b-de.txt'],
    ['{name}.{lang}', '/p/{lang}.txt', '/here/{lang}.de'],
  ])('by %s of %s is %s', (template, source, place) => {
    expect(placeOf({ template, working: '/here' }, { path: source, language: 'en' }, 'de')).toBe(place)
  })

  it('of a template is a catalogue, also where two have one name', () => {
    const rule = { template: BESIDE, working: '/here', plain: true }
    expect(placeOf(rule, { path: '/p/po/a.pot', language: 'en' }, 'de')).toBe('/p/po/a.de.po')
  })

  it('knows its placeholders', () => {
    expect(unknownPlaceholder('{dir}/{language}.json')).toBe('{language}')
    expect(unknownPlaceholder(BESIDE)).toBeUndefined()
  })

  it('is one for one result only', () => {
    expect([...collisions([['/a', '/b'], ['/A']])]).toEqual(['/a'])
    expect([...collisions([['/a', '/c'], ['/b']])]).toEqual([])
    expect([...collisions([['/a', '/a'], ['/b']])]).toEqual(['/a'])
  })

  it('below one folder keeps the folders of its source, where two sources have the same name', () => {
    const files = ['/p/menu/index.json', '/p/about/us/index.json']
    const ground = { template: 'out/', working: '/here', base: baseOf(files) }
    const places = files.map(path => placeOf(ground, { path, language: 'en' }, 'de'))
    expect(places).toEqual(['/here/out/menu/index.de.json', '/here/out/about/us/index.de.json'])
    expect(baseOf(['/p/menu/index.json', '/p/about/us.json'])).toBeUndefined()
    expect(baseOf(['/p/en.json', '/p/x/en.json'])).toBe('/p')
    expect(baseOf(['/a/en.json', '/b/en.json'])).toBe('/')
  })

  it('is one for all languages where the file holds them all', () => {
    const source = { path: '/p/texts.csv', language: 'en' }
    const ground = { template: BESIDE, working: '/here' }
    const list = (languages: readonly string[], holdsAll: boolean) => [
      ...expectedIn(placesOf(ground, source, languages, holdsAll)).values(),
    ]
    expect(list(['de', 'fr'], true)).toEqual(['/p/texts.translations.csv', '/p/texts.translations.csv'])
    expect(list(['de'], true)).toEqual(['/p/texts.de.csv'])
    expect(list(['de', 'fr'], false)).toEqual(['/p/texts.de.csv', '/p/texts.fr.csv'])
  })
})

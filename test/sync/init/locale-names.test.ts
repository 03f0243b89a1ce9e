import { describe, expect, it } from 'vitest'
import { LOCALE_NAME, localeNamed } from '../../../src/sync/init/locale-names.ts'

const whole = new RegExp(`^${LOCALE_NAME}$`)

describe('the name of a language in a path', () => {
  it.each([
    ['de', 'de'],
    ['pt-BR', 'pt-BR'],
    ['pt_BR', 'pt-BR'],
    ['pt-rBR', 'pt-BR'],
    ['zh-cn', 'zh-CN'],
    ['zh_Hant_TW', 'zh-Hant-TW'],
    ['b+sr+Latn', 'sr-Latn'],
    ['b+es+419', 'es-419'],
    ['es-419', 'es-419'],
    ['sr@latin', 'sr-Latn'],
    ['zh-CHS', 'zh-Hans'],
    ['fil', 'fil'],
    ['ast', 'ast'],
    ['iw', 'he'],
    ['jp', 'ja'],
    ['cn', 'zh'],
    ['ca@valencia', 'ca-valencia'],
    ['ilo', 'ilo'],
    ['EN', 'en'],
  ])('%s is %s', (name, tag) => {
    expect(name).toMatch(whole)
    expect(localeNamed(name)).toBe(tag)
  })

  it.each([
    'app',
    'qq',
    'night',
    'v21',
    'land',
    'index',
    'en-',
    'ja-KS',
    'pt-BRX',
    'en.json',
    'common',
    'sw600dp',
    '',
    'de-DE-x-y',
  ])('%s is none', name => expect(localeNamed(name)).toBeUndefined())
})

import { describe, expect, it } from 'vitest'
import { isFromTheRight, officeLanguage } from '../../../src/formats/bytes/direction.ts'

describe('a language', () => {
  it.each([
    'ar',
    'ar-EG',
    'he',
    'he-IL',
    'iw',
    'fa',
    'ur',
    'yi',
    'ps',
    'ug',
    'dv',
    'syr',
    'nqo',
    'pa-PK',
    'az-Arab',
    'ff-Adlm',
  ])('is written from the right: %s', tag => {
    expect(isFromTheRight(tag)).toBe(true)
  })

  it.each(['en', 'de-CH', 'ja', 'zh-Hant', 'ru', 'hi', 'tr', 'az', 'pa', 'ff', 'ar-Latn', 'he-Latn', 'und', 'mn-Mong'])(
    'is written from the left, or from top to bottom: %s',
    tag => {
      expect(isFromTheRight(tag)).toBe(false)
    },
  )
})

it.each([
  ['de', 'de-DE', false],
  ['de-CH', 'de-CH', false],
  ['ar', 'ar-SA', true],
  ['he', 'he-IL', true],
  ['zh-Hant', 'zh-TW', false],
  ['sr-Latn', 'sr-Latn-RS', false],
])('%s is called %s in files of Office', (language, tag, rtl) => {
  expect(officeLanguage(language)).toMatchObject({ tag, rtl })
})

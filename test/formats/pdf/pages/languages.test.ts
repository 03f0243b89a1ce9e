import { describe, expect, it } from 'vitest'
import { reasonOfLanguage } from '../../../../src/formats/pdf/pages/languages.ts'

describe('a language that pages can be written over in', () => {
  it.each(
    'en de fr es it pt pt-BR nl da sv nb fi is pl cs sk sl hr hu ro et lv lt sq mt tr el ru uk be bg mk sr sr-Latn bs ca eu gl ga cy af id ms sw tl eo'.split(
      ' ',
    ),
  )('has letters that the fonts have: %s', tag => {
    expect(reasonOfLanguage(tag)).toBeUndefined()
  })

  it.each([
    ['right_to_left', 'ar he fa ur ps sd ug yi dv ckb ku-Arab pa-Arab'],
    ['no_script', 'zh zh-Hant ja ko hi bn ta te th km lo my ka hy am si ne gu pa sr-Deva'],
    ['no_letters', 'vi kk az yo ig ky tt uz-Cyrl mn'],
  ] as const)('is none where something stands against it: %s', (reason, tags) => {
    for (const tag of tags.split(' ')) expect([tag, reasonOfLanguage(tag)]).toEqual([tag, reason])
  })

  it('may be one that nobody knows', () => {
    for (const tag of ['qaa', 'x-own', 'not a tag', '']) expect(reasonOfLanguage(tag)).toBeUndefined()
  })
})

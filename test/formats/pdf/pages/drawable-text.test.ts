import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areUnreadable, canBeRead, drawableText, drawnText } from '../../../../src/formats/pdf/pages/drawable-text.ts'

describe('a translation as it is drawn', () => {
  it.each([
    ['in one line', 'Die Rosen\nblühen\t heute', 'Die Rosen blühen heute'],
    ['without blanks around it', '  Rosen ', 'Rosen'],
    ['without what nobody sees', 'Ro\u00adsen\u200b\u2060\ufeff\u0007', 'Rosen'],
    ['with letters and their accents as one', 'Bu\u0308ro', 'Büro'],
    ['with a hyphen that does not break as any other', 'E\u2011Mail', 'E-Mail'],
    [
      'with blanks that do not break, so that a line does not end there',
      'Bonjour\u202f! 10\u00a0km',
      'Bonjour\u00a0! 10\u00a0km',
    ],
    ['with other blanks as usual ones', 'a\u2003b\u2009c\u3000d', 'a b c d'],
    ['with arrows that the fonts have', 'Check here ▶', 'Check here ►'],
    ['in brackets that the fonts have', '⟦de Ţĥéé ƀåḓ⟧', '[de Ţĥéé båḓ]'],
  ])('is %s', (_, text, drawn) => {
    expect(drawableText(text)).toBe(drawn)
  })

  it('is the same when it is made twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), text => {
        expect(drawableText(drawableText(text))).toBe(drawableText(text))
      }),
    )
  })

  it('is compared by its letters: neither by blanks nor by ligatures', () => {
    expect(drawnText('ein  ﬁnes\nOffice')).toBe('einfinesOffice')
    expect(drawnText('a\u00a0b')).toBe(drawnText('ab'))
    expect(drawnText('rosen')).not.toBe(drawnText('Rosen'))
  })
})

describe('letters that were read', () => {
  it.each([
    ['letters', 'a', true],
    ['a sign', '►', true],
    ['a blank', ' \u00a0', false],
    ['a sign of a font of its own', '\ue041', false],
    ['what stands for nothing', '\ufffd\uffff', false],
    ['a letter among them', '\ue041a', true],
  ])('say something or nothing: %s', (_, text, says) => {
    expect(canBeRead(text)).toBe(says)
  })

  it.each([
    ['all of them', 'Roses', false],
    ['none of them', '\ue041\ue042\ue043', true],
    ['all but a bullet', '\ue041Roses', false],
    ['half of them', 'Ro\ue041\ue042', true],
    ['most of them', 'The roses of\ue041\ue042', false],
    ['what nobody sees', '\u200b\u200b\u200b', false],
    ['nothing', '', false],
  ])('are unreadable by how many can be read: %s', (_, text, unreadable) => {
    expect(areUnreadable([...text])).toBe(unreadable)
  })
})

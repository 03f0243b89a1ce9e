import { describe, expect, it } from 'vitest'
import {
  BRACKET,
  DIGIT,
  kindAt,
  kindsIn,
  LATIN,
  LETTER,
  LINE_BREAK,
  QUOTE_MARK,
  RARE,
} from '../../src/checks/characters-of.ts'
import { deceivingIn, hides } from '../../src/contract/hidden.ts'

/** Every UTF-16 unit that is a character by itself and is not rare, with its kind. */
const known = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit))
  .map(character => ({ character, kind: kindAt(character, 0) }))
  .filter(({ kind }) => kind !== RARE)

const kept = (wanted: number) => known.filter(({ kind }) => (kind & wanted) !== 0).map(({ character }) => character)

describe('the kinds of characters', () => {
  it('letters are letters, each written in one way', () => {
    const letters = kept(LETTER)
    expect(letters.length).toBeGreaterThan(30_000)
    expect(letters.filter(letter => !/^\p{L}$/u.test(letter) || letter.normalize('NFKC') !== letter)).toEqual([])
  })

  it('Latin letters are those of the script, and no other letter is', () => {
    const isLatin = (character: string) => /\p{Script=Latin}/u.test(character)
    expect(kept(LATIN).every(isLatin)).toBe(true)
    expect(kept(LETTER & ~LATIN).some(isLatin)).toBe(false)
  })

  it('whatever is not rare is neither hidden nor a control character, a mark, a blank of its own or an emoji', () => {
    const special = /[\p{M}\p{Cs}\ufffd\u00a0\p{Emoji_Presentation}]|(?!\n)\p{Cc}|(?! )\p{Zs}/u
    const found = known.filter(
      ({ character }) =>
        special.test(character) || (character !== '\n' && hides(character)) || deceivingIn(character).length > 0,
    )
    expect(found).toEqual([])
  })

  it('digits, line breaks, brackets and quotes are no common signs', () => {
    const common = known.filter(({ kind }) => kind === 0).map(({ character }) => character)
    expect(
      common.filter(character => /[\p{L}\p{N}\n\u2028\u2029()[\]{}（）［］｛｝【】"«»「」]/u.test(character)),
    ).toEqual([])
    expect(kept(DIGIT).join('')).toBe('0123456789')
    expect([kept(LINE_BREAK), kept(BRACKET), kept(QUOTE_MARK)]).toEqual([['\n'], [...'()[]{}【】'], [...'"«»「」']])
  })

  it('of a text are those of all its characters', () => {
    expect(kindsIn('Öffnen 3 (Ж)\n')).toBe(LETTER | DIGIT | BRACKET | LINE_BREAK)
    expect(kindsIn('a\u200bb') & RARE).toBe(RARE)
    expect(kindsIn('')).toBe(0)
  })
})

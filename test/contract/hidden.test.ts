import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { issuesIn } from '../../src/checks/index.ts'
import { deceivingIn, hides, withCodes, withoutCodes } from '../../src/contract/hidden.ts'
import { isSuspicious } from '../../src/contract/suspicious.ts'
import { quoted, visible } from '../../src/mcp/render/data.ts'
import { lineOf, readLine } from '../../src/mcp/segments/lines.ts'
import { visible as onPages } from '../../src/service/domain/visible.ts'
import { rounds } from '../support/seed.ts'

/** What a text can hold unseen, by what it is called. */
const UNSEEN: readonly (readonly [string, string])[] = [
  ['a variation selector behind a letter', 'a\ufe0fb'],
  ['the first variation selector', 'a\ufe00b'],
  ['a second selector behind an emoji', '❤\ufe0f\ufe0f'],
  ['a selector behind a digit that is no keycap', '1\ufe0f2'],
  ['a supplementary selector', 'a\u{e0100}b'],
  ['the last supplementary selector', 'a\u{e01ef}b'],
  ['a soft hyphen', 'a\u00adb'],
  ['a Hangul filler for a leading consonant', 'a\u115fb'],
  ['a Hangul filler for a vowel', 'a\u1160b'],
  ['the Hangul filler', 'a\u3164b'],
  ['the half-width Hangul filler', 'a\uffa0b'],
  ['a tag character', 'a\u{e0041}b'],
  ['an override of the direction', 'a\u202eb'],
]

/** What languages and emoji need. */
const PLAIN: readonly (readonly [string, string])[] = [
  ['an emoji with its selector', '❤️'],
  ['an emoji as text', '☺︎'],
  ['a keycap', '1️⃣ and #️⃣'],
  ['a family', '👩‍👩‍👧‍👦'],
  ['a heart on fire', '❤️‍🔥'],
  ['a Persian word with its joiner', 'می‌خواهم'],
  ['a skin tone', '👍🏽'],
  ['letters with marks', 'e\u0301 ü ก็ हि'],
]

/** What a translation may need, although it does not show. */
const NEEDED: readonly (readonly [string, string])[] = [
  ['a variant of a Chinese character', '葛\u{e0100}城'],
  ['a standard variant of a Chinese character', '\u6168\ufe00'],
  ['a form of a Mongolian letter', 'ᠠ\u180b'],
  ['a right-to-left mark', 'שלום\u200f'],
  ['an isolate', '\u2068name\u2069'],
  ['a place for a line break in Thai', 'สวัสดี\u200bครับ'],
]

/** The doors of text by others, each with what comes out of it. */
const DOORS: readonly (readonly [string, (text: string) => string])[] = [
  ['a question and a plan', text => quoted(text)],
  ['a name and an answer', text => visible(text)],
  ['a page', text => onPages(text)],
  ['a path', withCodes],
  ['a line for a model', text => lineOf('1', text)],
]

describe.each(DOORS)('text in %s', (_door, show) => {
  it.each([...UNSEEN, ...NEEDED])('shows %s as its code [MCP-13]', (_what, text) => {
    expect(show(text)).toMatch(/‹U\+[0-9A-F]{4,6}›/)
    expect(hides(show(text))).toBe(false)
  })

  it.each(PLAIN)('leaves %s as it is [MCP-13]', (_what, text) => {
    expect(show(text)).toContain(text)
  })
})

describe('a text of a file', () => {
  it.each(UNSEEN)('is marked for %s [MCP-13]', (_what, text) => {
    expect(isSuspicious(text)).toBe(true)
  })

  it.each([...PLAIN, ...NEEDED])('is not marked for %s [MCP-13]', (_what, text) => {
    expect(isSuspicious(text)).toBe(false)
  })

  it.each([...UNSEEN, ...NEEDED, ...PLAIN])('comes back from a line as it was, with %s', (_what, text) => {
    expect(readLine(lineOf('7', text))).toEqual({ id: '7', text })
  })
})

describe('a translation', () => {
  const found = (source: string, text: string, target = 'de') =>
    issuesIn({ text: source }, text, { source: 'en', target, glossary: [], keep: [] })

  it.each(UNSEEN.filter(([, text]) => !text.includes('\u00ad')))(
    'with %s is asked for again [ENG-2]',
    (_what, text) => {
      const issue = found('Word here', text).find(({ kind }) => kind === 'hidden_characters')
      expect(issue).toMatchObject({
        kind: 'hidden_characters',
        severity: 'doubt',
        message: expect.stringMatching(/‹U\+[0-9A-F]+›/),
      })
    },
  )

  it('with a soft hyphen, which long words may have, is noted [ENG-2]', () => {
    expect(found('Ship company', 'Schiff\u00adfahrt')).toMatchObject([{ severity: 'note' }])
  })

  it('may have what its source has [ENG-2]', () => {
    for (const [, text] of UNSEEN) expect(found(`${text}!`, `${text}, ${text}!`)).toEqual([])
  })

  it.each([...PLAIN, ...NEEDED])('may have %s [ENG-2]', (_what, text) => {
    expect(found('Word here', text, 'ja').filter(({ kind }) => kind === 'hidden_characters')).toEqual([])
  })

  it('names ten hidden characters at most [ENG-2]', () => {
    const many = Array.from({ length: 50 }, (_, at) => String.fromCodePoint(0xe0100 + at)).join('')
    expect(found('Word', many)[0]?.message.match(/‹/g)).toHaveLength(10)
  })
})

describe('codes', () => {
  it('turn back into what they stand for, whatever the text [MCP-13]', () => {
    const anyText = fc.string({ unit: fc.constantFrom('a', '\n', '\u202e', '\u{e0101}', '❤\ufe0f', '\ufe0f', '7') })
    fc.assert(
      fc.property(anyText, text => {
        expect(withoutCodes(withCodes(text))).toBe(text)
        expect(hides(withCodes(text))).toBe(false)
      }),
      { numRuns: rounds(300) },
    )
  })

  it('that no character has stay as they are', () => {
    expect(withoutCodes('‹U+FFFFFF› ‹U+12›')).toBe('‹U+FFFFFF› ‹U+12›')
  })

  it('name each character that deceives once', () => {
    expect(deceivingIn('a\u3164b\u3164\u{e0041}')).toEqual(['\u3164', '\u{e0041}'])
  })
})

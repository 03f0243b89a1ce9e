import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExactWishes, readExactWishes, writeExactWishes } from '../../src/contract/exact-wishes.ts'
import { hides } from '../../src/contract/hidden.ts'
import { anyText } from '../support/any-text.ts'
import { rounds } from '../support/seed.ts'

const HOSTILE = [
  ...['', ' ', '"', '\\', '\\"', '\n', '\r\n', '\t', '\0', '\u2028', '\ud800', 'a"."b', '", "x', '" and "y', '".'],
  ...['menu.*', '*', '.*', 'a.b.c', 'Usage > Options', 'Translate only', 'Leave out no part.', ' Use this tone: "x".'],
  ...[
    '\u202eevil',
    'zero\u200bwidth',
    'é',
    'e\u0301',
    '日本語',
    '👩‍👩‍👧',
    '__proto__',
    'constructor',
    'x'.repeat(3000),
  ],
]
const anyName = fc.oneof(fc.constantFrom(...HOSTILE), anyText(40))
const anyNames = fc.array(anyName, { maxLength: 6 })
const anyTag = fc.constantFrom(
  'de',
  'fr',
  'pt-BR',
  'zh-Hans',
  'sr-Latn',
  'sr-Latn-RS',
  'en-KN',
  'nb',
  'xx-klingon',
  'qaa',
  'de_AT',
)
const anyWishes: fc.Arbitrary<ExactWishes> = fc.record(
  {
    target_languages: fc.array(anyTag, { minLength: 1, maxLength: 5 }),
    source_language: anyTag,
    folder_language: anyTag,
    quality_tier: fc.constantFrom('standard', 'lite'),
    only: anyNames,
    leave_out: anyNames,
    keep_untranslated: anyNames,
    skip_checks: anyNames,
    mark_unreviewed: fc.boolean(),
    tone: anyName,
  },
  { requiredKeys: [] },
)
const anyRest = fc.constantFrom('', 'Be brief.', 'and the rest', '"quoted"', '. x', 'Translate', ', lite quality.')

describe('exact wishes as sentences', () => {
  it('are read back as they were, whatever the names hold, and so is what follows them [MCP-16]', () => {
    fc.assert(
      fc.property(anyWishes, anyRest, (wishes, rest) => {
        const written = writeExactWishes(wishes)
        const read = readExactWishes(`${written}${written && rest ? ' ' : ''}${rest}`)
        expect(read.exact).toEqual(wishes)
        expect(read.rest).toBe(rest)
        expect(read.sentences.join(' ')).toBe(written)
      }),
      { numRuns: rounds(3000) },
    )
  })

  it('are one line that hides nothing and means the same after a normalisation [MCP-13, MCP-16]', () => {
    fc.assert(
      fc.property(anyWishes, wishes => {
        const written = writeExactWishes(wishes)
        expect(hides(written)).toBe(false)
        expect(readExactWishes(written.normalize('NFC')).exact).toEqual(wishes)
      }),
      { numRuns: rounds(600) },
    )
  })

  it('never are read from other words, and lose none of them [MCP-16]', () => {
    const pieces = [
      'Translate ',
      'only ',
      'these parts: ',
      '"a"',
      ', ',
      ' and ',
      '.',
      ' ',
      'into German (de)',
      '"',
      '\\u',
    ]
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), anyText(5)), { maxLength: 12 }), words => {
        const text = words.join('')
        const { exact, sentences, rest } = readExactWishes(text)
        expect(text.endsWith(rest)).toBe(true)
        expect(
          text
            .slice(0, text.length - rest.length)
            .trimEnd()
            .replaceAll(/(?<=\.)\s+/g, ' '),
        ).toBe(sentences.join(' ').replaceAll(/(?<=\.)\s+/g, ' '))
        expect(readExactWishes(writeExactWishes(exact)).exact).toEqual(exact)
      }),
      { numRuns: rounds(1000) },
    )
  })

  it.each([
    [{ only: ['menu.*', 'title'] }, 'Translate only these parts: "menu.*" and "title".'],
    [{ only: [] }, 'Translate every part that is not left out.'],
    [{ leave_out: ['a', 'b', 'c'] }, 'Leave out these parts and no others: "a", "b" and "c".'],
    [{ leave_out: [] }, 'Leave out no part.'],
    [{ keep_untranslated: ['Acme "Cloud"'] }, 'Keep these words as they are and no others: "Acme \\"Cloud\\"".'],
    [{ tone: 'formal' }, 'Use this tone: "formal".'],
    [{ tone: '' }, 'Use no special tone.'],
    [{ quality_tier: 'lite' }, 'Use lite quality.'],
    [{ folder_language: 'fr' }, 'The folder of the file says French (fr).'],
    [
      {
        source_language: 'en',
        target_languages: ['de', 'xx-klingon'],
        quality_tier: 'standard',
        keep_untranslated: [],
      },
      'Translate from English (en) into German (de) and xx-klingon (xx-klingon), standard quality. Keep no words as they are.',
    ],
  ] as const)('%j are %j: plain words for a person and for any planner [MCP-16]', (wishes, words) => {
    expect(writeExactWishes(wishes)).toBe(words)
  })

  it.each([
    'Translate only these parts: menu.',
    'Translate only these parts: "menu',
    'Translate only these parts: "menu" title.',
    'Translate only these parts: "\\x".',
    'Translate into German.',
    'The folder of the file says French.',
    'Translate into German (AT).',
    'Translate into German (de)',
    'Translate into German (de).and more',
    'Translate into German (de), draft quality.',
    'Use high quality.',
    'use lite quality.',
  ])('%j is left to the reader of plain words [MCP-16]', text => {
    expect(readExactWishes(text)).toEqual({ exact: {}, sentences: [], rest: text })
  })
})

import { describe, expect, it } from 'vitest'
import { icuPlurals } from '../../../src/formats/content/icu.ts'
import { branchNote, withPluralBranches } from '../../../src/formats/content/icu-branches.ts'

const ITEMS = '{count, plural, one {# item} other {# items}}'

describe('the branches that a language needs are added to the plurals of an ICU message, in the order of CLDR', () => {
  it.each([
    ['pl', ITEMS, '{count, plural, one {# item} few {# items} many {# items} other {# items}}'],
    [
      'ar',
      ITEMS,
      '{count, plural, zero {# items} one {# item} two {# items} few {# items} many {# items} other {# items}}',
    ],
    ['en', '{n, plural, other {#個}}', '{n, plural, one {#個} other {#個}}'],
    [
      'uk',
      'You have {n,plural, =0{none}=1{one}other{{n} files}} left.',
      'You have {n,plural, =0{none}=1{one}one{{n} files}few{{n} files}many{{n} files}other{{n} files}} left.',
    ],
    ['pl', '{n, plural, =1 {one} other {#}}', '{n, plural, =1 {one} few {#} many {#} other {#}}'],
    [
      'cs',
      '{n, plural, offset:1\n  =0 {Nobody}\n  one {You}\n  other {You and # others}\n}',
      '{n, plural, offset:1\n  =0 {Nobody}\n  one {You}\n  few {You and # others}\n  other {You and # others}\n}',
    ],
    ['it', '{n, selectordinal, one {#st} other {#th}}', '{n, selectordinal, one {#st} many {#th} other {#th}}'],
    [
      'pl',
      "{g, select, a {{n, plural, one {1 it'''{x}'} other {#}}} other {-}} of {m, number}",
      "{g, select, a {{n, plural, one {1 it'''{x}'} few {#} many {#} other {#}}} other {-}} of {m, number}",
    ],
    [
      'cs',
      '{a, plural, one {{b, plural, one {x} other {y}}} other {z #}}',
      '{a, plural, one {{b, plural, one {x} few {y} other {y}}} few {z #} other {z #}}',
    ],
    ['cs', '{a, plural, other {y #} one {x}}', '{a, plural, few {y #} other {y #} one {x}}'],
  ])('%s: %s', (language, message, expected) => {
    const grown = withPluralBranches(message, language)
    expect(grown).toBe(expected)
    expect(icuPlurals(grown)).toBeDefined()
    expect(withPluralBranches(grown, language)).toBe(grown)
  })

  it.each([
    ['what has all of them', 'de', ITEMS],
    ['what does not count', 'pl', '{n, plural, other {items}}'],
    ['a plural without other', 'pl', '{n, plural, one {# item}}'],
    ['what is no ICU message', 'pl', '{count, plural, one {# item} other {# items}'],
    ['a language whose plural nobody knows', 'tlh', ITEMS],
    ['what would become too long', 'ar', `{n, plural, one {1} other {# ${'word '.repeat(2_000)}}}`],
  ])('not to %s', (_, language, message) => {
    expect(withPluralBranches(message, language)).toBe(message)
  })
})

describe('the note of a message says the numbers of its branches', () => {
  it.each([
    [
      'pl',
      ITEMS,
      'Plural branches: one for 1; few for 2, 3, 4, 22, 23 …; many for 0, 5, 6, 7, 8 …; other for 0.5, 1.5, 2.5, 3.5, 4.5 …',
    ],
    ['it', '{n, selectordinal, other {#.}}', 'Ordinal branches: many for 8, 11, 80; other for 0, 1, 2, 3, 4 …'],
    ['fr', ITEMS, 'Plural branches: one for 0, 1; other for 2, 3, 4, 5, 6 …'],
    ['de', ITEMS, undefined],
    ['ja', ITEMS, undefined],
    ['pl', '{name} {n, number}', undefined],
    ['pl', '{n, plural, other {items}}', undefined],
  ])('%s: %s', (language, message, expected) => {
    expect(branchNote(message, language)).toBe(expected)
  })
})

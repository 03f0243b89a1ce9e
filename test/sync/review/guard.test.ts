import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guarded, unguarded, unguardedLike } from '../../../src/sync/review/guard.ts'

describe('a cell for a spreadsheet', () => {
  it.each(['=1+1', '+49 30 123', '-5', '- item', '@title', '\t=1', '\r=1', '＝1', "'=1", '=HYPERLINK("http://x")'])(
    'that would be run as a formula is text: %j [SYN-5]',
    text => {
      expect(guarded(text)).toBe(`'${text}`)
    },
  )

  it.each(['1. März', 'March 1', 'Mai 2020', '10:30', '3/4', '007', '12.50 €', '€ 12', '50 %', '1e5', 'TRUE', 'false'])(
    'that would become a date, a number or a truth value is text: %j [SYN-5]',
    text => {
      expect(guarded(text)).toBe(`'${text}`)
    },
  )

  it.each(['', 'Auf', 'Step 1', '3 kinds of soup are there', "'quoted'", 'a=b', 'Mayor of 3', 'true story'])(
    'that means itself stays as it is: %j',
    text => {
      expect(guarded(text)).toBe(text)
    },
  )

  it('comes back as it went out, whatever it is [SYN-5]', () => {
    const text = fc.string({ unit: fc.constantFrom("'", '=', '-', '@', '1', ' ', '.', 'März', 'x', '\t', '\n', '＝') })
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), one => {
        expect(unguarded(guarded(one))).toBe(one)
        expect(unguardedLike(guarded(one), one)).toBe(one)
      }),
    )
  })

  it('loses our apostrophe where its text was changed, too [SYN-5]', () => {
    expect(unguardedLike("'1. März des Jahres, in dem wir alle dabei waren", '1. März')).toMatch(/^1\. März/)
    expect(unguardedLike("'=2", 'Auf')).toBe('=2')
  })

  it('keeps an apostrophe of its own, and lacks ours where a program took it away', () => {
    expect(unguardedLike("'s ist wahr", 'Es ist wahr')).toBe("'s ist wahr")
    expect(unguardedLike('=1+1', '=1+1')).toBe('=1+1')
  })
})

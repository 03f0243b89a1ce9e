import { describe, expect, it } from 'vitest'
import { byteCounter, encode } from '../../../src/formats/bytes/charset.ts'
import { fc } from '../files.ts'

describe('the byte offset of a character', () => {
  it('is where encoding the text before it ends, in every charset', () => {
    const charsets = ['utf-8', 'utf-16le', 'utf-16be', 'legacy:windows-1252'] as const
    const text = fc.string({ unit: 'grapheme' })
    fc.assert(
      fc.property(
        text,
        fc.array(fc.nat(40)),
        fc.constantFrom(...charsets),
        fc.nat(3),
        (text, places, charset, from) => {
          // Half of a pair is no character.
          const whole = (at: number) => (/[\ud800-\udbff]$/.test(text.slice(0, at)) ? at + 1 : at)
          const ascending = places.map(place => whole(Math.min(place, text.length))).sort((a, b) => a - b)
          const byteAt = byteCounter(text, charset, from)
          for (const at of ascending) expect(byteAt(at)).toBe(from + encode(text.slice(0, at), charset).length)
        },
      ),
    )
  })
})

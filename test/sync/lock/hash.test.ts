import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashOfSource, hashOfText } from '../../../src/sync/lock/index.ts'

describe('the hash of a source', () => {
  it('is another one where the text, the note, the sense or the limit is another, or one is not there', () => {
    const sources = [
      { text: 'Open' },
      { text: 'open' },
      { text: 'Open', note: 'a door' },
      { text: 'Open', note: '' },
      { text: 'Open', sense: 'a door' },
      { text: 'Open', sense: '' },
      { text: 'Open', max_length: 12 },
      { text: 'Open', note: 'a door', max_length: 12 },
      { text: 'Open', note: 'a door', sense: 'verb' },
      { text: '' },
    ]
    expect(new Set(sources.map(hashOfSource)).size).toBe(sources.length)
  })

  it('moves nothing from one field to the next: no two sources run together', () => {
    const any = fc.record({ text: fc.string(), note: fc.string(), sense: fc.string() })
    fc.assert(
      fc.property(any, any, (one, other) => {
        const same = one.text === other.text && one.note === other.note && one.sense === other.sense
        expect(hashOfSource(one) === hashOfSource(other)).toBe(same)
      }),
    )
  })

  it('is the same for a field that is not there and one that is undefined', () => {
    expect(hashOfSource({ text: 'a', note: undefined, sense: undefined, max_length: undefined })).toBe(
      hashOfSource({ text: 'a' }),
    )
  })
})

describe('the hash of a text', () => {
  it('is what it was: a lock of last year is still good', () => {
    expect(hashOfText('Öffnen')).toBe('N53PygU1bhcJV1iX')
    expect(hashOfSource({ text: 'Open', note: 'a door', sense: 'one', max_length: 12 })).toBe('ZhgAkWuK9jkAE9Ip')
  })

  it('has 16 characters that stand in a line and in an address as they are', () => {
    fc.assert(fc.property(fc.string(), text => /^[\w-]{16}$/.test(hashOfText(text))))
  })

  it('tells halves of a pair apart, which are one character in UTF-8', () => {
    expect(hashOfText('\ud83d')).not.toBe(hashOfText('\ud83e'))
  })
})

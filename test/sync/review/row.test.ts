import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashOfText } from '../../../src/sync/lock/index.ts'
import { guarded } from '../../../src/sync/review/guard.ts'
import { hashOfPlace, readRowId, rowIdText } from '../../../src/sync/review/row.ts'

describe('the id of a row', () => {
  it('is read as it was written, and no spreadsheet takes it for anything else [SYN-5]', () => {
    const hash = fc.string().map(hashOfText)
    fc.assert(
      fc.property(hash, hash, hash, (place, source, written) => {
        const text = rowIdText({ place, source, written })
        expect(readRowId(` ${text}\n`)).toEqual({ place, source, written })
        expect(guarded(text)).toBe(text)
        expect(text).toMatch(/^[\w.-]+$/)
      }),
    )
  })

  it.each([
    '',
    'tm1',
    'tm1.aaaaaaaaaaaaaaaa.bbbbbbbbbbbbbbbb',
    'tm2.aaaaaaaaaaaaaaaa.bbbbbbbbbbbbbbbb.cccccccccccccccc',
    '17',
  ])('is none where it was cut or belongs to another program: %j', text => {
    expect(readRowId(text)).toBeUndefined()
  })

  it('is another one for each file, key and language', () => {
    const places = [
      hashOfPlace({ source_path: 'en.json', language: 'de' }, 'json:/a'),
      hashOfPlace({ source_path: 'en.json', language: 'fr' }, 'json:/a'),
      hashOfPlace({ source_path: 'en.json', language: 'de' }, 'json:/b'),
      hashOfPlace({ source_path: 'b/en.json', language: 'de' }, 'json:/a'),
    ]
    expect(new Set(places).size).toBe(places.length)
  })
})

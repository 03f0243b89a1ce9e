import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCursors } from '../../../src/service/domain/cursor.ts'
import { anyText } from '../../support/any-text.ts'
import { rounds } from '../../support/seed.ts'

const KEY = Buffer.alloc(32, 7)
const { read: readCursor, write: writeCursor } = createCursors(KEY)
const LIST = ['batches.list', 'wsp_1', { archived: false }]
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const INVALID = expect.objectContaining({ code: 'invalid_cursor', param: 'cursor' })

/** A cursor over any text, signed with the right key. */
function signed(text: string): string {
  const signature = createHmac('sha256', KEY)
    .update(JSON.stringify([text, LIST]))
    .digest('base64url')
  return Buffer.from(`${signature.slice(0, 22)}${text}`).toString('base64url')
}

function isRefused(cursor: string): boolean {
  try {
    readCursor(cursor, LIST)
  } catch (error) {
    return INVALID.asymmetricMatch(error)
  }
  return false
}

describe('a cursor', () => {
  it('gives back the position it was made from, in an alphabet that needs no escaping [BAT-1]', () => {
    const step = fc.oneof(anyText(), fc.maxSafeInteger())
    fc.assert(
      fc.property(fc.array(step, { maxLength: 4 }), position => {
        const wellFormed = position.map(value => (typeof value === 'string' ? Buffer.from(value).toString() : value))
        const cursor = writeCursor(wellFormed, LIST)
        expect(cursor).toMatch(/^[\w-]+$/)
        expect(readCursor(cursor, LIST)).toEqual(JSON.parse(JSON.stringify(wellFormed)))
      }),
      { numRuns: rounds(60) },
    )
  })

  it('is refused with any one character changed, left out or put in [BAT-3]', () => {
    const cursor = writeCursor([1_772_323_200_000, 'bat_01M7YXDQAKMRC85K59N39V7DAD'], LIST)
    const others = [`${cursor}=`, `${cursor}A`, ` ${cursor}`, cursor + cursor]
    for (let at = 0; at < cursor.length; at++) {
      const [head, tail] = [cursor.slice(0, at), cursor.slice(at + 1)]
      const changed = [...ALPHABET, '+', '/', '=', '!', ' ', 'é'].filter(other => other !== cursor[at])
      others.push(...changed.map(other => head + other + tail), head + tail, `${head}A${cursor.slice(at)}`)
    }
    expect(others.filter(other => !isRefused(other))).toEqual([])
  })

  it('is refused in any other list than its own [BAT-3]', () => {
    const cursor = writeCursor([1, 'bat_1'], LIST)
    for (const other of [
      ['batches.list', 'wsp_2', { archived: false }],
      ['batches.list', 'wsp_1', { archived: true }],
      ['batches.list', 'wsp_1', { archived: false, search: '' }],
      ['glossaries.list', 'wsp_1', { archived: false }],
      ['batches.list', 'wsp_1'],
      [],
    ]) {
      expect(() => readCursor(cursor, other)).toThrow(INVALID)
    }
  })

  it.each(['', 'x', '{', '{}', 'null', '"text"', '[null]', '[[1]]', '[{"a":1}]', '[true]', '[1,]', '[1 ,"a"]'])(
    'with a right signature over %j is refused, not a failure [BAT-3]',
    text => {
      expect(() => readCursor(signed(text), LIST)).toThrow(INVALID)
    },
  )

  it('cannot be made from what the source says, nor with another key [BAT-3]', () => {
    const text = JSON.stringify([1, 'bat_1'])
    const sum = createHash('sha256').update(JSON.stringify([text, LIST]))
    const forged = [16, 22].map(length => `${sum.copy().digest('base64url').slice(0, length)}${text}`)
    const other = createCursors(Buffer.alloc(32, 8)).write([1, 'bat_1'], LIST)
    for (const cursor of [...forged.map(plain => Buffer.from(plain).toString('base64url')), other]) {
      expect(() => readCursor(cursor, LIST)).toThrow(INVALID)
    }
  })

  it('is refused whatever is sent in its place [BAT-3]', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.base64String()), text => {
        expect(() => readCursor(text, LIST)).toThrow(INVALID)
      }),
      { numRuns: rounds(300) },
    )
  })
})

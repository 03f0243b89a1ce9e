import { describe, expect, it } from 'vitest'
import { leftOutIn, previewIn } from '../../src/contract/silent-plan.ts'

describe('what a plan leaves out [PLN-2]', () => {
  it.each<[unknown, unknown]>([
    // Nothing.
    [[], []],
    [null, []],
    [false, []],
    [0, []],
    ['', []],
    ['none', []],
    ['Nothing.', []],
    [{}, []],
    [{ images: [], notes: 0, tables: false, other: null }, []],
    // A list.
    [[{ part: 'legal', reason: 'stays', words: 3 }], [{ part: 'legal', reason: 'stays', words: 3 }]],
    [[{ what: 'legal', why: 'stays' }], [{ part: 'legal', reason: 'stays' }]],
    [[{ key: 'legal', note: 'stays', word_count: 3 }], [{ part: 'legal', reason: 'stays', words: 3 }]],
    [['legal'], [{ part: 'legal', reason: '' }]],
    [[{ region: 'legal' }], [{ part: 'legal' }]],
    [[{ region: 'legal', because: 'stays' }], [{ part: 'legal', reason: 'stays' }]],
    [[{ part: 'legal', words: '3' }], [{ part: 'legal' }]],
    // A reason is no part, and of several texts none is taken for either.
    [[{ reason: 'stays' }], [{ part: 'a part of the file', reason: 'stays' }]],
    [[{ words: 3 }], [{ part: 'a part of the file', words: 3 }]],
    [[{ region: 'legal', color: 'red' }], [{ part: 'a part of the file' }]],
    [[{ part: 'legal', color: 'red', size: 'L' }], [{ part: 'legal' }]],
    // An object.
    [{ legal: 'stays' }, [{ part: 'legal', reason: 'stays' }]],
    [{ legal: { why: 'stays', words: 3 } }, [{ part: 'legal', reason: 'stays', words: 3 }]],
    [{ images: true }, [{ part: 'images' }]],
    [{ images: 2 }, [{ part: 'images', reason: '2' }]],
    [{ notes: '' }, [{ part: 'notes' }]],
    [{ items: ['legal', { part: 'notes' }] }, [{ part: 'legal', reason: '' }, { part: 'notes' }]],
    // Less than that.
    ['two parts of it', [{ part: 'two parts of it', reason: '' }]],
    [true, [{ part: 'parts of the file' }]],
    [1, [{ part: '1 part of the file' }]],
    [2, [{ part: '2 parts of the file' }]],
    [undefined, undefined],
  ])('of %j is %j', (said, parts) => {
    expect(leftOutIn(said)).toEqual(parts)
  })

  it('of what is neither text nor object is left for the schema to refuse', () => {
    expect(leftOutIn([7])).toEqual([7])
  })
})

describe('the preview of a plan', () => {
  it.each<[unknown, unknown]>([
    [undefined, []],
    [null, []],
    ['text', []],
    [['Open'], [{ part: '', text: 'Open' }]],
    [[{ part: 'menu', text: 'Open' }], [{ part: 'menu', text: 'Open' }]],
    [[{ key: 'menu', source: 'Open' }], [{ part: 'menu', text: 'Open' }]],
    [[{ text: 'Open' }], [{ part: '', text: 'Open' }]],
    [[{ key: 'menu', english: 'Open' }], [{ part: 'menu', text: 'Open' }]],
    [[{ key: 'menu', english: 'Open', german: 'Öffnen' }], []],
    [[{ part: 'menu' }, 7, null, {}], []],
    [[{ part: 'Open', text: 'Open' }], [{ part: 'Open', text: 'Open' }]],
  ])('of %j is %j', (said, lines) => {
    expect(previewIn(said)).toEqual(lines)
  })
})

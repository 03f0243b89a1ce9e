import { describe, expect, it } from 'vitest'
import { readFor, written } from './files.ts'

const CART = `{
  "title": "Cart",
  "cart_one": "{{count}} item",
  "cart_other": "{{count}} items"
}
`

describe('plural forms as keys of their own', () => {
  it('are added for a language that needs more, in the manner of those beside them [FMT-4, RES-2]', async () => {
    const words = { title: 'Koszyk', cart_one: 'a', cart_few: 'b', cart_many: 'c', cart_other: 'd' }
    expect(await written(CART, 'pl', words)).toBe(`{
  "title": "Koszyk",
  "cart_one": "a",
  "cart_few": "b",
  "cart_many": "c",
  "cart_other": "d"
}
`)
    expect(await written(CART, 'de', { cart_one: 'a', cart_other: 'd' })).toBe(
      CART.replace('{{count}} item"', 'a"').replace('{{count}} items', 'd'),
    )
  })

  it.each([
    ['on one line', '{"n":{"one":"x {n}","other":"y {n}"}}', '{"n":{"one":"a","few":"b","many":"c","other":"d"}}'],
    [
      'with tabs, Windows line ends and a wide colon',
      '{\r\n\t"n.one" : "x",\r\n\t"n.other" : "y"\r\n}',
      '{\r\n\t"n.one" : "a",\r\n\t"n.few" : "b",\r\n\t"n.many" : "c",\r\n\t"n.other" : "d"\r\n}',
    ],
    [
      'behind a comment, before a trailing comma',
      '{\n  // how many\n  "n_other": "y {{count}}", // all\n}',
      '{\n  // how many\n  "n_one": "a",\n  "n_few": "b",\n  "n_many": "c",\n  "n_other": "d", // all\n}',
    ],
    [
      'with all escaped that is not ASCII',
      '{"ü_one": "x", "ü_other": "y", "a": "\\u00fc"}',
      '{"ü_one": "a", "ü_few": "b", "ü_many": "c", "ü_other": "d", "a": "\\u00fc"}',
    ],
  ])('are added %s', async (_, file, expected) => {
    const stem = /"(.{1,2})(?:one|other)"/.exec(file)?.[1] ?? ''
    const prefix = file.includes('"n":') ? 'n.' : stem
    const words = { one: 'a', few: 'b', many: 'c', other: 'd' }
    const named = Object.fromEntries(Object.entries(words).map(([form, text]) => [prefix + form, text]))
    expect(await written(file, 'pl', named)).toBe(expected)
  })

  it('say which numbers they are for, and that they are one message', async () => {
    const units = await readFor(CART, 'pl')
    expect(units.map(({ path, part, text, note, group }) => [path, part, text, note, group])).toEqual([
      ['json:/title', 'title', 'Cart', undefined, undefined],
      ['json:/cart_one', 'cart_one', '{{count}} item', 'Plural form for 1', 'json:/cart'],
      ['json:/cart_few', 'cart_other', '{{count}} items', 'Plural form for 2, 3, 4, 22, 23 …', 'json:/cart'],
      ['json:/cart_many', 'cart_other', '{{count}} items', 'Plural form for 0, 5, 6, 7, 8 …', 'json:/cart'],
      ['json:/cart_other', 'cart_other', '{{count}} items', 'Plural form for 0.5, 1.5, 2.5, 3.5, 4.5 …', 'json:/cart'],
    ])
  })

  it('read back where only some of them could be written', async () => {
    const result = await written(CART, 'pl', { cart_one: 'a', cart_many: 'c', cart_other: 'd' })
    expect(JSON.parse(result)).toEqual({ title: 'Cart', cart_one: 'a', cart_many: 'c', cart_other: 'd' })
    expect((await readFor(result, 'pl', CART)).find(({ path }) => path.endsWith('few'))?.text).toBe('{{count}} items')
  })

  it('are kept where the language has fewer: programs without its rules still ask for them', async () => {
    const result = await written(CART, 'ja', { cart_one: 'ア', cart_other: 'イ' })
    expect(JSON.parse(result)).toEqual({ title: 'Cart', cart_one: 'ア', cart_other: 'イ' })
    expect((await readFor(CART, 'ja')).map(({ note }) => note)).toEqual([undefined, undefined, undefined])
  })

  it('of ordinals follow the rules of ordinals, and a zero of its own stays', async () => {
    const keys = async (file: object, language: string) =>
      (await readFor(JSON.stringify(file), language)).map(({ path }) => path.slice('json:/'.length))
    const place = { place_ordinal_one: '{{count}}st', place_ordinal_other: '{{count}}th' }
    expect(await keys(place, 'pl')).toEqual(['place_ordinal_one', 'place_ordinal_other'])
    expect(await keys(place, 'it')).toEqual(['place_ordinal_one', 'place_ordinal_many', 'place_ordinal_other'])
    const none = { x_zero: 'none', x_one: 'one', x_other: 'some' }
    expect(await keys(none, 'de')).toEqual(['x_zero', 'x_one', 'x_other'])
    expect(await keys({ friend_male_one: 'a boy', friend_male_other: 'boys' }, 'cs')).toEqual([
      'friend_male_one',
      'friend_male_few',
      'friend_male_other',
    ])
  })

  it.each([
    ['a reason called other', { reason_other: 'Other', reason_spam: 'Spam' }],
    ['numbers in words', { one: 'One', two: 'Two', three: 'Three', other: 'Other' }],
    ['older i18next keys', { cat: 'cat', cat_plural: 'cats' }],
    ['a language whose plural nobody knows', { a_one: 'x', a_other: 'y' }, 'tlh'],
  ])('are not added for %s', async (_, file, language = 'ar') => {
    expect(await readFor(JSON.stringify(file), language)).toHaveLength(Object.keys(file).length)
  })
})

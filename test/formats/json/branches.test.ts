import { describe, expect, it } from 'vitest'
import { readFor, written } from './files.ts'

const NUMBERS =
  'Plural branches: one for 1; few for 2, 3, 4, 22, 23 …; many for 0, 5, 6, 7, 8 …; other for 0.5, 1.5, 2.5, 3.5, 4.5 …'
const ARB = `{
  "@@locale": "en",
  "items": "{count, plural, one {# item} other {# items}}",
  "@items": { "description": "In the cart" }
}
`

describe('a message with plurals in it', () => {
  it('is shown with the branches of the target and their numbers, and costs what is written [FMT-4]', async () => {
    const found = (await readFor(ARB, 'pl')).filter(({ left_out }) => left_out === undefined)
    expect(found).toMatchObject([
      {
        text: '{count, plural, one {# item} few {# items} many {# items} other {# items}}',
        note: `In the cart\n${NUMBERS}`,
      },
    ])
    expect((await readFor(ARB, 'de')).map(({ text }) => text)).toContain(
      '{count, plural, one {# item} other {# items}}',
    )
  })

  it('of a language without forms gets those of one that has them', async () => {
    const [unit] = await readFor('{"a": "{n, plural, other {#個}}"}', 'de')
    expect(unit).toMatchObject({ text: '{n, plural, one {#個} other {#個}}', note: undefined })
  })

  it.each([
    ['with all of them', '{count, plural, one {a} few {b} many {c} other {d}}'],
    ['as somebody wrote it who left some out', '{count, plural, one {a} other {d}}'],
    ['as it is shown', '{count, plural, one {# item} few {# items} many {# items} other {# items}}'],
  ])('is written %s, and reads back [RES-2]', async (_, translation) => {
    const result = await written(ARB, 'pl', { items: translation })
    expect(JSON.parse(result)).toMatchObject({ '@@locale': 'pl', items: translation })
    const again = await readFor(result, 'pl', ARB)
    expect(again.find(({ part }) => part === 'items')?.text).toBe(translation)
  })

  it('keeps its source where it is not translated', async () => {
    const file = '{"a": "Yes", "b": "{n, plural, one {# day} other {# days}}"}'
    expect(await written(file, 'pl', { a: 'Tak' })).toBe(file.replace('Yes', 'Tak'))
  })

  it('that stands beside those of other languages is translated for its own', async () => {
    const message = '{n, plural, one {# day} other {# days}}'
    const own = '{n, plural, one {a} few {b} many {c} other {d}}'
    const file = JSON.stringify({ en: { a: 'Yes', b: message }, fr: { a: 'Oui', b: message } })
    expect(JSON.parse(await written(file, 'pl', { 'en.b': own }))).toEqual({
      ...JSON.parse(file),
      pl: { a: 'Yes', b: own },
    })
    const filled = JSON.stringify({ en: { a: 'Yes', b: message }, pl: { a: 'Tak', b: '' } })
    expect(JSON.parse(await written(filled, 'pl', { 'en.b': own }))).toMatchObject({ pl: { a: 'Tak', b: own } })
  })
})

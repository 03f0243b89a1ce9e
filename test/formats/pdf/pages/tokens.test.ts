import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { operationsIn } from '../../../../src/formats/pdf/pages/tokens.ts'

const namesIn = (text: string) => [...operationsIn(text)].map(({ name }) => name)
const stringsIn = (text: string) =>
  [...operationsIn(text)].flatMap(({ operands }) =>
    operands.flatMap(operand => (operand.kind === 'string' ? [operand.value] : [])),
  )

describe('the operations of a content stream', () => {
  it('are told apart where nothing stands between them', () => {
    expect(namesIn('q 1 0 0 1 0 0cm/F1 12Tf(a)Tj[(b)-20<63>]TJ BTETQq%(not this) Tj\nf*')).toEqual([
      'q',
      'cm',
      'Tf',
      'Tj',
      'TJ',
      'BT',
      'ET',
      'Q',
      'q',
      'f*',
    ])
  })

  it('have strings as they are meant', () => {
    expect(stringsIn('(a(b)c\\)\\\\\\101\\n) Tj <4 14> Tj (a\\\nb) Tj')).toEqual(['a(b)c)\\A\n', 'A@', 'ab'])
  })

  it('go on behind a picture, whatever its bytes are', () => {
    expect(namesIn('BI /W 2 /H 2 ID \x00 EI \x01\x02 (Tj EI\nQ')).toEqual(['BI', 'ID', 'Q'])
  })

  it('say where they are', () => {
    const text = 'q  (a) Tj\n/Span <</ActualText (b)>> BDC'
    expect([...operationsIn(text)].map(({ start, end }) => text.slice(start, end))).toEqual([
      'q',
      '(a) Tj',
      '/Span <</ActualText (b)>> BDC',
    ])
  })

  it('come to an end, and in order, whatever the stream is', () => {
    const part = fc.constantFrom(
      '(',
      ')',
      '<',
      '<<',
      '>',
      '>>',
      '[',
      ']',
      '{',
      '}',
      '/',
      '%',
      '\\',
      '\n',
      ' ',
      'Tj',
      'BI',
      'ID ',
      ' EI ',
      '-',
      '.',
      '1',
      'q',
      '\xff',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), parts => {
        const text = parts.join('')
        let last = 0
        for (const { start, end } of operationsIn(text)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})

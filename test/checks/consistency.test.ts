import { describe, expect, it } from 'vitest'
import { hashOfLetters, letters } from '../../src/checks/consistency.ts'

const SIGNS = [...'aBéÉßИ你İ\u212a\u0301𝒳😀 .1„_\n', '\ud800']

/** Texts of all kinds of signs, the same at each run. */
function* texts(count: number): Generator<string> {
  let seed = 7
  const next = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    return (seed >>> 8) % below
  }
  for (let at = 0; at < count; at += 1)
    yield Array.from({ length: next(7) }, () => SIGNS[next(SIGNS.length)] ?? '').join('')
}

describe('the number of the words of a text', () => {
  it('is the same for texts with the same words, and another for others', () => {
    const numbers = new Map<string, number>()
    const words = new Map<number, string>()
    const wrong: string[] = []
    for (const text of texts(30_000)) {
      const [said, number] = [letters(text), hashOfLetters(text)]
      if ((numbers.get(said) ?? number) !== number || (words.get(number) ?? said) !== said) wrong.push(text)
      numbers.set(said, number)
      words.set(number, said)
    }
    expect(wrong).toEqual([])
    expect(words.size).toBeGreaterThan(5_000)
  })

  it.each([
    ['Two words.', 'two — WORDS 3'],
    ['a bc', 'A  bc!'],
  ])('does not hear signs, numbers and case: %s', (one, other) => {
    expect(hashOfLetters(one)).toBe(hashOfLetters(other))
  })

  it.each([
    ['ab c', 'a bc'],
    ['ab', 'ba'],
    ['a b', 'ab'],
  ])('hears where words begin, and their order: %s', (one, other) => {
    expect(hashOfLetters(one)).not.toBe(hashOfLetters(other))
  })
})

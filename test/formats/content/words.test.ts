import { describe, expect, it } from 'vitest'
import { countWords } from '../../../src/formats/index.ts'

describe('countWords', () => {
  it.each<[string, number]>([
    ['', 0],
    ['  \n ', 0],
    ['Hello, world!', 2],
    ['The quick brown fox jumps.', 5],
    ["don't and l’été", 3],
    ['e-mail, state-of-the-art', 2],
    ['version 3.5 of 1,000', 5],
    ['Donaudampfschifffahrtsgesellschaft fährt heute', 3],
    ['Привет, мир', 2],
    ['مرحبا بالعالم', 2],
    ['안녕하세요 세계', 2],
    ['हिन्दी में लिखा', 3],
    ['— … !? 😀', 0],
    ['a_b foo_bar', 2],
    ['日本語を勉強しています。', 6],
    ['我喜欢学习中文', 4],
    ['カメラ', 1],
    ['สวัสดีชาวโลก', 3],
    ['iPhoneを買う', 3],
    ['東京 Tokyo 2020年', 4],
  ])('%j has %i', (text, words) => {
    expect(countWords(text)).toBe(words)
    expect(countWords(text)).toBe(words)
  })

  it.each<[string, number]>([
    ['Hello {name}, you have %d new messages', 5],
    ['<b class="big red">Bold</b> text', 2],
    ['See https://example.com/a/b?c=d for more', 3],
    ['write to a.b@example.com', 2],
    ['{{count}} of {{total}}', 1],
    ['Tom &amp; Jerry', 2],
  ])('leaves out what nobody translates: %j has %i', (text, words) => {
    expect(countWords(text)).toBe(words)
  })

  it('counts the branches of an ICU message, not its selectors', () => {
    expect(countWords('{n, plural, one {# new file} other {# new files}} found', 'icu')).toBe(5)
  })
})

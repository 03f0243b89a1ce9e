import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../src/formats/format.ts'
import { corpus } from '../../support/corpus.ts'
import { growsSlowly } from '../../support/growth.ts'
import { built, bytesOf, marked, opened, rewrite, type TranslateUnit, verify } from '../files.ts'

const format = built('html')
const GERMAN = { language: 'de' }
/** With characters that Windows-1252 has. */
const every: TranslateUnit = unit => (unit.left_out ? undefined : marked(unit.text).replace(/[^\0-\xff]/g, '§'))

describe.each(corpus('html'))('the real page $name', ({ bytes }) => {
  it('stays byte for byte when nothing is translated, and has each translation in its place [RES-2, FMT-1]', async () => {
    expect((await bytesOf(rewrite(format, opened(bytes), () => undefined, GERMAN))).equals(bytes)).toBe(true)
    const result = opened(await bytesOf(rewrite(format, opened(bytes), every, GERMAN)))
    expect(await verify(format, opened(bytes), result, every, GERMAN)).toEqual([])
  })
})

const SIZE = 25_000
const HOSTILE: Readonly<Record<string, (size: number) => string>> = {
  'elements in each other': n => `${'<div>'.repeat(n)}Some text`,
  'landmarks in each other': n => `${'<nav>'.repeat(n)}Some text`,
  'a long attribute': n => `<p title="${'a b '.repeat(10 * n)}">Some text</p>`,
  'tags without end': n => `<p>${'<b>x y '.repeat(n)}`,
  'other ends': n => `<p>${'<b>'.repeat(n)}x y${'</i>'.repeat(n)}`,
  'inline elements': n => `<p>${'<i>x</i> <br>'.repeat(2 * n)}</p>`,
  'pictures in a text': n => `<p>Some ${'<img alt="a b"> and '.repeat(n)}</p>`,
  drawings: n => `${'<svg>'.repeat(n)}x y${'</svg>'.repeat(n)}`,
  'templates without end': n => '{{ <% {% <? {{/* '.repeat(n),
  'attributes in a tag': n => `<p ${Array.from({ length: n }, (_, at) => `a${at}`).join(' ')}>Some text`,
}

describe.each(Object.entries(HOSTILE))('a page with many: %s', (_, text) => {
  it('is read and written, or refused, in time that follows its length [LIM-5]', async () => {
    const work = async (size: number): Promise<void> => {
      const page = opened(text(size))
      try {
        await bytesOf(rewrite(format, page, ({ text: said }) => `${said} x`, GERMAN))
      } catch (error) {
        if (!(error instanceof FormatError)) throw error
      }
    }
    expect(await growsSlowly(work, SIZE / 4)).toBe(true)
  })
})

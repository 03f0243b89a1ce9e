import { describe, expect, it } from 'vitest'
import { extensionOf } from '../../../src/contract/formats.ts'
import { corpus } from '../../support/corpus.ts'
import { built, bytesOf, marked, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const GERMAN = { language: 'de' }
const every: TranslateUnit = unit => (unit.left_out ? undefined : marked(unit.text))

describe.each(corpus('subtitles'))('the real file $name', ({ name, bytes }) => {
  const format = built(extensionOf(name))

  it('stays byte for byte when nothing is translated [RES-2, FMT-1]', async () => {
    expect((await bytesOf(rewrite(format, opened(bytes), () => undefined, GERMAN))).equals(bytes)).toBe(true)
  })

  it('has each translation in its place, and every other byte as it was [RES-2, FMT-1]', async () => {
    const result = opened(await bytesOf(rewrite(format, opened(bytes), every, GERMAN)))
    expect(await verify(format, opened(bytes), result, every, GERMAN)).toEqual([])
  })

  it('has a unit for each of its cues with text [FMT-1]', async () => {
    const blocks = bytes
      .toString()
      .replace(/\r\n?/g, '\n')
      .split(/\n(?:[ \t]*\n)+/)
    const texts = blocks.filter(block => /-->.*\n[^\n]*\S/.test(block))
    const units = await unitsOf(format, opened(bytes))
    expect(units.filter(({ part }) => part === 'cue')).toHaveLength(texts.length)
  })
})

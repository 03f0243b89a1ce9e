import { describe, expect, it } from 'vitest'
import { markdown } from '../../../src/formats/markdown/markdown.ts'
import { growsSlowly } from '../../support/growth.ts'
import { bytesOf, opened, rewrite, unitsOf, unread } from '../files.ts'

const GERMAN = { language: 'de' }

describe('Markdown that somebody made to be slow', () => {
  it.each<[string, (size: number) => string]>([
    ['tabs', size => `\t${'\t'.repeat(size)}a`],
    ['tabs in a row of a table', size => `a\n|${'\t'.repeat(size)}a`],
    ['the first line of a block', size => `:::${'a'.repeat(size)}*`],
    ['spaces before what may be attributes', size => `a${' '.repeat(size)}{#a b`],
    ['keys', size => '++a+b'.repeat(size / 5)],
    ['names of pictures', size => ':ab'.repeat(size / 3)],
    ['template tags', size => '{{< a title="b '.repeat(size / 15)],
    ['tags of many lines', size => `a {{ ${'b\n'.repeat(size / 10)}`],
    ['beginnings of mail addresses', size => 'a@b-'.repeat(size / 4)],
    ['instructions that end', size => 'a <? b ?> '.repeat(size / 40)],
  ])('reads %s in time that follows their length', async (_, text) => {
    expect(await growsSlowly(size => unitsOf(markdown, opened(unread(text(size)))), 8000)).toBe(true)
  })
})

it.each([
  ['_', 'Some text\n'],
  ['#', '# Some text\n'],
])('a translation of many %s is written in time that follows its length [LIM-5, RES-2]', async (sign, content) => {
  const write = (size: number) =>
    bytesOf(rewrite(markdown, opened(unread(content)), () => `a ${sign.repeat(size)}`, GERMAN))
  expect(await growsSlowly(write, 8000)).toBe(true)
})

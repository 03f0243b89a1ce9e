import { describe, expect, it } from 'vitest'
import { markdown } from '../../../src/formats/markdown/markdown.ts'
import { bytesOf, opened, rewrite, unitsOf, verify } from '../files.ts'

async function written(content: string, translations: Record<string, string>, language = 'de'): Promise<string> {
  const translate = (unit: { text: string }) => translations[unit.text]
  const result = await bytesOf(rewrite(markdown, opened(content), translate, { language }))
  expect(await verify(markdown, opened(content), opened(result), translate, { language })).toEqual([])
  return result.toString()
}

describe('the lines of a paragraph', () => {
  it.each<[string, string, string, string, string]>([
    [
      'are as wide as those of the source',
      'one two three four five six seven eight nine\nten eleven\n',
      'one two three four five six seven eight nine ten eleven',
      'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
      'eins zwei drei vier fünf sechs sieben acht\nneun zehn elf zwölf\n',
    ],
    [
      'end with sentences if those of the source do',
      'First one.\nSecond **two**!\n',
      'First one. Second <g1>two</g1>!',
      'Das ist der erste. Das ist der <g1>zweite</g1>!',
      'Das ist der erste.\nDas ist der **zweite**!\n',
    ],
    [
      'are as wide where there are other sentences',
      'First one.\nSecond two.\n',
      'First one. Second two.',
      'Nur ein Satz aus vielen Wörtern, länger als die Zeile.',
      'Nur ein Satz aus vielen Wörtern, länger\nals die Zeile.\n',
    ],
    [
      'keep the marks before them',
      '> - one two three four five six seven eight nine\n>   ten\n',
      'one two three four five six seven eight nine ten',
      'eins zwei drei vier fünf sechs sieben acht neun zehn',
      '> - eins zwei drei vier fünf sechs sieben acht\n>   neun zehn\n',
    ],
    [
      'begin with no marker',
      'one two three four five six seven eight nine\nten\n',
      'one two three four five six seven eight nine ten',
      'eins zwei drei vier fünf sechs sieben 8 - 9. # > : zehn',
      'eins zwei drei vier fünf sechs sieben\n8 - 9. # > : zehn\n',
    ],
    ['stay one where the source has one', 'one\n', 'one', 'eins '.repeat(30).trim(), `${'eins '.repeat(30).trim()}\n`],
    [
      'are joined without a space where words have none',
      '日本\n語です\n',
      '日本語です',
      '日本語 です',
      '日本語 です\n',
    ],
  ])('%s [RES-2]', async (_, content, text, translation, expected) => {
    expect((await unitsOf(markdown, opened(content))).map(unit => unit.text)).toEqual([text])
    expect(await written(content, { [text]: translation })).toBe(expected)
    expect(await written(content.replaceAll('\n', '\r\n'), { [text]: translation })).toBe(
      expected.replaceAll('\n', '\r\n'),
    )
  })
})

it.each<[string, string, string, string]>([
  [
    'keep their form with the same text',
    'See [a], [b][] and [c]\n\n',
    'Siehe <g1>a</g1>, <g2>b</g2> und <g3>C</g3>',
    'Siehe [a], [b][] und [C][c]\n\n',
  ],
  [
    'name their target before a bracket',
    'See [a], [b][] and [c]\n\n',
    '<g1>a</g1>(x) <g2>b</g2> <g3>c</g3>',
    '[a][a](x) [b][] [c]\n\n',
  ],
])('references %s [RES-2]', async (_, content, translation, expected) => {
  const definitions = '[a]: u\n[b]: v\n[c]: w\n'
  const text = 'See <g1>a</g1>, <g2>b</g2> and <g3>c</g3>'
  expect(await written(content + definitions, { [text]: translation })).toBe(expected + definitions)
})

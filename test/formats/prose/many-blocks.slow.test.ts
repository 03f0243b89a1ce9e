import { expect, it } from 'vitest'
import { asciidoc } from '../../../src/formats/prose/asciidoc/asciidoc.ts'
import { rst } from '../../../src/formats/prose/rst/rst.ts'
import { growsSlowly } from '../../support/growth.ts'
import { bytesOf, opened, rewrite, unitsOf } from '../files.ts'

/** In characters; four times as many are tried, too. */
const SIZE = 100_000

it.each([
  ['paragraphs', rst, 'a b\n\n'],
  ['items', rst, '- a b\n'],
  ['grids', rst, '+---+\n| a |\n+---+\n\n'],
  ['simple tables', rst, '=== ===\na   b\n=== ===\n\n'],
  ['simple tables without an end', rst, '=== ===\na   b\n\n'],
  ['paragraphs', asciidoc, 'a b\n\n'],
  ['tables', asciidoc, '|===\n|a |b\n|===\n\n'],
  ['tables without an end', asciidoc, '|===\n|a |b\n\n'],
  ['tables of values', asciidoc, ',===\na,"b, ""c"", d"\n,===\n\n'],
  ['tables of values without an end', asciidoc, ',===\na,"b\n\n'],
  ['tables in cells', asciidoc, '|===\na|\n!===\n!a !b\n!===\n|===\n\n'],
])('many %s are read in time that grows as the text does (%#)', async (_, format, block) => {
  const read = async (length: number) => await unitsOf(format, opened(block.repeat(Math.ceil(length / block.length))))
  expect(await growsSlowly(read, SIZE)).toBe(true)
})

it.each([
  ['separators in quotation marks', (count: number) => `,===\n"${'a,'.repeat(count)}"\n,===\n`],
  ['quotation marks', (count: number) => `,===\n"${'""'.repeat(count)}"\n,===\n`],
  ['tabs in quotation marks', (count: number) => `[format=tsv]\n|===\n"${'\t'.repeat(count)}"\n|===\n`],
  ['lines in quotation marks', (count: number) => `,===\n"${'"\n'.repeat(count)}"\n,===\n`],
  ['escaped separators', (count: number) => `:===\n${'a\\:'.repeat(count)}b\n:===\n`],
  ['cells', (count: number) => `:===\n${'a:'.repeat(count)}b\n:===\n`],
  ['fences in cells', (count: number) => `|===\na|\n${'!===\n'.repeat(count)}|===\n`],
])('a table of many %s is read in time that grows as the text does', async (_, table) => {
  const read = async (length: number) => await unitsOf(asciidoc, opened(table(length / 4)))
  expect(await growsSlowly(read, SIZE)).toBe(true)
})

it.each([
  ['columns', (count: number) => `+${'-+'.repeat(count)}\n|${'a|'.repeat(count)}\n+${'-+'.repeat(count)}\n`],
  ['lines', (count: number) => `+----------+\n${'| a b      |\n'.repeat(count)}+----------+\n`],
  ['items', (count: number) => `+----------+\n${'| - a      |\n'.repeat(count)}+----------+\n`],
  [
    'rows and spans',
    (count: number) => `+---+---+\n${'| a b   |\n+---+---+\n| c | d |\n+---+---+\n'.repeat(count / 2)}`,
  ],
  [
    'bars below corners',
    (count: number) =>
      `+${'-+'.repeat(count / 4)}\n${`|${' |'.repeat(count / 4)}\n`.repeat(8)}+${'--'.repeat(count / 4 - 1)}-+\n`,
  ],
])('a grid of many %s is read in time that grows as the text does', async (_, grid) => {
  const read = async (length: number) => await unitsOf(rst, opened(grid(length / 20)))
  expect(await growsSlowly(read, SIZE)).toBe(true)
})

it.each([
  ['rows', (count: number) => `===  ===\n${'a    b\n     c\n'.repeat(count)}===  ===\n`],
  ['spans', (count: number) => `===  ===\n${'a b c\n--------\nd    e\n'.repeat(count / 2)}===  ===\n`],
  [
    'columns',
    (count: number) =>
      `${'== '.repeat(count)}==\n${'a  '.repeat(count)}b\n${'-- '.repeat(count)}--\n${'== '.repeat(count)}==\n`,
  ],
])('a simple table of many %s is read and written in time that grows as the text does', async (_, table) => {
  const rewritten = async (length: number) => {
    const translate = ({ text }: { text: string }) => `${text} ${text}`
    return await bytesOf(rewrite(rst, opened(table(length / 20)), translate, { language: 'de' }))
  }
  expect(await growsSlowly(rewritten, SIZE)).toBe(true)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { readSettings } from '../../src/cli/config.ts'
import { READER_BLOCKS } from '../support/reader-blocks.ts'
import { pages, READER_PAGES, shellBlocks, shellLines } from '../support/shell-lines.ts'
import { ROOT } from '../support/tree.ts'

/** The program where a shell begins a command, maybe behind variables of its own, and its words. */
const CALL =
  /(?:^|&& |\| |\()(?:\w+=\S* )*(?:translation-mcp|node \S*dist\/main\.js) ((?:"[^"]*"|'[^']*'|[^\s"'|>&;)]|\s)*)/g

/** The arguments of each call of the program in a line, without what the shell does with them; `$(…)` and variables are some word. */
function callsIn(line: string): string[][] {
  const plain = line.replace(/\$\((?!translation-mcp)[^()]*\)/g, 'word').replace(/\$\w+/g, 'word')
  const calls = plain.matchAll(CALL)
  return [...calls].map(([, words = '']) =>
    [...words.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? ''),
  )
}

describe("the readers' pages", () => {
  it.each(READER_PAGES)('have no block in %s that is not run', page => {
    const begins = shellBlocks(page).map(block => (block.split('\n')[0] ?? '').replace(/\s+#\s.*$/, '').trim())
    expect(READER_BLOCKS[page]?.map(block => block.begins)).toEqual(begins)
  })

  it.each(READER_PAGES)('begin in %s with what works, say what can go wrong, and where there is more', page => {
    const text = readFileSync(join(ROOT, page), 'utf8')
    expect(text.slice(0, text.indexOf('\n```sh\n')).split('\n').length).toBeLessThan(20)
    expect(text).toMatch(/\n## What can go wrong\n/)
    expect(text).toMatch(/\nMore: /)
  })
})

describe('a command in a sentence or a table', () => {
  it.each(READER_PAGES)('is understood in %s', page => {
    const text = readFileSync(join(ROOT, page), 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
    const spans = [...text.matchAll(/`(translation-mcp [^`…]+)`/g)].map(([, span = '']) => span)
    for (const span of spans)
      for (const argv of callsIn(span)) expect(() => readSettings(readArguments(argv), {}), span).not.toThrow()
  })
})

describe('a line of a page that calls the program', () => {
  it.each(pages().filter(page => shellLines(page).length > 0))('is understood in %s as it stands there', page => {
    for (const { line } of shellLines(page))
      for (const argv of callsIn(line)) expect(() => readSettings(readArguments(argv), {}), line).not.toThrow()
  })

  it('is found wherever the shell begins a command', () => {
    expect(callsIn('translation-mcp a "b c" > d')).toEqual([['a', 'b c']])
    expect(callsIn('A=1 translation-mcp a | jq .')).toEqual([['a']])
    expect(callsIn('x "$(translation-mcp a --b c)" && node ../t/dist/main.js d')).toEqual([['a', '--b', 'c'], ['d']])
    for (const other of ['mkdir translation-mcp x', 'npx y node dist/main.js z']) expect(callsIn(other)).toEqual([])
  })
})

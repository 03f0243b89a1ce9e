import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { HELP } from '../src/cli/arguments.ts'
import { COMMAND_NAMES } from '../src/cli/settings.ts'
import { builtExtensions } from '../src/formats/index.ts'
import { TOOLS } from '../src/mcp/tools/index.ts'
import { ENGINE_NAMES } from '../src/service/engine/configured.ts'
import { pages, shellLines } from './support/shell-lines.ts'
import { ELSEWHERE, IN_A_CLONE } from './support/shell-lines-elsewhere.ts'
import { ROOT } from './support/tree.ts'

/** A file of `src/` as the pictures of the architecture name it, without that folder. */
const IN_A_ROOM = /(?<![\w./-])(?:auth|checks|cli|client|contract|formats|mcp|service|sync)\/[\w./-]+\.ts\b/g

const escaped = (text: string) => text.replace(/[|]/g, '\\$&')
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8')
/** What the headings of a page are called in links, as GitHub does: of two alike the second has a number. */
function anchorsOf(page: string): string[] {
  const headings = page.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#{1,6} (.+)$/gm)
  const names = [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return names.map((name, at) => {
    const before = names.slice(0, at).filter(other => other === name).length
    return before === 0 ? name : `${name}-${before}`
  })
}

const texts = pages().map(page => ({ page, text: read(page) }))
const exists = (name: string) => existsSync(path.join(ROOT, name))

describe('the README', () => {
  const readme = read('README.md')

  it('is short, and begins with what this is and two commands from the clone on', () => {
    expect(readme.split('\n').length).toBeLessThan(150)
    const [title, , first, second, third, , fence, clone, demo] = readme.split('\n')
    expect([title, fence]).toEqual(['# translation-mcp', '```sh'])
    for (const line of [first, second, third]) expect(line?.length).toBeGreaterThan(60)
    expect([clone, demo]).toEqual(IN_A_CLONE.slice(0, 2))
  })

  it('has the line that tests it', () => {
    expect(readme.split('\n')).toContain('npm ci && npm test')
  })

  it('says below everything else what needs a published package', () => {
    const at = readme.indexOf('npx -y translation-mcp')
    expect(at).toBeGreaterThan(readme.indexOf('## Once it is published'))
    expect(readme.indexOf('## Once it is published')).toBeGreaterThan(readme.indexOf('npm install --global'))
  })
})

describe('a page', () => {
  it('has no line that is listed as run elsewhere, or in a clone, but no longer there', () => {
    const lines = pages().flatMap(page => shellLines(page).map(({ line }) => line))
    expect([...Object.keys(ELSEWHERE), ...IN_A_CLONE].filter(line => !lines.includes(line))).toEqual([])
    const tests = Object.values(ELSEWHERE).flatMap(reason => reason.match(/\btest\/[\w./-]+\.ts\b/g) ?? [])
    expect(tests.filter(name => !exists(name))).toEqual([])
  })

  it('names no command that there is not', () => {
    const named = texts.flatMap(({ page, text }) =>
      [...text.matchAll(/(?:`|^)translation-mcp ([a-z][a-z-]*)/gm)].map(([, name = '']) => `${page}: ${name}`),
    )
    const known = [...COMMAND_NAMES, HELP].map(name => `: ${name}`)
    expect(named.filter(name => !known.some(end => name.endsWith(end)))).toEqual([])
  })

  it('links to what is there', () => {
    const dead = texts.flatMap(({ page, text }) =>
      [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, target = '']) => path.posix.join(path.posix.dirname(page), target))
        .filter(target => !exists(target))
        .map(target => `${page} → ${target}`),
    )
    expect(dead).toEqual([])
  })

  it('links to headings that are there', () => {
    const dead = texts.flatMap(({ page, text }) =>
      [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
        .map(([, file = '', anchor = '']) => {
          const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file)
          return { target, anchor }
        })
        .filter(({ target, anchor }) => !anchorsOf(read(target)).includes(anchor))
        .map(({ target, anchor }) => `${page} → ${target}#${anchor}`),
    )
    expect(dead).toEqual([])
  })

  it('names files and folders of this project that are there', () => {
    const gone = texts.flatMap(({ page, text }) =>
      [...text.matchAll(/(?<![\w./-])(?:src|test|docs|\.ci)\/[\w./-]*\w\/?/g)]
        .map(([name]) => name)
        .concat([...text.matchAll(IN_A_ROOM)].map(([name]) => `src/${name}`))
        .filter(name => !exists(name))
        .map(name => `${page} → ${name}`),
    )
    expect(gone).toEqual([])
  })

  it('leaves out no tool, no engine and no extension that is read', () => {
    const told = [
      { page: 'README.md', words: TOOLS.map(({ name }) => `\`${name}\``) },
      { page: 'docs/engines.md', words: ENGINE_NAMES.map(name => `| \`${name}\` |`) },
      { page: 'docs/formats.md', words: builtExtensions.map(extension => extension) },
    ]
    const missing = told.flatMap(({ page, words }) =>
      words
        .filter(word => !new RegExp(`(?<!\\w)${escaped(word)}(?!\\w)`).test(read(page)))
        .map(word => `${page}: ${word}`),
    )
    expect(missing).toEqual([])
  })

  it('speaks of the project alone', () => {
    const said = /\.\.\/shared|\bissue #?\d|\/work\/|\/root\/|https?:\/\/registry\./i
    expect(texts.filter(({ text }) => said.test(text)).map(({ page }) => page)).toEqual([])
  })
})

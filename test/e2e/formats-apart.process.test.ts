import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../support/tree.ts'

const DIST = join(ROOT, 'dist')
const texts = new Map(
  readdirSync(DIST)
    .filter(name => /\.c?js$/.test(name))
    .map(name => [name, readFileSync(join(DIST, name), 'utf8')]),
)

const matches = (name: string, pattern: RegExp): string[] =>
  [...(texts.get(name) ?? '').matchAll(pattern)].map(([, file = '']) => file)

/** What a file of the build loads later, when it is needed. */
const later = (name: string) => matches(name, /\bimport(?:ing)?\(\s*[`'"]\.\/([^`'"]+)[`'"]\)/g)

/** A file of the build with all that is loaded before it runs. */
function atOnce(name: string, into: Set<string> = new Set()): ReadonlySet<string> {
  if (into.has(name)) return into
  into.add(name)
  for (const other of matches(name, /\b(?:from|import)\s*[`'"]\.\/([^`'"]+)[`'"]/g)) atOnce(other, into)
  return into
}

it('no part of the program loads a format with itself: the formats alone are loaded for a file', () => {
  const all = [...texts.keys()]
  const registries = all.filter(name => later(name).some(file => file.startsWith('subtitles-')))
  // The program, the worker thread and the thread that judges results are built apart.
  expect(registries).toHaveLength(3)
  const formats = new Set(registries.flatMap(later))
  const registry = readFileSync(join(ROOT, 'src/formats/registry.ts'), 'utf8')
  const named = new Set([...registry.matchAll(/\bimport\('([^']+)'\)/g)].map(([, file]) => file))
  expect(registries.map(name => new Set(later(name)).size)).toEqual(registries.map(() => named.size))
  const parts = [...all.filter(name => !name.includes('-') || name.endsWith('thread.js')), ...all.flatMap(later)]
  expect(parts).toEqual(expect.arrayContaining(['main.js', 'thread.js', 'judging-thread.js']))
  const wrong = [...new Set(parts)]
    .filter(name => !formats.has(name))
    .flatMap(name => [...atOnce(name)].filter(file => formats.has(file)).map(file => `${name} → ${file}`))
  expect(wrong).toEqual([])
})

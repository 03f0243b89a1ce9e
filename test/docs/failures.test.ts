import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, sources } from '../support/tree.ts'

const page = readFileSync(join(ROOT, 'docs', 'failures.md'), 'utf8')
const rows = page.split('\n').filter(line => /^\| (?!what happens|---)/.test(line))

/** What the program says, with texts that stand on several lines put together. */
const said = sources('src')
  .map(({ text }) => text.replace(/['"`] \+\n\s*['"`]/g, '').replaceAll("\\'", "'"))
  .join('\n')

describe('docs/failures.md', () => {
  it('quotes nothing that the program does not say', () => {
    const quoted = rows.flatMap(row => [...row.matchAll(/“([^”]+)”/g)].map(([, words = '']) => words))
    expect(quoted.length).toBeGreaterThan(40)
    // The name of an alert.
    const [alert] = ['nobody takes up work']
    const unsaid = quoted.filter(words => words !== alert && !said.includes(words))
    expect(unsaid).toEqual([])
    expect(readFileSync(join(ROOT, 'docs', 'operating.md'), 'utf8')).toContain(`| ${alert} |`)
  })

  it('names for each failure tests that are there', () => {
    for (const row of rows) {
      const [shown = ''] = row.split('|').slice(-2)
      const tests = [...shown.matchAll(/`(test\/[\w./-]+\.test\.ts)`/g)].map(([, name = '']) => name)
      expect(tests.length, row).toBeGreaterThan(0)
      expect(tests.filter(name => !existsSync(join(ROOT, name)))).toEqual([])
    }
  })
})

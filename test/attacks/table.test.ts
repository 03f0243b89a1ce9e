import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attacks, attackTables, testsIn } from '../support/attack-table.ts'
import { ROOT } from '../support/tree.ts'
import { ELSEWHERE } from './elsewhere.ts'

const PAGE = join(ROOT, 'docs', 'attacks.md')
const all = attacks(ELSEWHERE)

describe('the table of attacks', () => {
  it('says what the tests say; `npx vitest run test/attacks/table.test.ts -u` writes it', async () => {
    const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''
    const section = /(?<=<!-- attacks -->\n)[\s\S]*?(?=<!-- \/attacks -->)/
    expect(page).toMatch(section)
    await expect(page.replace(section, () => attackTables(all))).toMatchFileSnapshot(PAGE)
  })

  it('has a row for each once, and more than a hundred', () => {
    const rows = all.map(({ attack, happens, file }) => `${attack}: ${happens} ${file}`)
    expect(rows.filter((row, at) => rows.indexOf(row) !== at)).toEqual([])
    expect(rows.length).toBeGreaterThan(100)
  })

  it('is told of in SECURITY.md, theme by theme, where it says what is defended', () => {
    const page = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')
    const [, defended = ''] = /^## What is defended$([\s\S]*?)^## /m.exec(page) ?? []
    const last = [...defended.matchAll(/\| ([^|\n]*) \|$/gm)].flatMap(([, cell = '']) => cell.split(', '))
    expect([...new Set(all.map(({ theme }) => theme))].filter(theme => !last.includes(theme))).toEqual([])
  })

  it('reads the names of tests as they are written, with rows, conditions and groups', () => {
    const text = [
      "describe('a door', () => {",
      "  it('holds [OAU-1, OAU-2]', async () => undefined)",
      "  it.each<[string]>([\n    ['a (b'],\n  ])('holds against %s', async () => undefined)",
      '})',
      "it.runIf(true)(\n  'says \\'no\\'',\n  () => undefined)",
    ].join('\n')
    expect(testsIn({ name: 'x.ts', text })).toEqual([
      { file: 'x.ts', situation: 'a door', name: 'holds' },
      { file: 'x.ts', situation: 'a door', name: 'holds against %s' },
      { file: 'x.ts', situation: undefined, name: "says 'no'" },
    ])
  })

  it('names no test that there is not, or that is meant by several', () => {
    expect(() => attacks([['Tokens', 'none', 'test/attacks/table.test.ts', 'no such name']])).toThrow(
      /needs exactly one/,
    )
  })
})

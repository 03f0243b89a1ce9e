import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FURTHER, REGISTRY } from '../../src/checks/index.ts'
import { SKIPPABLE_CHECKS, SWITCHABLE_CHECKS } from '../../src/contract/check-names.ts'
import { ROOT } from '../support/tree.ts'

const PAGE = join(ROOT, 'docs', 'checks.md')
const ALL = [...REGISTRY, ...FURTHER]

it('docs/checks.md has every check; `npm test -- checks/page -u` writes it [ENG-2]', async () => {
  const rows = ALL.map(
    ({ name, severity, about, always }) => `| \`${name}\` | ${severity}${always ? ', always' : ''} | ${about} |`,
  )
  const table = `${['| check | severity | what it looks at |', '|---|---|---|', ...rows].join('\n')}\n`
  const section = /(?<=<!-- checks -->\n)[\s\S]*?(?=<!-- \/checks -->)/
  const page = readFileSync(PAGE, 'utf8')
  expect(page).toMatch(section)
  await expect(page.replace(section, () => table)).toMatchFileSnapshot(PAGE)
})

it('the checks that can be switched off are those that are not always made, each name once', () => {
  const names = ALL.filter(({ always }) => always !== true).map(({ name }) => name)
  expect([...SWITCHABLE_CHECKS].sort()).toEqual([...names].sort())
  const soft = ALL.filter(({ always, severity }) => always !== true && severity !== 'refuse').map(({ name }) => name)
  expect([...SKIPPABLE_CHECKS].sort()).toEqual(soft.sort())
  expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length)
})

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CATALOGUE, intentOf } from './files.ts'

const PAGE = readFileSync(new URL('../../../docs/instructions.md', import.meta.url), 'utf8')
const SAID = [...PAGE.matchAll(/^\| `([^`]+)` \|/gm)].map(([, said = '']) => said)

it('docs/instructions.md has a table', () => {
  expect(SAID.length).toBeGreaterThan(10)
})

it.each(SAID)('what the page says is understood is read whole: “%s” [MCP-14]', said => {
  const { applied, guidance, not_understood } = intentOf(CATALOGUE, 'Translate into German and French', said)
  expect(not_understood).toEqual([])
  expect([...applied, ...guidance].filter(clause => said.includes(clause))).not.toEqual([])
})

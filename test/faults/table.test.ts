import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { OPERATIONS } from '../../src/contract/operations.ts'
import { TOOLS } from '../../src/mcp/tools/index.ts'
import { ROOT } from '../support/tree.ts'
import { MEETS } from './faults.ts'
import { OPERATIONS_TRIED } from './operations.ts'

/** No tool calls these: a file goes with the creation. */
const UNUSED = ['uploads.create', 'uploads.complete']

describe('the page of faults', () => {
  const page = readFileSync(join(ROOT, 'docs', 'faults.md'), 'utf8')
  const sections = page.split('\n## ').slice(1)

  it('has a table for every operation that a tool calls, and for the link of a result [ERR-3]', () => {
    const tried = OPERATIONS_TRIED.map(({ operation }) => operation)
    expect(new Set(tried)).toEqual(
      new Set([...OPERATIONS.map(({ id }) => id).filter(id => !UNUSED.includes(id)), null]),
    )
    for (const { tool } of OPERATIONS_TRIED) expect(TOOLS.map(({ name }) => name)).toContain(tool)
    const titles = OPERATIONS_TRIED.map(one => `${one.name}: \`${one.operation ?? 'the signed link'}\` by ${one.tool}`)
    expect(sections.map(section => section.split('\n', 1)[0])).toEqual([...titles, 'What is told'])
  })

  it('has a row for every fault in each, and none is done or paid twice [ERR-3, CRE-10]', () => {
    for (const section of sections.slice(0, -1)) {
      const rows = section.split('\n').filter(line => /^\| (?!fault |---)/.test(line))
      const cells = rows.map(row => row.split(' | ').map(cell => cell.replace(/^\| | \|$/g, '')))
      expect(cells.map(([fault]) => fault)).toEqual(MEETS.map(({ name }) => name))
      for (const [, , , done = '', , then = '', credits = ''] of cells) {
        expect(['no', 'once', '–']).toContain(done)
        expect(['no', 'once', '–']).toContain(then)
        const [, spent, cost] = /^(\d+) of (\d+)$/.exec(credits) ?? []
        expect(Number(spent ?? 0)).toBeLessThanOrEqual(Number(cost ?? 0))
      }
    }
  })

  it('says what is told after every failure, each set of words once', () => {
    const [told = ''] = sections.slice(-1)
    const numbers = [...told.matchAll(/^(\d+)\. (.+)$/gm)]
    expect(new Set(numbers.map(([, , words]) => words)).size).toBe(numbers.length)
    const named = [...page.matchAll(/\| \w+ \((\d+)\) \|/g)].map(([, number]) => number)
    expect(new Set(named)).toEqual(new Set(numbers.map(([, number]) => number)))
  })
})

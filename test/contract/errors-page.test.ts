import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '../../src/contract/errors.ts'
import { REMEDIES, STATUS_MEANINGS } from '../../src/contract/remedies.ts'
import { RECOVERY } from '../../src/mcp/recovery.ts'
import { ROOT } from '../support/tree.ts'

const PAGE = join(ROOT, 'docs', 'errors.md')
const remedies = new Map(Object.entries(REMEDIES))

/** The error reference for those who read it without a service. */
function written(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, type, condition }]) =>
      `| \`${code}\` | ${status} ${type} | ${condition} | ${remedies.get(code)?.remedy} |`,
  )
  return `${['| code | status, type | meaning | what to do |', '|---|---|---|---|', ...rows].join('\n')}\n`
}

describe('the error reference', () => {
  it('in docs/errors.md says what the contract says; `npm test -- errors-page -u` writes it [ERR-2]', async () => {
    const section = /(?<=<!-- errors -->\n)[\s\S]*?(?=<!-- \/errors -->)/
    const page = readFileSync(PAGE, 'utf8')
    expect(page).toMatch(section)
    await expect(page.replace(section, () => written())).toMatchFileSnapshot(PAGE)
  })

  it('has the meaning of every status that a code has', () => {
    const statuses = new Set(Object.values(ERRORS).map(({ status }) => String(status)))
    expect(Object.keys(STATUS_MEANINGS).sort()).toEqual([...statuses].sort())
  })

  it('agrees with what agents are told: where the outcome is unknown, and nowhere else [ERR-4]', () => {
    for (const [code, { what }] of Object.entries(RECOVERY)) {
      expect([code, what.includes('unknown')]).toEqual([code, remedies.get(code)?.changed === 'unknown'])
    }
  })
})

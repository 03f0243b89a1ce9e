import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandHelp, generalHelp, settingsTable } from '../../src/cli/help.ts'
import { COMMAND_NAMES } from '../../src/cli/settings.ts'
import { LIMITS } from '../../src/contract/limits.ts'
import { BUDGET } from '../../src/service/worker/budget.ts'
import { ROOT } from '../support/tree.ts'

const SETTINGS = join(ROOT, 'docs', 'settings.md')

describe('help', () => {
  it('shows the commands and every setting', () => {
    expect(generalHelp()).toMatchSnapshot()
  })

  it.each(COMMAND_NAMES)('shows what %s takes', command => {
    expect(commandHelp(command)).toMatchSnapshot()
  })

  it('says in docs/settings.md which limits have no setting, with the values of the contract', () => {
    const fixed = readFileSync(SETTINGS, 'utf8').split('## Limits without a setting')[1] ?? ''
    // This one has a setting.
    const { json_body_bytes, ...limits } = LIMITS
    const values = Object.values(limits).flatMap(limit => (typeof limit === 'number' ? [limit] : Object.values(limit)))
    expect(json_body_bytes).toBeGreaterThan(0)
    for (const value of values) expect(fixed).toMatch(new RegExp(`\\b${value}\\b`))
    const { job_ms, megabyte_ms, memory_mb } = BUDGET
    expect(fixed).toContain(
      `${job_ms / 60_000} minutes, and ${megabyte_ms / 60_000} minute for each MB of its file; ${memory_mb} MB`,
    )
  })

  it('says in docs/settings.md what the schema says; `npm test -- help -u` writes it', async () => {
    const page = readFileSync(SETTINGS, 'utf8')
    const section = /(?<=<!-- settings -->\n)[\s\S]*?(?=<!-- \/settings -->)/
    expect(page).toMatch(section)
    await expect(page.replace(section, () => settingsTable())).toMatchFileSnapshot(SETTINGS)
  })
})

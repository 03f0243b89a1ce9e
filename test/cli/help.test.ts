import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandHelp, generalHelp, settingsTable } from '../../src/cli/help.ts'
import { COMMAND_NAMES } from '../../src/cli/settings.ts'
import { ROOT } from '../support/tree.ts'

const SETTINGS = join(ROOT, 'docs', 'settings.md')

describe('help', () => {
  it('shows the commands and every setting', () => {
    expect(generalHelp()).toMatchSnapshot()
  })

  it.each(COMMAND_NAMES)('shows what %s takes', command => {
    expect(commandHelp(command)).toMatchSnapshot()
  })

  it('says in docs/settings.md what the schema says; `npm test -- help -u` writes it', async () => {
    const page = readFileSync(SETTINGS, 'utf8')
    const section = /(?<=<!-- settings -->\n)[\s\S]*?(?=<!-- \/settings -->)/
    expect(page).toMatch(section)
    await expect(page.replace(section, () => settingsTable())).toMatchFileSnapshot(SETTINGS)
  })
})

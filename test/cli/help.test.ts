import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandHelp, generalHelp, settingsTable } from '../../src/cli/help.ts'
import { COMMAND_NAMES } from '../../src/cli/settings.ts'
import { ROOT } from '../support/tree.ts'

const README = join(ROOT, 'README.md')

describe('help', () => {
  it('shows the commands and every setting', () => {
    expect(generalHelp()).toMatchSnapshot()
  })

  it.each(COMMAND_NAMES)('shows what %s takes', command => {
    expect(commandHelp(command)).toMatchSnapshot()
  })

  it('says in the README what the schema says; `npm test -- help -u` writes it', async ({ skip }) => {
    if (!existsSync(README)) return skip('there is no README')
    const readme = readFileSync(README, 'utf8')
    const section = /(?<=<!-- settings -->\n)[\s\S]*?(?=<!-- \/settings -->)/
    expect(readme).toMatch(section)
    await expect(readme.replace(section, () => settingsTable())).toMatchFileSnapshot(README)
  })
})

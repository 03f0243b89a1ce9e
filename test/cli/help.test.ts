import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { readSettings } from '../../src/cli/config.ts'
import { COMMAND_HELP } from '../../src/cli/help/readers.ts'
import { topicOf } from '../../src/cli/help/topics.ts'
import { commandHelp, generalHelp, settingsHelp, settingsTable } from '../../src/cli/help.ts'
import { COMMAND_NAMES, SETTINGS } from '../../src/cli/settings.ts'
import { LIMITS } from '../../src/contract/limits.ts'
import { BUDGET } from '../../src/service/worker/budget.ts'
import { ran } from '../support/ran.ts'
import { refusal } from '../support/refusal.ts'
import { ROOT } from '../support/tree.ts'

const PAGE = join(ROOT, 'docs', 'settings.md')

describe('help', () => {
  it('shows every command once, on one screen, by who uses it', () => {
    const text = generalHelp()
    expect(text).toMatchSnapshot()
    const lines = text.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(41)
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80)
    const named = [...text.matchAll(/^ {2}(\(no command\)|[a-z-]+(?:, [a-z-]+)*) {2}/gm)].flatMap(([, names = '']) =>
      names.replace('(no command)', 'stdio').split(', '),
    )
    expect(named.toSorted()).toEqual([...COMMAND_NAMES].sort())
  })

  it('shows every setting by what it is about', () => {
    expect(settingsHelp()).toMatchSnapshot()
    expect(SETTINGS.filter(setting => setting.from !== 'flag' && topicOf(setting) === 'options')).toEqual([])
  })

  it('is the same for COMMAND --help and help COMMAND, and general where none is named', async () => {
    expect(await ran(['help', 'sync'])).toEqual(await ran(['sync', '--help']))
    expect((await ran(['help', 'sync'])).stdout).toBe(commandHelp('sync'))
    for (const argv of [['help'], ['--help'], ['-h'], ['help', '--help'], ['help', 'help']])
      expect(await ran(argv)).toEqual({ code: 0, stdout: generalHelp(), stderr: '' })
    expect((await ran(['help', 'settings'])).stdout).toBe(settingsHelp())
  })

  it.each([
    ['transalte', 'translate'],
    ['transl', 'translate'],
    ['setings', 'settings'],
    ['KEYS', 'keys'],
  ])('on %s, which there is not, names the nearest', async (word, near) => {
    const message = `There is no command "${word}". Did you mean ${near}?`
    expect(await ran(['help', word])).toEqual({ code: 2, stdout: '', stderr: refusal(message) })
  })

  it.each(COMMAND_NAMES)('of %s has examples that are understood as they stand', command => {
    const { examples } = COMMAND_HELP[command]
    expect(examples.length).toBeGreaterThan(1)
    expect(examples.length).toBeLessThan(5)
    for (const [line] of examples) {
      const argv = [...line.replace(/ > .*/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, bare]) => quoted ?? bare ?? '',
      )
      const understood = readArguments(argv)
      expect(understood.command, line).toBe(command)
      expect(() => readSettings(understood, {}), line).not.toThrow()
      // What is no file and no order of the usage is a slip.
      const orders = COMMANDS[command].usage.flatMap(usage => usage.split(' ')[2]?.split('|') ?? [])
      const [first] = understood.operands
      if (first !== undefined && COMMAND_HELP[command].files !== 'everywhere') expect(orders, line).toContain(first)
    }
  })

  it('keeps within 80 columns, but for command lines that are to be copied', () => {
    const texts = [settingsHelp(), ...COMMAND_NAMES.map(name => commandHelp(name))]
    const wide = texts.flatMap(text => text.split('\n')).filter(line => line.length > 80)
    expect(wide.filter(line => !/^ *translation-mcp /.test(line))).toEqual([])
  })

  it('has its headings alone in bold, where colours are wanted', () => {
    const bold = generalHelp((tint, text) => `<${tint}>${text}</>`)
    expect(bold).toContain('<heading>For people who translate</>')
    expect(bold.replace(/<heading>|<\/>/g, '')).toBe(generalHelp())
  })

  it.each(COMMAND_NAMES)('shows what %s takes', command => {
    expect(commandHelp(command)).toMatchSnapshot()
  })

  it('says in docs/settings.md which limits have no setting, with the values of the contract', () => {
    const fixed = readFileSync(PAGE, 'utf8').split('## Limits without a setting')[1] ?? ''
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
    const page = readFileSync(PAGE, 'utf8')
    const section = /(?<=<!-- settings -->\n)[\s\S]*?(?=<!-- \/settings -->)/
    expect(page).toMatch(section)
    await expect(page.replace(section, () => settingsTable())).toMatchFileSnapshot(PAGE)
  })
})

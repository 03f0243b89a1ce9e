import { describe, expect, it } from 'vitest'
import { manualPage } from '../../../src/cli/help/manual.ts'
import { COMMAND_HELP } from '../../../src/cli/help/readers.ts'
import { USAGES } from '../../../src/cli/help/usages.ts'
import { sentence } from '../../../src/cli/help.ts'
import { COMMAND_NAMES, type CommandName, SETTINGS } from '../../../src/cli/settings.ts'

const lines = manualPage()
  .split('\n')
  .filter(line => !line.startsWith('.\\"'))
/** What a formatter shows for the escapes of roff(7). */
const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '\\e': '\\', '\\-': '-', '\\(dq': '"', '\\(ga': '`', '\\(aq': "'", '\\(ha': '^', '\\(ti': '~' },
  ...{ '\\&': '', '\\fB': '', '\\fR': '' },
}
const ESCAPE = /\\(?:\[u([0-9A-F]{4,6})\]|\(..|f.|.)/gu

/** A line as it is read by who opens the page. */
function shown(line: string): string {
  return line.replaceAll(ESCAPE, (written, code?: string) =>
    code === undefined ? (ESCAPES[written] ?? `<${written}>`) : String.fromCodePoint(Number.parseInt(code, 16)),
  )
}

const read = lines.map(shown)

/** What stands under the name of a command. */
function part(name: CommandName): string {
  const from = read.indexOf(`.SS "${name === 'stdio' ? '(no command)' : name}"`)
  const length = read.slice(from + 1).findIndex(line => /^\.S[HS] /.test(line))
  return read.slice(from, from + 1 + length).join('\n')
}

describe('the manual page read back', () => {
  it.each(COMMAND_NAMES)('has the usage and the examples of %s as the help has them, sign by sign', name => {
    expect(part(name)).toContain(`"\n${USAGES[name].usage.join('\n.br\n')}\n.PP\n`)
    for (const [line, does] of COMMAND_HELP[name].examples)
      expect(part(name)).toContain(`\n.TP\n${`translation-mcp ${line}`.trim()}\n${does}`)
  })

  it('has each setting in its own words', () => {
    for (const setting of SETTINGS.filter(({ from }) => from !== 'flag')) expect(read).toContain(sentence(setting))
  })

  it('has no sign bare that a formatter would change, and no escape that none knows', () => {
    const bare = lines.filter(line => !/^\.(?:SH|SS|TH)/.test(line)).map(line => line.replaceAll(ESCAPE, ''))
    for (const line of bare) expect(line).not.toMatch(/[-"'`^~\\]/)
    for (const line of read) expect(line).not.toMatch(/<\\/)
  })

  it('has titles that end where they are to end', () => {
    const titles = lines.filter(line => /^\.S[HS] /.test(line))
    expect(titles.length).toBeGreaterThan(COMMAND_NAMES.length)
    for (const title of titles) expect(title).toMatch(/^\.S[HS] "[^"]+"$/)
  })

  it('has under each command what it takes alone, in the words that are meant for that command', () => {
    for (const name of COMMAND_NAMES) {
      const own = SETTINGS.filter(({ commands, from }) => from === 'flag' && commands.includes(name))
      for (const setting of own) expect(part(name)).toContain(`\n${sentence(setting, name)}`)
      expect(part(name).match(/^\.TP$/gm)).toHaveLength(own.length + COMMAND_HELP[name].examples.length)
    }
  })
})

import { describe, expect, it } from 'vitest'
import type { ServerEntry } from '../../../src/cli/setup/entry.ts'
import { tomlEntries } from '../../../src/cli/setup/toml-entries.ts'

const ENTRY: ServerEntry = { command: '/usr/bin/node', args: ['C:\\a "b"\\main.js'], env: {} }
const format = tomlEntries('mcp_servers')
const lines = (...all: readonly string[]) => all.map(line => `${line}\n`).join('')

const OURS = ['[mcp_servers.translation]', 'command = "/usr/bin/node"', 'args = ["C:\\\\a \\"b\\"\\\\main.js"]']
const REAL = lines(
  '# my settings',
  'model = "gpt-5.2"   # the newest',
  'notify = ["python3", "/home/ada/notify.py"]',
  '',
  '[projects."/home/ada/work [old]"]',
  'trust_level = "trusted"',
  '',
  '[mcp_servers.docs]',
  'command = "npx"',
  'args = [',
  '  "-y", # yes',
  '  "docs ] [mcp_servers.translation]",',
  ']',
  'startup_timeout_sec = 20.5',
  'since = 1979-05-27 07:32:00',
  'env = { "A" = "1", B.C = \'2\' }',
  '',
  '[[profiles.list]]',
  'prompt = """',
  '[mcp_servers.translation]',
  'say \\"""hi""""',
)

describe('a TOML configuration', () => {
  it.each([
    ['', ''],
    [REAL, `${REAL}\n`],
    ['a = 1', 'a = 1\n\n'],
  ])('gets a table at its end: %j', (before, start) => {
    const after = format.put(before, ENTRY)
    expect(after).toBe(start + lines(...OURS))
    expect(format.read(after)).toEqual({ kind: 'entry', entry: ENTRY })
    expect(format.take(after)).toBe(before === 'a = 1' ? 'a = 1\n' : before)
  })

  it('keeps the line ends of Windows', () => {
    const before = REAL.replaceAll('\n', '\r\n')
    const after = format.put(before, ENTRY)
    expect(after).toBe(`${REAL}\n${lines(...OURS)}`.replaceAll('\n', '\r\n'))
    expect(format.take(after)).toBe(before)
  })

  it('takes the table out of the middle, with the tables below it', () => {
    const before = lines('[mcp_servers.a]', 'command = "a"', '', '# next', '[mcp_servers.b]', 'command = "b"')
    const table = lines(
      ...OURS,
      '',
      '[mcp_servers.translation.env]',
      'A = "1" # mine',
      '',
      '[mcp_servers.translation.tools.x]',
    )
    expect(format.take(before.replace('# next', `${table}\n# next`))).toBe(before)
  })

  it('changes what the table starts, and keeps what a person set beside it', () => {
    const mine = lines(
      '[ mcp_servers . "translation" ] # mine',
      "args = ['-y', 'translation-mcp']",
      'startup_timeout_sec = 60',
      'command = "npx" # old',
      '',
      '[other]',
    )
    const wanted = mine
      .replace("['-y', 'translation-mcp']", '["C:\\\\a \\"b\\"\\\\main.js"]')
      .replace('"npx"', '"/usr/bin/node"')
    expect(format.put(mine, ENTRY)).toBe(wanted)
    const engine = { ...ENTRY, env: { TRANSLATION_ENGINE: 'deepl' } }
    const line = 'env = { TRANSLATION_ENGINE = "deepl" }\n'
    expect(format.put(mine, engine)).toBe(wanted.replace('# old\n', `# old\n${line}`))
    const inline = 'env = { A = "1", TRANSLATION_ENGINE = "openai" }\n'
    expect(format.put(mine.replace('# old\n', `# old\n${inline}`), engine)).toBe(
      wanted.replace('# old\n', '# old\nenv = { A = "1", TRANSLATION_ENGINE = "deepl" }\n'),
    )
    const below = `${mine}\n[mcp_servers.translation.env]\nA = "1" # mine\n`
    expect(format.put(below, engine)).toBe(
      `${wanted}\n[mcp_servers.translation.env]\nA = "1" # mine\nTRANSLATION_ENGINE = "deepl"\n`,
    )
    expect(format.read(format.put(below, engine))).toEqual({
      kind: 'entry',
      entry: { ...engine, env: { A: '1', TRANSLATION_ENGINE: 'deepl' } },
    })
  })

  it.each([
    'mcp_servers = {}\n',
    'mcp_servers.translation.command = "x"\n',
    '[mcp_servers]\ntranslation = { command = "x" }\n',
    '[mcp_servers.translation.env]\nA = "1"\n',
    '[mcp_servers.translation]\ncommand = "x"\n[mcp_servers.translation]\ncommand = "y"\n',
    '[[mcp_servers.translation]]\ncommand = "x"\n',
    '[[mcp_servers]]\nname = "x"\n',
  ])('is left alone where it has that table in another form: %j', text => {
    const flaw = expect.objectContaining({ message: 'The table mcp_servers.translation is written in another form.' })
    expect(() => format.put(text, ENTRY)).toThrow(flaw)
  })

  it.each([
    ['a = 1\nb\n', 'This is no TOML: Expected "=" here.', 2],
    ['a = 1 2\n', 'This is no TOML: Something follows a value.', 1],
    ['\n[a\nb = 1\n', 'This is no TOML: Expected "]" here.', 2],
    ['a = [1,\n2\n', 'This is no TOML: A list is not closed.', 3],
    ['a = "x\n', 'This is no TOML: A text is not closed.', 1],
    ["a = '''x\n\n", 'This is no TOML: A text is not closed.', 1],
    ['a =\nb = 1\n', 'This is no TOML: There is no value.', 1],
    ['= 1\n', 'This is no TOML: There is no key.', 1],
    [`a = ${'['.repeat(60)}\n`, 'This is no TOML: This is nested more than 50 times.', 1],
    ['{"a": 1}', 'This is no TOML: There is no key.', 1],
  ])('names the line of what cannot be read: %j', (text, message, line) => {
    expect(() => format.read(text)).toThrow(expect.objectContaining({ message, line }))
  })

  it.each([
    ['[mcp_servers.translation]\nurl = "https://a.example"\n', 'it is at an address'],
    ['[mcp_servers.translation]\nenabled = false\n', 'it has another form'],
    ['[mcp_servers.translation]\ncommand = "x"\nargs = [1]\n', 'it has another form'],
  ])('says of a table that starts no program what it is: %j', (text, words) => {
    expect(format.read(text)).toEqual({ kind: 'other', words })
  })
})

import fc from 'fast-check'
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

const TABLE = '[mcp_servers.translation]\n'
const DEEPL = { ...ENTRY, args: [], env: { TRANSLATION_ENGINE: 'deepl' } }
const STARTS = `${TABLE}command = "/usr/bin/node"\nargs = []\n`

describe('the variables of a TOML entry', () => {
  it.each([
    ['with dots', 'env.A = "1" # mine\n', 'env.A = "1" # mine\nenv.TRANSLATION_ENGINE = "deepl"\n'],
    ['with dots and the name already', 'env."TRANSLATION_ENGINE" = \'x\'\n', 'env."TRANSLATION_ENGINE" = "deepl"\n'],
    ['in braces', 'env = { "a b" = \'1\' }\n', 'env = { "a b" = "1", TRANSLATION_ENGINE = "deepl" }\n'],
    ['in braces without any', 'env = {}\n', 'env = { TRANSLATION_ENGINE = "deepl" }\n'],
    [
      'below a header of their own that has none',
      '\n[mcp_servers.translation."env"] # none\n\n[x]\n',
      '\n[mcp_servers.translation."env"] # none\nTRANSLATION_ENGINE = "deepl"\n\n[x]\n',
    ],
    ['nowhere yet', '# end\n', 'env = { TRANSLATION_ENGINE = "deepl" }\n# end\n'],
  ])('are put where the others are: %s [CLI-1]', (_, before, after) => {
    const put = format.put(STARTS + before, DEEPL)
    expect(put).toBe(STARTS + after)
    expect(format.read(put)).toMatchObject({ entry: { env: { TRANSLATION_ENGINE: 'deepl' } } })
  })

  it.each([
    ['env', 'env = { A = 1 }\n'],
    ['env', 'env = { A.B = "1" }\n'],
    ['env', 'env = "A=1"\n'],
    ['env', 'env.A.B = "1"\n'],
    ['env', '[mcp_servers.translation.env.A]\nB = "1"\n'],
    ['command', 'command.path = "x"\n'],
    ['args', '[mcp_servers.translation.args]\n0 = "x"\n'],
  ])('and what else would be lost or clash stay as they are: "%s" as in %j', (key, more) => {
    const start = key === 'env' ? STARTS : key === 'args' ? `${TABLE}command = "x"\n` : TABLE
    const message = `The table mcp_servers.translation has "${key}" in another form.`
    expect(() => format.put(start + more, DEEPL)).toThrow(expect.objectContaining({ name: 'ConfigFlaw', message }))
  })
})

it('of a TOML entry, what says the same already keeps its way of writing', () => {
  const mine = lines(
    '[mcp_servers.translation]',
    "command = '/usr/bin/node' # mine",
    'args = [',
    '  \'C:\\a "b"\\main.js\', # the file',
    ']',
    "env = { A = '1', TRANSLATION_ENGINE = '''deepl''' }",
  )
  expect(format.put(mine, { ...ENTRY, env: { TRANSLATION_ENGINE: 'deepl' } })).toBe(mine)
  const args = mine.slice(mine.indexOf('[\n'), mine.indexOf('\nenv'))
  expect(format.put(mine, { ...ENTRY, args: ['x', 'y'] })).toBe(mine.replace(args, '["x", "y"]'))
})

it('whatever a TOML entry says is read back as it was, and taken out of what stood there', () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 12 })
  const wanted = fc.record({
    command: word,
    args: fc.array(word, { maxLength: 3 }),
    env: fc.dictionary(word, word, { maxKeys: 3 }),
  })
  const before = fc.constantFrom(
    '',
    'a = 1\n',
    REAL,
    '[mcp_servers.translator]\ncommand = "x"\n',
    'x = [\n]\n\n\n',
    '# é only\n',
  )
  fc.assert(
    fc.property(before, wanted, fc.boolean(), (start, entry, windows) => {
      const text = windows ? start.replaceAll('\n', '\r\n') : start
      const put = format.put(text, entry)
      expect(format.read(put)).toEqual({ kind: 'entry', entry: { ...entry, env: { ...entry.env } } })
      expect(format.take(put)).toBe(text)
      expect(format.put(put, entry)).toBe(put)
    }),
    { numRuns: 100 },
  )
})

import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import type { ServerEntry } from '../../../src/cli/setup/entry.ts'
import { jsonEntries } from '../../../src/cli/setup/json-entries.ts'

const ENTRY: ServerEntry = { command: '/usr/bin/node', args: ['/opt/translation-mcp/dist/main.js'], env: {} }
const VALUE = { command: ENTRY.command, args: ENTRY.args }
const format = jsonEntries('mcpServers', false)

const lines = (...all: readonly string[]) => `${all.join('\n')}\n`

/** Files as assistants and people leave them, and where the entry goes. */
const FILES: Readonly<Record<string, { readonly before: string; readonly after: string }>> = {
  'comments, tabs and a comment behind the last server': {
    before: lines('{', '\t"mcpServers": {', '\t\t// mine', '\t\t"docs": { "command": "x" } // last', '\t}', '}'),
    after: lines(
      '{',
      '\t"mcpServers": {',
      '\t\t// mine',
      '\t\t"docs": { "command": "x" }, // last',
      '\t\t"translation": {',
      '\t\t\t"command": "/usr/bin/node",',
      '\t\t\t"args": ["/opt/translation-mcp/dist/main.js"]',
      '\t\t}',
      '\t}',
      '}',
    ),
  },
  'commas at the end of lists': {
    before: lines('{', '    "mcpServers": {', '        "docs": {"url": "https://a.example"},', '    },', '}'),
    after: lines(
      '{',
      '    "mcpServers": {',
      '        "docs": {"url": "https://a.example"},',
      '        "translation": {',
      '            "command": "/usr/bin/node",',
      '            "args": ["/opt/translation-mcp/dist/main.js"]',
      '        },',
      '    },',
      '}',
    ),
  },
  'all on one line': {
    before: '{"theme":"dark","mcpServers":{"docs":{"command":"x"}}}',
    after:
      '{"theme":"dark","mcpServers":{"docs":{"command":"x"}, "translation": {"command": "/usr/bin/node", "args": ["/opt/translation-mcp/dist/main.js"]}}}',
  },
  'an empty list of servers': {
    before: lines('{', '  "mcpServers": {},', '  "theme": "dark"', '}'),
    after: lines(
      '{',
      '  "mcpServers": {',
      '    "translation": {',
      '      "command": "/usr/bin/node",',
      '      "args": ["/opt/translation-mcp/dist/main.js"]',
      '    }',
      '  },',
      '  "theme": "dark"',
      '}',
    ),
  },
  'only a comment among the servers': {
    before: lines('{', '  "mcpServers": {', '    // none yet', '  }', '}'),
    after: lines(
      '{',
      '  "mcpServers": {',
      '    // none yet',
      '    "translation": {',
      '      "command": "/usr/bin/node",',
      '      "args": ["/opt/translation-mcp/dist/main.js"]',
      '    }',
      '  }',
      '}',
    ),
  },
}

describe('a JSON configuration', () => {
  it.each(Object.entries(FILES))('gets the entry and gives it back: %s [CLI-1]', (_, { before, after }) => {
    expect(format.put(before, ENTRY)).toBe(after)
    expect(format.take(after)).toBe(before)
    const crlf = (text: string) => text.replaceAll('\n', '\r\n')
    expect(format.put(crlf(before), ENTRY)).toBe(crlf(after))
    expect(format.take(crlf(after))).toBe(crlf(before))
  })

  it('gets a list of servers where it has none', () => {
    const text = format.put(lines('// settings', '{', '  "theme": "dark", // yes', '}'), ENTRY)
    expect(text).toMatch(/^\/\/ settings\n\{\n {2}"theme": "dark", \/\/ yes\n {2}"mcpServers": \{\n/)
    expect(parse(text)).toEqual({ theme: 'dark', mcpServers: { translation: VALUE } })
    expect(parse(format.put('', ENTRY))).toEqual({ mcpServers: { translation: VALUE } })
  })

  it('keeps what a person set in an entry, and the place of each line', () => {
    const before = lines(
      '{ "mcpServers": {',
      '  "translation": {',
      '    "disabled": true, // for now',
      '    "args": ["-y", "translation-mcp"],',
      '    "command": "npx",',
      '    "env": { "A": "1" }',
      '  },',
      '  "docs": {} } }',
    )
    const after = format.put(before, { ...ENTRY, env: { TRANSLATION_ENGINE: 'deepl' } })
    expect(after).toBe(
      before
        .replace('["-y", "translation-mcp"]', '["/opt/translation-mcp/dist/main.js"]')
        .replace('"npx"', '"/usr/bin/node"')
        .replace('"A": "1" }', '"A": "1", "TRANSLATION_ENGINE": "deepl" }'),
    )
    expect(format.put(after, ENTRY)).toBe(after)
  })

  it.each([
    ['{"mcpServers": {"translation": {"url": "https://a.example"}}}', 'it is at an address'],
    ['{"mcpServers": {"translation": {"command": {"path": "x", "args": []}}}}', 'it has another form'],
    ['{"mcpServers": {"translation": {"command": "x", "args": "y"}}}', 'it has another form'],
    ['{"mcpServers": {"translation": null}}', 'it is no object'],
  ])('says of an entry that starts no program what it is: %s', (text, words) => {
    expect(format.read(text)).toEqual({ kind: 'other', words })
  })

  it.each([
    ['{\n  "mcpServers": {,}\n}', 'This is no JSON: value expected.', 2],
    ['{\n  "a": 1,\n  "a": 2\n}', 'The key "a" is there twice.', 3],
    ['[]', 'This is no object.', 1],
    ['{"mcpServers": []}', '"mcpServers" is no object.', undefined],
  ])('names the line of what cannot be read: %j', (text, message, line) => {
    for (const read of [() => format.read(text), () => format.put(text, ENTRY), () => format.take(text)])
      expect(read).toThrow(expect.objectContaining({ message, line }))
  })

  const key = fc.constantFrom('docs', 'theme', 'a"b', 'ключ', 'mcp')
  const value = fc.jsonValue({ maxDepth: 2, depthSize: 'small' })
  const document = fc.record({
    around: fc.dictionary(key, value, { maxKeys: 3 }),
    servers: fc.option(fc.dictionary(key, value, { maxKeys: 3 }), { nil: undefined }),
    unit: fc.constantFrom('', ' ', '  ', '\t'),
    eol: fc.constantFrom('\n', '\r\n'),
    comments: fc.boolean(),
    commas: fc.boolean(),
  })

  it('has the same values but for the entry, whatever its layout, and each comment once', () => {
    fc.assert(
      fc.property(document, ({ around, servers, unit, eol, comments, commas }) => {
        const whole = servers === undefined ? around : { ...around, mcpServers: servers }
        const plain = JSON.stringify(whole, null, unit)
        let number = 0
        const commented = comments && unit ? plain.replaceAll('\n', () => ` // c${number++}!\n`) : plain
        const trailing = commas ? commented.replace(/(?<=[\w"}\]])(?=(?: \/\/ c\d+!)?\s*\}$)/, ',') : commented
        const text = trailing.replaceAll('\n', eol)
        const put = format.put(text, ENTRY)
        expect(parse(put, [], { allowTrailingComma: true })).toEqual({
          ...whole,
          mcpServers: { ...servers, translation: VALUE },
        })
        for (let at = 0; at < number; at += 1) expect(put.split(`// c${at}!`)).toHaveLength(2)
        expect(format.read(put)).toEqual({ kind: 'entry', entry: ENTRY })
        if (servers !== undefined) expect(format.take(put)).toBe(text)
      }),
      { numRuns: 100 },
    )
  })
})

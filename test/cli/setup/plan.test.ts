import { describe, expect, it } from 'vitest'
import type { ServerEntry } from '../../../src/cli/setup/entry.ts'
import { jsonEntries } from '../../../src/cli/setup/json-entries.ts'
import { type FoundConfig, planConfig, type SetupWish } from '../../../src/cli/setup/plan.ts'

const PROGRAM = '/home/ada/work/dist/main.js'
const entry: ServerEntry = { command: '/usr/bin/node', args: [PROGRAM], env: {} }
const format = jsonEntries('mcpServers', false)
const wish = (remove = false): SetupWish => ({ entry, program: PROGRAM, remove, asJson: one => JSON.stringify(one) })
const config = (text: string | undefined, ...backups: readonly string[]): FoundConfig => ({
  assistant: 'cursor',
  called: 'Cursor',
  file: '/home/ada/.cursor/mcp.json',
  format,
  bytes: text === undefined ? undefined : Buffer.from(text),
  backups: backups.map((backup, index) => ({ file: `${index}`, bytes: Buffer.from(backup) })),
})
const starting = (command: string, ...args: readonly string[]) =>
  JSON.stringify({ mcpServers: { translation: { command, args } } })

describe('an entry called translation', () => {
  it.each([
    ['node', '/home/ada/translation-mcp/dist/main.js'],
    ['node', 'C:\\clones\\translation-mcp\\dist\\main.js'],
    ['npx', '-y', 'translation-mcp'],
    ['npx', '-y', 'translation-mcp@0.1.0'],
    ['node', '/usr/lib/node_modules/npm/bin/npx-cli.js', '-y', 'file:/home/ada/translation-mcp-0.1.0.tgz'],
    ['translation-mcp'],
    ['node', PROGRAM],
  ])('is that of this program where it starts it: %s %s', (command, ...args) => {
    expect(planConfig(config(starting(command, ...args)), wish()).kind).toBe('change')
    expect(planConfig(config(starting(command, ...args)), wish(true)).kind).toBe('remove')
  })

  it.each([
    ['uvx', '/x/my-translation-mcp/main.py'],
    ['npx', '-y', '@other/translation'],
    ['node', '/home/ada/other/dist/main.js'],
    ['deepl-mcp'],
  ])('is that of another program where it starts one: %s', (command, ...args) => {
    const words = { kind: 'foreign', words: `it starts ${command}` }
    expect(planConfig(config(starting(command, ...args)), wish())).toEqual(words)
    expect(planConfig(config(starting(command, ...args)), wish(true))).toEqual(words)
  })
})

describe('the bytes that stood before come back', () => {
  const before = '{"a": 1} // mine\n'
  const after = format.put(before, entry)

  it('from the newest copy that setup made them from', () => {
    const backups = ['{"b": 2}', '{"a": 1,}, not JSON', after, before, '{"a":1}']
    expect(planConfig(config(after, ...backups), wish(true))).toMatchObject({ kind: 'restore', backup: { file: '3' } })
  })

  it('also where an assistant has laid the file out anew since', () => {
    const plain = '{"a": 1}'
    const laid = JSON.stringify(JSON.parse(format.put(plain, entry)), null, '\t')
    expect(planConfig(config(laid, plain), wish(true))).toMatchObject({ kind: 'restore', backup: { file: '0' } })
  })

  it('from no copy of something else: then the entry alone is taken out', () => {
    const step = planConfig(config(after.replace('mine', 'yours'), before, '{}'), wish(true))
    expect(step.kind === 'remove' && Buffer.from(step.bytes).toString()).toBe('{"a": 1, "mcpServers": {}} // yours\n')
  })

  it('as no file where setup made it, but for a file that a person made', () => {
    expect(planConfig(config(format.put('', entry)), wish(true))).toEqual({ kind: 'restore', backup: undefined })
    expect(planConfig(config(starting('node', PROGRAM)), wish(true)).kind).toBe('remove')
  })
})

it('what cannot be read is told, and nothing is planned for it', () => {
  const flaw = { kind: 'flaw', words: 'It cannot be read: EACCES.', line: undefined }
  expect(planConfig({ ...config(undefined), unread: 'EACCES' }, wish())).toEqual(flaw)
  expect(planConfig(config('{'), wish())).toMatchObject({ kind: 'flaw', line: 1 })
})

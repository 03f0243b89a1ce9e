import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { readSettings } from '../../src/cli/config.ts'
import { USAGES } from '../../src/cli/help/usages.ts'
import { COMMAND_NAMES, SETTINGS } from '../../src/cli/settings.ts'
import { UsageError } from '../../src/cli/usage.ts'
import { ran } from '../support/ran.ts'
import { refusal } from '../support/refusal.ts'
import { rounds } from '../support/seed.ts'

const FLAGS = SETTINGS.flatMap(({ flag }) => (flag === undefined ? [] : [`--${flag}`]))
const word = fc.stringMatching(/^[a-z0-9 .,/{}äß]{1,12}$/)

describe('any command line', () => {
  it('is understood or refused in words, never anything else', () => {
    const part = fc.oneof(fc.constantFrom(...COMMAND_NAMES, ...FLAGS, '--', '-', '-y', '-h', '--x=y', ''), word)
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), argv => {
        try {
          readSettings(readArguments(argv), {})
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError)
        }
      }),
      { numRuns: rounds(500) },
    )
  })

  it('means the same whether a value follows its flag or is joined to it, before or after the command', () => {
    fc.assert(
      fc.property(word, word, (out, file) => {
        const line = readArguments(['translate', file, '--out', out])
        expect(line).toEqual(readArguments(['translate', `--out=${out}`, file]))
        expect(line).toEqual(readArguments(['--out', out, 'translate', file]))
        expect(line.operands).toEqual([file])
      }),
      { numRuns: rounds(100) },
    )
  })

  it('keeps its operands in order, whatever flags stand between', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), operands => {
        const mixed = operands.flatMap(operand => [operand, '--yes'])
        expect(readArguments(['translate', ...mixed]).operands).toEqual(operands)
      }),
      { numRuns: rounds(100) },
    )
  })
})

/** What a function gives, or what it says where it throws. */
function outcome<Value>(what: () => Value): Value | string {
  try {
    return what()
  } catch (error) {
    return String(error)
  }
}

describe('a flag', () => {
  it.each(
    SETTINGS.filter(({ kind, flag, variable }) => kind === 'value' && flag !== undefined && variable !== undefined),
  )('--$flag comes before $variable', ({ name, flag, variable, commands: [command = 'stdio'] }) => {
    const line = readArguments([...(command === 'stdio' ? [] : [command]), `--${flag}`, ' '])
    expect(line.given.get(name)).toEqual([' '])
    if (variable === undefined) throw new Error('a flag without a variable')
    const taken = outcome(() => readSettings(line, { [variable]: 'another' }))
    expect(JSON.stringify(taken)).not.toContain('another')
    // Whatever is wrong with the value, it is the flag that is named.
    if (typeof taken === 'string') expect(taken).toContain(`--${flag} must be`)
  })
})

describe('the program', () => {
  it.each([
    [['http', 'now'], 'takes no "now"'],
    [['http', '--auth', 'some'], '--auth must be one of oauth, none, not "some".'],
    [['http', '--auth', 'none', '--host', '0.0.0.0'], '--host 0.0.0.0 lets others in'],
    [['http', '--auth', 'none', '--public-url', 'https://t.example'], '--public-url https://t.example lets others in'],
    [['http', '--host', '0.0.0.0'], '--host 0.0.0.0 needs --public-url'],
    [['service', '--host', '192.168.1.5'], '--host 192.168.1.5 needs --public-url'],
    [['http', '--public-url', 'https://t.example/mcp'], '--public-url must be an address without a path'],
    [['http', '--public-url', 'http://t.example'], '--public-url must be an https:// address'],
    [['http', '--trusted-hops', '-1'], '--trusted-hops must be a whole number from 0 to 10'],
    [['http', '--refresh-leeway-seconds', '121'], '--refresh-leeway-seconds must be a whole number from 0 to 120'],
    [['http', '--oauth-client-secret', 'x'], 'Set TRANSLATION_OAUTH_CLIENT_SECRET in the environment.'],
    [['http', '--auth', 'none', '--allow', '/'], 'http does not take --allow.'],
    [['http', '--auth', 'none', '--max-sessions', '0'], '--max-sessions must be a whole number from 1'],
    [['service', 'now'], 'takes no "now"'],
    [['worker', 'now'], 'takes no "now"'],
    [['worker', '--jobs-at-once', '0'], '--jobs-at-once must be a whole number from 1 to 256'],
    [['worker', '--jobs-schema', 'My-Jobs'], '--jobs-schema must be small letters, digits and _'],
    [['stdio', 'now'], 'takes no "now"'],
    [['--engine', 'foo'], '--engine must be one of agent, openai, deepl, apertium, pseudo, not "foo".'],
  ])('refuses %j with status 2 and an empty stdout', async (argv, message) => {
    const { code, stdout, stderr } = await ran(argv)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(message)
  })

  it('refuses an engine nobody has from the environment too, naming those there are [ENG-1]', async () => {
    const { code, stderr } = await ran([], { TRANSLATION_ENGINE: 'foo' })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: refusal('TRANSLATION_ENGINE must be one of agent, openai, deepl, apertium, pseudo, not "foo".'),
    })
  })

  it.each(COMMAND_NAMES)('shows the help of %s, even beside what it would refuse', async name => {
    const { code, stdout, stderr } = await ran([name, '--help', '--port', 'many'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const usage of USAGES[name].usage) expect(stdout).toContain(usage)
  })
})

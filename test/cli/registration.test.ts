import { describe, expect, it } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { readSettings } from '../../src/cli/config.ts'
import { oauthOptions } from '../../src/cli/service-settings.ts'

const registration = (args: readonly string[], env: Record<string, string> = {}) =>
  oauthOptions(readSettings(readArguments(['service', ...args]), env)).registration

describe('--registration', () => {
  it('is open unless something else is said [OAU-1]', () => {
    expect(registration([])).toEqual({ mode: 'open', hosts: [] })
    expect(registration([], { TRANSLATION_REGISTRATION: 'closed' })).toEqual({ mode: 'closed', hosts: [] })
  })

  it('takes the names of hosts with listed, in any spelling [OAU-1]', () => {
    const hosts = ['agent.example', 'localhost', 'cursor:']
    const given = ['--registration', 'listed', '--client-hosts', 'Agent.example, localhost,cursor:']
    expect(registration(given)).toEqual({ mode: 'listed', hosts })
  })

  it.each<[string, readonly string[], string]>([
    ['listed without names', ['--registration', 'listed'], 'needs the names of hosts'],
    ['names without listed', ['--client-hosts', 'agent.example'], 'has no effect with --registration open'],
    ['an address as a name', ['--registration', 'listed', '--client-hosts', 'https://agent.example/x'], 'host names'],
    ['a pattern as a name', ['--registration', 'listed', '--client-hosts', '*.example'], 'host names'],
    ['another word', ['--registration', 'some'], 'one of open, listed, closed'],
  ])('refuses %s, and says what is accepted', (_, args, words) => {
    expect(() => registration(args)).toThrow(words)
  })
})

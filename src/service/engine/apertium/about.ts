import type { EngineAbout } from '../about.ts'

/** Apertium: a command on this machine, or an APY server. Only a look tells whether the command is there. */
export const apertium: EngineAbout<'command' | 'url'> = {
  name: 'apertium',
  listed: 4,
  turn: 4,
  words: {
    taken: 'Apertium where it is installed',
    get: 'install Apertium with that pair (Debian: apt install apertium)',
    get_in_short: 'install Apertium',
  },
  offer: {
    ...{ title: 'Apertium, for some pairs of languages', cost: 'free', seen_by: 'nobody else sees the text' },
    install: 'apt install apertium',
  },
  settings: {
    command: { kind: 'text', value: 'PATH', help: 'the command of Apertium on this machine', fallback: 'apertium' },
    url: {
      kind: 'nearby_address',
      value: 'URL',
      help: 'address of an Apertium APY server, asked instead of the command',
    },
  },
  async isInstalled({ command = '', url }) {
    if (url !== undefined) return true
    const { pairsOfCommand } = await import('./command.ts')
    const pairs = await pairsOfCommand(command).catch(() => [])
    return pairs.length > 0
  },
  load: async () => {
    const { createApertium } = await import('./apertium.ts')
    return ({ command = '', url }) => createApertium({ command, url })
  },
}

import { type CommandName, SETTINGS, type Setting } from '../../src/cli/settings.ts'

/** What the registry of MCP servers is told of one input: a variable, or an argument. */
interface Input {
  readonly description: string
  readonly isRequired: false
  readonly isSecret?: true
  readonly format: 'string' | 'number' | 'filepath'
  readonly choices?: readonly string[]
  readonly default?: string
}

/** The settings that a command takes from the environment, in the order of the help. */
export function variablesOf(command: CommandName): readonly Setting[] {
  return SETTINGS.filter(({ variable, commands }) => variable !== undefined && commands.includes(command))
}

function inputOf(setting: Setting): Input {
  const { help, unset, kind } = setting
  const fallback = kind === 'switch' ? 'off' : setting.fallback || undefined
  const choices = kind === 'switch' ? ['on', 'off'] : setting.choices
  return {
    description: fallback === undefined && unset !== undefined ? `${help}; left out: ${unset}` : help,
    isRequired: false,
    // A secret is what no command line may hold.
    ...(setting.from === 'environment' && { isSecret: true }),
    format: formatOf(setting),
    ...(choices.length > 0 && { choices }),
    ...(fallback !== undefined && { default: fallback }),
  }
}

function formatOf({ kind, value, fallback }: Setting): Input['format'] {
  if (kind === 'value' && value === 'DIR') return 'filepath'
  return value === 'N' && /^\d*$/.test(fallback ?? '') ? 'number' : 'string'
}

/** Over HTTP the address is a part of the command, so that the registry can say where the server is. */
const ADDRESS = ['host', 'port', 'auth']
const PORT = '8333'

/** The `packages` of server.json: the program as a host starts it, over stdio and over HTTP on the same machine. */
export function serverPackages({ name, version }: { readonly name: string; readonly version: string }) {
  const packed = { registryType: 'npm', identifier: name, version, runtimeHint: 'npx' }
  const variables = (command: CommandName, without: readonly string[]) =>
    variablesOf(command)
      .filter(setting => !without.includes(setting.name))
      .map(setting => ({ name: setting.variable, ...inputOf(setting) }))
  return [
    { ...packed, transport: { type: 'stdio' }, environmentVariables: variables('stdio', []) },
    {
      ...packed,
      transport: { type: 'streamable-http', url: 'http://127.0.0.1:{--port}/mcp' },
      packageArguments: [
        { type: 'positional', value: 'http', description: 'serves HTTP on this machine' },
        { type: 'named', name: '--auth', value: 'none', description: 'no sign-in: for everybody on this machine' },
        {
          type: 'named',
          name: '--port',
          description: 'port to listen on',
          isRequired: false,
          format: 'number',
          default: PORT,
        },
      ],
      environmentVariables: variables('http', ADDRESS),
    },
  ]
}

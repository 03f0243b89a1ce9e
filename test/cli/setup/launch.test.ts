import { expect, it } from 'vitest'
import { launchOf, npxSpec, type Started } from '../../../src/cli/setup/launch.ts'

const started = (more: Partial<Started> = {}): Started => ({
  program: '/opt/clone/dist/main.js',
  node: '/usr/bin/node',
  platform: 'linux',
  npx: undefined,
  ...more,
})
const npx = { cli: '/usr/lib/node_modules/npm/bin/npx-cli.js', spec: 'translation-mcp' }

it('an assistant starts a clone, or an installed program, by the whole paths of Node and of its file [CLI-1]', () => {
  expect(launchOf(started(), { TRANSLATION_ENGINE: 'deepl' })).toEqual({
    command: '/usr/bin/node',
    args: ['/opt/clone/dist/main.js'],
    env: { TRANSLATION_ENGINE: 'deepl' },
  })
})

it('what npx started is started by npx, whose program finds Node where no shell sets a path [CLI-1]', () => {
  const args = [npx.cli, '-y', 'translation-mcp']
  expect(launchOf(started({ npx }), {})).toEqual({ command: '/usr/bin/node', args, env: {} })
  const node = '/home/ada/.nvm/versions/node/v22.1.0/bin/node'
  expect(launchOf(started({ npx, node }), {})).toEqual({
    command: node,
    args,
    env: { PATH: '/home/ada/.nvm/versions/node/v22.1.0/bin:/usr/bin:/bin' },
  })
  const windows = started({ npx, node: 'C:\\node\\node.exe', platform: 'win32' })
  expect(launchOf(windows, {})).toMatchObject({ command: 'C:\\node\\node.exe', env: {} })
})

it.each([
  [
    '{"dependencies":{"translation-mcp":"file:../../../../t/translation-mcp-0.1.0.tgz"},"_npx":{"packages":["./t.tgz"]}}',
    'file:/home/t/translation-mcp-0.1.0.tgz',
  ],
  [
    '{"dependencies":{"translation-mcp":"^0.1.0"},"_npx":{"packages":["translation-mcp@latest"]}}',
    'translation-mcp@latest',
  ],
  ['{"dependencies":{"translation-mcp":"^0.1.0"}}', 'translation-mcp'],
  ['{}', 'translation-mcp'],
  ['[]', 'translation-mcp'],
  ['no JSON', 'translation-mcp'],
])('npx is told to start the package that it started, from any folder: %s', (manifest, spec) => {
  expect(npxSpec('/home/ada/.npm/_npx/0a1b', manifest)).toBe(spec)
})

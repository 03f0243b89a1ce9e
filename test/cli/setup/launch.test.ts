import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { launchOf, npxSpec, type Started, startedHere } from '../../../src/cli/setup/launch.ts'
import { temporaryFolder } from '../../support/world.ts'

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
  [
    '{"dependencies":{"typescript":"^5","translation-mcp":"^1"},"_npx":{"packages":["typescript","translation-mcp@1"]}}',
    'translation-mcp@1',
  ],
  [
    '{"dependencies":{"a":"file:../a","translation-mcp":"^1"},"_npx":{"packages":["../a","translation-mcp"]}}',
    'translation-mcp',
  ],
  ['{"dependencies":{"x":"github:a/b"},"_npx":{"packages":["github:a/b"]}}', 'github:a/b'],
  ['{"_npx":{"packages":[7]}}', 'translation-mcp'],
  ['{}', 'translation-mcp'],
  ['[]', 'translation-mcp'],
  ['no JSON', 'translation-mcp'],
])('npx is told to start the package that it started, from any folder: %s', (manifest, spec) => {
  expect(npxSpec('/home/ada/.npm/_npx/0a1b', manifest)).toBe(spec)
})

it.each([
  ['linux', '/bin/node', undefined],
  ['linux', '/usr/local/bin/node', '/usr/local/bin:/usr/bin:/bin'],
  ['darwin', '/opt/homebrew/bin/node', '/opt/homebrew/bin:/usr/bin:/bin'],
  ['darwin', '/usr/bin/node', undefined],
  ['win32', 'C:\\Program Files\\nodejs\\node.exe', undefined],
] as const)('on %s, with Node at %s, npx is given the path %s', (platform, node, PATH) => {
  const { env } = launchOf(started({ npx, node, platform }), {})
  expect(env).toEqual(PATH === undefined ? {} : { PATH })
  expect(launchOf(started({ node, platform }), {}).env).toEqual({})
})

it('a path that a person sets goes before that of Node', () => {
  const node = '/opt/node/bin/node'
  expect(launchOf(started({ npx, node }), { PATH: '/mine' }).env).toEqual({ PATH: '/mine' })
})

it('what runs is told by its file without links, and is no npx outside of a folder that npx made', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'main.js')
  writeFileSync(file, '')
  symlinkSync(file, join(folder, 'translation-mcp'))
  expect(await startedHere({}, join(folder, 'translation-mcp'))).toMatchObject({ program: file, npx: undefined })
})

it('what npx runs is told by the folder that it made, and by its script beside the one that npm names', async () => {
  const folder = temporaryFolder()
  const [made, npm] = [join(folder, '_npx', '0a1b'), join(folder, 'npm', 'bin')]
  for (const path of [join(made, 'node_modules', '.bin'), npm]) mkdirSync(path, { recursive: true })
  const file = join(made, 'node_modules', '.bin', 'translation-mcp')
  for (const path of [file, join(npm, 'npx-cli.js')]) writeFileSync(path, '')
  const env = { npm_execpath: join(npm, 'npm-cli.js') }
  // It may be read while npx writes it.
  expect((await startedHere(env, file)).npx).toEqual({ cli: join(npm, 'npx-cli.js'), spec: 'translation-mcp' })
  writeFileSync(join(made, 'package.json'), '{"_npx":{"packages":["translation-mcp@next"]}}')
  expect((await startedHere(env, file)).npx?.spec).toBe('translation-mcp@next')
})

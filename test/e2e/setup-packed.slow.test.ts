import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { VERSION } from '../../src/cli/version.ts'
import { toolsOfConfigured } from '../cli/setup/configured.ts'
import { ROOT } from '../support/tree.ts'
import { temporaryFolder } from '../support/world.ts'

const run = (command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stdout}${stderr}`)
  return stdout.trim()
}

let folder: string
let env: NodeJS.ProcessEnv
beforeAll(() => {
  folder = temporaryFolder()
  run('npm', ['pack', '--silent', '--pack-destination', folder], ROOT, process.env)
  const { npm_config_cache, ...outer } = process.env
  const registry = run('npm', ['config', 'get', 'registry'], ROOT, process.env)
  env = {
    ...outer,
    HOME: join(folder, 'home'),
    npm_config_registry: registry,
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
  }
  mkdirSync(join(folder, 'home', '.cursor'), { recursive: true })
})

const TARBALL = `./translation-mcp-${VERSION}.tgz`
const file = () => join(folder, 'home', '.cursor', 'mcp.json')
const written = () => JSON.parse(readFileSync(file(), 'utf8')).mcpServers.translation

describe('what setup writes starts the server', () => {
  it('from a tarball that npx was given, from any folder [CLI-1]', async () => {
    run('npx', ['-y', TARBALL, 'setup', '--yes'], folder, env)
    expect(written().args.slice(1)).toEqual(['-y', `file:${join(folder, TARBALL)}`])
    expect(await toolsOfConfigured(file(), join(folder, 'home'), '/')).toContain('create_batch')
  })

  it('from an installed package, by whichever of its names it was started; the entry of npx is changed [CLI-1]', async () => {
    const place = join(folder, 'installed')
    mkdirSync(place)
    run('npm', ['install', '--no-audit', '--no-fund', join(folder, TARBALL)], place, env)
    const program = join(folder, 'translation-mcp')
    symlinkSync(join(place, 'node_modules', '.bin', 'translation-mcp'), program)
    expect(run(program, ['setup', '--yes'], '/', env)).toContain('changes what it starts, which is: ')
    expect(written().args).toEqual([join(place, 'node_modules', 'translation-mcp', 'dist', 'main.js')])
    expect(await toolsOfConfigured(file(), join(folder, 'home'), '/')).toContain('create_batch')
  })
})

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ROOT } from './support/tree.ts'

const read = (...name: string[]): unknown => JSON.parse(readFileSync(path.join(ROOT, ...name), 'utf8'))

const Package = z.looseObject({
  name: z.string(),
  version: z.string(),
  mcpName: z.string(),
  license: z.string(),
  bin: z.record(z.string(), z.string()),
  scripts: z.record(z.string(), z.string()),
})
const Server = z.looseObject({
  name: z.string(),
  version: z.string(),
  packages: z.array(z.looseObject({ identifier: z.string(), version: z.string() })),
})

/** Our own schema, and the one of the registry where it lies beside the project. */
const SCHEMAS = [
  { schema: 'the schema kept here', file: path.join(ROOT, 'test', 'server.schema.json') },
  { schema: 'the schema of the registry', file: path.join(ROOT, '..', 'shared', 'data', 'server.schema.json') },
].filter(({ file }) => existsSync(file))

describe('what is published', () => {
  const pack = Package.parse(read('package.json'))
  const server = Server.parse(read('server.json'))

  it('says one name and one version everywhere', () => {
    expect(server.name).toBe(pack.mcpName)
    expect(server.packages.map(({ identifier, version }) => ({ identifier, version }))).toEqual([
      { identifier: pack.name, version: pack.version },
    ])
    expect(server.version).toBe(pack.version)
  })

  it.each(SCHEMAS)('describes itself as the registry wants it, by $schema', ({ file }) => {
    const ajv = new Ajv({ strict: false, allErrors: true })
    formats.default(ajv)
    const valid = ajv.validate(JSON.parse(readFileSync(file, 'utf8')), server)
    expect(ajv.errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })

  it('keeps the top of its repository small', ({ skip }) => {
    if (!existsSync(path.join(ROOT, '.git'))) return skip('this is no repository')
    const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
    const top = new Set(files.filter(name => name !== '').map(name => name.split('/', 1)[0]))
    const made = ['package.json', 'package-lock.json', 'tsconfig.json', 'server.json', 'biome.json', 'vitest.config.ts']
    const platforms = ['action.yml', 'ci']
    const schemas = ['translation-mcp.schema.json']
    const told = ['README.md', 'LICENSE', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'AGENTS.md', 'docs']
    const tools = ['.ci', '.editorconfig', '.gitattributes', '.github', '.gitignore', '.npmrc']
    expect([...top].sort()).toEqual(['src', 'test', ...made, ...schemas, ...platforms, ...told, ...tools].sort())
  })

  it('installs without running anything', () => {
    const hooks = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish']
    expect(Object.keys(pack.scripts).filter(name => hooks.includes(name))).toEqual([])
  })

  it('holds no address of a package registry', () => {
    expect(readFileSync(path.join(ROOT, '.npmrc'), 'utf8').trim()).toBe('omit-lockfile-registry-resolved=true')
  })
})

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readArguments } from '../src/cli/arguments.ts'
import { readSettings } from '../src/cli/config.ts'
import { manualPage } from '../src/cli/help/manual.ts'
import { SETTINGS } from '../src/cli/settings.ts'
import { VERSION } from '../src/cli/version.ts'
import { ran } from './support/ran.ts'
import { serverPackages, variablesOf } from './support/server-entry.ts'
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
const Input = z.looseObject({ name: z.string(), description: z.string(), isSecret: z.boolean().optional() })
const Server = z.looseObject({
  name: z.string(),
  version: z.string(),
  packages: z.array(
    z.looseObject({
      identifier: z.string(),
      version: z.string(),
      transport: z.looseObject({ type: z.string() }),
      packageArguments: z
        .array(z.looseObject({ name: z.string().optional(), value: z.string().optional() }))
        .default([]),
      environmentVariables: z.array(Input),
    }),
  ),
})

/** Our own schema, and the one of the registry where it lies beside the project. */
const SCHEMAS = [
  { schema: 'the schema kept here', file: path.join(ROOT, 'test', 'server.schema.json') },
  { schema: 'the schema of the registry', file: path.join(ROOT, '..', 'shared', 'data', 'server.schema.json') },
].filter(({ file }) => existsSync(file))

const readText = (...name: string[]) => readFileSync(path.join(ROOT, ...name), 'utf8')

/** The versions that stand at {version} in the places of a text that read so, each once. */
function versionsIn(text: string, place: string): string[] {
  const pattern = place
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replace('\\{version\\}', 'v?(\\d+\\.\\d+\\.\\d+(?:-[\\w.]+)?)')
  return [...new Set([...text.matchAll(new RegExp(pattern, 'g'))].map(([, version = '']) => version))]
}

describe('what is published', () => {
  const pack = Package.parse(read('package.json'))
  const server = Server.parse(read('server.json'))

  it('is named in server.json as in package.json', () => {
    expect(server.name).toBe(pack.mcpName)
    for (const { identifier } of server.packages) expect(identifier).toBe(pack.name)
  })

  it('says one version everywhere: npm version writes it', async () => {
    const lock = z
      .looseObject({ version: z.string(), packages: z.looseObject({ '': z.looseObject({ version: z.string() }) }) })
      .parse(read('package-lock.json'))
    const places = z.record(z.string(), z.array(z.string())).parse(read('.ci', 'versions.json'))
    const said = Object.entries(places).flatMap(([name, texts]) =>
      texts.map(text => [`${name}: ${text}`, versionsIn(readText(name), text)] as const),
    )
    for (const [place, versions] of said) expect(versions, place).toEqual([pack.version])
    const named = ['.', 'docs', 'ci'].flatMap(folder =>
      readdirSync(path.join(ROOT, folder)).flatMap(name =>
        /\.(?:md|ya?ml|mjs)$/.test(name) ? [path.join(folder, name)] : [],
      ),
    )
    const elsewhere = named.flatMap(name => versionsIn(readText(name), 'translation-mcp@{version}'))
    expect(elsewhere.filter(version => version !== pack.version)).toEqual([])
    expect([lock.version, lock.packages[''].version, VERSION]).toEqual(Array(3).fill(pack.version))
    expect((await ran(['--version'])).stdout).toBe(`${pack.version}\n`)
    expect(manualPage()).toContain(`translation\\-mcp ${pack.version}`)
    expect(readText('CHANGELOG.md')).toMatch(new RegExp(`\\b${pack.version.replaceAll('.', '\\.')}\\b`))
  })

  it('describes in server.json every setting of the server, as the program has it: npm run make:server writes it', async () => {
    const written = z.record(z.string(), z.unknown()).parse(read('server.json'))
    const made = { ...written, version: pack.version, packages: serverPackages(pack) }
    await expect(`${JSON.stringify(made, null, 2)}\n`).toMatchFileSnapshot(path.join(ROOT, 'server.json'))
    const taken = [...variablesOf('stdio'), ...variablesOf('http')].map(({ variable }) => variable)
    const given = server.packages.flatMap(({ packageArguments }) => packageArguments).flatMap(({ name }) => name ?? [])
    const described = server.packages.flatMap(({ environmentVariables }) => environmentVariables)
    const byFlag = SETTINGS.filter(({ flag, name }) => given.includes(`--${flag}`) || name === 'host')
    const known = [...described.map(({ name }) => name), ...byFlag.map(({ variable }) => variable)]
    expect(taken.filter(name => !known.includes(name ?? ''))).toEqual([])
    expect(described.filter(({ description }) => description.length < 10)).toEqual([])
    const secrets = described.filter(({ name }) => /_KEY$|SECRET|PASSWORD|DATABASE_URL/.test(name))
    expect(secrets.length).toBeGreaterThan(5)
    expect(secrets.filter(({ isSecret }) => isSecret !== true)).toEqual([])
  })

  it('starts over HTTP by the arguments that server.json gives', () => {
    const [, http] = server.packages
    const argv = (http?.packageArguments ?? []).map(({ name, value, default: usual }) =>
      name === undefined ? String(value) : `${name}=${value ?? usual}`,
    )
    const line = readArguments(argv)
    expect(line.command).toBe('http')
    expect(readSettings(line, {})).toMatchObject({ auth: 'none', port: 8333, host: '127.0.0.1' })
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
    const platforms = ['action.yml', 'ci', 'deploy']
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

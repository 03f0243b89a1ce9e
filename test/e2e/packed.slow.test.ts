import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { ROOT } from '../support/tree.ts'
import { temporaryFolder } from '../support/world.ts'

const Wanted = z.record(z.string(), z.string()).default({})
const Lock = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      integrity: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
      dependencies: Wanted,
      optionalDependencies: Wanted,
    }),
  ),
})
const Bom = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({
    component: z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() }),
  }),
  components: z.array(
    z.looseObject({
      'bom-ref': z.string(),
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      properties: z.array(z.looseObject({ name: z.string() })).default([]),
    }),
  ),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
})
const Manifest = z.looseObject({
  name: z.string(),
  version: z.string(),
  dependencies: z.record(z.string(), z.string()),
})

const Answer = z.looseObject({
  result: z.looseObject({
    serverInfo: z.looseObject({}).optional(),
    tools: z.array(z.looseObject({ name: z.string() })).optional(),
  }),
})

const npm = (cwd: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ${args[0]} failed: ${stderr}`)
  return stdout.trim()
}
const lock = Lock.parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
/** What is installed beside the program, by its place. A link is to a folder of the clone, which is packed with nothing. */
const beside = Object.entries(lock.packages).filter(
  ([place, { dev, link }]) => place !== '' && dev !== true && link !== true,
)
const nameAt = (place: string) => place.replace(/^.*node_modules\//, '')

let folder: string
let tarball: string
const text = (name: string) => readFileSync(join(folder, 'package', name), 'utf8')
beforeAll(() => {
  folder = temporaryFolder()
  tarball = join(folder, npm(ROOT, 'pack', '--silent', '--pack-destination', folder))
  execFileSync('tar', ['-xzf', tarball, '-C', folder])
})

/** A registry of this machine that has the packed program and sends whoever asks for another package to the real one. */
async function registryWithIt(real: string): Promise<string> {
  const manifest = Manifest.parse(JSON.parse(text('package.json')))
  const packed = readFileSync(tarball)
  const integrity = `sha512-${createHash('sha512').update(packed).digest('base64')}`
  const server = createServer((request, response) => {
    const { url = '', headers } = request
    if (url === '/packed.tgz') return void response.end(packed)
    if (url !== `/${manifest.name}`)
      return void response.writeHead(307, { location: new URL(url.slice(1), real).href }).end()
    const dist = { tarball: `http://${headers.host}/packed.tgz`, integrity }
    const versions = { [manifest.version]: { ...manifest, dist } }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name: manifest.name, 'dist-tags': { latest: manifest.version }, versions }))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`
}

describe('the packed program', () => {
  it('names one version of each package that is installed beside it, and so do these: whoever installs it gets what was tested', () => {
    const { dependencies } = Manifest.parse(JSON.parse(text('package.json')))
    expect(Object.entries(dependencies)).toEqual(
      Object.keys(dependencies).map(name => [name, lock.packages[`node_modules/${name}`]?.version]),
    )
    const wanted = beside.flatMap(([, { dependencies, optionalDependencies }]) =>
      Object.entries({ ...dependencies, ...optionalDependencies }),
    )
    expect(wanted.length).toBeGreaterThan(20)
    // To npm, ^0.0.4 is 0.0.4 and nothing else.
    expect(wanted.filter(([, range]) => !/^(?:\d+\.\d+\.\d+|\^0\.0\.\d+)$/.test(range))).toEqual([])
  })

  it('lists every part of it, what is inside the build as well, by name and version', () => {
    const bom = Bom.parse(JSON.parse(text('sbom.cdx.json')))
    const manifest = Manifest.parse(JSON.parse(text('package.json')))
    expect(bom.metadata.component).toMatchObject({ name: manifest.name, version: manifest.version })
    const listed = new Set(bom.components.map(({ name, version }) => `${name} ${version}`))
    expect(beside.map(([place, { version }]) => `${nameAt(place)} ${version}`).filter(one => !listed.has(one))).toEqual(
      [],
    )
    const inside = [...text('dist/licenses.txt').matchAll(/^(\S+ \d\S*) \(/gm)].map(([, one = '']) => one)
    expect(inside.length).toBeGreaterThan(3)
    expect(inside.filter(one => !listed.has(one))).toEqual([])
    const taken = new Set([...beside.map(([place, { version }]) => `${nameAt(place)} ${version}`), ...inside])
    expect([...listed].filter(one => !taken.has(one))).toEqual([])
    const ofDevelopers = bom.components.filter(({ properties }) =>
      properties.some(({ name }) => name.includes('development')),
    )
    expect(ofDevelopers).toEqual([])
    const refs = new Set([bom.metadata.component['bom-ref'], ...bom.components.map(one => one['bom-ref'])])
    expect(bom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter(one => !refs.has(one))).toEqual(
      [],
    )
    expect(bom.dependencies.map(({ ref }) => ref).sort()).toEqual([...refs].sort())
  })

  it('has nothing twice: what is inside the build is not installed beside it', () => {
    const { dependencies } = Manifest.parse(JSON.parse(text('package.json')))
    const inside = [...text('dist/licenses.txt').matchAll(/^(\S+) \d\S* \(/gm)].map(([, name = '']) => name)
    expect(inside.filter(name => name in dependencies)).toEqual([])
  })

  it('names no registry in any of its files, and leaves no list in the clone', () => {
    const { host } = new URL(npm(ROOT, 'config', 'get', 'registry'))
    const files = readdirSync(join(folder, 'package'), { recursive: true, encoding: 'utf8' })
    const whole = files.filter(name => statSync(join(folder, 'package', name)).isFile())
    expect(whole.filter(name => text(name).includes(host))).toEqual([])
    expect(existsSync(join(ROOT, 'sbom.cdx.json'))).toBe(false)
  })

  it('is installed from a registry with exactly the tested versions, in less than 60 MB, and runs', async () => {
    const registry = await registryWithIt(npm(ROOT, 'config', 'get', 'registry'))
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    const order = [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--registry',
      registry,
      '--cache',
      join(folder, 'cache'),
    ]
    await installed(empty, [...order, 'translation-mcp'])
    const got = Lock.parse(JSON.parse(readFileSync(join(empty, 'package-lock.json'), 'utf8')))
    const wrong = beside.flatMap(([place, { version, integrity }]) => {
      const { version: found, integrity: hash } = got.packages[place] ?? {}
      return found === version && hash === integrity ? [] : [`${place}: ${found}, not ${version}`]
    })
    expect(wrong).toEqual([])
    expect(sizeOf(empty) / 1e6).toBeLessThan(60)
    const program = join(empty, 'node_modules', '.bin', 'translation-mcp')
    const said = spawnSync(program, ['--version'], { encoding: 'utf8' })
    expect(said.stdout.trim()).toBe(Manifest.parse(JSON.parse(text('package.json'))).version)
  })
})

it('serves its tools from its tarball by npx, in an empty folder with an empty home', async () => {
  const [empty, home] = [join(folder, 'nothing'), join(folder, 'nobody')]
  for (const made of [empty, home]) mkdirSync(made)
  copyFileSync(tarball, join(empty, basename(tarball)))
  const registry = npm(ROOT, 'config', 'get', 'registry')
  const env = { PATH: process.env.PATH ?? '', HOME: home, npm_config_registry: registry }
  const child = spawn('npx', ['-y', `./${basename(tarball)}`], { cwd: empty, env, stdio: ['pipe', 'pipe', 'ignore'] })
  onTestFinished(() => void child.kill())
  const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tests', version: '1' } }
  const messages = [
    { id: 1, method: 'initialize', params: client },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ]
  child.stdin.end(messages.map(message => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''))
  let said = ''
  for await (const piece of child.stdout.setEncoding('utf8')) said += piece
  const [hello, list] = said
    .trimEnd()
    .split('\n')
    .map(line => Answer.parse(JSON.parse(line)))
  const { version } = Manifest.parse(JSON.parse(text('package.json')))
  expect(hello?.result.serverInfo).toMatchObject({ name: 'translation-mcp', version })
  expect(list?.result.tools?.map(({ name }) => name)).toEqual(expect.arrayContaining(['create_batch', 'get_result']))
  expect(readdirSync(empty)).toEqual([basename(tarball)])
})

/** What a folder takes on a disk, in bytes. */
function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return entries.reduce((sum, name) => sum + lstatSync(join(folder, name)).blocks * 512, 0)
}

/** Runs npm beside the registry that this process serves. */
async function installed(cwd: string, args: readonly string[]): Promise<void> {
  const child = spawn('npm', args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', piece => {
    said += piece
  })
  const code = await new Promise(resolve => child.once('close', resolve))
  if (code !== 0) throw new Error(`npm install failed: ${said}`)
}

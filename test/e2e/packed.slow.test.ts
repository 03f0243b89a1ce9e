import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { ROOT } from '../support/tree.ts'
import { temporaryFolder } from '../support/world.ts'

const Lock = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({ version: z.string().optional(), integrity: z.string().optional(), dev: z.boolean().optional() }),
  ),
})
const Bom = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component: z.looseObject({ name: z.string(), version: z.string() }) }),
  components: z.array(z.looseObject({ name: z.string(), version: z.string(), purl: z.string() })),
})
const Manifest = z.looseObject({
  name: z.string(),
  version: z.string(),
  devDependencies: z.record(z.string(), z.string()),
})

const npm = (cwd: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ${args[0]} failed: ${stderr}`)
  return stdout.trim()
}
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
    // A registry says by this word that a package has a shrinkwrap.
    const versions = { [manifest.version]: { ...manifest, dist, _hasShrinkwrap: true } }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name: manifest.name, 'dist-tags': { latest: manifest.version }, versions }))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`
}

describe('the packed program', () => {
  it('holds the versions that were tested, with their hashes, and nothing that only developers need', () => {
    const lock = Lock.parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
    const shrinkwrap = Lock.parse(JSON.parse(text('npm-shrinkwrap.json')))
    const tested = Object.entries(lock.packages).filter(([place, { dev }]) => place !== '' && dev !== true)
    const held = Object.entries(shrinkwrap.packages).filter(([place]) => place !== '')
    const versions = (entries: typeof held) =>
      entries.map(([place, { version, integrity }]) => [place, version, integrity])
    expect(versions(held)).toEqual(versions(tested))
    expect(held.length).toBeGreaterThan(100)
    expect(shrinkwrap.packages['']).not.toHaveProperty('devDependencies')
    expect(held.every(([, { integrity }]) => integrity?.startsWith('sha512-'))).toBe(true)
  })

  it('lists every part of it, what is inside the build as well, by name and version', () => {
    const bom = Bom.parse(JSON.parse(text('sbom.cdx.json')))
    const manifest = Manifest.parse(JSON.parse(text('package.json')))
    expect(bom.metadata.component).toMatchObject({ name: manifest.name, version: manifest.version })
    const listed = new Set(bom.components.map(({ name, version }) => `${name} ${version}`))
    const shrinkwrap = Lock.parse(JSON.parse(text('npm-shrinkwrap.json')))
    const held = Object.entries(shrinkwrap.packages).filter(([place]) => place !== '')
    expect(held.map(([place, { version }]) => `${nameAt(place)} ${version}`).filter(one => !listed.has(one))).toEqual(
      [],
    )
    const inside = [...text('dist/licenses.txt').matchAll(/^(\S+ \d\S*) \(/gm)].map(([, one = '']) => one)
    expect(inside.length).toBeGreaterThan(3)
    expect(inside.filter(one => !listed.has(one))).toEqual([])
    const installed = new Set(held.map(([place]) => nameAt(place)))
    expect(bom.components.filter(({ name }) => !installed.has(name))).toEqual([])
  })

  it('names no registry in any of its files, and leaves none of its lists in the clone', () => {
    const { host } = new URL(npm(ROOT, 'config', 'get', 'registry'))
    const files = readdirSync(join(folder, 'package'), { recursive: true, encoding: 'utf8' })
    const whole = files.filter(name => statSync(join(folder, 'package', name)).isFile())
    expect(whole.filter(name => text(name).includes(host))).toEqual([])
    expect(text('npm-shrinkwrap.json')).not.toContain('"resolved"')
    for (const name of ['npm-shrinkwrap.json', 'sbom.cdx.json']) expect(existsSync(join(ROOT, name))).toBe(false)
  })

  it('is installed from a registry with exactly the tested versions, and runs', async () => {
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
    const shrinkwrap = Lock.parse(JSON.parse(text('npm-shrinkwrap.json')))
    const wrong = Object.entries(shrinkwrap.packages).flatMap(([place, { version }]) => {
      const at = place === '' ? 'node_modules/translation-mcp' : `node_modules/translation-mcp/${place}`
      return got.packages[at]?.version === version ? [] : [`${place}: ${got.packages[at]?.version}, not ${version}`]
    })
    expect(wrong).toEqual([])
    const program = join(empty, 'node_modules', '.bin', 'translation-mcp')
    const said = spawnSync(program, ['--version'], { encoding: 'utf8' })
    expect(said.stdout.trim()).toBe(Manifest.parse(JSON.parse(text('package.json'))).version)
  })
})

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

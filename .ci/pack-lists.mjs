// Makes, for npm pack and npm publish, the two lists that the package takes along: npm-shrinkwrap.json, so that whoever installs it
// gets the versions that were tested, and sbom.cdx.json, which says what they are (CycloneDX). With `remove` they go again: in a
// clone, package-lock.json alone says what is installed.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const [SHRINKWRAP, SBOM] = ['npm-shrinkwrap.json', 'sbom.cdx.json']

if (process.argv[2] === 'remove') for (const name of [SHRINKWRAP, SBOM]) rmSync(join(root, name), { force: true })
else make()

function make() {
  const outer = mkdtempSync(join(tmpdir(), 'lists-'))
  // npm names the package in its list after the folder.
  const { name } = read('package.json')
  const folder = join(outer, name)
  try {
    mkdirSync(folder)
    write(join(folder, 'package.json'), without(read('package.json')))
    write(join(folder, SHRINKWRAP), tested(read('package-lock.json')))
    write(join(folder, SBOM), listed(folder))
    for (const made of [SHRINKWRAP, SBOM]) copyFileSync(join(folder, made), join(root, made))
  } finally {
    rmSync(outer, { recursive: true, force: true })
  }
}

/** The lock of what a user installs: nothing that only developers need, and no address that it came from. */
function tested(lock) {
  const entries = Object.entries(lock.packages).filter(([, { dev }]) => dev !== true)
  const packages = entries.map(([place, { resolved: _, ...entry }]) => [place, place === '' ? without(entry) : entry])
  return { ...lock, packages: Object.fromEntries(packages) }
}

/** The same package makes the same list: the number and the time that npm invents for each are left out. */
function listed(folder) {
  const order = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const said = execFileSync('npm', order, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const { serialNumber: _, metadata, ...list } = JSON.parse(said)
  const { timestamp: __, ...facts } = metadata
  return { ...list, metadata: facts }
}

function without({ devDependencies: _, ...facts }) {
  return facts
}

function read(name) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'))
}

function write(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}

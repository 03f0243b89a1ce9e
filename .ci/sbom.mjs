// Makes, for npm pack and npm publish, the list of what the package consists of: sbom.cdx.json (CycloneDX). With `remove` it goes again.
// There is no npm-shrinkwrap.json: all but a few packages are inside the build, these are named by one version each, down to the last
// of theirs, and by a shrinkwrap npm would install the binaries of every platform.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const LIST = join(root, 'sbom.cdx.json')
const NOTICES = join(root, 'dist', 'licenses.txt')

if (process.argv[2] === 'remove') rmSync(LIST, { force: true })
else writeFileSync(LIST, `${JSON.stringify(listed(), null, 2)}\n`)

/**
 * What is installed with the program, and what is inside its build. The same package makes the same list: the number and the time that
 * npm invents for each are left out.
 */
function listed() {
  if (!existsSync(NOTICES)) throw new Error('Nothing is built yet: npm run build comes first.')
  const { serialNumber: _, metadata, ...list } = listOfNpm()
  const { timestamp: __, ...facts } = metadata
  const components = list.components.filter(isTaken()).map(asPart)
  const known = new Set([facts.component['bom-ref'], ...components.map(component => component['bom-ref'])])
  const dependencies = list.dependencies
    .filter(({ ref }) => known.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(name => known.has(name)) }))
  return { ...list, components, dependencies, metadata: facts }
}

/** The list of all that developers install. */
function listOfNpm() {
  const outer = mkdtempSync(join(tmpdir(), 'lists-'))
  try {
    // npm names the package in its list after the folder.
    const folder = join(outer, read('package.json').name)
    mkdirSync(folder)
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(root, file), join(folder, file))
    const order = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
    const output = { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2, stdio: ['ignore', 'pipe', 'ignore'] }
    return JSON.parse(execFileSync('npm', order, { cwd: folder, ...output }))
  } finally {
    rmSync(outer, { recursive: true, force: true })
  }
}

/** Whether a package comes with the program: beside it, as the lock says, or inside of it, as its notices say. */
function isTaken() {
  const beside = Object.entries(read('package-lock.json').packages).flatMap(([place, { dev, version }]) =>
    dev === true ? [] : [`${place.replace(/^.*node_modules\//, '')} ${version}`],
  )
  const inside = [...readFileSync(NOTICES, 'utf8').matchAll(/^(\S+ \d\S*) \(/gm)].map(([, one]) => one)
  const taken = new Set([...beside, ...inside])
  return ({ name, version }) => taken.has(`${name} ${version}`)
}

/** What only developers install is, inside the build, a part of the program like any other. */
function asPart({ properties = [], ...component }) {
  const left = properties.filter(({ name }) => name !== 'cdx:npm:package:development')
  const scope = left.length < properties.length ? { scope: 'required' } : {}
  return { ...component, ...scope, ...(left.length > 0 && { properties: left }) }
}

function read(name) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'))
}

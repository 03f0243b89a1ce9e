// Builds dist/: the program, the worker thread of the embedded service, the thread that judges results and the process that asks the keyring.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { bundle } from './bundle.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Made beside the present build and put in its place whole, so that a program started meanwhile finds one or the other. */
const dist = mkdtempSync(`${root}.dist-`)
process.once('exit', () => rmSync(dist, { recursive: true, force: true }))

/** Loads the start with its compiled code where that is still good. A script of its own cannot import: that is passed in. */
const LOAD_START = `import { readFileSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
const filename = fileURLToPath(new URL('start.cjs', import.meta.url))
const require = createRequire(import.meta.url)
function load() {
  let cachedData
  try {
    cachedData = readFileSync(new URL('start.cache', import.meta.url))
  } catch {}
  const made = {}
  new vm.Script(module.wrap(readFileSync(filename, 'utf8')), { filename, cachedData })
    .runInThisContext()(made, require, made, filename)
  return made.exports
}
const start = (module.enableCompileCache ? require(filename) : load())(name => import(name))`

/** What the start leaves outside its script: all but the bundler's own functions, which would be one more file to read. */
const NOT_IN_THE_START = /^(?!\.\/rolldown-runtime)[^/]/

// Apart, so that the thread loads nothing of the server's start and the start nothing of the others'.
const output = [
  ...(await bundle('main', 'src/cli/main.ts', dist)),
  ...(await bundle('thread', 'src/service/worker/thread.ts', dist)),
  ...(await bundle('judging-thread', 'src/mcp/files/judging-thread.ts', dist)),
  ...(await bundle('keyring-process', 'src/auth/keyring-process.ts', dist)),
]
chmodSync(`${dist}/main.js`, 0o755)
await keepCompiled(output.find(({ name }) => name === 'start'))

const inside = new Set(
  output.flatMap(({ moduleIds = [] }) =>
    moduleIds.flatMap(id => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []),
  ),
)
writeFileSync(`${dist}/licenses.txt`, [...inside].sort().map(notice).join('\n\n'))
chmodSync(dist, 0o755)
rmSync(`${root}dist`, { recursive: true, force: true })
renameSync(dist, `${root}dist`)

/** The licence of a package whose code is inside, as its authors ask to have it passed on. */
function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const file = readdirSync(folder).find(entry => /^licen[cs]e/i.test(entry))
  return `${name} ${version} (${license})\n\n${file === undefined ? '' : readFileSync(`${folder}/${file}`, 'utf8')}`
}

/**
 * Puts the start into a script whose compiled code is kept beside it, since compiling takes a third of the time to the first
 * answer. Node from 22.8 on keeps compiled code of modules by itself; elsewhere V8 refuses code of another version and compiles.
 */
async function keepCompiled({ fileName, exports }) {
  const input = `${dist}/${fileName}`
  const bundle = await rolldown({ input, platform: 'node', external: NOT_IN_THE_START, treeshake: false })
  const [{ code }] = (await bundle.generate({ format: 'cjs', minify: true, comments: { legal: true } })).output
  await bundle.close()
  const body = code.replace(/\bimport\((`[^`]+`)\)/g, 'importing($1)')
  writeFileSync(`${dist}/start.cjs`, `'use strict';module.exports=importing=>{const exports={};${body};return exports}`)
  // Names that the minifier gave may be reserved words.
  const taken = exports.map((name, index) => `${name}: _${index}`)
  const given = exports.map((name, index) => `_${index} as ${name}`)
  writeFileSync(`${dist}/${fileName}`, `${LOAD_START}\nconst { ${taken} } = start\nexport { ${given} }\n`)
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'build', version: '1' } }
  const messages = [
    { id: 1, method: 'initialize', params: hello },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ]
  execFileSync(process.execPath, [`${root}.ci/code-cache.mjs`, `${dist}/main.js`, `${dist}/start.cache`], {
    input: messages.map(message => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
    env: { PATH: process.env.PATH ?? '' },
  })
}

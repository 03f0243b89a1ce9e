// Builds dist/: the program, the worker thread of the embedded service, the thread that judges results, the process that asks the keyring
// and the manual page.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { bundle, bundleApart } from './bundle.mjs'

/** The chunks that every start loads, and that of the server besides. */
const STARTED = ['start', 'mcp-server']

const root = fileURLToPath(new URL('..', import.meta.url))
/** Made beside the present build and put in its place whole, so that a program started meanwhile finds one or the other. */
const dist = mkdtempSync(`${root}.dist-`)
process.once('exit', () => rmSync(dist, { recursive: true, force: true }))

/** The texts of licences that a package may name without giving their text, for who holds its copyright. */
const NAMED = {
  MIT: holder => `Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR
ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH
THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`,
  ISC: holder => `Copyright (c) ${holder}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the
above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY
DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION,
ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.
`,
  // Its terms are the same for all: those that another package gives in whole, without what that says of its own makers behind them.
  'Apache-2.0': holder => {
    const [terms] = readFileSync(`${root}node_modules/eslint-visitor-keys/LICENSE`, 'utf8').split(/^\s*APPENDIX:/m)
    return `Copyright (c) ${holder}\n\n${terms.trimEnd()}\n`
  },
}

/** Licences of parts of packages that their own does not cover. */
const OF_PARTS = { 'pdfjs-dist': ['cmaps/LICENSE', 'standard_fonts/LICENSE_LIBERATION'] }

/** Loads a script with its compiled code where that is still good. A script cannot import, nor require what is a module: both are passed in. */
const loading = (name, imports) => `import { readFileSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
${imports.map((file, index) => `import * as own${index} from ${JSON.stringify(file)}\n`).join('')}const filename = fileURLToPath(new URL('${name}.cjs', import.meta.url))
const packages = createRequire(import.meta.url)
const own = { ${imports.map((file, index) => `${JSON.stringify(file)}: own${index}`).join(', ')} }
const require = name => own[name] ?? packages(name)
function load() {
  let cachedData
  try {
    cachedData = readFileSync(new URL('${name}.cache', import.meta.url))
  } catch {}
  const made = {}
  new vm.Script(module.wrap(readFileSync(filename, 'utf8')), { filename, cachedData })
    .runInThisContext()(made, packages, made, filename)
  return made.exports
}
const made = (module.enableCompileCache ? packages(filename) : load())(name => import(name), require)`

/** What a script leaves outside: all but the bundler's own functions, which would be one more file to read. */
const NOT_INSIDE = /^(?!\.\/rolldown-runtime)[^/]/

// Apart, so that the thread loads nothing of the server's start and the start nothing of the others'.
const output = [
  ...(await bundle('main', 'src/cli/main.ts', dist)),
  ...(await bundle('thread', 'src/service/worker/thread.ts', dist)),
  ...(await bundle('judging-thread', 'src/mcp/files/judging-thread.ts', dist)),
  ...(await bundle('keyring-process', 'src/auth/keyring-process.ts', dist)),
  ...(await bundleApart(dist)),
]
chmodSync(`${dist}/main.js`, 0o755)
await writeManual()
for (const name of STARTED) await intoScript(output.find(chunk => chunk.name === name))
keepCompiled()

const inside = new Set(
  output.flatMap(({ moduleIds = [] }) =>
    moduleIds.flatMap(id => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []),
  ),
)
writeFileSync(`${dist}/licenses.txt`, [...inside].sort().map(notice).join('\n\n'))
chmodSync(dist, 0o755)
rmSync(`${root}dist`, { recursive: true, force: true })
renameSync(dist, `${root}dist`)

/** The licence of a package whose code is inside, as its authors ask to have it passed on: some have it in their README, or name it alone. */
function notice(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const files = readdirSync(folder)
  const file = files.find(entry => /^licen[cs]e/i.test(entry))
  const readme = files.find(entry => /^readme/i.test(entry))
  const whole = file === undefined ? '' : readFileSync(`${folder}/${file}`, 'utf8')
  const text =
    whole ||
    (readme && licenceIn(readFileSync(`${folder}/${readme}`, 'utf8'))) ||
    NAMED[license]?.(author?.name ?? author ?? `the authors of ${name}`) ||
    ofScope(folder, license)
  if (!text) throw new Error(`${name} is inside the build, and no licence of it was found to pass on`)
  const ofParts = (OF_PARTS[name] ?? []).map(part => `\n\n${part}:\n${readFileSync(`${folder}/${part}`, 'utf8')}`)
  return `${name} ${version} (${license})\n\n${text}${ofParts.join('')}`
}

/** The licence that another package of the same makers has whole, where this one names the same. */
function ofScope(folder, license) {
  const scope = folder.replace(/\/[^/]+$/, '')
  if (!/\/@[^/]+$/.test(scope)) return undefined
  const same = readdirSync(scope).find(other => {
    const manifest = JSON.parse(readFileSync(`${scope}/${other}/package.json`, 'utf8'))
    return manifest.license === license && readdirSync(`${scope}/${other}`).includes('LICENSE')
  })
  return same && readFileSync(`${scope}/${same}/LICENSE`, 'utf8')
}

function licenceIn(readme) {
  const section = /^(?:#+ )?licen[cs]e\n(?:-+\n)?([\s\S]*?)(?=\n#|$(?![\s\S]))/im.exec(readme)?.[1]?.trim()
  return section?.includes('ermission') ? section : undefined
}

/** Puts a chunk that starting loads into a script, whose compiled code can be kept: compiling takes a third of the time to the first answer. */
async function intoScript({ name, fileName, exports, imports }) {
  const input = `${dist}/${fileName}`
  const bundle = await rolldown({ input, platform: 'node', external: NOT_INSIDE, treeshake: false })
  const [{ code }] = (await bundle.generate({ format: 'cjs', minify: true, comments: { legal: true } })).output
  await bundle.close()
  const body = code.replace(/\bimport\((`[^`]+`)\)/g, 'importing($1)')
  writeFileSync(
    `${dist}/${name}.cjs`,
    `'use strict';module.exports=(importing,require)=>{const exports={};${body};return exports}`,
  )
  // Names that the minifier gave may be reserved words.
  const taken = exports.map((exported, index) => `${exported}: _${index}`)
  const given = exports.map((exported, index) => `_${index} as ${exported}`)
  const own = imports.filter(file => STARTED.some(started => file.startsWith(`${started}-`)))
  writeFileSync(
    `${dist}/${fileName}`,
    `${loading(
      name,
      own.map(file => `./${file}`),
    )}\nconst { ${taken} } = made\nexport { ${given} }\n`,
  )
}

/** Writes the manual page, from the tables that the help is made of. */
async function writeManual() {
  const folder = `${dist}/manual`
  await bundle('manual', 'src/cli/help/manual.ts', folder)
  const { manualPage } = await import(`${folder}/manual.js`)
  writeFileSync(`${dist}/translation-mcp.1`, manualPage())
  rmSync(folder, { recursive: true })
}

/** Keeps the compiled code of the scripts. Node from 22.8 on does so for modules by itself; elsewhere V8 refuses code of another version and compiles. */
function keepCompiled() {
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'build', version: '1' } }
  const messages = [
    { id: 1, method: 'initialize', params: hello },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ]
  execFileSync(process.execPath, [`${root}.ci/code-cache.mjs`, `${dist}/main.js`], {
    input: messages.map(message => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
    env: { PATH: process.env.PATH ?? '' },
  })
}

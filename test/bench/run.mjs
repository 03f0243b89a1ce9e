// Measures the built program: bundles the bench and the programs it compares with, so that every Node we support can run
// them, and starts it. `npm run bench -- --help` lists the options.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'rolldown'

const root = fileURLToPath(new URL('../..', import.meta.url))
// Below node_modules, so that the bundles find the packages that they leave outside.
const cache = path.join(root, 'node_modules', '.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(path.join(cache, 'bench-'))

const names = ['bench', 'bare-server', 'bare-upload', 'load', 'call-cost', 'format-pass', 'read-files']
await build({
  input: Object.fromEntries(names.map(name => [name, path.join(root, 'test', 'bench', `${name}.ts`)])),
  platform: 'node',
  external: id => !/^[./]/.test(id),
  // As in the package, what one format alone needs is loaded with it.
  output: { dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
  logLevel: 'warn',
})
try {
  const { bench } = await import(pathToFileURL(path.join(folder, 'bench.mjs')).href)
  process.exitCode = await bench(process.argv.slice(2), { root, programs: folder })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

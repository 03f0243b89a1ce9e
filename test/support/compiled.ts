/**
 * The source, compiled once before a run and loaded as node loads any module. Left to the test runner, each of the modules
 * is asked for over a channel and compiled again in each project, and runs wrapped: a sixth of the time of all tests.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { transformSync } from 'rolldown/utils'
import { buildFolder, ROOT } from './tree.ts'

const SOURCE = join(ROOT, 'src')
const OPTIONS = {
  typescript: { rewriteImportExtensions: true, onlyRemoveTypeImports: true },
  sourcemap: true,
} as const

/** Leads the imports of the source that a test makes to what was compiled of it. Not for watching: a change is not seen. */
export function compiledSource(): { name: string; enforce: 'pre'; resolveId: ResolveId } {
  const compiled = compile()
  return {
    name: 'compiled-source',
    enforce: 'pre',
    resolveId(asked, importer) {
      if (importer === undefined || !/^\.\.?\/.*\.ts$/.test(asked)) return undefined
      const inside = relative(SOURCE, resolve(dirname(importer), asked))
      return inside.startsWith('..') ? undefined : { id: join(compiled, 'src', named(inside)), external: true }
    },
  }
}

type ResolveId = (asked: string, importer: string | undefined) => { id: string; external: true } | undefined

/** @returns the folder, which is removed when this process ends */
function compile(): string {
  const folder = buildFolder('compiled-')
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'package.json'), readFileSync(join(ROOT, 'package.json')))
  for (const name of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue
    const from = join(SOURCE, name)
    const { code, map, errors } = transformSync(from, readFileSync(from, 'utf8'), OPTIONS)
    if (errors.length > 0) throw new Error(`${from}: ${errors.map(({ message }) => message).join(' ')}`)
    const to = join(folder, 'src', named(name))
    mkdirSync(dirname(to), { recursive: true })
    const data = Buffer.from(JSON.stringify(map)).toString('base64')
    writeFileSync(to, `${code}//# sourceMappingURL=data:application/json;base64,${data}\n`)
  }
  return folder
}

const named = (file: string): string => file.replace(/\.ts$/, '.js')

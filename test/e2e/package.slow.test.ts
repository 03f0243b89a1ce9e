import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import module, { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ROOT } from '../support/tree.ts'

const DIST = join(ROOT, 'dist')
const text = (name: string) => readFileSync(join(DIST, name), 'utf8')

/** What a built file imports at once, and what only when it comes to it. */
function importsOf(name: string): { static: string[]; dynamic: string[] } {
  const code = text(name)
  const all = (pattern: RegExp) => [...code.matchAll(pattern)].map(match => match[1] ?? '')
  return {
    static: [
      ...all(/(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{][^;"'`()]*?\bfrom\s*)?["']([^"']+)["']/g),
      ...all(/\brequire\(\s*["'`]([^"'`]+)["'`]\s*\)/g),
    ],
    dynamic: all(/\bimport(?:ing)?\(\s*["'`]([^"'`]+)["'`]\s*\)/g),
  }
}

/** Every file that is loaded with these, and every package they load. */
function closure(names: readonly string[]): { files: Set<string>; packages: Set<string> } {
  const [files, packages] = [new Set<string>(), new Set<string>()]
  const visit = (name: string) => {
    if (files.has(name)) return
    files.add(name)
    for (const target of importsOf(name).static) {
      if (target.startsWith('./')) visit(target.slice(2))
      else if (!isBuiltin(target)) packages.add(target)
    }
  }
  names.forEach(visit)
  return { files, packages }
}

/** What every start loads, and what the server loads besides. */
const SCRIPTS = ['start.cjs', 'mcp-server.cjs']
/** The chunk of this name: after it comes a hash of eight signs, and `run-record` is another one than `run`. */
const chunk = (name: string) => readdirSync(DIST).find(file => /^(.+)-[\w-]{8}\.js$/.exec(file)?.[1] === name) ?? ''

describe('the build', () => {
  it('starts as a program', () => {
    expect(text('main.js')).toMatch(/^#!\/usr\/bin\/env node\n/)
    expect(statSync(join(DIST, 'main.js')).mode & 0o111).toBe(0o111)
  })

  it('loads no package before stdio answers: what start-up needs is inside', () => {
    const { files, packages } = closure(['main.js', chunk('run'), chunk('stdio'), ...SCRIPTS])
    expect([...packages]).toEqual([])
    expect(files.size).toBeGreaterThan(4)
    const bytes = [...files].reduce((sum, name) => sum + statSync(join(DIST, name)).size, 0)
    expect(bytes).toBeLessThan(705_000)
    const required = [...text('mcp-server.cjs').matchAll(/require\(['"`](\.[^'"`]+)/g)].map(([, target]) => target)
    expect(text('start.cjs')).not.toMatch(/require\(['"`]\./)
    // What is a module is passed in.
    expect(required).toEqual([`./${chunk('start')}`])
    const code = [...files].map(text).join('\n')
    // A schema compiler; messages in other languages.
    for (const foreign of ['strictRequired', 'Ungültige Eingabe']) {
      expect(code.includes(foreign) ? foreign : '').toBe('')
    }
  })

  it.each(['sync', 'check'])(
    'loads for %s neither the server nor the service nor any format before a file needs one',
    command => {
      const { files, packages } = closure(['main.js', chunk('run'), 'start.cjs', chunk(command)])
      const heavy = [...files].filter(name =>
        /^(?:mcp-server|at-terminal|markdown|csv|undici|html|yaml|po|xml)-/.test(name),
      )
      expect(heavy).toEqual([])
      expect(
        [...packages].filter(
          name => !['jsonc-parser', 'picomatch', 'iconv-lite', '@formatjs/icu-messageformat-parser'].includes(name),
        ),
      ).toEqual([])
    },
  )

  // Where Node keeps compiled code by itself, none is built.
  it.skipIf('enableCompileCache' in module).each(SCRIPTS)(
    'keeps the compiled code of %s, still good on this Node',
    script => {
      // In a process of its own: compiled code is good for one set of V8's flags, and a worker of the tests has others.
      const check = `const { readFileSync } = require('node:fs')
        const source = require('node:module').wrap(readFileSync('${script}', 'utf8'))
        const { cachedDataRejected } = new (require('node:vm').Script)(source, { cachedData: readFileSync('${script.replace('cjs', 'cache')}') })
        process.stdout.write(String(cachedDataRejected))`
      expect(execFileSync(process.execPath, ['-e', check], { cwd: DIST, encoding: 'utf8' })).toBe('false')
    },
  )

  it('takes stdout before it loads anything of its own but the taking', () => {
    expect(importsOf('main.js').static.filter(target => !target.startsWith('node:'))).toEqual([])
    expect(importsOf('main.js').dynamic).toEqual([`./${chunk('run')}`])
  })

  it('needs no package that is neither inside nor a dependency', () => {
    const Manifest = z.looseObject({ dependencies: z.record(z.string(), z.string()) })
    const { dependencies } = Manifest.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
    const inside = new Set([...text('licenses.txt').matchAll(/^(\S+) \d\S* \(/gm)].map(([, name]) => name))
    const targets = readdirSync(DIST).flatMap(name => Object.values(importsOf(name)).flat())
    const packages = targets
      // Some have such lines in the words of their errors.
      .filter(
        target => /^[@\w]/.test(target) && !isBuiltin(target) && !/^@aws-sdk\/signature-v4(?:a|-crt)$/.test(target),
      )
      .map(target => target.split('/', target.startsWith('@') ? 2 : 1).join('/'))
    expect([...new Set(packages)].filter(name => !(name in dependencies) && !inside.has(name))).toEqual([])
  })

  it('has every file that it names: nothing is left to be looked for beside it', () => {
    const named = readdirSync(DIST)
      .filter(name => /\.c?js$/.test(name))
      .flatMap(name => [...text(name).matchAll(/["'`](\.\.?\/[\w./-]+)["'`]/g)].map(([, target = '']) => target))
    expect(named.length).toBeGreaterThan(100)
    // Examples in a list of paths that a format takes for such and in messages of a parser; what a decoder of pictures calls itself.
    expect(
      [...new Set(named)].filter(
        target => !['../foo', './module', './this.program'].includes(target) && !existsSync(join(DIST, target)),
      ),
    ).toEqual([])
  })

  it('has the maps of letters that PDFs name, each as pdf.js has it, in a file that nothing loads before one is asked for', async () => {
    const file = chunk('character-maps')
    const { characterMap } = z
      .looseObject({ characterMap: z.custom<(name: string) => Promise<Uint8Array | undefined>>() })
      .parse(await import(join(DIST, file)))
    const folder = join(ROOT, 'node_modules/pdfjs-dist/cmaps')
    const names = readdirSync(folder).filter(name => name.endsWith('.bcmap'))
    expect(names.length).toBeGreaterThan(150)
    for (const name of names)
      expect(readFileSync(join(folder, name)).equals((await characterMap(name)) ?? Buffer.of())).toBe(true)
    expect(await characterMap('../package.json')).toBeUndefined()
    const eager = readdirSync(DIST).filter(name => /\.js$/.test(name) && importsOf(name).static.includes(`./${file}`))
    expect(eager).toEqual([])
    expect(text('licenses.txt')).toContain('cmaps/LICENSE:\n%%Copyright')
  })

  it('has the fonts that pages are written over in, once, with their licence, and what writes them, loaded when it is needed', async () => {
    const file = chunk('font-files')
    const { fontFile } = z
      .looseObject({ fontFile: z.custom<(name: string) => Promise<Uint8Array | undefined>>() })
      .parse(await import(join(DIST, file)))
    const folder = join(ROOT, 'node_modules/pdfjs-dist/standard_fonts')
    const names = readdirSync(folder).filter(name => name.endsWith('.ttf'))
    expect(names).toHaveLength(4)
    for (const name of names)
      expect(readFileSync(join(folder, name)).equals((await fontFile(name)) ?? Buffer.of())).toBe(true)
    expect(await fontFile('FoxitSerif.pfb')).toBeUndefined()
    expect(readdirSync(DIST).filter(name => /^(?:font-files|pdf-lib|fontkit)\b/.test(name))).toEqual([
      file,
      'fontkit.js',
      'pdf-lib.js',
    ])
    const { files } = closure(['main.js', chunk('run'), chunk('stdio'), ...SCRIPTS])
    expect([...files].filter(name => name === 'pdf-lib.js' || name === 'fontkit.js')).toEqual([])
    const eager = readdirSync(DIST).filter(name => importsOf(name).static.includes(`./${file}`))
    expect(eager).toEqual([])
    expect(text('licenses.txt')).toContain('standard_fonts/LICENSE_LIBERATION:\n')
  })
  it('says whose code it holds, and under which licence', () => {
    for (const name of ['@modelcontextprotocol/server', '@modelcontextprotocol/client', 'zod', 'env-paths']) {
      expect(text('licenses.txt')).toMatch(new RegExp(`^${name} \\d`, 'm'))
    }
    const notices = text('licenses.txt').split(/(?:^|\n\n)(?=\S+ \d\S* \([^)\n]+\)\n\n)/)
    expect(notices.length).toBeGreaterThan(50)
    expect(notices.filter(notice => !/permission|permitted|terms and conditions/i.test(notice))).toEqual([])
  })

  it('is packed with what a user needs and nothing else', () => {
    const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [pack] = z
      .array(z.looseObject({ files: z.array(z.looseObject({ path: z.string() })) }))
      .parse(JSON.parse(packed))
    const names = (pack?.files ?? []).map(({ path }) => path)
    expect(names).toEqual(
      expect.arrayContaining([
        ...['LICENSE', 'README.md', 'dist/main.js', 'dist/thread.js', 'dist/keyring-process.js', 'server.json'],
        ...['docs/operating.md', 'docs/settings.md', 'CHANGELOG.md', 'SECURITY.md', 'ci/main.mjs'],
      ]),
    )
    expect(
      names.filter(
        name =>
          !/^(?:ci\/(?:[\w-]+\.(?:mjs|yml)|attributes)|dist\/[\w.-]+\.(?:c?js|cache|txt|1)|LICENSE|docs\/[\w-]+\.md|[A-Z]+\.md|package\.json|server\.json|translation-mcp\.schema\.json)$/.test(
            name,
          ),
      ),
    ).toEqual([])
  })
})

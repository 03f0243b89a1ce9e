import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { memoryOf } from '../support/memory.ts'
import { column, interleave, type Line, median, ratioLine, ratios, type Setup } from './measure.ts'
import { englishText } from './peers/words.ts'
import { startNode } from './processes.ts'

const ROUNDS = 5
const KEYS = 10_000
const LANGUAGES = ['de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'da', 'pl', 'cs']
const MEGABYTE = 1024 * 1024

/** `check` of a large repository that is in step, over reading its files, in new processes both; and a `sync` that has nothing to do. */
export async function* sync({ root, programs, folder, rounds = ROUNDS, size }: Setup): AsyncGenerator<Line> {
  const program = path.join(root, 'dist', 'main.js')
  const large = repositoryOf(path.join(folder, 'large'), Math.max(10, Math.round(KEYS * size)), LANGUAGES)
  const small = repositoryOf(path.join(folder, 'small'), Math.max(10, Math.round((KEYS / 10) * size)), ['de'])
  for (const place of [large, small])
    execFileSync(process.execPath, [program, 'sync', '--yes'], { cwd: place, stdio: 'ignore' })
  const files = ['en', ...LANGUAGES].map(tag => path.join(large, 'locales', `${tag}.json`))
  const peaks: number[] = []
  const read = (way: string) => () => timed([path.join(programs, 'read-files.mjs'), way, ...files], folder)
  const values = await interleave(
    [
      read('scan'),
      read('parse'),
      () => timed([program, 'check'], large, peaks),
      () => timed([program, 'sync'], small),
      () => timed([program, 'check'], small),
      () => timed(['-e', '0'], folder),
    ],
    rounds,
  )
  const ms = (index: number) => `${median(column(values, index)).toFixed(0)} ms`
  const line = ratioLine('check in ten languages, over reading its files', ratios(values, 2, 0), { most: 2 })
  yield { ...line, detail: `${ms(2)} over ${ms(0)}, ${line.detail}` }
  const over = ratioLine('check in ten languages, over JSON.parse of its files', ratios(values, 2, 1), { most: 2 })
  yield { ...over, budget: undefined, detail: `${ms(2)} over ${ms(1)}` }
  yield { what: 'check in ten languages, most memory', figure: `${(median(peaks) / MEGABYTE).toFixed(0)} MB` }
  for (const [index, what] of [
    [3, 'sync with nothing to do'],
    [4, 'check in one language'],
  ] as const)
    yield {
      what: `${what}, over node -e 0`,
      figure: `${median(ratios(values, index, 5)).toFixed(1)} ×`,
      detail: ms(index),
    }
}

/** A repository in which nothing is to be done once `sync` has written its lock. */
function repositoryOf(folder: string, keys: number, languages: readonly string[]): string {
  for (const name of ['locales', '.git']) mkdirSync(path.join(folder, name), { recursive: true })
  const texts = Array.from({ length: keys }, (_, at) => englishText(at))
  for (const tag of ['en', ...languages]) {
    const own = texts.map((text, at) => [`key${at}`, tag === 'en' ? text : `${tag} ${text}`])
    writeFileSync(path.join(folder, 'locales', `${tag}.json`), JSON.stringify(Object.fromEntries(own), null, 2))
  }
  const project = { source: 'en', targets: languages, files: { include: ['locales/[locale].json'] } }
  writeFileSync(path.join(folder, 'translation-mcp.json'), JSON.stringify(project))
  return folder
}

/** Milliseconds of a process of Node from its start to its end, which has to be a good one. */
function timed(args: readonly string[], folder: string, peaks: number[] = []): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const child = startNode({ args, home: folder, quiet: true })
    let peak = 0
    const look = setInterval(() => {
      try {
        peak = memoryOf(child.pid ?? 0).peak || peak
      } catch {
        // It has ended.
      }
    }, 10)
    child.stdout.resume()
    child.once('error', reject)
    child.once('close', code => {
      clearInterval(look)
      peaks.push(peak)
      if (code === 0) resolve(performance.now() - start)
      else reject(new Error(`${args.join(' ')} ended with ${code}`))
    })
  })
}

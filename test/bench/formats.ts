import { execFile, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { column, interleave, type Line, median, ratioLine, ratios, type Setup } from './measure.ts'
import { missingFor } from './memory.ts'
import { field, startPeer } from './processes.ts'
import { writeCatalogue, writeTable, writeText } from './samples.ts'

const ROUNDS = 3
const MEGABYTE = 1_000_000

interface Sample {
  readonly extension: string
  /** Sizes in MB: the larger one for speed, both to see whether memory grows with the file. */
  readonly megabytes: readonly [number, number]
  /** Size in MB of a file that a process works on before, as a worker of the service has. */
  readonly before?: number
  readonly write: (file: string, bytes: number) => void
  /** A well-known tool reading the same file, in milliseconds; undefined where it is not installed. */
  readonly known?: { name: string; most: number; measure: (file: string) => (() => Promise<number>) | undefined }
}

export async function* formats(setup: Setup): AsyncGenerator<Line> {
  for (const sample of samples(setup.root)) {
    const missing = missingFor(`file.${sample.extension}`)
    if (missing) yield missing
    else yield* measured(sample, setup)
  }
}

/** Text and catalogues go beyond what an upload may have: below that, memory is still on its way to its plateau. */
function samples(root: string): Sample[] {
  const python = { name: "python's csv reading it", most: 2, measure: (file: string) => pythonCsv(root, file) }
  const msgfmt = { name: 'msgfmt --statistics', most: 1, measure: messageFormat }
  return [
    { extension: 'csv', megabytes: [20, 60], before: 5, write: writeTable, known: python },
    { extension: 'po', megabytes: [4, 4], before: 3, write: writeCatalogue, known: msgfmt },
    { extension: 'po', megabytes: [8, 24], write: writeCatalogue },
    { extension: 'txt', megabytes: [8, 24], write: writeText },
  ]
}

async function* measured(
  { extension, megabytes, before = 0, write, known }: Sample,
  { programs, folder, rounds = ROUNDS, size }: Setup,
): AsyncGenerator<Line> {
  const [small = '', large = '', earlier = ''] = [...megabytes, before].map(count => {
    const file = path.join(folder, `sample-${count}.${extension}`)
    write(file, count * MEGABYTE * size)
    return file
  })
  const reference = known?.measure(large)
  const shown = (file: string) => `${extension} ${(statSync(file).size / MEGABYTE).toFixed(0)} MB`
  const pass =
    (kind: string, file: string, more: { earlier?: string; memory?: number[] } = {}) =>
    async () => {
      const rest = more.earlier === undefined ? [] : [more.earlier]
      const args = [path.join(programs, 'format-pass.mjs'), kind, file, `${file}.out`, ...rest]
      const peer = startPeer({ args, home: folder })
      const told = await peer.next()
      await peer.end()
      more.memory?.push(Number(field(told, 'added_bytes')))
      return Number(field(told, 'milliseconds'))
    }
  const added = { large: [], small: [] }
  const values = await interleave(
    [
      reference ?? (async () => Number.NaN),
      ...(known ? [pass('read', large), pass('read', large, { earlier }), pass('rewrite', large, { earlier })] : []),
      pass('rewrite', large, { memory: added.large }),
      ...(small === large ? [] : [pass('rewrite', small, { memory: added.small })]),
    ],
    rounds,
  )
  if (known) {
    const speed = (what: string, index: number, most = Number.POSITIVE_INFINITY): Line => {
      const ms = `${median(column(values, index)).toFixed(0)} ms`
      if (!reference) return { what: `${what}; ${known.name} is not installed`, figure: ms }
      const { budget, ...line } = ratioLine(`${what}, over ${known.name}`, ratios(values, index, 0), { most })
      const detail = `${ms} over ${median(column(values, 0)).toFixed(0)} ms, ${line.detail}`
      return { ...line, detail, budget: Number.isFinite(most) ? budget : undefined }
    }
    const worked = `after ${(statSync(earlier).size / MEGABYTE).toFixed(0)} MB`
    yield speed(`${shown(large)} read ${worked}`, 2, known.most)
    yield speed(`${shown(large)} read and written ${worked}`, 3, known.most)
    yield speed(`${shown(large)} read by a new process`, 1)
    yield speed(`${shown(large)} read and written by a new process`, 4)
  }
  if (small === large) return
  const [few, many] = [median(added.small), median(added.large)]
  yield {
    what: `memory that ${shown(large)} adds, over ${shown(small)}`,
    figure: `${(many / few).toFixed(2)} ×`,
    budget: { text: `≤ ${FLAT} ×`, kept: many <= few * FLAT },
    detail: `${(many / MEGABYTE).toFixed(0)} MB over ${(few / MEGABYTE).toFixed(0)} MB`,
  }
}

/** Three times the file, and memory grows by no more than the collector's own moods. */
const FLAT = 1.25

const run = promisify(execFile)

function pythonCsv(root: string, file: string): (() => Promise<number>) | undefined {
  if (spawnSync('python3', ['--version']).status !== 0) return undefined
  const program = path.join(root, 'test', 'bench', 'read-csv.py')
  return async () => Number((await run('python3', [program, file])).stdout)
}

function messageFormat(file: string): (() => Promise<number>) | undefined {
  if (spawnSync('msgfmt', ['--version']).status !== 0) return undefined
  return async () => {
    const start = performance.now()
    await run('msgfmt', ['--statistics', '--output-file=/dev/null', file])
    return performance.now() - start
  }
}

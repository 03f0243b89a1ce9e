import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { column, interleave, type Line, median, ratioLine, ratios, type Setup } from './measure.ts'
import { missingFor } from './memory.ts'
import { writeDocument, writeSlides, writeStories, writeTextSlides, writeWorkbook } from './office-samples.ts'
import { field, startPeer } from './processes.ts'

const MEGABYTE = 1_000_000
const ROUNDS = 3
/** Of what takes a second: its memory differs by a third from one round to the next. */
const MANY_ROUNDS = 7
const FLAT = 1.25

interface Pass {
  readonly ms: number
  readonly bytes: number
}
type Known = (file: string, folder: string) => (() => Promise<Pass>) | undefined

interface Sample {
  readonly extension: string
  /** Where it is not the only one of its kind. */
  readonly called?: string
  /** Of text, in MB: unpacked, with its markup. */
  readonly megabytes: number
  readonly write: (file: string, bytes: number) => void
  readonly known?: { readonly name: string; readonly run: Known; readonly most: number; readonly memory?: number }
  /** The most seconds that it takes to be read, written and read again, in a worker that has had another such file before. */
  readonly seconds?: number
  /** Its text lies in many parts, so a package three times as large has no larger part. */
  readonly many?: true
}

const SAMPLES: readonly Sample[] = [
  {
    ...{ extension: 'docx', megabytes: 30, write: writeDocument },
    known: { name: 'OmegaT', run: omegat, most: 1 / 5, memory: 1 / 4 },
  },
  {
    ...{ extension: 'xlsx', megabytes: 40, write: writeWorkbook },
    known: { name: "openpyxl's load and save", run: openpyxl, most: 1 },
  },
  { extension: 'pptx', megabytes: 5, write: writeSlides, seconds: 1, many: true },
  { extension: 'pptx', called: 'pptx of nothing but text', megabytes: 5, write: writeTextSlides },
  { extension: 'idml', megabytes: 5, write: writeStories, seconds: 1, many: true },
]

export async function* office(setup: Setup): AsyncGenerator<Line> {
  for (const sample of SAMPLES) {
    const missing = missingFor(`file.${sample.extension}`)
    if (missing) yield missing
    else yield* measured(sample, setup)
  }
}

async function* measured(sample: Sample, { programs, folder, rounds, size }: Setup): AsyncGenerator<Line> {
  const { extension, called = extension, megabytes, write, known, seconds } = sample
  const [file, larger] = [1, 3].map(times => path.join(folder, `office-${times}.${extension}`))
  if (!file || !larger) return
  write(file, megabytes * MEGABYTE * size)
  if (sample.many) write(larger, 3 * megabytes * MEGABYTE * size)
  const pass =
    (from: string, which: 'once' | 'all', before: readonly string[] = []) =>
    async (): Promise<Pass> => {
      const args = [path.join(programs, 'format-pass.mjs'), which, from, `${from}.out`, ...before]
      const peer = startPeer({ args, home: folder })
      const told = await peer.next()
      await peer.end()
      return { ms: Number(field(told, 'milliseconds')), bytes: Number(field(told, 'added_bytes')) }
    }
  const other = known?.run(file, folder)
  const cases = [
    pass(file, 'once'),
    pass(file, 'all'),
    ...(other ? [other] : []),
    ...(sample.many ? [pass(file, 'once', [file]), pass(larger, 'once', [file])] : []),
  ]
  const values = await interleave(cases, rounds ?? (sample.many ? MANY_ROUNDS : ROUNDS))
  const [times, memory] = [values.map(row => row.map(({ ms }) => ms)), values.map(row => row.map(({ bytes }) => bytes))]
  const ms = median(column(times, 0))
  const what = `${called} of ${megabytes} MB of text, read, written and read again`
  if (known && other) {
    yield ratioLine(`${what}, over ${known.name}`, ratios(times, 0, 2), { most: known.most })
    if (known.memory) yield ratioLine(`its memory, over ${known.name}`, ratios(memory, 0, 2), { most: known.memory })
  } else if (known) yield { what: `${what}; ${known.name} is not installed`, figure: `${ms.toFixed(0)} ms` }
  if (!known) yield { what: `${what}, by a process that only just began`, figure: `${ms.toFixed(0)} ms` }
  if (seconds) {
    const after = median(column(times, 2))
    const budget = { text: `≤ ${seconds} s`, kept: after <= seconds * 1000 }
    yield { what: `${what}, by a worker that has read others`, figure: `${after.toFixed(0)} ms`, budget }
  }
  if (sample.many) {
    yield ratioLine(`memory that three times the ${called} adds to such a worker`, ratios(memory, 3, 2), { most: FLAT })
  }
  yield { what: `${called}: with the passes of its plan`, figure: `${median(column(times, 1)).toFixed(0)} ms` }
}

const run = promisify(execFile)
const OMEGAT = '/usr/share/omegat/OmegaT.jar'
const GNU_TIME = '/usr/bin/time'

/** Runs a program under GNU time, which says the most memory that it had. */
async function timed(args: readonly string[]): Promise<Pass> {
  const start = performance.now()
  const { stderr } = await run(GNU_TIME, ['-f', 'most %M', ...args], { maxBuffer: 2 ** 26 })
  const kilobytes = Number(/most (\d+)\s*$/.exec(stderr)?.[1])
  return { ms: performance.now() - start, bytes: kilobytes * 1024 }
}

function omegat(file: string, folder: string): (() => Promise<Pass>) | undefined {
  if (!existsSync(OMEGAT) || !existsSync(GNU_TIME) || spawnSync('java', ['-version']).status !== 0) return undefined
  return async () => {
    const project = path.join(folder, 'omegat-project')
    rmSync(project, { recursive: true, force: true })
    for (const name of ['source', 'target', 'omegat', 'glossary', 'dictionary', 'tm']) {
      mkdirSync(path.join(project, name), { recursive: true })
    }
    writeFileSync(path.join(project, 'omegat.project'), PROJECT)
    await run('cp', [file, path.join(project, 'source')])
    const options = ['-Xmx4g', '-Djava.awt.headless=true', '-jar', OMEGAT, project]
    return await timed(['java', ...options, '--mode=console-translate', '--quiet'])
  }
}

const FOLDERS = ['source', 'target', 'tm', 'glossary', 'dictionary']
const PROJECT = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><omegat><project version="1.0">${FOLDERS.map(name => `<${name}_dir>__DEFAULT__</${name}_dir>`).join('')}<source_lang>EN</source_lang><target_lang>DE</target_lang><sentence_seg>true</sentence_seg></project></omegat>`

function openpyxl(file: string): (() => Promise<Pass>) | undefined {
  const python = '/usr/bin/python3'
  if (!existsSync(GNU_TIME) || spawnSync(python, ['-c', 'import openpyxl']).status !== 0) return undefined
  const program = 'import openpyxl, sys; openpyxl.load_workbook(sys.argv[1]).save(sys.argv[1] + ".saved")'
  return () => timed([python, '-c', program, file])
}

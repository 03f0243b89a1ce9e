import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { parse } from 'parse5'
import { type Format, loadFormat, type Open, rewrite, type Translate, verify } from '../../src/formats/index.ts'
import { column, interleave, type Line, median, ratioLine, ratios, type Setup } from './measure.ts'

const ROUNDS = 5
const GERMAN = { language: 'de' }
const translate: Translate = async units =>
  units.map(unit => (unit.left_out === undefined ? `»${unit.text}` : undefined))

interface Sample {
  readonly folder: string
  /** The parser that most programs read such files with, and how often its time the whole way of a file may take. */
  readonly known: { readonly name: string; readonly most: number; readonly parse: (text: string) => unknown }
}

const SAMPLES: readonly Sample[] = [
  {
    folder: 'md',
    known: {
      name: 'remark-parse with GitHub’s extensions',
      most: 2,
      parse: text => fromMarkdown(text, { extensions: [gfm()], mdastExtensions: gfmFromMarkdown() }),
    },
  },
  { folder: 'html', known: { name: 'parse5', most: 8, parse: text => parse(text, { sourceCodeLocationInfo: true }) } },
]

/** Files of documents on their whole way, read, written and proved, over one pass of a well-known parser: processor time in one process. */
export async function* parsers({ root, rounds = ROUNDS, size }: Setup): AsyncGenerator<Line> {
  for (const { folder, known } of SAMPLES) {
    const all = [path.join(root, 'test', 'corpus', folder), path.join(root, '..', 'shared', 'corpus', folder)]
    const files = (await Promise.all(all.map(filesIn))).flat()
    const some = files.slice(0, Math.max(1, Math.round(files.length * size)))
    const whole = async (): Promise<number> => {
      const before = process.cpuUsage()
      for (const { format, bytes } of some) await wholeWay(format, bytes)
      return processorTime(before)
    }
    const read = async (): Promise<number> => {
      const before = process.cpuUsage()
      for (const { bytes } of some) known.parse(bytes.toString('utf8'))
      return processorTime(before)
    }
    const values = await interleave([read, whole], rounds)
    const [theirs, ours] = [0, 1].map(index => median(column(values, index)).toFixed(0))
    const line = ratioLine(
      `${folder}, ${some.length} files read, written and proved, over ${known.name}`,
      ratios(values, 1, 0),
      {
        most: known.most,
      },
    )
    yield { ...line, detail: `${ours} ms over ${theirs} ms, ${line.detail}` }
  }
}

/** Milliseconds of processor time since `before`. User and system together: the kernel's split of a short time may give either none. */
function processorTime(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function wholeWay(format: Format, bytes: Buffer): Promise<void> {
  const open: Open = async function* () {
    yield bytes
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of rewrite(format, open, translate, GERMAN)) chunks.push(chunk)
  const result: Open = async function* () {
    yield* chunks
  }
  await verify(format, open, result, translate, GERMAN)
}

async function filesIn(folder: string): Promise<{ format: Format; bytes: Buffer }[]> {
  const found: { format: Format; bytes: Buffer }[] = []
  for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
    const format = await loadFormat(name)
    if (format !== undefined) found.push({ format, bytes: readFileSync(path.join(folder, name)) })
  }
  return found
}

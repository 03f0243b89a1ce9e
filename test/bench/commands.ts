import { rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { column, interleave, type Line, median, ratioLine, ratios, type Setup } from './measure.ts'
import { field, startNode, startPeer } from './processes.ts'
import { writeCatalogue, writeKeys, writeTable } from './samples.ts'

const ROUNDS = 3
const MEGABYTE = 1_000_000

const SAMPLES = [
  { extension: 'po', megabytes: 3.8, write: writeCatalogue },
  { extension: 'json', megabytes: 5, write: writeKeys },
  { extension: 'csv', megabytes: 10, write: writeTable },
]

/**
 * The command `translate`, from its start to its end, with the engine that only shows the workflow: over all passes that the format needs
 * for it by itself, in a new process as well. What is between them is the work of the service: upload, store, checks, answers.
 */
export async function* commands({ root, programs, folder, rounds = ROUNDS, size }: Setup): AsyncGenerator<Line> {
  for (const { extension, megabytes, write } of SAMPLES) {
    const file = path.join(folder, `sample.${extension}`)
    write(file, megabytes * MEGABYTE * size)
    const passes = async () => {
      const args = [path.join(programs, 'format-pass.mjs'), 'all', file, `${file}.out`]
      const peer = startPeer({ args, home: folder })
      const told = await peer.next()
      await peer.end()
      return Number(field(told, 'milliseconds'))
    }
    const values = await interleave([passes, () => translating(file, root, folder)], rounds)
    const shown = `translate ${extension} ${(statSync(file).size / MEGABYTE).toFixed(1)} MB, over the passes of its format`
    const line = ratioLine(shown, ratios(values, 1, 0), { most: 2.5 })
    const times = [0, 1].map(index => `${median(column(values, index)).toFixed(0)} ms`)
    yield { ...line, detail: `${times[1]} over ${times[0]}, ${line.detail}` }
  }
}

/** Milliseconds of one command in a home of its own. */
function translating(file: string, root: string, folder: string): Promise<number> {
  const home = path.join(folder, 'home')
  rmSync(home, { recursive: true, force: true })
  const order = ['translate', file, 'into German', '--engine', 'pseudo', '--yes', '--max-credits', '99999999']
  const env = {
    HOME: home,
    TRANSLATION_DATA_DIR: path.join(home, 'data'),
    TRANSLATION_SEED_CREDITS: '999999999',
  }
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const child = startNode({
      args: [path.join(root, 'dist', 'main.js'), ...order, '--overwrite', '--json'],
      home: folder,
      env,
      quiet: true,
    })
    child.stdout.resume()
    child.once('error', reject)
    child.once('close', code =>
      code === 0 ? resolve(performance.now() - start) : reject(new Error(`translate ended with ${code}`)),
    )
  })
}

import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { isRead } from '../../src/formats/index.ts'
import { forgetPeak, memoryOf } from '../support/memory.ts'
import { column, interleave, type Line, median, type Setup, spread } from './measure.ts'
import { field, type Peer, startHost, startPeer } from './processes.ts'
import { writeTable } from './samples.ts'

const ROUNDS = 3
const MEGABYTE = 1_000_000

/** What one upload adds to the memory of a process that has called the API before, at its peak. */
export async function* memory({ root, programs, folder, rounds = ROUNDS, size }: Setup): AsyncGenerator<Line> {
  const missing = missingFor('table.csv')
  if (missing) return yield missing
  const [small, large] = [20, 60].map(megabytes => {
    const file = path.join(folder, `table-${megabytes}.csv`)
    writeTable(file, megabytes * MEGABYTE * size)
    return file
  })
  if (small === undefined || large === undefined) return
  const program = path.join(root, 'dist', 'main.js')

  /** A service of its own for each upload: none waits for another's analysis. */
  const withService = async (measure: (url: string, key: string) => Promise<number>) => {
    const home = path.join(folder, 'service')
    const env = { TRANSLATION_BATCH_CREATION: 'on', TRANSLATION_REQUESTS_PER_MINUTE: '100000' }
    const args = [program, 'service', '--auth', 'none', '--json', '--data-dir', home]
    const service = startPeer({ args, home: folder, env })
    const facts = await service.next()
    const key = readFileSync(String(field(facts, 'key_file')), 'utf8').trim()
    const added = await measure(String(field(facts, 'base_url')), key)
    await service.end('SIGKILL')
    return added
  }
  const own = (file: string) => () =>
    withService(async (url, key) => {
      const env = { TRANSLATION_API_URL: url, TRANSLATION_API_KEY: key, TRANSLATION_ALLOW: folder }
      const host = await startHost({ args: [program], home: folder, env })
      await host.call('get_account', {})
      const added = await addedBy(host.pid, () => host.call('create_batch', { file_path: file, make_new: true }))
      await host.end()
      return added
    })
  const bare = (file: string) => () =>
    withService(async (url, key) => {
      const peer = startPeer({
        args: [path.join(programs, 'bare-upload.mjs'), `${url}/v1/batches`, file],
        home: folder,
      })
      await peer.next()
      const added = await addedBy(peer.pid, () => sent(peer, key))
      await peer.end()
      return added
    })

  const values = await interleave([bare(large), own(small), own(large)], rounds)
  const [bareLarge, ownSmall, ownLarge] = [0, 1, 2].map(index => column(values, index))
  if (!bareLarge || !ownSmall || !ownLarge) return
  const inMegabytes = (bytes: readonly number[]) => `${(median(bytes) / MEGABYTE).toFixed(1)} MB`
  const among = (bytes: readonly number[]) =>
    `half of the rounds ${spread(
      bytes.map(one => one / MEGABYTE),
      1,
    )}`
  const shown = (file: string) => `${(statSync(file).size / MEGABYTE).toFixed(0)} MB`
  yield {
    what: `a bare streamed upload of ${shown(large)} adds`,
    figure: inMegabytes(bareLarge),
    detail: among(bareLarge),
  }
  yield { what: `create_batch with ${shown(small)} adds`, figure: inMegabytes(ownSmall), detail: among(ownSmall) }
  yield {
    what: `create_batch with ${shown(large)} adds`,
    figure: inMegabytes(ownLarge),
    budget: {
      text: '≤ both of these',
      kept: median(ownLarge) <= Math.min(median(bareLarge), median(ownSmall) + NOISE),
    },
    detail: among(ownLarge),
  }
}

/** Two runs of the same upload differ by as much. */
const NOISE = 2 * MEGABYTE

async function addedBy(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(pid).now
  forgetPeak(pid)
  await work()
  return memoryOf(pid).peak - before
}

async function sent(peer: Peer, credential: string): Promise<void> {
  peer.send({ credential })
  await peer.next()
}

/** A line that says aloud what is not measured; undefined where the format is there. */
export function missingFor(fileName: string): Line | undefined {
  if (isRead(fileName)) return undefined
  return { what: `not measured: this build reads no ${path.extname(fileName)}`, figure: '–' }
}

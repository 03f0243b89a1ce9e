import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Pool } from 'undici'
import { fillFolder } from './many-batches.ts'
import { column, interleave, type Line, median, quantile, ratioLine, ratios, type Setup } from './measure.ts'
import { field, type Peer, startPeer } from './processes.ts'

const ROUNDS = 7
const [FEW, MANY] = [100, 100_000]
/** How often each request is made in a round. */
const TIMES = 40

/** What a hundred thousand translations change: lists, searches, sums of usage, and the start. */
export async function* scale({ root, folder, rounds = ROUNDS, size }: Setup): AsyncGenerator<Line> {
  const many = Math.max(FEW, Math.round(MANY * size))
  const folders = [0, FEW, many].map(count => ({ count, dataDir: path.join(folder, `of-${count}`) }))
  for (const { dataDir, count } of folders) await fillFolder(dataDir, count)
  const [empty, few, full] = folders.map(({ dataDir }) => dataDir)
  if (empty === undefined || few === undefined || full === undefined) return
  const start = (dataDir: string) => startService(path.join(root, 'dist', 'main.js'), dataDir, folder)

  const starts = await interleave([untilStarted(empty, start), untilStarted(full, start)], rounds)
  const line = ratioLine(`start with ${shown(many)} translations, over none`, ratios(starts, 1, 0), { most: 1.2 })
  yield {
    ...line,
    detail: `${milliseconds(column(starts, 1))} over ${milliseconds(column(starts, 0))}, ${line.detail}`,
  }

  const [small, large] = [await start(few), await start(full)]
  try {
    const list = '/v1/batches'
    const lists = await interleave([timesOf(small, list), timesOf(large, list)], rounds)
    for (const [name, share] of [
      ['p50', 0.5],
      ['p99', 0.99],
    ] as const) {
      const of = (side: 0 | 1) => lists.map(values => quantile(values[side] ?? [], share))
      const compared = of(1).map((value, round) => value / (of(0)[round] ?? Number.NaN))
      const ratio = ratioLine(`a page of ${shown(many)} translations, over one of ${FEW}: ${name}`, compared, {
        most: 1.3,
      })
      yield { ...ratio, detail: `${milliseconds(of(1))} over ${milliseconds(of(0))}, ${ratio.detail}` }
    }
    const since = new Date(Date.now() - 3 * 365 * 86_400_000).toISOString()
    const span = `from=${since}&to=${new Date().toISOString()}`
    for (const [what, query, most] of [
      ['a search that finds nothing', '/v1/batches?search=zzzz', 20],
      ['a status that none has', '/v1/batches?status=failed', 20],
      ['a search and a status', '/v1/batches?search=zzzz&status=completed', 20],
      ['usage over three years, by week', `/v1/usage?${span}&granularity=week`, 25],
      ['usage over three years, by month', `/v1/usage?${span}&granularity=month`, 25],
    ] as const) {
      const times = (await interleave([timesOf(large, query)], rounds)).map(([values = []]) => values)
      const middle = median(times.map(median))
      const budget = { text: `≤ ${most} ms`, kept: middle <= most }
      const p99 = `p99 ${median(times.map(values => quantile(values, 0.99))).toFixed(1)} ms`
      yield { what: `${what}, of ${shown(many)}`, figure: `${middle.toFixed(1)} ms`, budget, detail: p99 }
    }
  } finally {
    await Promise.all([small, large].map(({ peer, pool }) => Promise.all([pool.close(), peer.end('SIGTERM')])))
  }
}

interface Service {
  readonly peer: Peer
  readonly pool: Pool
  readonly key: string
}

async function startService(program: string, dataDir: string, home: string): Promise<Service> {
  const limits = ['--requests-per-minute', '1000000']
  const peer = startPeer({
    args: [program, 'service', '--auth', 'none', '--json', '--data-dir', dataDir, ...limits],
    home,
  })
  const facts = await peer.next()
  const key = readFileSync(String(field(facts, 'key_file')), 'utf8').trim()
  return { peer, pool: new Pool(String(field(facts, 'base_url'))), key }
}

function untilStarted(dataDir: string, start: (dataDir: string) => Promise<Service>): () => Promise<number> {
  return async () => {
    const begun = performance.now()
    const { peer, pool } = await start(dataDir)
    const taken = performance.now() - begun
    await pool.close()
    await peer.end('SIGTERM')
    return taken
  }
}

/** How long each of TIMES requests took, one after the other, in milliseconds. */
function timesOf({ pool, key }: Service, query: string): () => Promise<readonly number[]> {
  return async () => {
    const times: number[] = []
    for (let turn = 0; turn < TIMES; turn += 1) {
      const begun = performance.now()
      const { statusCode, body } = await pool.request({
        path: query,
        method: 'GET',
        headers: { authorization: `Bearer ${key}` },
      })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`${query}: ${statusCode} ${text.slice(0, 400)}`)
      times.push(performance.now() - begun)
    }
    return times
  }
}

function milliseconds(values: readonly number[]): string {
  return `${median(values).toFixed(1)} ms`
}

function shown(count: number): string {
  return count.toLocaleString('en')
}

import path from 'node:path'
import { openDatabase } from '../../src/service/store/database.ts'
import { claim } from '../../src/service/store/leases.ts'
import { heldOf, withTranslations } from '../../src/service/store/results.ts'
import { inOrder } from '../../src/service/store/slices.ts'
import { type Cluster, order, rowsOf } from '../support/cluster.ts'
import { fillServer } from './fill-server.ts'
import { type Line, median, quantile, ratioLine, type Setup } from './measure.ts'
import { ask, type Served, serve } from './served.ts'

const ROUNDS = 5
const [FEW, MANY] = [100, 1_000_000]
/** How often each request is made in a round. */
const TIMES = 60
/** A round of slow requests ends after so long, when it had so many. */
const ROUND_MS = 1500
const LEAST = 10
const WAITING = 100_000
const MOST = { most: 1.5 } as const

/** What a list is asked for; `pages`: how many pages are turned before. */
interface Asked {
  readonly what: string
  readonly query: string
  readonly pages?: number
}

const YEAR = 365 * 86_400_000

function askedAt(now: number): readonly Asked[] {
  const [from, to] = [now - YEAR / 2, now - YEAR / 4].map(at => new Date(at).toISOString())
  return [
    { what: 'the first page', query: '' },
    { what: 'the fourth page', query: '', pages: 3 },
    { what: 'a page of those before half a year', query: `created_before=${from}`, pages: 1 },
    { what: 'a span of time', query: `created_after=${from}&created_before=${to}` },
    { what: 'by status', query: 'status=completed' },
    { what: 'by a status that few have', query: 'status=failed' },
    { what: 'archived ones', query: 'archived=true' },
    { what: 'by quality', query: 'quality_tier=lite' },
    { what: 'by language', query: 'target_language=de' },
    { what: 'by a language that few have', query: 'target_language=is' },
    { what: 'by language and status', query: 'target_language=de&status=awaiting_review' },
    { what: 'a search that finds many', query: 'search=autumn' },
    { what: 'a search that finds one', query: 'search=catalogue-77-' },
    { what: 'a search that finds nothing', query: 'search=zzzz' },
    { what: 'a search and a status', query: 'search=zzzz&status=completed' },
  ]
}

/** Pages of a million translations over pages of a hundred, and a claim where a hundred thousand wait. */
export async function* lists({ root, folder, rounds = ROUNDS, size }: Setup, cluster: Cluster): AsyncGenerator<Line> {
  const [few, many] = [
    await filled({ root, folder, cluster, name: 'few' }, FEW),
    await filled({ root, folder, cluster, name: 'many' }, Math.max(FEW, Math.round(MANY * size))),
  ]
  yield { what: `${shown(many.count)} translations put into PostgreSQL`, figure: `${(many.taken / 1000).toFixed(0)} s` }
  const [small, large] = [await few.open(), await many.open()]
  try {
    for (const asked of askedAt(Date.now())) {
      const [fewer, more] = [await routeOf(small, asked), await routeOf(large, asked)]
      const times: number[][][] = []
      for (let round = 0; round <= rounds; round += 1) {
        const sides: number[][] = [[], []]
        const until = performance.now() + ROUND_MS
        for (let turn = 0; turn < TIMES && (turn < LEAST || performance.now() < until); turn += 1) {
          sides[0]?.push(await timeOf(small, fewer))
          sides[1]?.push(await timeOf(large, more))
        }
        if (round > 0) times.push(sides)
      }
      yield comparedLine(`${asked.what}, of ${shown(many.count)} over ${FEW}: p99`, times)
    }
  } finally {
    await small.end()
    await large.end()
  }
  yield await claimLine(cluster, Math.max(FEW, Math.round(WAITING * size)))
  yield await passLine(cluster, Math.max(FEW, Math.round(KEPT * size)))
}

function comparedLine(what: string, times: readonly (readonly (readonly number[])[])[]): Line {
  const of = (side: number, share: number) => times.map(sides => quantile(sides[side] ?? [], share))
  const [few, many] = [of(0, 0.99), of(1, 0.99)]
  const line = ratioLine(
    what,
    many.map((value, round) => value / (few[round] ?? Number.NaN)),
    MOST,
  )
  const [p99, p50] = [0.99, 0.5].map(share =>
    [1, 0].map(side => `${median(of(side, share)).toFixed(1)}`).join(' over '),
  )
  return { ...line, detail: `${p99} ms, ${line.detail}, p50 ${p50} ms` }
}

interface Filling {
  readonly root: string
  readonly folder: string
  readonly cluster: Cluster
  readonly name: string
}

/** A database with copies of a translation that went the whole way, and how it is served. */
async function filled({ root, folder, cluster, name }: Filling, count: number) {
  await order(cluster.url('postgres'), `create database ${name}`)
  const open = () => serve({ root, folder: path.join(folder, name), database: cluster.url(name) })
  const first = await open()
  const content = JSON.stringify({ open: 'Open the drawer.', take: 'Take a spoon, please.' })
  const instruction = 'Translate from English into German and French.'
  const { data } = await ask(first, 0, '/v1/batches', { content, filename: 'menu.json', instruction })
  const id = String(Object(Object(data).batch).id)
  await ask(first, 0, `/v1/batches/${id}/approve`, {})
  for (let status = ''; status !== 'completed'; ) {
    status = String(Object((await ask(first, 0, `/v1/batches/${id}`)).data).status)
  }
  await first.end()
  const begun = performance.now()
  await fillServer(cluster.url(name), count - 1)
  return { count, taken: performance.now() - begun, open }
}

async function routeOf(served: Served, { query, pages = 0 }: Asked): Promise<string> {
  let cursor = ''
  for (let turn = 0; turn < pages; turn += 1) {
    const { next_cursor } = await ask(served, 0, `/v1/batches?${query}${cursor}`)
    if (typeof next_cursor === 'string') cursor = `&cursor=${encodeURIComponent(next_cursor)}`
  }
  return `/v1/batches?${query}${cursor}`
}

async function timeOf(served: Served, route: string): Promise<number> {
  const begun = performance.now()
  await ask(served, 0, route)
  return performance.now() - begun
}

/** A claim of one where so many wait, over one where a hundred do. */
async function claimLine(cluster: Cluster, waiting: number): Promise<Line> {
  const times: number[][] = []
  for (const [name, count] of [
    ['few', FEW],
    ['many', waiting],
  ] as const) {
    const fresh = `select id from batches where status = 'completed' order by created_at desc limit ${count}`
    await order(
      cluster.url(name),
      `update batches set status = 'queued', phase = null, lease_until = null where id in (${fresh})`,
    )
    await order(cluster.url(name), 'vacuum analyze batches')
    const db = openDatabase(cluster.url(name))
    const taken: number[] = []
    for (let turn = 0; turn < CLAIMS; turn += 1) {
      const begun = performance.now()
      if (!(await claim(db, 'analyze', { owner: `bench-${turn}`, length: 60_000 }, Date.now)))
        throw new Error('no work')
      if (turn > 0) taken.push(performance.now() - begun)
    }
    await db.destroy()
    times.push(taken)
  }
  const [few = [], many = []] = times
  const detail = `p50 ${median(many).toFixed(1)} over ${median(few).toFixed(1)} ms`
  const line = ratioLine(`a claim with ${shown(waiting)} waiting, over ${FEW}`, [median(many) / median(few)], {
    most: 1.5,
  })
  return { ...line, detail }
}

const CLAIMS = 31
const KEPT = 5000

/** What each hourly pass does for a file that is kept: it asks whether its translations are of use, and whether its content is. */
async function passLine(cluster: Cluster, files: number): Promise<Line> {
  const kept = `select id, 'de', 'a hash', 'a text' from batches where file_blob is not null limit ${files}`
  await order(cluster.url('many'), `insert into translations (batch_id, language, source_hash, text) ${kept}`)
  const blobs = await rowsOf(
    cluster.url('many'),
    `select file_blob as it from batches where file_blob is not null limit ${files}`,
  )
  const db = openDatabase(cluster.url('many'))
  const begun = performance.now()
  await inOrder(async (after, rows) => (await withTranslations(db, after, rows)).map(({ id }) => id))
  for (let at = 0; at < blobs.length; at += 100) await heldOf(db, blobs.slice(at, at + 100))
  const taken = (performance.now() - begun) / blobs.length
  await db.destroy()
  const detail = `a million kept files take ${((taken * 1_000_000) / 60_000).toFixed(0)} min`
  return { what: 'the hourly pass, for a file that is kept', figure: `${taken.toFixed(2)} ms`, detail }
}

function shown(count: number): string {
  return count.toLocaleString('en')
}

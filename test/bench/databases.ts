import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { type Cluster, installedServer, order, rowsOf, startCluster } from '../support/cluster.ts'
import { lists } from './long-lists.ts'
import { interleave, type Line, median, type Setup, spread } from './measure.ts'
import { processorTimeOf } from './processes.ts'
import { ask, type Served, serve } from './served.ts'

const ROUNDS = 5
/** Files in a round, and callers at a time. */
const FILES = 40
const CALLERS = 8

/** As a server is run whose data must last: what is answered is on the disk. */
const LASTING = {
  ...{ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', wal_level: 'replica', max_wal_senders: '10' },
  ...{ shared_buffers: '256MB', log_min_messages: 'panic' },
}

/** The state in a file and in PostgreSQL, side by side; what a file leaves in PostgreSQL; and lists of a million translations. */
export async function* databases(setup: Setup): AsyncGenerator<Line> {
  const bin = installedServer()
  if (bin === undefined) {
    yield { what: 'PostgreSQL 15 or later is not installed: SQLite alone', figure: 'left out' }
    yield* sideBySide(setup, undefined)
    return
  }
  const cluster = await startCluster(bin, LASTING, { below: path.dirname(setup.folder) })
  try {
    yield* sideBySide(setup, cluster)
    yield* lists(setup, cluster)
  } finally {
    await cluster.end()
  }
}

/** One way to run it. */
interface Side {
  readonly name: string
  readonly served: Served
  /** The database server and the name of the database, where the state is there. */
  readonly cluster?: Cluster
  readonly database?: string
}

async function* sideBySide(setup: Setup, cluster: Cluster | undefined): AsyncGenerator<Line> {
  const { root, folder, rounds = ROUNDS, size } = setup
  const count = Math.max(CALLERS, Math.round(FILES * size))
  const sides: Side[] = []
  try {
    sides.push({ name: 'SQLite', served: await serve({ root, folder: path.join(folder, 'file') }) })
    if (cluster !== undefined) {
      for (const { name, database, ...more } of ON_SERVER) {
        await order(cluster.url('postgres'), `create database ${database}`)
        const place = { root, folder: path.join(folder, database), database: cluster.url(database) }
        sides.push({ name, served: await serve({ ...place, ...more }), cluster, database })
      }
    }
    const begun = cluster && (await leftIn(cluster, 'one'))
    const cases = sides.map(side => () => wholeWay(side, count))
    const rates = await interleave(cases, rounds)
    yield* stepLines(sides, rates)
    if (cluster === undefined || begun === undefined) return
    const files = count * (rounds + 1)
    yield* whatIsLeft(begun, await leftIn(cluster, 'one'), files)
    const stored = storedBytes(path.join(folder, 'several', 'files')) / files
    yield { what: 'bytes in the place for files, for a file', figure: stored.toFixed(0) }
  } finally {
    for (const { served } of sides) await served.end()
  }
}

const ON_SERVER = [
  { name: 'PostgreSQL', database: 'one' },
  { name: 'PostgreSQL, 2 replicas and 2 workers', database: 'several', replicas: 2, workers: 2 },
] as const

function* stepLines(sides: readonly Side[], rates: readonly (readonly Way[])[]): Generator<Line> {
  for (const [at, step] of STEPS.entries()) {
    const of = (side: number) => rates.map(ways => ways[side]?.steps[at] ?? Number.NaN)
    for (const [side, { name }] of sides.entries()) {
      const over = of(side).map((rate, round) => rate / (of(0)[round] ?? Number.NaN))
      const compared = side === 0 ? '' : `, ${median(over).toFixed(2)} × SQLite (half of the rounds ${spread(over, 2)})`
      const figure = `${median(of(side)).toFixed(0)}/s`
      yield { what: `${step}, ${name}`, figure, detail: `${CALLERS} callers${compared}` }
    }
  }
  for (const [side, { name }] of sides.entries()) {
    const of = (what: Used) => median(rates.map(ways => ways[side]?.[what] ?? Number.NaN)).toFixed(0)
    const detail = side === 0 ? '' : `and ${of('server')} ms of PostgreSQL, which writes ${of('wal')} bytes of WAL`
    yield { what: `processor time for a file, ${name}`, figure: `${of('program')} ms`, detail }
  }
  for (const [side, { name }] of sides.entries()) {
    const connections = Math.max(...rates.map(ways => ways[side]?.connections ?? 0))
    if (connections > 0) yield { what: `connections to the server, ${name}`, figure: String(connections) }
  }
}

type Used = 'program' | 'server' | 'wal'

const STEPS = ['create and analyse', 'plan', 'approve', 'complete'] as const

interface Way {
  /** Files a second, by step. */
  readonly steps: readonly number[]
  /** Milliseconds of processor time for a file. */
  readonly program: number
  readonly server: number
  /** Bytes of PostgreSQL's log for a file. */
  readonly wal: number
  /** To the database server, at the end. */
  readonly connections: number
}

/** So many files from their creation to their completion, a step after the other. */
async function wholeWay({ served, cluster, database }: Side, count: number): Promise<Way> {
  const before = await usedBy(served, cluster)
  const ids: string[] = []
  const steps: number[] = []
  let begun = performance.now()
  const done = () => {
    steps.push((count * 1000) / (performance.now() - begun))
  }
  await inParallel(count, async turn => {
    const { data } = await ask(served, turn, '/v1/batches', { content: fileOf(turn), filename: `menu-${turn}.json` })
    ids[turn] = String(Object(Object(data).batch).id)
  })
  done()
  begun = performance.now()
  const instruction = 'Translate from English into German.'
  await inParallel(count, turn => ask(served, turn, `/v1/batches/${ids[turn]}/plan`, { instruction }))
  done()
  begun = performance.now()
  await inParallel(count, turn => ask(served, turn, `/v1/batches/${ids[turn]}/approve`, {}))
  done()
  for (;;) {
    const { data } = await ask(served, 0, '/v1/batches?status=translating&limit=1')
    if (Array.isArray(data) && data.length === 0) break
  }
  done()
  const { data } = await ask(served, 0, '/v1/batches?status=failed&limit=1')
  if (!Array.isArray(data) || data.length > 0) throw new Error('a translation failed')
  const after = await usedBy(served, cluster)
  const each = (what: Used) => (after[what] - before[what]) / count
  const connections = cluster === undefined ? 0 : await connectionsTo(cluster, database ?? '')
  return { steps, program: each('program'), server: each('server'), wal: each('wal'), connections }
}

async function connectionsTo(cluster: Cluster, name: string): Promise<number> {
  const query = `select count(*) as it from pg_stat_activity where datname = '${name}'`
  return Number((await rowsOf(cluster.url('postgres'), query))[0])
}

async function usedBy(served: Served, cluster: Cluster | undefined) {
  const program = served.processorTime()
  if (cluster === undefined) return { program, server: 0, wal: 0 }
  const [wal] = await rowsOf(cluster.url('postgres'), "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as it")
  return { program, server: timeOfServer(cluster), wal: Number(wal) }
}

/** Milliseconds of processor time of the server: its process, those that it has now, and those that ended. */
function timeOfServer({ data }: Cluster): number {
  const [first] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = Number(first)
  const children = readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? usedByChild(name, postmaster) : []))
  const [, , , , , , , , , , , , , ended = 0, endedInSystem = 0] = statOf(postmaster)
  return (
    children.reduce((sum, used) => sum + used, processorTimeOf(postmaster)) +
    (Number(ended) + Number(endedInSystem)) * 10
  )
}

/** What a child of this process has used, or nothing where it is another's or has ended while it was looked for. */
function usedByChild(pid: string, parent: number): number[] {
  try {
    return Number(statOf(pid)[1]) === parent ? [processorTimeOf(Number(pid))] : []
  } catch {
    return []
  }
}

function statOf(pid: string | number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
}

function storedBytes(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return entries.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0)
}

let made = 0

/** A file like no other: 30 texts of 12 words. */
function fileOf(turn: number): string {
  made += 1
  const texts = Array.from({ length: 30 }, (_, at) => [
    `menu.${at}`,
    `Text ${at} of menu ${turn} of ${made}: open the drawer, take a spoon.`,
  ])
  return JSON.stringify(Object.fromEntries(texts))
}

async function inParallel(count: number, work: (turn: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const caller = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
}

/** What PostgreSQL counts of a database. */
interface Left {
  readonly bytes: number
  readonly inserted: number
  readonly changed: number
  readonly transactions: number
}

const COUNTED = `select json_build_object(
  'bytes', pg_database_size(datname), 'inserted', tup_inserted,
  'changed', tup_updated + tup_deleted, 'transactions', xact_commit)::text as it from pg_stat_database where datname = `

async function leftIn(cluster: Cluster, name: string): Promise<Left> {
  const [found = '{}'] = await rowsOf(cluster.url('postgres'), `${COUNTED}'${name}'`)
  return JSON.parse(found)
}

function* whatIsLeft(before: Left, after: Left, files: number): Generator<Line> {
  for (const [what, name, digits] of WHAT_IS_LEFT) {
    const each = (after[name] - before[name]) / files
    yield { what: `${what}, for a file of 30 texts`, figure: each.toFixed(digits) }
  }
}

const WHAT_IS_LEFT = [
  ['rows added', 'inserted', 0],
  ['rows changed or removed', 'changed', 0],
  ['transactions', 'transactions', 0],
  ['bytes of tables and indices', 'bytes', 0],
] as const

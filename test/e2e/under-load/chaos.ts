/** What goes wrong, in an order that a seed gives. */
import { setTimeout } from 'node:timers/promises'
import { order, rowsOf } from '../../support/cluster.ts'
import type { Kept } from './processes.ts'
import type { Site } from './site.ts'

export interface Plan {
  readonly seed: number
  readonly kills: number
  /** How long it is from one kill to the next, on the average; how long the store is away, and the worker. In milliseconds. */
  readonly every_ms: number
  readonly store_ms: number
  readonly cut_ms: number
}

export interface Wrought {
  /** Kills by whose they were. */
  readonly kills: Map<string, number>
  /** What happened beside them, and how many seconds after the beginning. */
  readonly events: string[]
}

/** The same numbers from 0 to below 1 for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'translation-mcp%'`

/** How long a worker alone may take to begin something, in milliseconds. */
const CLAIMING_MS = 30_000
/** Claims hold so long from when they are made or renewed. */
const LEASE_MS = 15_000

/** Batches that were claimed, or whose claims were renewed, since a moment: as soon as there is one, and none after `most_ms`. */
async function claimedSince(database: string, since: number, most_ms: number): Promise<readonly string[]> {
  const made = `select id as it from batches where lease_owner is not null and lease_until > ${since + LEASE_MS}`
  while (Date.now() < since + most_ms) {
    const rows: readonly string[] = await rowsOf(database, made).catch(() => [])
    if (rows.length > 0) return rows
    await setTimeout(50)
  }
  return []
}

/** Does all of it, and resolves when everything is back. */
export async function wreak(site: Site, plan: Plan): Promise<Wrought> {
  const random = randomFrom(plan.seed)
  const began = Date.now()
  const kills = new Map<string, number>()
  const events: string[] = []
  const spared = new Set<string>()
  const note = (what: string) => {
    events.push(`${((Date.now() - began) / 1000).toFixed(0)} s: ${what}`)
    process.stdout.write(`${events.at(-1)}\n`)
  }
  const { cluster, bucket, apart } = site

  const faults: readonly (readonly [number, () => Promise<void>])[] = [
    [0.1, () => cutConnections()],
    [0.2, () => restart()],
    [0.35, () => storeAway()],
    [0.55, () => workerApart()],
    [0.75, () => restart('at once')],
    [0.9, () => cutConnections()],
  ]
  async function cutConnections(): Promise<void> {
    await order(cluster.url('postgres'), CONNECTIONS)
    note('all connections with PostgreSQL were cut')
  }
  async function restart(how?: 'at once'): Promise<void> {
    await cluster.stop(how)
    await setTimeout(1000 + random() * 2000)
    await cluster.start()
    note(`PostgreSQL was restarted${how === undefined ? '' : ', as after a crash'}`)
  }
  async function storeAway(): Promise<void> {
    await bucket.kill()
    note('the store went away')
    await setTimeout(plan.store_ms)
    await bucket.start()
    note('the store came back')
  }
  /** In the middle of its work: the other workers are killed and stay away until it has some, so what is claimed then is its own. */
  async function workerApart(): Promise<void> {
    spared.add(apart.name)
    await apart.ready()
    const others = site.workers.filter(one => one !== apart)
    const releases = await Promise.all(others.map(one => one.hold()))
    const held = await claimedSince(site.database, Date.now(), CLAIMING_MS)
    site.cut(true)
    for (const release of releases) release()
    note(`${apart.name} was cut off from ${held.length} jobs`)
    await setTimeout(plan.cut_ms)
    const left = await among(held, `lease_owner is null or lease_until > ${Date.now()}`)
    site.cut(false)
    note(`${apart.name} was healed, when ${left.length} of them had been taken over`)
    await setTimeout(plan.every_ms * 2)
    spared.delete(apart.name)
  }
  const among = async (ids: readonly string[], condition: string) => {
    const rows: readonly string[] = await rowsOf(site.database, `select id as it from batches where ${condition}`)
    return ids.filter(id => rows.includes(id))
  }
  let done = 0
  async function strike(one: Kept): Promise<void> {
    if (!(await one.kill())) return
    kills.set(one.name, (kills.get(one.name) ?? 0) + 1)
    done += 1
  }

  const under: Promise<void>[] = []
  const ahead = [...faults]
  const all = [...site.replicas, ...site.workers]
  while (done < plan.kills) {
    await setTimeout(plan.every_ms * (0.5 + random()))
    const [next] = ahead
    if (next !== undefined && plan.kills * next[0] <= done) {
      ahead.shift()
      under.push(next[1]())
    }
    const one = all[Math.floor(random() * all.length)]
    if (one !== undefined && !spared.has(one.name)) await strike(one)
  }
  await Promise.all(under)
  return { kills, events }
}

import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Pool } from 'undici'
import { field, type Peer, processorTimeOf, startPeer } from './processes.ts'

/** Services of the built program on one state, under one key, with the processes that work for them. */
export interface Served {
  readonly pools: readonly Pool[]
  readonly key: string
  /** Milliseconds of processor time that all of its processes have used. */
  processorTime(): number
  end(): Promise<void>
}

/** What is started; a folder is made for each process. */
export interface Serving {
  readonly root: string
  readonly folder: string
  /** The PostgreSQL database of the state; without it, the first process has a file. */
  readonly database?: string
  /** How many processes serve, and how many only work; without the latter, the former do. */
  readonly replicas?: number
  readonly workers?: number
}

const LIMITS = ['--requests-per-minute', '1000000', '--seed-credits', '1000000000']
const SECRET = 'shared-secret-of-the-processes-of-the-bench-0123456789'

export async function serve({ root, folder, database, replicas = 1, workers = 0 }: Serving): Promise<Served> {
  const files = path.join(folder, 'files')
  const shared = replicas + workers > 1
  const env = {
    TRANSLATION_ENGINE: 'pseudo',
    ...(database !== undefined && { TRANSLATION_DATABASE_URL: database }),
    ...(shared && { TRANSLATION_STATE_SECRET: SECRET, TRANSLATION_FILES_URL: `file://${files}` }),
  }
  mkdirSync(files, { recursive: true, mode: 0o700 })
  const start = (command: readonly string[], name: string) => {
    const home = path.join(folder, name)
    mkdirSync(home, { recursive: true, mode: 0o700 })
    const args = [path.join(root, 'dist', 'main.js'), ...command, '--data-dir', path.join(home, 'data')]
    return startPeer({ args, home, env })
  }
  const command = ['service', '--auth', 'none', '--json', ...LIMITS, ...(workers > 0 ? ['--workers', '0'] : [])]
  const peers: Peer[] = []
  const pools: Pool[] = []
  const end = async () => {
    await Promise.all(pools.map(pool => pool.close()))
    await Promise.all(peers.map(peer => peer.end('SIGTERM')))
  }
  const begin = (words: readonly string[], name: string) => {
    const peer = start(words, name)
    peers.push(peer)
    return peer.next()
  }
  let key = ''
  try {
    // One after the other: the first makes the tables.
    for (let number = 0; number < replicas; number += 1) {
      const facts = await begin(command, `service-${number}`)
      pools.push(new Pool(String(field(facts, 'base_url')), { connections: 32 }))
      key ||= readFileSync(String(field(facts, 'key_file')), 'utf8').trim()
    }
    for (let number = 0; number < workers; number += 1) {
      await begin(['worker', '--json'], `worker-${number}`)
    }
  } catch (error) {
    await end()
    throw error
  }
  return { pools, key, processorTime: () => peers.reduce((sum, { pid }) => sum + processorTimeOf(pid), 0), end }
}

/** One request to one of the services; its answer has to be good. */
export async function ask(
  { pools, key }: Served,
  turn: number,
  route: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const pool = pools[turn % pools.length]
  if (pool === undefined) throw new Error('nothing serves')
  const answer = await pool.request({
    path: route,
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`${route}: ${answer.statusCode} ${text.slice(0, 400)}`)
  return Object(JSON.parse(text))
}

/** A throw-away PostgreSQL cluster, made from the binaries that are installed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

export interface Cluster {
  readonly port: number
  /** The folder of its files. */
  readonly data: string
  /** The address of one of its databases; the user may do everything. */
  url(name: string): string
  /** Stops the server as a restart does: connections are ended. `at once` leaves the next start to recover, as after a crash. */
  stop(how?: 'at once'): Promise<void>
  /** Starts it again, on the same port. */
  start(): Promise<void>
  /** Stops it and removes its files. */
  end(): Promise<void>
}

/** The password of the user. Nothing checks it: it is there to be looked for where no password may be. */
export const PASSWORD = 'kd83hfw0-pg-secret'
const INSTALLED = '/usr/lib/postgresql'
const MEMORY = '/dev/shm'
const ENOUGH = 3 * 1024 ** 3

/** The folder of the newest installed server of version 15 or later; undefined where there is none. */
export function installedServer(): string | undefined {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).map(Number) : []
  const folders = versions.filter(version => version >= 15).sort((a, b) => b - a)
  return folders.map(version => join(INSTALLED, String(version), 'bin')).find(bin => existsSync(join(bin, 'initdb')))
}

/** Nothing of it survives a power cut, so nothing waits for a disk. */
const QUICK = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' },
  ...{ max_connections: '400', shared_buffers: '128MB', max_wal_size: '4GB', autovacuum_naptime: '10s', jit: 'off' },
  ...{ listen_addresses: '127.0.0.1', log_min_messages: 'fatal', log_min_error_statement: 'panic' },
}

/**
 * Makes and starts a cluster, with `more` settings of the server, `from` a base backup where one is named, in a folder `below` another: without
 * it, in memory where that has room. Its server refuses to run as root: it gets the user `postgres`, or else `nobody`.
 */
export async function startCluster(
  bin: string,
  more: Readonly<Record<string, string>> = {},
  { from, below = roomy() }: { readonly from?: string; readonly below?: string } = {},
): Promise<Cluster> {
  const folder = mkdtempSync(join(below, 'cluster-'))
  const user = process.getuid?.() === 0 ? other() : undefined
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  if (from === undefined) {
    const initial = ['-D', data, '-U', 'keeper', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
    execFileSync(join(bin, 'initdb'), initial, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  } else {
    cpSync(from, data, { recursive: true })
    if (user !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, data])
  }
  const port = await keptPort()
  const url = (name: string) => `postgres://keeper:${PASSWORD}@127.0.0.1:${port}/${name}`
  const settings = Object.entries({ ...QUICK, port: String(port), unix_socket_directories: folder, ...more })
  const args = ['-D', data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  let server: ChildProcess | undefined
  const stop = async (how?: 'at once') => {
    if (server === undefined || server.exitCode !== null) return
    const gone = once(server, 'exit')
    server.kill(how === undefined ? 'SIGINT' : 'SIGQUIT')
    await gone
  }
  const start = async () => {
    server = spawn(join(bin, 'postgres'), args, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    await answers(url('postgres'))
  }
  const end = async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  await start()
  return { port, data, url, stop, start, end }
}

function roomy(): string {
  const { bavail, bsize } = existsSync(MEMORY) ? statfsSync(MEMORY) : { bavail: 0, bsize: 0 }
  return bavail * bsize > ENOUGH ? MEMORY : tmpdir()
}

function other(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (what: string) => Number(execFileSync('id', [what, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // There is no such user.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody.')
}

/** A free port that no outgoing connection takes while the server is away. */
export async function keptPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const server = createServer().listen(port, '127.0.0.1')
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (free) return port
  }
}

/** Waits until the server takes connections: it has ten seconds. */
async function answers(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await order(url, 'select 1')
    } catch (error) {
      if (tries === 100) throw error
      await setTimeout(100)
    }
  }
}

/** Carries out one statement on a connection of its own. */
export async function order(url: string, statement: string): Promise<void> {
  await rowsOf(url, statement)
}

/** The column `it` of what a query gives. */
export async function rowsOf(connectionString: string, query: string): Promise<string[]> {
  const { Client } = (await import('pg')).default
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ it: string }>(query)
    return rows.map(({ it }) => it)
  } finally {
    await client.end()
  }
}

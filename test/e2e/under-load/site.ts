/** Three replicas and three workers of the built program, on one PostgreSQL server and one bucket; the last worker is in a network of its own. */
import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { SCOPE_NAMES } from '../../../src/contract/scopes.ts'
import { inviteMember, setMemberPassword } from '../../../src/service/admin/members.ts'
import { createWorkspace } from '../../../src/service/admin/workspaces.ts'
import { afterFile } from '../../support/after-file.ts'
import { type BucketServer, KNOWN, startBucket } from '../../support/bucket.ts'
import { type Cluster, installedServer, keptPort, order, startCluster } from '../../support/cluster.ts'
import { type Balancer, SHARED, startBalancer } from '../../support/replicas.ts'
import { PASSWORD } from '../../support/sign-in.ts'
import { temporaryFolder } from '../../support/world.ts'
import { type Kept, keep, type Noted } from './processes.ts'

export interface Site {
  readonly cluster: Cluster
  readonly bucket: BucketServer
  readonly balancer: Balancer
  /** The address of the database. */
  readonly database: string
  readonly replicas: readonly Kept[]
  readonly workers: readonly Kept[]
  /** The one of the workers that `cut` cuts off. */
  readonly apart: Kept
  readonly noted: Noted
  /** Takes the cable of that worker out, or puts it back. */
  cut(isCut: boolean): void
  /** Ends all processes of the program. */
  end(): Promise<void>
}

/** What each workspace begins with. */
export const CREDITS = 50_000_000
const WORKSPACES = ['local', 'second'] as const

const NETWORK = `soak${process.pid}`
const [OURS, THEIRS] = [`so${process.pid}a`, `so${process.pid}b`]
const HOST = '10.213.77.1'
const GUEST = '10.213.77.2'

/** A network with a cable to this one, and nothing else. Needs root. */
function makeNetwork(): void {
  const ip = (...words: string[]) => execFileSync('ip', words)
  ip('netns', 'add', NETWORK)
  // With the network its end of the cable goes, and with that ours.
  afterFile(() => ip('netns', 'delete', NETWORK))
  ip('link', 'add', OURS, 'type', 'veth', 'peer', 'name', THEIRS, 'netns', NETWORK)
  ip('address', 'add', `${HOST}/30`, 'dev', OURS)
  ip('link', 'set', OURS, 'up')
  ip('-n', NETWORK, 'address', 'add', `${GUEST}/30`, 'dev', THEIRS)
  ip('-n', NETWORK, 'link', 'set', THEIRS, 'up')
  ip('-n', NETWORK, 'link', 'set', 'lo', 'up')
}

/** What comes to a port of that cable goes on to the same port of this machine. */
async function passOn(port: number): Promise<void> {
  const server = createServer(from => {
    const to = connect(port, '127.0.0.1')
    from.pipe(to).pipe(from)
    for (const [one, other] of [[from, to] as const, [to, from] as const]) one.on('error', () => other.destroy())
  })
  await new Promise<void>(done => server.listen(port, HOST, done))
  afterFile(() => void server.close())
}

async function startServer(): Promise<Cluster> {
  const bin = installedServer()
  if (bin === undefined) throw new Error('PostgreSQL 15 or later is not installed.')
  // What was acknowledged must be there after a stop at once: the machine itself does not fail here.
  const cluster = await startCluster(bin, { synchronous_commit: 'on', listen_addresses: `127.0.0.1,${HOST}` })
  afterFile(() => cluster.end())
  appendFileSync(join(cluster.data, 'pg_hba.conf'), `host all all ${GUEST}/32 trust\n`)
  await order(cluster.url('postgres'), 'select pg_reload_conf()')
  await order(cluster.url('postgres'), 'create database load template template0')
  return cluster
}

/** Starts all of it. `members` are made, in turn in each workspace. */
export async function startSite(members: readonly string[]): Promise<Site> {
  makeNetwork()
  const [cluster, balancer, port] = [await startServer(), await startBalancer(), await keptPort()]
  const bucket = await startBucket(port)
  await passOn(port)
  const database = cluster.url('load')
  const env = {
    ...{ TRANSLATION_DATABASE_URL: database, TRANSLATION_STATE_SECRET: SHARED, TRANSLATION_ENGINE: 'pseudo' },
    ...{ TRANSLATION_FILES_URL: 's3://files/load', TRANSLATION_FILES_ENDPOINT: bucket.endpoint },
    ...{ TRANSLATION_FILES_PATH_STYLE: 'on', TRANSLATION_SEED_CREDITS: String(CREDITS), ...KNOWN },
    ...{ TRANSLATION_MONTHLY_CREDITS: '0', TRANSLATION_REQUESTS_PER_MINUTE: '100000', TRANSLATION_LOG_LEVEL: 'warn' },
  }
  const there = (address: string) => address.replace('127.0.0.1', HOST)
  const apart = {
    ...env,
    TRANSLATION_DATABASE_URL: there(database),
    TRANSLATION_FILES_ENDPOINT: there(bucket.endpoint),
  }
  await makeMembers({ database, bucket, members })
  const noted: Noted = { fell: [], logged: new Map() }
  const replicas: Kept[] = []
  for (const name of ['replica 1', 'replica 2', 'replica 3']) {
    const port = await keptPort()
    const args = ['http', '--json', '--workers', '0', '--port', String(port), '--public-url', balancer.origin]
    replicas.push(keep({ name, args, env }, noted))
    balancer.behind.push(`http://127.0.0.1:${port}`)
  }
  const args = ['worker', '--json', '--workers', '1']
  const inside = ['ip', 'netns', 'exec', NETWORK]
  const last = keep({ name: 'worker 3', args, env: apart, inside }, noted)
  const workers = [keep({ name: 'worker 1', args, env }, noted), keep({ name: 'worker 2', args, env }, noted), last]
  const all = [...replicas, ...workers]
  const end = async () => void (await Promise.all(all.map(one => one.end())))
  afterFile(end)
  await Promise.all(all.map(one => one.ready()))
  const cut = (isCut: boolean) => void execFileSync('ip', ['link', 'set', OURS, isCut ? 'down' : 'up'])
  return { cluster, bucket, balancer, database, replicas, workers, apart: last, noted, cut, end }
}

async function makeMembers({
  database,
  bucket,
  members,
}: Pick<Site, 'database' | 'bucket'> & { readonly members: readonly string[] }): Promise<void> {
  const settings = { database_url: database, state_secret: SHARED, seed_credits: CREDITS, monthly_credits: 0 }
  const options = { dataDir: join(temporaryFolder(), 'admin'), settings: { ...settings, ...bucket.settings('load') } }
  const [first, second] = WORKSPACES
  await inviteMember(options, { name: 'nobody' })
  await createWorkspace(options, { name: second })
  for (const [at, name] of members.entries()) {
    const workspace = at % 2 === 0 ? first : second
    await inviteMember({ ...options, workspace }, { name, scopes: SCOPE_NAMES })
    await setMemberPassword({ ...options, workspace }, name, PASSWORD)
  }
}

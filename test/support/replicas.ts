/** Several processes of the built program behind one address, on one database of PostgreSQL. Each has a data folder of its own. */
import { createHash } from 'node:crypto'
import { mkdirSync, symlinkSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, inject } from 'vitest'
import { SCOPE_NAMES } from '../../src/contract/scopes.ts'
import { inviteMember, setMemberPassword } from '../../src/service/admin/members.ts'
import { afterFile } from './after-file.ts'
import { Browser } from './browser.ts'
import { order } from './cluster.ts'
import { dataDirIn, makePlace, type Place, type Running, startProgram } from './program.ts'
import { PASSWORD } from './sign-in.ts'
import { temporaryFolder } from './world.ts'

/** The secret of the tests' replicas. */
export const SHARED = 'shared-secret-of-the-replicas-of-the-tests-0123456789'

/**
 * The one address. Each request goes to the next replica in turn, or to the one that `to` names. One that takes no connection is passed
 * over, as by a proxy. What a client of 2025 sends with one token goes to one replica as long as that answers, as its session is there.
 */
export interface Balancer {
  readonly origin: string
  /** Where requests go: the address of one replica, or undefined for turns. */
  to: string | undefined
  /** The replicas. */
  readonly behind: string[]
}

export async function startBalancer(): Promise<Balancer> {
  const behind: string[] = []
  let turn = 0
  const inTurn = () => {
    turn = (turn + 1) % Math.max(1, behind.length)
    return [...behind.slice(turn), ...behind.slice(0, turn)]
  }
  const server = createServer(async (incoming, answer) => {
    const body = await buffer(incoming).catch(() => undefined)
    if (body === undefined) return
    const session = sessionOf(incoming.headers)
    const order = session === undefined ? inTurn() : byAffinity(behind, session)
    pass({ incoming, answer, body }, balancer.to === undefined ? order : [balancer.to])
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port }: Partial<AddressInfo> = Object(server.address())
  const balancer: Balancer = { origin: `http://127.0.0.1:${port}`, to: undefined, behind }
  return balancer
}

/** What the requests of a client of 2025 have in common; undefined for all others, whose requests stand alone. */
function sessionOf(headers: IncomingHttpHeaders): string | undefined {
  return 'mcp-method' in headers ? undefined : headers.authorization
}

/** The replicas in an order of its own for each name, which stays the same for the others when one goes. */
function byAffinity(behind: readonly string[], name: string): string[] {
  const weight = (one: string) => createHash('sha256').update(`${one} ${name}`).digest('hex')
  return [...behind].sort((a, b) => (weight(a) < weight(b) ? -1 : 1))
}

interface Passing {
  readonly incoming: IncomingMessage
  readonly answer: ServerResponse
  readonly body: Buffer
}

function pass(passing: Passing, [to, ...others]: readonly string[]): void {
  const { incoming, answer, body } = passing
  if (to === undefined) return void answer.writeHead(502).end()
  const { method, url: path, headers } = incoming
  const { hostname, port } = new URL(to)
  const outgoing = request({ hostname, port, method, path, headers, agent: false }, from => {
    answer.writeHead(from.statusCode ?? 502, from.headers)
    from.pipe(answer)
    from.once('error', () => answer.destroy())
  })
  outgoing.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') return pass(passing, others)
    return void (answer.headersSent ? answer.destroy() : answer.writeHead(502).end())
  })
  answer.once('close', () => outgoing.destroy())
  outgoing.end(body)
}

/** A new and empty database, where the suites run on PostgreSQL. */
export async function newDatabase(): Promise<string> {
  const cluster = inject('cluster')
  const name = `r_${createHash('sha256').update(temporaryFolder()).digest('hex').slice(0, 24)}`
  await order(cluster, `create database ${name} template template0`)
  afterFile(() => order(cluster, `drop database if exists ${name} with (force)`))
  return cluster.replace(/postgres$/, name)
}

/** A process on a database. */
export interface Replica extends Running {
  readonly place: Place
  /** Its own address. */
  readonly origin: string
}

export interface ReplicaOptions {
  readonly database: string
  readonly secret?: string | undefined
  readonly previous?: string
  readonly balancer?: Balancer
  /** The folder of contents that the replicas have in common. */
  readonly files?: string
  readonly place?: Place
  readonly env?: Readonly<Record<string, string>>
  /** What is started, with its flags; default: `http`. */
  readonly args?: readonly [command: string, ...flags: string[]]
}

/** Its own empty data folder; only the contents of files are in a folder that all have. */
export function placeWith(files: string): Place {
  const place = makePlace()
  mkdirSync(dataDirIn(place), { recursive: true, mode: 0o700 })
  symlinkSync(files, join(dataDirIn(place), 'files'))
  return place
}

/** Starts a process, without waiting for it. */
export function launch({
  database,
  secret,
  previous,
  balancer,
  place = makePlace(),
  ...options
}: ReplicaOptions): Running {
  const { args = ['http'], env } = options
  const at = balancer === undefined ? [] : ['--public-url', balancer.origin]
  return startProgram([...args, '--json', ...at], {
    place,
    env: {
      ...{ TRANSLATION_DATABASE_URL: database, TRANSLATION_ENGINE: 'pseudo' },
      ...(secret !== undefined && { TRANSLATION_STATE_SECRET: secret }),
      ...(previous !== undefined && { TRANSLATION_STATE_SECRET_PREVIOUS: previous }),
      ...env,
    },
  })
}

/** Starts a server on a port of its own, behind the balancer. */
export async function startReplica(options: ReplicaOptions & { readonly balancer: Balancer }): Promise<Replica> {
  const port = await freePort()
  const place = options.place ?? placeWith(options.files ?? temporaryFolder())
  const running = launch({ ...options, place, env: { ...options.env, TRANSLATION_PORT: String(port) } })
  await begun(running)
  const origin = `http://127.0.0.1:${port}`
  options.balancer.behind.push(origin)
  return { ...running, place, origin }
}

/** Starts `worker` with a data folder of its own. */
export async function startWorker(options: Omit<ReplicaOptions, 'balancer'>): Promise<Running> {
  const running = launch({ args: ['worker'], ...options })
  await begun(running)
  return running
}

/** A program that serves or works says so in a line; one that cannot ends. */
async function begun({ heard, ended }: Running): Promise<void> {
  const failed = ended.then(({ stderr }) => Promise.reject(new Error(`It ended: ${stderr}`)))
  failed.catch(() => undefined)
  await Promise.race([heard('\n', 'stdout'), failed])
}

/** How the commands of an operator open the state that replicas share. */
export function operating(database: string, { place }: Pick<Replica, 'place'>) {
  return { dataDir: dataDirIn(place), settings: { database_url: database, state_secret: SHARED } }
}

/** Adds a member with a password, by one of the replicas. */
export async function addMember(database: string, replica: Replica, name: string): Promise<void> {
  const options = operating(database, replica)
  await inviteMember(options, { name, scopes: SCOPE_NAMES })
  await setMemberPassword(options, name, PASSWORD)
}

/** Answers what waits for ada on her page. */
export async function answerOnPage(origin: string, answer: 'yes' | 'no'): Promise<void> {
  const browser = new Browser()
  const form = await browser.go(`${origin}/approvals`)
  const page = await browser.submit(form, '/sign-in?to=%2Fapprovals', { name: 'ada', password: PASSWORD })
  const ids = [...page.html.matchAll(/name="id" value="([^"]+)"/g)].map(([, id = '']) => id)
  expect(ids, page.html).not.toEqual([])
  await browser.submit(page, '/approvals/answer', { id: ids[0] ?? '', answer })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port = 0 }: Partial<AddressInfo> = Object(server.address())
  await new Promise<void>(done => server.close(() => done()))
  return port
}

import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

/** A request as it arrived, whole. */
export interface Seen {
  method: string
  /** Path and query. */
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** The port it came from, which tells connections apart. */
  port: number
  /** Settles when the answer has gone out, or the client has gone away. */
  over: Promise<void>
}

/** An answer; an object is sent as JSON. */
export interface Told {
  status: number
  headers?: Record<string, string>
  /** Set-Cookie, the one header that may come several times. */
  cookies?: string[]
  body?: string | Uint8Array | object
}

/** What happens to one request. */
export type Fault =
  /** It goes through as if nothing stood between. */
  | { kind: 'pass' }
  /** This answer comes instead; what is behind never sees the request. */
  | ({ kind: 'answer' } & Told)
  /** The connection is reset; what is behind never sees the request. */
  | { kind: 'reset' }
  /** What is behind does its work, but the connection is reset instead of its answer. */
  | { kind: 'lose' }
  /** What is behind does its work, but this answer comes instead of its own. */
  | ({ kind: 'replace' } & Told)
  /** What is behind does its work, and its answer is packed on the way, though nobody asked for that. */
  | { kind: 'pack' }
  /** The connection breaks after so many bytes of the answer's body. */
  | { kind: 'cut'; after: number }
  /** The answer stops after so many bytes of its body, and the connection stays. */
  | { kind: 'stall'; after: number }
  /** The answer comes whole, in so many pieces, each after the one before has gone out, with pauses of so many milliseconds. */
  | { kind: 'trickle'; pieces: number; pause_ms: number }
  /** No answer ever. */
  | { kind: 'hang' }
  /** These bytes come instead of HTTP. */
  | { kind: 'rubbish'; bytes: string }

/** Stands between a client and what is behind, and does what the script says. */
export interface Faults {
  readonly url: string
  /** Requests in the order they arrived. */
  readonly seen: readonly Seen[]
  /** One fault a request, in order; later requests pass. */
  script(...faults: Fault[]): void
  /** The same fault for every request that is meant, before the script, until it is called off by the function it gives. */
  always(fault: Fault, meant: (seen: Seen) => boolean): () => void
  /** Settles when so many requests have arrived in all. */
  arrived(count: number): Promise<void>
  /** Settles when what a fault does at first has been done for so many requests in all: nothing, or its first bytes are out. */
  begun(count: number): Promise<void>
  close(): Promise<void>
}

type Behind = (seen: Seen) => Told | Promise<Told>

/** Starts a fault injector on loopback. Behind it stands a server at an address, or a function that answers. */
export async function startFaults(behind: string | Behind): Promise<Faults> {
  const ask: Behind = typeof behind === 'string' ? seen => forward(behind, seen) : behind
  const seen: Seen[] = []
  const script: Fault[] = []
  const rules = new Set<{ fault: Fault; meant: (seen: Seen) => boolean }>()
  const arrivals = counter()
  const beginnings = counter()
  const server = createServer(async (incoming, outgoing) => {
    const over = new Promise<void>(done => outgoing.once('close', () => done()))
    const one = await readRequest(incoming, over)
    if (one === null) return
    seen.push(one)
    const rule = [...rules].find(({ meant }) => meant(one))
    const fault = rule?.fault ?? script.shift() ?? { kind: 'pass' }
    arrivals.one()
    await play(fault, one, ask, outgoing, beginnings.one)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    seen,
    script: (...faults) => void script.push(...faults),
    always(fault, meant) {
      const rule = { fault, meant }
      rules.add(rule)
      return () => void rules.delete(rule)
    },
    arrived: arrivals.reach,
    begun: beginnings.reach,
    close: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** Counts, and settles what waits for a number. */
function counter() {
  let all = 0
  const waiting: { count: number; done: () => void }[] = []
  return {
    one(): void {
      all += 1
      for (const { count, done } of waiting) if (all >= count) done()
    },
    reach: (count: number): Promise<void> =>
      new Promise(done => (all >= count ? done() : void waiting.push({ count, done }))),
  }
}

/** `begun` is called once, when the first bytes are out, or none will come. */
async function play(fault: Fault, one: Seen, ask: Behind, outgoing: ServerResponse, begun: () => void): Promise<void> {
  if (fault.kind === 'stall') return begin(await ask(one), fault.after, outgoing, begun)
  if (fault.kind === 'trickle') return trickle(await ask(one), fault, outgoing, begun)
  await playAtOnce(fault, one, ask, outgoing)
  begun()
}

type Slow = Extract<Fault, { kind: 'stall' | 'trickle' }>

async function playAtOnce(
  fault: Exclude<Fault, Slow>,
  one: Seen,
  ask: Behind,
  outgoing: ServerResponse,
): Promise<void> {
  switch (fault.kind) {
    case 'pass':
      return tell(await ask(one), outgoing)
    case 'answer':
      return tell(fault, outgoing)
    case 'reset':
      return void outgoing.socket?.resetAndDestroy()
    case 'lose':
      await ask(one)
      return void outgoing.socket?.resetAndDestroy()
    case 'replace':
      await ask(one)
      return tell(fault, outgoing)
    case 'pack':
      return tell(packed(await ask(one)), outgoing)
    case 'cut':
      return begin(await ask(one), fault.after, outgoing, () => outgoing.socket?.destroySoon())
    case 'hang':
      return
    case 'rubbish':
      return void outgoing.socket?.end(fault.bytes)
  }
}

function tell(told: Told, outgoing: ServerResponse): void {
  const bytes = bytesOf(told.body)
  outgoing.writeHead(told.status, { ...headersOf(told), 'content-length': bytes.length }).end(bytes)
}

function packed(told: Told): Told {
  const { 'content-length': _, ...headers } = headersOf(told)
  const kept = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  return { ...told, headers: { ...kept, 'content-encoding': 'gzip' }, body: gzipSync(bytesOf(told.body)) }
}

/** Announces the whole body and sends its first bytes. */
function begin(told: Told, length: number, outgoing: ServerResponse, then: () => void): void {
  const bytes = bytesOf(told.body)
  outgoing.writeHead(told.status, { ...headersOf(told), 'content-length': bytes.length })
  outgoing.write(bytes.subarray(0, length), then)
}

/** Announces the whole body and sends it piece by piece, for as long as somebody listens. */
async function trickle(
  told: Told,
  { pieces, pause_ms }: { pieces: number; pause_ms: number },
  outgoing: ServerResponse,
  begun: () => void,
) {
  const bytes = bytesOf(told.body)
  const length = Math.ceil(bytes.length / pieces)
  outgoing.writeHead(told.status, { ...headersOf(told), 'content-length': bytes.length })
  for (let at = 0; at < bytes.length && !outgoing.destroyed; at += length) {
    await wait(pause_ms)
    outgoing.write(bytes.subarray(at, at + length), at === 0 ? begun : undefined)
  }
  outgoing.end()
}

function headersOf({ body, headers, cookies }: Told): OutgoingHttpHeaders {
  const json = typeof body === 'object' && !(body instanceof Uint8Array)
  return { ...(json && { 'content-type': 'application/json' }), ...headers, ...(cookies && { 'set-cookie': cookies }) }
}

function bytesOf(body: Told['body']): Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body)
  return Buffer.from(typeof body === 'object' ? JSON.stringify(body) : (body ?? ''))
}

/** The whole request; null when the client went away before its end. */
async function readRequest(incoming: IncomingMessage, over: Promise<void>): Promise<Seen | null> {
  try {
    const body = await collect(incoming)
    const { method = '', url: path = '', headers, socket } = incoming
    return { method, path, headers, body, port: socket.remotePort ?? 0, over }
  } catch {
    return null
  }
}

async function collect(message: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Sends a request on as it came, and gives the answer. */
export function forward(origin: string, { method, path, headers, body }: Seen): Promise<Told> {
  return new Promise((done, fail) => {
    const { host: _, 'transfer-encoding': __, ...rest } = headers
    const onward = request(new URL(path, origin), {
      method,
      headers: { ...rest, 'content-length': String(body.length) },
      agent: false,
    })
    onward.on('error', fail)
    // A server that answers before it has read all may break the connection after its answer.
    onward.on('socket', socket => void socket.on('error', fail))
    onward.on('response', answer => {
      const { 'transfer-encoding': ___, connection: ____, 'set-cookie': cookies = [], ...kept } = answer.headers
      const texts = Object.entries(kept).map(([name, value]) => [name, String(value)])
      collect(answer).then(
        bytes => done({ status: answer.statusCode ?? 500, headers: Object.fromEntries(texts), cookies, body: bytes }),
        fail,
      )
    })
    onward.end(body)
  })
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === 'object' && address !== null) return address.port
  throw new TypeError('the fault injector is not listening')
}

import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

/** What is started, and in what surroundings. */
export interface Start {
  readonly args: readonly string[]
  /** Its home; nothing else of this environment but PATH reaches it: what a machine sets may slow every start of node. */
  readonly home: string
  readonly env?: Readonly<Record<string, string>>
  /** The core it has to itself, where `taskset` is there. */
  readonly core?: 0 | 1
  /** What it writes to stderr goes nowhere. */
  readonly quiet?: true
}

type Child = ChildProcessByStdio<Writable, Readable, null>

const taskset = spawnSync('taskset', ['--version']).status === 0

/** True where processes can be bound to a core. */
export const pinned = taskset

/** Starts node with these arguments. What it writes to stderr goes to ours. */
export function startNode({ args, home, env = {}, core, quiet }: Start): Child {
  const [command, ...before] =
    taskset && core !== undefined ? ['taskset', '-c', String(core), process.execPath] : [process.execPath]
  return spawn(command ?? process.execPath, [...before, ...args], {
    cwd: home,
    env: { PATH: process.env.PATH ?? '', HOME: home, ...env },
    stdio: ['pipe', 'pipe', quiet ? 'ignore' : 'inherit'],
  })
}

/** A child that answers a line of JSON with a line of JSON. */
export interface Peer {
  readonly pid: number
  send(message: object): void
  /** The next line that passes, as JSON; lines before it are dropped. */
  next(passes?: (message: object) => boolean): Promise<object>
  /** Closes its stdin and waits for its end; a signal where that is not enough. */
  end(signal?: NodeJS.Signals): Promise<void>
}

export function startPeer(start: Start): Peer {
  const child = startNode(start)
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const heard: object[] = []
  let wake: () => void = () => undefined
  let over = false
  createInterface({ input: child.stdout }).on('line', line => {
    const message: unknown = JSON.parse(line)
    if (typeof message === 'object' && message !== null) heard.push(message)
    wake()
  })
  void ended.then(() => {
    over = true
    wake()
  })
  return {
    pid: child.pid ?? 0,
    send: message => void child.stdin.write(`${JSON.stringify(message)}\n`),
    async next(passes = () => true) {
      for (;;) {
        for (let message = heard.shift(); message; message = heard.shift()) if (passes(message)) return message
        if (over) throw new Error(`a process ended before it answered: ${start.args.join(' ')}`)
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
    },
    async end(signal) {
      child.stdin.end()
      if (signal) child.kill(signal)
      await ended
    },
  }
}

/** One field of a message that has to be there. */
export function field(message: object, name: string): unknown {
  const value: unknown = Reflect.get(message, name)
  if (value === undefined) throw new Error(`no ${name} in ${JSON.stringify(message).slice(0, 400)}`)
  return value
}

/** A peer that speaks MCP over stdio, as a host of the 2025 era. */
export interface Host {
  readonly pid: number
  request(method: string, params?: object): Promise<object>
  /** Calls a tool; throws what it said when it failed. */
  call(name: string, args: object): Promise<object>
  end(): Promise<void>
}

export async function startHost(start: Start): Promise<Host> {
  const peer = startPeer(start)
  let id = 0
  const request = async (method: string, params: object = {}) => {
    id += 1
    const own = id
    peer.send({ jsonrpc: '2.0', id: own, method, params })
    const answer = await peer.next(message => Reflect.get(message, 'id') === own)
    const result = field(answer, 'result')
    if (typeof result !== 'object' || result === null) throw new Error(`${method} gave nothing`)
    return result
  }
  await request('initialize', INITIALIZE)
  peer.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  return {
    pid: peer.pid,
    request,
    async call(name, args) {
      const result = await request('tools/call', { name, arguments: args })
      if (Reflect.get(result, 'isError') === true) throw new Error(`${name}: ${JSON.stringify(result).slice(0, 600)}`)
      return result
    },
    end: () => peer.end(),
  }
}

/** How a host of the 2025 era begins. */
export const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
} as const

/** Milliseconds of processor time a process has used; the kernel counts them in steps of ten. */
export function processorTimeOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

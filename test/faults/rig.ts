import { createServer } from 'node:https'
import { expect } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { type Clock, systemClock } from '../../src/client/deadline.ts'
import { api } from '../../src/contract/operations.ts'
import { createCallerState } from '../../src/mcp/caller-state.ts'
import { afterFile } from '../support/after-file.ts'
import { certificate } from '../support/certificate.ts'
import { type McpWorld, startMcpWorld, type Told } from '../support/mcp.ts'
import type { Meets } from './faults.ts'
import { type Tried, tidyUp } from './operations.ts'

/** How an operation met a fault. */
export interface Outcome {
  /** `done`, or the code of the failure. */
  readonly told: string
  readonly text: string
  /** How often its request was sent; those that no connection carried do not count. */
  readonly sent: number
  /** How often its effect was there after the fault, and after the same call again; null for what changes nothing. */
  readonly effect: number | null
  readonly effect_again: number | null
  /** `done`, or the code of the failure, of the same call after the fault has ended. */
  readonly again: string
  /** Credits, after both. */
  readonly spent: number
  readonly cost: number
}

const CLOSED = 'http://127.0.0.1:9'
/** The time of a call that hears nothing. */
const SILENT_MS = 250

/** The clock of the system, whose pauses take no time. */
function hastyClock(): Clock {
  let ahead = 0
  return {
    ...systemClock,
    now: () => Date.now() + ahead,
    async sleep(ms, signal) {
      signal.throwIfAborted()
      ahead += ms
    },
  }
}

export interface Rig {
  meet(tried: Tried, meets: Meets, name: string): Promise<Outcome>
}

/** A world with a fault injector in front of the real service, and an address whose certificate nobody trusts. */
export async function startRig(): Promise<Rig> {
  const service = { requests_per_minute: 1_000_000, memory: false }
  const world = await startMcpWorld({ service })
  const handing = await startMcpWorld({ service: { ...service, engine: 'agent' } })
  const { key, cert } = certificate('localhost')
  const secure = createServer({ key, cert })
  await new Promise<void>(done => secure.listen(0, 'localhost', done))
  afterFile(() => void secure.close())
  const address = secure.address()
  const untrusted = `https://localhost:${typeof address === 'object' ? address?.port : ''}`
  return {
    meet: (tried, meets, name) => meet({ world: tried.agent ? handing : world, untrusted, tried, meets, name }),
  }
}

interface Meeting {
  readonly world: McpWorld
  readonly untrusted: string
  readonly tried: Tried
  readonly meets: Meets
  readonly name: string
}

async function meet({ world, untrusted, tried, meets, name }: Meeting): Promise<Outcome> {
  const well = await open(world)
  const { input, count, cost = 0 } = await tried.subject(world, well, name)
  const balance = await balanceOf(world)
  expect((await count?.()) ?? 0).toBe(0)
  let sent = 0
  const meant: Tried['meant'] = seen => {
    const isMeant = tried.meant(seen)
    sent += isMeant ? 1 : 0
    return isMeant
  }
  const { fault } = meets
  const elsewhere = fault === 'refused' ? CLOSED : fault === 'untrusted' ? untrusted : undefined
  const callOff = world.faults.always(typeof fault === 'string' ? { kind: 'pass' } : fault, meant)
  const told = await (await open(world, { elsewhere, tried, silent: meets.silent })).call(tried.tool, input)
  // What is done without an answer may take longer than the caller waits.
  await world.faults.begun(world.faults.seen.length)
  callOff()
  const effect = (await count?.()) ?? null
  const again = await (await open(world)).call(tried.tool, input)
  const outcome = {
    ...{ told: codeIn(told), text: told.text, sent, effect, again: codeIn(again) },
    effect_again: (await count?.()) ?? null,
    ...{ spent: balance - (await balanceOf(world)), cost },
  }
  await tidyUp(world, name)
  return outcome
}

const balanceOf = async (world: McpWorld) => (await world.call(api.account.get)).credit_balance

const HEAD = /^\w+ (?:refused|failed) \((\w+)\)/

function codeIn({ failed, text }: Told): string {
  return failed ? (HEAD.exec(text)?.[1] ?? text) : 'done'
}

interface Met {
  /** Where the operation is sent in place of the service; all other calls go where they should. */
  readonly elsewhere?: string | undefined
  readonly tried?: Tried
  readonly silent?: true | undefined
}

/** A host with a client of its own, as a program has that was just started. */
async function open(world: McpWorld, { elsewhere, tried, silent }: Met = {}) {
  const client = createClient({
    connect: async () => ({ baseUrl: world.faults.url, credential: world.key }),
    ...{ userAgent: 'translation-mcp/test', clock: hastyClock(), random: () => 0.5 },
  })
  afterFile(() => client.close())
  const away = client.over(async () => ({ baseUrl: elsewhere ?? '', credential: world.key }))
  const short = silent && { deadlineMs: SILENT_MS }
  const call: typeof client.call = (operation, input, options) => {
    if (operation.id !== tried?.operation) return client.call(operation, input, options)
    return (elsewhere === undefined ? client : away).call(operation, input, { ...options, ...short })
  }
  const pages: typeof client.pages = (operation, input, options) => {
    if (operation.id !== tried?.operation) return client.pages(operation, input, options)
    return (elsewhere === undefined ? client : away).pages(operation, input, { ...options, ...short })
  }
  const download: typeof client.download = (url, to, options) => {
    const address = elsewhere !== undefined && tried?.operation === null ? elsewhere : world.faults.url
    const { pathname, search } = new URL(url)
    return client.download(`${address}${pathname}${search}`, to, {
      ...options,
      ...(tried?.operation === null && short),
    })
  }
  const parts = { client: { ...client, call, pages, download }, callerState: createCallerState() }
  return world.open({ answers: [{ action: 'accept' }] }, parts)
}

/** Agents with real MCP clients, each for a person of its own, who sign in, and agree in a dialog or on a page. */
import { setTimeout } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod'
import { Browser, type BrowserPage } from '../../support/browser.ts'
import { type Told, toldOf } from '../../support/mcp.ts'
import { HostKeeping } from '../../support/oauth-hosts.ts'
import { PASSWORD } from '../../support/sign-in.ts'
import { codeOf, DEADLINE_MS, type Tally } from './tally.ts'

/** Who asks: a client of 2026, or one of 2025 with its session; and how its person agrees. */
export interface Person {
  readonly name: string
  readonly era: 'modern' | 'sessions'
  readonly agrees: 'in a dialog' | 'on a page'
}

export interface Agent {
  readonly person: Person
  /** Calls a tool as often as it takes until it is answered without a passing error. @throws {GaveUp} */
  call(tool: string, input: Record<string, unknown>, until: number): Promise<Told>
  /** Says yes to all that waits on the person's page. */
  agree(): Promise<void>
  /** What a link gives, as bytes. */
  fetched(url: string): Promise<Buffer | undefined>
  close(): Promise<void>
}

/** An error that does not pass, or one that did not pass in time. */
export class GaveUp extends Error {}

class StreamLost extends Error {
  readonly code = 'stream lost'
}

interface Connection {
  callTool(name: string, input: Record<string, unknown>): Promise<unknown>
  close(): Promise<void>
}

/** Codes of failures that are over after a while. */
const PASSING: ReadonlySet<string> = new Set([
  'service_unavailable',
  'consent_unavailable',
  'api_down',
  'timeout',
  'token_ended',
])
const REFUSED = /^\w+ (?:failed|refused) \((\w+)\)/
const INFO = { name: 'agent under load', version: '1' }
const PAUSE_MS = 400

export function openAgent(person: Person, origin: string, tally: Tally): Agent {
  const browser = new Browser()
  const keeping = new HostKeeping({})
  let connection: Connection | undefined

  async function open(): Promise<Connection> {
    const url = new URL(`${origin}/mcp`)
    if (keeping.tokens() === undefined) await signIn(url)
    return person.era === 'modern' ? await openModern(url) : await openSession(url)
  }

  async function signIn(url: URL): Promise<void> {
    await tally.timed('sign in', async () => {
      const transport = new StreamableHTTPClientTransport(url, { authProvider: keeping })
      const client = new Client(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
      await client.connect(transport).catch(error => {
        if (keeping.page === undefined) throw error
      })
      await transport.finishAuth(await keeping.approved({ name: person.name, password: PASSWORD }))
      await client.close()
    })
  }

  const elicitation = person.agrees === 'in a dialog' ? { elicitation: { form: {} } } : {}

  async function openModern(url: URL): Promise<Connection> {
    const options = { capabilities: elicitation, versionNegotiation: { mode: { pin: '2026-07-28' } } }
    const client = new Client(INFO, options)
    if ('elicitation' in elicitation) client.setRequestHandler('elicitation/create', YES)
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider: keeping }))
    return {
      callTool: (name, input) => client.callTool({ name, arguments: input }, { timeout: DEADLINE_MS }),
      close: () => client.close(),
    }
  }

  async function openSession(url: URL): Promise<Connection> {
    const client = new OldClient(INFO, { capabilities: elicitation })
    if ('elicitation' in elicitation) client.setRequestHandler(ElicitRequestSchema, YES)
    // This SDK tells of a stream that broke, and yet waits for the answer that was to come on it until its time is over.
    const lost = new Promise<never>((_, reject) => {
      client.onerror = error => {
        if (/^SSE stream disconnected/.test(error.message)) reject(new StreamLost(error.message))
      }
    })
    lost.catch(() => undefined)
    await client.connect(plain(new OldTransport(url, { authProvider: keeping })))
    return {
      callTool: (name, input) =>
        Promise.race([client.callTool({ name, arguments: input }, undefined, { timeout: DEADLINE_MS }), lost]),
      close: () => client.close(),
    }
  }

  /** A failure of the connection: what a host does is to connect anew, and to sign in again where its sign-in has ended. */
  async function dropped(error: unknown): Promise<void> {
    const before = connection
    connection = undefined
    await before?.close().catch(() => undefined)
    if (codeOf(error) === '401' || /unauthorized/i.test(String(error))) {
      keeping.held = undefined
      tally.failed('sign in', 'again', String(error).slice(0, 200))
    }
  }

  const call: Agent['call'] = async (tool, input, until) => {
    for (;;) {
      if (Date.now() > until)
        throw new GaveUp(`${tool} ${JSON.stringify(input).slice(0, 200)} was not answered in time.`)
      try {
        connection ??= await tally.timed('connect', open)
        const { callTool } = connection
        const told = toldOf(await tally.timed(tool, () => callTool(tool, input)))
        const [, code = ''] = REFUSED.exec(told.text) ?? []
        if (!told.failed) return told
        if (code === 'consent_needed') return told
        tally.failed(tool, code, told.text.slice(0, 400))
        if (!PASSING.has(code)) return told
      } catch (error) {
        await dropped(error)
      }
      await setTimeout(PAUSE_MS)
    }
  }

  async function agree(): Promise<void> {
    await tally.timed('answer on a page', async () => {
      let page = await browser.go(`${origin}/approvals`)
      if (page.html.includes('type="password"')) {
        page = await browser.submit(page, '/sign-in?to=%2Fapprovals', { name: person.name, password: PASSWORD })
      }
      const [id] = askedOn(page)
      if (id === undefined) return
      const answered = await browser.submit(page, '/approvals/answer', { id, answer: 'yes' })
      if (answered.status !== 200) throw new Error(`status ${answered.status}`)
    })
  }

  const fetched: Agent['fetched'] = url =>
    tally
      .timed('link', async signal => {
        const answer = await fetch(url, { signal })
        const bytes = Buffer.from(await answer.arrayBuffer())
        if (answer.status !== 200) throw new Error(`status ${answer.status} ${bytes.toString().slice(0, 100)}`)
        return bytes
      })
      .catch(() => undefined)

  return { person, call, agree, fetched, close: async () => await connection?.close().catch(() => undefined) }
}

const YES = async () => ({ action: 'accept' as const, content: {} })

function askedOn({ html }: BrowserPage): string[] {
  return [...html.matchAll(/name="id" value="([^"]+)"/g)].map(([, id = '']) => id)
}

type OldTransportShape = Parameters<OldClient['connect']>[0]

/** The SDK's own transport does not fit its own interface under exact optional properties. */
function plain(transport: object): OldTransportShape {
  const isTransport = (value: object): value is OldTransportShape => 'send' in value
  if (!isTransport(transport)) throw new TypeError('no transport')
  return transport
}

export const Batch = z.looseObject({
  batch: z.looseObject({ id: z.string(), status: z.string() }),
  plan: z.looseObject({ plan_revision: z.string(), credit_cost: z.number() }).nullable().optional(),
  reused: z.boolean().optional(),
})

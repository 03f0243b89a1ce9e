import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport as OldTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { expect, onTestFinished } from 'vitest'
import * as z from 'zod'
import { questionsAt } from '../../src/cli/desks.ts'
import { createClient } from '../../src/client/client.ts'
import { createCallerState } from '../../src/mcp/caller-state.ts'
import type { McpSettings, ServerParts } from '../../src/mcp/context.ts'
import { createFolders } from '../../src/mcp/files/folders.ts'
import { createSources } from '../../src/mcp/files/sources.ts'
import { createWritten } from '../../src/mcp/files/written.ts'
import { createServer } from '../../src/mcp/server.ts'
import { type QuestionDesk, questionDesk } from '../../src/service/consent/questions.ts'
import type { ServiceSettings } from '../../src/service/settings.ts'
import { type Faults, startFaults } from './faults.ts'
import { MCP_SETTINGS } from './mcp-settings.ts'
import { startWorld, temporaryFolder, type World } from './world.ts'

/** Who speaks: the client of today's hosts, and the newer one in both of its eras. */
export const HOSTS = ['sdk 1', 'legacy', 'modern'] as const
export type HostKind = (typeof HOSTS)[number]

/** How a host answers the question before a spending. */
export type Answer = { readonly action: 'accept' | 'decline' | 'cancel' | 'error'; readonly after_ms?: number }

export interface HostOptions {
  readonly kind?: HostKind
  /** Answers in order, the last one again and again; a host without any declares no elicitation. */
  readonly answers?: readonly Answer[]
  /** What the person does with a page that the host is asked to open; a host without it opens none. */
  readonly opens?: (url: string) => Answer['action']
  /** Who calls; default whoever is on this machine. */
  readonly principal?: string
  /** Runs while a question is open, before it is answered. */
  readonly meanwhile?: () => Promise<void>
  /** The address of a server over HTTP that has the parts; without it the host speaks as over stdio. */
  readonly over?: URL
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly onprogress?: (progress: { progress: number; message?: string | undefined }) => void
}

/** What a tool gave back. */
export interface Told {
  readonly text: string
  readonly failed: boolean
  /** structuredContent; empty where there is none. */
  readonly data: Readonly<Record<string, unknown>>
  readonly links: readonly string[]
}

/** A host with an open connection to the server. */
export interface Host {
  readonly questions: readonly string[]
  /** What the server sent, as it went over the wire, a message each. */
  readonly wire: readonly string[]
  readonly instructions: string | undefined
  call(tool: string, input?: Record<string, unknown>, options?: CallOptions): Promise<Told>
  /** Any request of the protocol, as it is. */
  request(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>
}

export interface McpWorld extends World {
  readonly parts: ServerParts
  /** Stands between server and service. */
  readonly faults: Faults
  /** The one folder the server may touch. */
  readonly folder: string
  /** What the server reported to its operator. */
  readonly reported: string[]
  /** The questions that wait for people, by the server's clock. */
  readonly desk: QuestionDesk
  /** Moves the server's clock on, not the service's. */
  skip(milliseconds: number): void
  /** Writes a file into the folder and gives its path. */
  file(name: string, content: string | Uint8Array): string
  /** Opens a connection; it ends with the test. `parts` replaces some of the world's own. */
  open(options?: HostOptions, parts?: Partial<ServerParts>): Promise<Host>
}

export interface McpWorldOptions {
  readonly settings?: Partial<McpSettings>
  readonly service?: Partial<ServiceSettings>
  /** The service's clock, in milliseconds; default the system's. */
  readonly clock?: () => number
}

/** The command that the server names for a person at a terminal. */
export const APPROVE = 'translation-mcp approve --data-dir /data'

export const STATE_KEY = new Uint8Array(32).fill(7)

/** The server as the command line composes it, over a real service; a fault injector between the two. */
export async function startMcpWorld(options: McpWorldOptions = {}): Promise<McpWorld> {
  const { service, clock } = options
  const world = await startWorld({ ...(service && { settings: service }), ...(clock && { clock }) })
  const faults = await startFaults(world.baseUrl)
  // What lies beside it is a test's own too.
  const folder = join(realpathSync(temporaryFolder()), 'project')
  mkdirSync(folder)
  const reported: string[] = []
  let ahead = 0
  const client = createClient({
    connect: async () => ({ baseUrl: faults.url, credential: world.key }),
    userAgent: 'translation-mcp/test',
  })
  const desk = questionDesk({ db: world.db, newId: world.newId, clock: () => Date.now() + ahead })
  const parts: ServerParts = {
    version: '0.0.0-test',
    client,
    settings: { ...MCP_SETTINGS, ...options.settings },
    folders: createFolders({ named: [folder], project: undefined, working: folder, home: folder }),
    sources: createSources(() => join(world.dataDir, 'sources.json')),
    written: createWritten({ folder: () => world.dataDir, days: 30, clock: () => Date.now() + ahead }),
    callerState: createCallerState(),
    ways: { questions: questionsAt(async () => ({ questions: desk }), { alone: true, ahead: true }), command: APPROVE },
    limits: world.service.limits,
    stateKey: async () => STATE_KEY,
    clock: () => Date.now() + ahead,
    report: (event, error) => void reported.push(`${event}: ${String(error)}`),
  }
  const skip = (milliseconds: number) => {
    ahead += milliseconds
  }
  return {
    ...world,
    ...{ parts, desk, faults, folder, reported, skip },
    file(name, content) {
      const path = join(folder, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
      return path
    },
    open: (host = {}, replaced = {}) => openHost({ ...parts, ...replaced }, host, skip),
    async close() {
      await client.close()
      await faults.close()
      await world.close()
    },
  }
}

/** Opens a connection to a server made of these parts; it ends with the test. */
export async function openHost(
  parts: ServerParts,
  options: HostOptions = {},
  skip: (ms: number) => void = () => undefined,
): Promise<Host> {
  const { kind = 'modern', answers = [] } = options
  const questions: string[] = []
  const answer: AnswerQuestion = async ({ params }) => {
    if (params.mode === 'url') {
      const action = options.opens?.(params.url ?? '') ?? 'decline'
      if (action === 'error') throw new Error('there is no browser here')
      return { action }
    }
    questions.push(params.message)
    await options.meanwhile?.()
    const { action, after_ms = 5000 } = answers[questions.length - 1] ?? answers.at(-1) ?? { action: 'cancel' }
    skip(after_ms)
    if (action === 'error') throw new Error('there is no way to show a form here')
    return action === 'accept' ? { action, content: {} } : { action }
  }
  const forms = answers.length > 0 ? { form: {} } : {}
  const elicitation = options.opens === undefined ? {} : { ...forms, url: {} }
  const capabilities = answers.length > 0 || options.opens !== undefined ? { elicitation } : {}
  const wire: string[] = []
  const ours = options.over ?? serve(parts, wire, options.principal)
  const connection =
    kind === 'sdk 1' ? await openOld(ours, capabilities, answer) : await openNew(ours, kind, capabilities, answer)
  onTestFinished(() => connection.close())
  return { ...connection, questions, wire }
}

const info = { name: 'test-host', version: '1' }
type Capabilities = { elicitation?: { form?: Record<never, never>; url?: Record<never, never> } }
type AnswerQuestion = (request: {
  params: { message: string; mode?: string | undefined; url?: string | undefined }
}) => Promise<{ action: Exclude<Answer['action'], 'error'>; content?: Record<string, string> }>
type Connection = Omit<Host, 'questions' | 'wire'> & { close(): Promise<void> }

/** Serves over a pair of transports, as over stdio; gives the host's end. */
export function serve(parts: ServerParts, wire: string[] = [], principal?: string): InMemoryTransport {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const send = theirs.send.bind(theirs)
  theirs.send = (message, options) => {
    wire.push(JSON.stringify(message))
    return send(message, options)
  }
  serveStdio(() => createServer(parts, principal), { transport: theirs })
  return ours
}

async function openNew(
  ours: InMemoryTransport | URL,
  kind: 'legacy' | 'modern',
  capabilities: Capabilities,
  answer: AnswerQuestion,
): Promise<Connection> {
  const mode = kind === 'modern' ? { pin: '2026-07-28' } : 'legacy'
  const client = new Client(info, { capabilities, versionNegotiation: { mode } })
  if (capabilities.elicitation) {
    client.setRequestHandler('elicitation/create', request => answer(Asked.parse(request)))
  }
  await client.connect(ours instanceof URL ? new StreamableHTTPClientTransport(ours) : ours)
  return {
    instructions: client.getInstructions(),
    call: async (name, input = {}, options = {}) =>
      toldOf(await client.callTool({ name, arguments: input }, { ...options })),
    request: async (method, params = {}) => Loose.parse(await client.request({ method, params }, z.looseObject({}))),
    close: () => client.close(),
  }
}

async function openOld(
  behind: InMemoryTransport | URL,
  capabilities: Capabilities,
  answer: AnswerQuestion,
): Promise<Connection> {
  const client = new OldClient(info, { capabilities })
  if (capabilities.elicitation) {
    client.setRequestHandler(ElicitRequestSchema, request => answer(Asked.parse(request)))
  }
  await client.connect(behind instanceof URL ? new OldHttp(behind) : await betweenSdks(behind))
  return {
    instructions: client.getInstructions(),
    call: async (name, input = {}, options = {}) =>
      toldOf(await client.callTool({ name, arguments: input }, undefined, { ...options })),
    request: async (method, params = {}) => Loose.parse(await client.request({ method, params }, z.looseObject({}))),
    close: () => client.close(),
  }
}

/** The end for the older SDK of a server that the newer one serves. */
async function betweenSdks(behind: InMemoryTransport): Promise<OldTransport> {
  // Two pairs in a row, since each SDK has a class of its own; what passes is JSON either way.
  const [ours, between] = OldTransport.createLinkedPair()
  await between.start()
  await behind.start()
  between.onmessage = message => void behind.send(message)
  behind.onmessage = message => void between.send(message)
  between.onclose = () => void behind.close()
  return ours
}

const Loose = z.record(z.string(), z.unknown())
const Asked = z.looseObject({
  params: z.looseObject({ message: z.string(), mode: z.string().optional(), url: z.string().optional() }),
})
const Content = z.looseObject({ type: z.string(), text: z.string().optional(), uri: z.string().optional() })
const Result = z.looseObject({
  content: z.array(Content),
  isError: z.boolean().default(false),
  structuredContent: Loose.default({}),
})

export function toldOf(result: unknown): Told {
  const { content, isError, structuredContent } = Result.parse(result)
  return {
    text: content.flatMap(({ text }) => text ?? []).join('\n'),
    failed: isError,
    data: structuredContent,
    links: content.flatMap(({ uri }) => uri ?? []),
  }
}

const Made = z.looseObject({
  batch: z.looseObject({ id: z.string(), status: z.string() }),
  plan: z.looseObject({ plan_revision: z.string(), credit_cost: z.number() }).nullable().optional(),
})

/** The translation a result speaks of: its id and state, and what approve_batch needs where there is a plan. */
export function madeIn(told: Told) {
  expect(told.failed, told.text).toBe(false)
  const { batch, plan } = Made.parse(told.data)
  return {
    ...{ id: batch.id, status: batch.status, cost: plan?.credit_cost ?? 0 },
    approval: { batch_id: batch.id, plan_revision: plan?.plan_revision ?? '' },
  }
}

const CODE = /"approval_code":"([^"]+)"/

/** The code that a refusal printed. */
export function codeIn({ text }: Told): string {
  const [, code] = CODE.exec(text) ?? []
  expect(code, text).toBeDefined()
  return code ?? ''
}

/** Sends calls of approve_batch as they are, each with what it declares and what it answers, as no client of an SDK would. */
export async function rawApprovals(parts: ServerParts, principal?: string) {
  const ours = serve(parts, [], principal)
  const answers: string[] = []
  ours.onmessage = message => void answers.push(JSON.stringify(message))
  await ours.start()
  const call = async (approval: object, capabilities: object, answered: object = {}) => {
    const id = answers.length + 1
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    }
    const params = { name: 'approve_batch', arguments: approval, _meta, ...answered }
    await ours.send({ jsonrpc: '2.0', id, method: 'tools/call', params })
    await expect.poll(() => answers.length).toBe(id)
    return answers[id - 1] ?? ''
  }
  return { call, close: () => ours.close() }
}

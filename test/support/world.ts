import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { expect, inject } from 'vitest'
import * as z from 'zod'
import { PROJECT_HEADER } from '../../src/contract/limits.ts'
import type { Operation } from '../../src/contract/operation.ts'
import type { Scope } from '../../src/contract/scopes.ts'
import type { Telemetry } from '../../src/contract/telemetry.ts'
import { createIds, databaseOf } from '../../src/service/data-folder.ts'
import type { Fetching } from '../../src/service/files/fetch-url.ts'
import type { OAuthOptions } from '../../src/service/oauth/options.ts'
import { ownWorkspace } from '../../src/service/seed.ts'
import { type RunningService, startService } from '../../src/service/service.ts'
import type { ServiceSettings } from '../../src/service/settings.ts'
import { type Database, openDatabase, write } from '../../src/service/store/database.ts'
import { createKey } from '../../src/service/store/keys.ts'
import type { WorkspaceRow } from '../../src/service/store/schema.ts'
import { BUDGET, type Budget } from '../../src/service/worker/budget.ts'
import { createJobs, type JobsParts } from '../../src/service/worker/jobs.ts'
import { startThread } from '../../src/service/worker/link.ts'
import type { Pause } from '../../src/service/worker/pause.ts'
import { afterFile } from './after-file.ts'
import { giveDatabase, giveTables } from './databases.ts'
import { workInProcess } from './work-in-process.ts'

export interface WorldOptions {
  readonly settings?: Partial<ServiceSettings>
  /** Milliseconds; default the system's. `manualClock` makes one that stands still. */
  readonly clock?: () => number
  /** A folder that stands already, for a second process on it or the same one later. */
  readonly dataDir?: string
  /** What fetching `file_url` may touch. */
  readonly fetching?: Fetching
  /** Does the work in a thread, as the program does: half a second more. Without it, the work is done in the test's own thread. */
  readonly thread?: boolean
  /** What a job in a thread may use, beside what is usual. */
  readonly budget?: Partial<Budget>
  /** The wait for an engine, where the work is done without a thread; in real time unless given. */
  readonly pause?: Pause
  /** Who is told what happens; nobody unless given. */
  readonly telemetry?: Telemetry
  /** Makes the service an authorization server. */
  readonly oauth?: OAuthOptions
}

/** A service on a data folder, seeded, and what a test needs to talk to it. All of it is cleaned up after the test file. */
export interface World {
  readonly service: RunningService
  readonly baseUrl: string
  readonly dataDir: string
  /** The seeded workspace's own key, with every scope. */
  readonly key: string
  readonly workspace: WorkspaceRow
  /** The database, for arranging what the API cannot: the service's own connection, where there is a thread a second one. */
  readonly db: Database
  readonly newId: (prefix: string) => string
  /** What the service logged, a line each. */
  readonly logged: readonly string[]
  /** Calls an operation that must succeed; its answer must be exactly as declared. */
  call<Op extends Operation>(operation: Op, input?: Input<Op>): Promise<z.output<Op['data']>>
  /** The same for a list: its whole envelope. */
  list<Op extends Operation>(operation: Op, input?: Input<Op>): Promise<Page<z.output<Op['data']>>>
  /** Calls an operation that must be refused. */
  refuse<Op extends Operation>(operation: Op, input?: Input<Op>): Promise<Refused>
  /** A request as it is, with the own key unless `key` says otherwise (null for none). */
  send(method: string, path: string, request?: RawRequest): Promise<Sent>
  /** A further key. */
  issueKey(scopes: readonly Scope[], expiresAt?: number): Promise<{ id: string; secret: string }>
  close(): Promise<void>
}

export interface Input<Op extends Operation> {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: z.input<Op['body']>
  readonly key?: string | null
  /** The label of the project that the request names. */
  readonly project?: string
}

export interface Page<Item> {
  readonly data: readonly Item[]
  readonly has_more: boolean
  readonly next_cursor: string | null
  readonly limit: number
  readonly request_id: string
}

export interface RawRequest {
  readonly key?: string | null
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
}

export interface Sent {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const requestId = z.string().regex(/^req_[0-9A-HJKMNP-TV-Z]{26}$/)
const ObjectAnswer = z.strictObject({ data: z.unknown(), request_id: requestId })
const ListAnswer = z.strictObject({
  data: z.array(z.unknown()),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
  limit: z.int(),
  request_id: requestId,
})
const ErrorAnswer = z.strictObject({
  error: z.strictObject({
    type: z.string(),
    code: z.string(),
    message: z.string(),
    param: z.string().optional(),
    docs_url: z.string(),
  }),
  request_id: requestId,
})

/** The error of a refused call, with its HTTP status. */
export type Refused = z.output<typeof ErrorAnswer>['error'] & { readonly status: number }

/** A temporary folder that is removed after the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'translation-mcp-'))
  afterFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A clock that stands still until it is told to go on. */
export function manualClock(start: string): (() => number) & { advance(milliseconds: number): void } {
  let now = Date.parse(start)
  const advance = (milliseconds: number) => {
    now += milliseconds
  }
  return Object.assign(() => now, { advance })
}

/** Starts a seeded world: `const world = await startWorld()`. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { settings = {}, clock = Date.now, dataDir = join(temporaryFolder(), 'data') } = options
  // A folder that a test names stays as the test left it.
  await (options.dataDir === undefined ? giveTables(dataDir) : giveDatabase(dataDir))
  const logged: string[] = []
  const note = (message: string, facts?: object) => void logged.push(JSON.stringify({ message, ...facts }))
  const log = { warn: note, error: note }
  let shared: Database | undefined
  const jobs = (parts: JobsParts) => {
    if (options.thread) {
      const budget = { ...BUDGET, ...options.budget }
      return createJobs(parts, startThread(new URL(inject('workerEntry'))), { budget })
    }
    shared = parts.db
    return createJobs(parts, workInProcess(options.pause, options.telemetry), { size: 1 })
  }
  const service = await startService({
    ...{ dataDir, clock, log, fetching: options.fetching ?? {} },
    ...(options.oauth && { oauth: options.oauth }),
    ...(options.telemetry && { telemetry: options.telemetry }),
    settings: { engine: 'pseudo', ...settings },
    jobs,
  })
  // Else it may remove what a test puts there for a moment that has passed.
  await service.firstPass
  const db = shared ?? openDatabase(databaseOf(dataDir))
  const close = async () => {
    await service.close()
    await db.destroy()
  }
  afterFile(close)
  const key = await service.ownKey()
  const workspace = await ownWorkspace(db)
  const newId = createIds(clock)
  const { baseUrl } = service
  return {
    ...{ service, baseUrl, dataDir, key, workspace, db, newId, logged, close },
    ...speaker(baseUrl, key),
    async issueKey(scopes, expiresAt) {
      const wanted = {
        workspace_id: workspace.id,
        name: 'test',
        scopes,
        expires_at: expiresAt ?? null,
        now: clock(),
        newId,
      }
      const issued = await write(db, tx => createKey(tx, wanted))
      return { id: issued.key.id, secret: issued.secret }
    },
  }
}

/** What came in one line each, by name. */
function headersOf(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(received))
    for (const value of [values].flat()) headers.append(name, value)
  return headers
}

function speaker(baseUrl: string, ownKey: string): Pick<World, 'send' | 'call' | 'list' | 'refuse'> {
  async function send(
    method: string,
    path: string,
    { key = ownKey, headers = {}, body }: RawRequest = {},
  ): Promise<Sent> {
    const authorization = key === null ? {} : { authorization: `Bearer ${key}` }
    const init = { method, headers: { ...authorization, ...headers }, ...(body !== undefined && { body }) }
    const answer = await request(`${baseUrl}${path}`, init)
    return { status: answer.statusCode, headers: headersOf(answer.headers), text: await answer.body.text() }
  }
  function run(
    operation: Operation,
    { params = {}, query = {}, body, key = ownKey, project }: Input<Operation> = {},
  ): Promise<Sent> {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = new URLSearchParams(query).toString()
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(project !== undefined && { [PROJECT_HEADER]: project }),
    }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return send(operation.method, search === '' ? path : `${path}?${search}`, { key, headers, ...sent })
  }
  return {
    send,
    async call<Op extends Operation>(operation: Op, input?: Input<Op>) {
      const { status, text } = await run(operation, input)
      expect([200, operation.status], text).toContain(status)
      return exact<Op['data']>(operation.data, ObjectAnswer.parse(JSON.parse(text)).data)
    },
    async list<Op extends Operation>(operation: Op, input?: Input<Op>) {
      const { status, text } = await run(operation, input)
      expect(status, text).toBe(operation.status)
      const page = ListAnswer.parse(JSON.parse(text))
      return { ...page, data: page.data.map(item => exact<Op['data']>(operation.data, item)) }
    },
    async refuse(operation, input) {
      const { status, text } = await run(operation, input)
      return refusalIn({ status, text })
    },
  }
}

/** Parses by a schema what must be written exactly like it: nothing undeclared, nothing left out (ENV-2). */
function exact<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = z.parse(schema, value)
  expect(value).toEqual(parsed)
  return parsed
}

/** The error in an answer that must be one. */
export function refusalIn({ status, text }: Pick<Sent, 'status' | 'text'>): Refused {
  expect(status, text).toBeGreaterThanOrEqual(400)
  return { ...ErrorAnswer.parse(JSON.parse(text)).error, status }
}

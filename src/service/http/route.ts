import * as z from 'zod'
import type { OAuthAddresses } from '../../contract/openapi/document.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Scope } from '../../contract/scopes.ts'
import type { Telemetry } from '../../contract/telemetry.ts'
import type { Cursors } from '../domain/cursor.ts'
import type { FetchFile, Files, Jobs, Links, Log } from '../ports.ts'
import type { ServiceSettings } from '../settings.ts'
import type { Database } from '../store/database.ts'
import type { WorkspaceRow } from '../store/schema.ts'
import { decodeBody, decodeParams, decodeQuery, readJson } from './body.ts'
import type { Notes } from './notes.ts'
import type { OwnPass } from './own-pass.ts'
import type { Rates } from './rates.ts'
import type { WrongKeys } from './wrong-keys.ts'

/** The credential of a call, as `GET /v1/account` shows it; moments in milliseconds. */
export interface PresentedCredential {
  readonly id: string
  readonly kind: 'api_key' | 'oauth'
  readonly name: string | null
  readonly prefix: string
  readonly scopes: readonly Scope[]
  readonly created_at: number
  readonly expires_at: number | null
}

/** Who makes a call. */
export interface Principal {
  readonly credential: PresentedCredential
  readonly workspace: WorkspaceRow
  /** The id of the workspace key or the connection, never of a single access token. Uploads and idempotency keys belong to it. */
  readonly caller_id: string
  /** True for this process itself, with its own key: it limits the callers behind it. */
  readonly own_process: boolean
  /** The scopes that the credential really has: its own, within the ceiling. */
  readonly scopes: ReadonlySet<Scope>
  /** Named in the audit log: the member who approved the connection, and the client or key that acts. */
  readonly actor: {
    readonly member_id: string | null
    readonly client_id: string
    readonly connection_id: string | null
  }
}

/** What handlers work with. `clock` is in milliseconds since 1970; `newId('bat')` makes `bat_<ULID>`. */
export interface Deps {
  readonly db: Database
  readonly settings: ServiceSettings
  /** Base of `docs_url` in errors. */
  readonly docsUrl: string
  readonly clock: () => number
  readonly newId: (prefix: string) => string
  readonly jobs: Jobs
  readonly files: Files
  readonly links: Links
  readonly cursors: Cursors
  readonly fetchFile: FetchFile
  readonly log: Log
  readonly telemetry: Telemetry
  readonly rates: Rates
  readonly notes: Notes
  readonly wrongKeys: WrongKeys
  readonly ownPass: OwnPass
  /** The audience of accepted access tokens (RFC 8707); undefined if this process is no authorization server. */
  readonly apiAudience: string | undefined
  /** Where OAuth clients get those tokens; undefined likewise. */
  readonly oauthAddresses: OAuthAddresses | undefined
}

/** A call as a handler gets it, decoded by the operation's schemas. */
export interface Call<Op extends Operation> {
  readonly params: z.output<Op['params']>
  readonly query: z.output<Op['query']>
  readonly body: z.output<Op['body']>
  readonly caller: Principal
  /** The raw request; its body has already been read, except in a multipart handler. */
  readonly request: Request
  /** Aborts when the caller closes the connection. */
  readonly signal: AbortSignal
  /** For a call that has waited. @throws {ServiceError} once the caller may not make it any more */
  readonly admitAgain: () => Promise<void>
}

export interface ObjectReply<Data> {
  readonly data: Data
  /** Set only if it differs from the operation's own status: 200 for a repeated creation. */
  readonly status?: 200 | 201
  readonly headers?: Readonly<Record<string, string>>
  /** True for a call that waited as long as it was asked to: how long it took says nothing of the operation. */
  readonly waited?: boolean
}

export interface ListReply<Item> {
  readonly data: readonly Item[]
  readonly has_more: boolean
  readonly next_cursor: string | null
  readonly limit: number
}

export type Reply<Op extends Operation> = Op['shape'] extends 'list'
  ? ListReply<z.input<Op['data']>>
  : ObjectReply<z.input<Op['data']>>

export type Handler<Op extends Operation> = (call: Call<Op>, deps: Deps) => Promise<Reply<Op>>

/** Takes multipart/form-data: it reads `request.body` itself, as a stream. */
export type MultipartHandler<Op extends Operation> = (call: Omit<Call<Op>, 'body'>, deps: Deps) => Promise<Reply<Op>>

/** The undecoded parts of a request, from the router. */
export interface RawCall {
  readonly params: Record<string, string>
  readonly request: Request
  readonly caller: Principal
  readonly admitAgain: () => Promise<void>
}

export interface Served {
  readonly status: 200 | 201
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly waited?: boolean | undefined
  /** The envelope without its request_id. */
  readonly body: Record<string, unknown>
}

/** One served operation. */
export interface Route<Id extends string = string> {
  readonly id: Id
  readonly operation: Operation
  run(raw: RawCall, deps: Deps): Promise<Served>
}

/**
 * Binds a handler to an operation of the contract. Its input is decoded by the operation's schemas, and its answer is parsed by
 * the schema `data`, so that an answer has every declared field and no other.
 */
export function handle<const Op extends Operation & { id: string }>(
  operation: Op,
  handler: Handler<Op>,
  multipart?: MultipartHandler<Op>,
): Route<Op['id']> {
  async function run({ params, request, caller, admitAgain }: RawCall, deps: Deps): Promise<Served> {
    const head = {
      params: decodeParams<Op['params']>(operation.params, params),
      query: decodeQuery<Op['query']>(operation.query, new URL(request.url).searchParams),
      caller,
      request,
      signal: request.signal,
      admitAgain,
    }
    if (multipart !== undefined && isMultipart(request)) return answer(operation, await multipart(head, deps))
    const json = request.method === 'GET' ? {} : await readJson(request, deps.settings.json_body_bytes)
    const body = decodeBody<Op['body']>(operation.body, json, operation.errors)
    return answer(operation, await handler({ ...head, body }, deps))
  }
  return { id: operation.id, operation, run }
}

function isMultipart(request: Request): boolean {
  return request.headers.get('content-type')?.toLowerCase().startsWith('multipart/form-data') ?? false
}

function answer(operation: Operation, reply: ListReply<unknown> | ObjectReply<unknown>): Served {
  if ('has_more' in reply) {
    const { has_more, next_cursor, limit } = reply
    const data = reply.data.map(item => z.parse(operation.data, item))
    return { status: operation.status, body: { data, has_more, next_cursor, limit } }
  }
  const { status = operation.status, headers, waited } = reply
  return { status, headers, waited, body: { data: z.parse(operation.data, reply.data) } }
}

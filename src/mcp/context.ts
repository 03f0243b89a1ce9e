import type { AuthInfo } from '@modelcontextprotocol/server'
import type { Caller } from '../auth/caller.ts'
import type { Client } from '../client/client.ts'
import type { CallerState } from './caller-state.ts'
import type { ConsentMode } from './consent/decide.ts'
import type { Folders } from './files/folders.ts'
import type { Sources } from './files/sources.ts'
import type { SignIn } from './sign-in-page.ts'
import type { UploadHandles } from './uploads.ts'

/** The operator's settings that tools need. */
export interface McpSettings {
  readonly transport: 'stdio' | 'http'
  readonly consent: ConsentMode
  /** The most credits a single approval may spend; undefined for no cap of ours. */
  readonly max_credits: number | undefined
  /** The engine named in the settings of this machine; undefined where the service chooses. */
  readonly engine: string | undefined
  /** True where the API is the service on this machine. */
  readonly embedded: boolean
  /** True where that service may hand the text to the caller's own model: translate_segments is then a tool. */
  readonly agent: boolean
}

/** Callers who each have a credential of their own. */
export interface Callers {
  /** The client that acts for the caller of one request. @throws {Error} where the request has none */
  clientOf(info: AuthInfo | undefined): Client
  /** The same outside of a request, with the newest token seen of a principal; undefined if that is no longer valid. */
  clientFor(principal: string): Client | undefined
}

/** Waits so many milliseconds, shorter when one of `stops` aborts. */
export type PauseBetweenLooks = (ms: number, ...stops: readonly (AbortSignal | undefined)[]) => Promise<void>

/** What all server objects of a process share. Built once; nothing is opened before it is needed. */
export interface ServerParts {
  readonly version: string
  readonly client: Client
  /** Where present, calls are made with these and never with `client`. */
  readonly callers?: Callers | undefined
  readonly settings: McpSettings
  readonly folders: Folders
  readonly sources: Sources
  readonly callerState: CallerState
  /** Where files may be sent to this server itself; absent on stdio, where they are read from disk. */
  readonly uploads?: UploadHandles | undefined
  /** Absent where there is nothing to sign in at: the service inside this program, a configured key, HTTP. */
  readonly signIn?: SignIn | undefined
  /** The key that signs questions and approval codes, at least 32 bytes. Read when first needed. */
  readonly stateKey: () => Promise<Uint8Array>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** The wait between two looks at the service; in real time unless given. */
  readonly pause?: PauseBetweenLooks | undefined
  /** Fires when this process is asked to end: whoever waits in a call gets the present state. */
  readonly ending?: AbortSignal | undefined
  /** Reports a fault to the operator, with the details that the agent is not told. Never to stdout. */
  readonly report: (event: string, error: unknown) => void
}

/** What a person answered to a question of ours. */
export interface ElicitationAnswer {
  readonly action: string
  /** The host answered with an error: it declares questions and cannot put one before a person. */
  readonly failed?: boolean
}

/** One call of a tool. */
export interface CallContext {
  readonly parts: ServerParts
  /** Who calls: marks, memories and codes belong to one principal only. */
  readonly principal: string
  /** The member who calls, as her token says; absent where callers need none. */
  readonly caller?: Caller | undefined
  readonly signal: AbortSignal
  /** Longest wait inside this call, in seconds: hosts give up on a request near 60 s, some at 30 s. */
  readonly longest_wait: number
  /** False for a client from before 2025-06-18, which refuses a result that has a resource_link. */
  readonly knows_links: boolean
  /** Tells the host how far the work is; does nothing where it did not ask for progress. */
  readonly progress: (percent: number, message: string) => Promise<void>
  /** True where the host can put a form before a person. */
  readonly can_ask: boolean
  /** What came back to a question this call asked before. */
  readonly answered: ElicitationAnswer | undefined
  /** The state that travelled with that question, as received. */
  readonly question_state: string | undefined
  /** True where the host can open a page in the person's browser. */
  readonly can_open: boolean
  /** What came back to the request to open the sign-in page. */
  readonly answered_sign_in: ElicitationAnswer | undefined
}

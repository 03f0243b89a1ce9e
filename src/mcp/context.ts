import type { AuthInfo } from '@modelcontextprotocol/server'
import type { Caller } from '../auth/caller.ts'
import type { Client } from '../client/client.ts'
import type { LimitLeft } from '../contract/spending-limits.ts'
import type { CallingAssistant } from './assistant.ts'
import type { CallerState } from './caller-state.ts'
import type { Money } from './consent/amount.ts'
import type { ConsentMode } from './consent/decide.ts'
import type { Spending } from './consent/spending.ts'
import type { Ways } from './consent/ways.ts'
import type { Folders } from './files/folders.ts'
import type { JudgeContent } from './files/judging.ts'
import type { Sources } from './files/sources.ts'
import type { WrittenFiles } from './files/written.ts'
import type { SignIn } from './sign-in-page.ts'
import type { Learned, ProjectToLearn } from './sync/learned.ts'
import type { ToolChoice } from './tool-choice.ts'
import type { UploadHandles } from './uploads.ts'

/** The operator's settings that tools need. */
export interface McpSettings {
  readonly transport: 'stdio' | 'http'
  readonly consent: ConsentMode
  /** The most that a single approval may spend, by unit; undefined for no such cap. */
  readonly max_credits: number | undefined
  readonly max_characters: number | undefined
  readonly max_tokens: number | undefined
  readonly max_money: Money | undefined
  /** Above so many tokens a person is asked before the caller's own model translates. */
  readonly ask_above_tokens: number
  /** The engine that the settings of this machine name; undefined if the service chooses. */
  readonly engine: string | undefined
  /** True where the API is the service on this machine. */
  readonly embedded: boolean
  /** True where the service on this machine may hand text to the caller's own model: translate_segments is then listed. */
  readonly agent: boolean
  /** The language of sources that do not say theirs, as a BCP 47 tag; English if absent. */
  readonly source_language?: string | undefined
  /** The tools that agents may use. */
  readonly tools: ToolChoice
}

/** The clients of callers who each have their own credential. */
export interface Callers {
  /** The client that acts for the caller of one request. @throws {Error} when the request has no caller */
  clientOf(info: AuthInfo | undefined): Client
  /** The client that acts for a principal outside of a request, with its newest token: that was seen here, or `kept`. Undefined if none is valid. */
  clientFor(principal: string, kept?: string): Client | undefined
}

/** Waits `ms` milliseconds, or until one of `stops` aborts. */
export type PauseBetweenLooks = (ms: number, ...stops: readonly (AbortSignal | undefined)[]) => Promise<void>

/** Does a call of a tool and tells of it. `meta` is the `_meta` of the call, whose `traceparent` a host may have set. */
export type WatchTool = <Result extends object>(
  tool: string,
  meta: object | undefined,
  call: () => Promise<Result>,
) => Promise<Result>

/** What all server objects of a process share. Made once. Nothing is opened before it is needed. */
export interface ServerParts {
  readonly version: string
  readonly client: Client
  /** If present, every call uses the client of its caller, and never `client`. */
  readonly callers?: Callers | undefined
  readonly settings: McpSettings
  readonly folders: Folders
  readonly sources: Sources
  readonly written: WrittenFiles
  /** Reads a fetched result before it is kept, whatever it costs; in the thread that serves if absent. */
  readonly judge?: JudgeContent | undefined
  readonly callerState: CallerState
  /** Absent where nobody wants to know of calls. */
  readonly watch?: WatchTool | undefined
  /** The uploads to this server; absent on stdio, where files are read from disk. */
  readonly uploads?: UploadHandles | undefined
  /** Absent where nobody has to sign in: with the service inside this program, with a configured key, and over HTTP. */
  readonly signIn?: SignIn | undefined
  /** Where people answer questions about spending, apart from the host's dialog; absent where there is only the dialog. */
  readonly ways?: Ways | undefined
  /**
   * What the spending limits leave a member; with undefined, whoever is on this machine. Absent where the limits are those of a hosted
   * service, which does not tell them.
   */
  readonly limits?: ((member_id: string | undefined) => Promise<readonly LimitLeft[]>) | undefined
  /**
   * Has the service learn what a project has already, before texts of it are asked for. Absent over HTTP, where there are no projects.
   *
   * @throws {GlossaryRefused} a glossary file that the project names cannot be used
   */
  readonly learn?: ((project: ProjectToLearn) => Promise<Learned>) | undefined
  /** Told of each spending before a dialog about it is shown: for a host in this process, which knows what its person agreed to. */
  readonly asking?: ((spending: Spending) => void) | undefined
  /** Told who connects and who calls. Absent over HTTP, where there are many. It never throws. */
  readonly seen?: ((assistant: CallingAssistant) => void) | undefined
  /** The key that signs questions and approval codes, at least 32 bytes. Read when first needed. */
  readonly stateKey: () => Promise<Uint8Array>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Waits between two looks at the service; in real time if absent. */
  readonly pause?: PauseBetweenLooks | undefined
  /** Fires when this process is asked to end. A call that waits then answers with the present state. */
  readonly ending?: AbortSignal | undefined
  /** Reports a fault to the operator, with the details that the agent is not told. Never to stdout. */
  readonly report: (event: string, error: unknown) => void
}

/** The answer to a question: of a person, or of the host. */
export interface ElicitationAnswer {
  readonly action: string
  /** The host answered with an error: it declares that it can ask a person, but it cannot. */
  readonly failed?: boolean
}

/** One call of a tool. */
export interface CallContext {
  readonly parts: ServerParts
  /** Whom the call acts for. Approval codes, and what this process remembers, belong to one principal only. */
  readonly principal: string
  /** The member who calls, as the token says; absent where callers need no token. */
  readonly caller?: Caller | undefined
  readonly signal: AbortSignal
  /** The longest wait inside this call, in seconds: hosts give up on a request near 60 s, some at 30 s. */
  readonly longest_wait: number
  /** False for a client of a protocol revision before 2025-06-18, which refuses a result with a resource_link. */
  readonly knows_links: boolean
  /**
   * Tells the host the progress; does nothing if the host did not ask for it. `often`: one of many messages, of which a host gets at most
   * one a second.
   */
  readonly progress: (percent: number, message: string, often?: 'often') => Promise<void>
  /** True if the host asked for the progress. */
  readonly shows_progress: boolean
  /** True if the host can show a form to a person. */
  readonly can_ask: boolean
  /** The answer to the question that this call asked before. */
  readonly answered: ElicitationAnswer | undefined
  /** The state that was sent with that question and came back with the answer; not yet verified. */
  readonly question_state: string | undefined
  /** True if the host can open a page in the person's browser. */
  readonly can_open: boolean
  /** The answer to the request to open the approval page. */
  readonly answered_page: ElicitationAnswer | undefined
  /** The answer to the request to open the sign-in page. */
  readonly answered_sign_in: ElicitationAnswer | undefined
}

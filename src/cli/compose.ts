import { homedir } from 'node:os'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { type ClientOptions, createClient } from '../client/client.ts'
import { type Clock, systemClock } from '../client/deadline.ts'
import { createCallerState } from '../mcp/caller-state.ts'
import type { ServerParts } from '../mcp/context.ts'
import { createFolders } from '../mcp/files/folders.ts'
import { judgedAlready, judgeInThread } from '../mcp/files/judging.ts'
import { createSources } from '../mcp/files/sources.ts'
import { createWritten } from '../mcp/files/written.ts'
import type { UploadHandles } from '../mcp/uploads.ts'
import { aboutEngine, candidatesOf } from '../service/engine/configured.ts'
import { toolChoiceOf } from './chosen-tools.ts'
import type { Environment } from './config.ts'
import { createGateway } from './connection.ts'
import { dataDirOf, madeDataDir } from './data-dir.ts'
import { createDesks, type Desks } from './desks.ts'
import { enginesInKeyring } from './engine-keys.ts'
import type { Gateway } from './gateway.ts'
import { createAssistantNote } from './last-assistant.ts'
import { createReport } from './report.ts'
import type { Use } from './service-settings.ts'
import type { Settings } from './settings.ts'
import { createStateKey } from './state-key.ts'
import { USER_AGENT, VERSION } from './version.ts'
import type { Watching } from './watching.ts'
import { createWays } from './ways.ts'

/** The server's parts for one process, and how to end what they started. */
export interface ComposedServer {
  readonly parts: ServerParts
  /** The way to the API for calls that are not made with a caller's own credential. */
  readonly gateway: Gateway
  /** Gives up the calls under way and ends the service inside this program. */
  close(): Promise<void>
}

export interface ComposeOptions {
  readonly env: Environment
  readonly stderr: Writable
  /** Folders that the person has named, whose files may be read and written. */
  readonly named: readonly string[]
  /** The address under which MCP is served over HTTP; absent on stdio. */
  readonly origin?: string
  /** True where assistants call through MCP. */
  readonly assistants?: boolean
  /** See Use. */
  readonly oauth?: Use['oauth']
  /** The questions about spending and the uploads, where another part of this process has the data folder open. */
  readonly desks?: () => Desks | undefined
  /** Makes the uploads to this server; absent on stdio. */
  readonly uploads?: (desks: () => Promise<Desks>) => UploadHandles
  /** See Use. */
  readonly keys?: Use['keys']
  /** See Use. */
  readonly busy?: Use['busy']
  /** See Use. */
  readonly log?: Use['log']
  /** Who is told of calls and of the work behind them. */
  readonly watching?: Pick<Watching, 'telemetry' | 'watch'>
  /** See ServerParts. */
  readonly ending?: AbortSignal
  /** See ClientOptions. Present where a person at a terminal waits, and no host. */
  readonly paused?: ClientOptions['paused']
  /** See Invocation. */
  readonly clock?: Clock | undefined
}

/** Where the build leaves the program of the thread that judges results: beside this one. */
const JUDGING_THREAD = new URL('./judging-thread.js', import.meta.url)

/**
 * Builds the parts of the server for one process. It starts no service, calls nobody and writes nothing. It only looks into the
 * data folder for the engines that have a key in the keyring.
 */
export function composeServer(settings: Settings, options: ComposeOptions): ComposedServer {
  const { env, stderr, named, origin, assistants, oauth, ending, clock = systemClock } = options
  const report = createReport(stderr, settings)
  const { keys, log, busy, paused, watching } = options
  const telemetry = watching?.telemetry
  const gateway = createGateway(settings, report, {
    publicUrl: origin,
    assistants,
    hosting: origin !== undefined,
    ...{ oauth, keys, log, busy, telemetry },
  })
  const traceparent = telemetry && (() => telemetry.place()?.traceparent)
  const client = createClient({ connect: gateway.connect, userAgent: USER_AGENT, clock, paused, traceparent })
  const dataDir = () => dataDirOf(settings)
  const here = settings.api_url === undefined || settings.credential === 'key'
  const members = oauth !== undefined && here ? origin : undefined
  const isStdio = assistants === true && origin === undefined
  const { desks, close: closeDesks } = createDesks(settings, { gateway, beside: options.desks, clock: clock.now })
  const { ways, close: closeWays } = createWays(settings, {
    ...{ desks, alone: origin === undefined, env, clock: clock.now, members, assistants: assistants === true },
    ...{ page: isStdio, signedIn: oauth !== undefined },
  })
  const note = isStdio ? createAssistantNote(dataDir, clock.now) : undefined
  const surroundings = {
    ...{ named, project: env.CLAUDE_PROJECT_DIR, working: process.cwd(), home: homedir() },
    closed: [dataDir()],
  }
  return {
    parts: {
      version: VERSION,
      client,
      settings: toolSettingsOf(settings, { origin, assistants: assistants === true }),
      folders: createFolders(surroundings),
      sources: createSources(() => path.join(dataDir(), 'sources.json')),
      written: createWritten({ folder: dataDir, days: settings.file_days, clock: clock.now }),
      judge: settings.api_url === undefined ? judgedAlready : judgeInThread(JUDGING_THREAD),
      callerState: createCallerState(),
      watch: watching?.watch,
      uploads: options.uploads?.(desks),
      signIn: origin === undefined ? gateway.signIn : undefined,
      ways,
      ...{ seen: note?.seen, limits: limitsOf(gateway), learn: learning(settings, origin) },
      stateKey: createStateKey(settings.state_secret, () => madeDataDir(settings)),
      clock: clock.now,
      ending,
      report,
    },
    gateway,
    async close() {
      await note?.settled()
      await client.close()
      await closeWays()
      await closeDesks()
      await gateway.close()
    },
  }
}

/** The settings that tools need. */
function toolSettingsOf(
  settings: Settings,
  { origin, assistants }: { readonly origin: string | undefined; readonly assistants: boolean },
): ServerParts['settings'] {
  const { consent, max_credits, max_characters, max_tokens, max_money, ask_above_tokens, engine } = settings
  const embedded = settings.api_url === undefined
  return {
    transport: origin === undefined ? 'stdio' : 'http',
    consent,
    ...{ max_credits, max_characters, max_tokens, max_money, ask_above_tokens },
    ...{ engine, source_language: settings.source_language, embedded },
    agent: embedded && assistants && handsOut(settings),
    tools: toolChoiceOf(settings),
  }
}

/** What the limits of the service inside this program leave; undefined where the API is hosted. */
function limitsOf({ running }: Gateway): ServerParts['limits'] {
  return running && (async member_id => (await running()).limits(member_id))
}

/** Loaded where a project is to be translated, and not before; undefined over HTTP. */
function learning(settings: Settings, origin: string | undefined): ServerParts['learn'] {
  if (origin !== undefined) return undefined
  return async project => await (await import('./sync/learn.ts')).learnProject(project, settings)
}

/** True if the caller's own model translates: the settings name it, or no other engine comes before it (see `candidatesOf`). */
function handsOut(settings: Settings): boolean {
  const { engine, engines } = settings
  const [first] = candidatesOf({ engine, engines, agent: true, unread_keys: enginesInKeyring(settings) })
  return aboutEngine(first)?.by_caller === true
}

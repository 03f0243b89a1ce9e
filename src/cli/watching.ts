import type { Writable } from 'node:stream'
import { type SharedState, SILENT, type Telemetry } from '../contract/telemetry.ts'
import type { WatchTool } from '../mcp/context.ts'
import { tracesWanted } from '../telemetry/configured.ts'
import type { Environment } from './config.ts'
import { bindable, listenFailure } from './listening.ts'
import { createPlainLog } from './report.ts'
import type { Settings } from './settings.ts'
import { VERSION } from './version.ts'

/** What is told of the work of this process, to whom it is set. */
export interface Watching {
  readonly telemetry: Telemetry
  /** Absent where nobody wants to know of calls. */
  readonly watch: WatchTool | undefined
  readonly metrics_url: string | undefined
  /** Sends what was not sent yet. */
  close(): Promise<void>
}

const NOBODY: Watching = {
  telemetry: SILENT,
  watch: undefined,
  metrics_url: undefined,
  close: async () => undefined,
}

export interface WatchingWishes {
  readonly settings: Settings
  readonly env: Environment
  readonly stderr: Writable
  /** What the database says, once it is open here; absent where the API is hosted. */
  readonly shared?: (() => Promise<SharedState>) | undefined
}

/** Opens what settings and variables ask for. Where they ask for nothing, nothing is loaded. @throws {UsageError} as listening does */
export async function openWatching({ settings, env, stderr, shared }: WatchingWishes): Promise<Watching> {
  const { metrics_port: port, metrics_token: token, request_log } = settings
  const log = createPlainLog(stderr, settings)
  const wanted = tracesWanted(env)
  if (typeof wanted === 'object') log.warn(`${wanted.unknown} ${NOT_HERE}`)
  const traces = wanted === 'yes'
  if (!traces && !request_log && port === undefined) return NOBODY
  const [{ openTelemetry }, { watchingTools }] = await Promise.all([
    import('../telemetry/open.ts'),
    import('../telemetry/tool.ts'),
  ])
  const metrics = port === undefined ? undefined : { port, host: bindable(settings.host), token, shared }
  const telemetry = await openTelemetry({
    ...{ version: VERSION, traces, request_log, metrics },
    warn: message => log.warn(message),
  }).catch((error: unknown) => {
    throw listenFailure(error, settings.host, port ?? 0)
  })
  const { metrics_url, close } = telemetry
  return { telemetry, watch: watchingTools(telemetry), metrics_url, close }
}

const NOT_HERE =
  'asks for what this program does not do: it sends traces by OTLP over HTTP, in JSON (otlp, http/json). There are none.'

import { ApiError } from '../client/errors.ts'
import { diskIsFull } from '../contract/system-errors.ts'
import type { RunningService } from '../service/service.ts'
import { DataDirRefused, madeDataDir } from './data-dir.ts'
import { readEngineKeys } from './engine-keys.ts'
import type { Gateway } from './gateway.ts'
import { hosted } from './hosted.ts'
import { databaseIsHeld, HELD } from './make-folder.ts'
import type { ReportFault } from './report.ts'
import type { Use } from './service-settings.ts'
import type { Settings } from './settings.ts'

/**
 * The way to the hosted service where its address is set, else to the service inside this program. Nothing is loaded, opened or
 * called before `connect`.
 */
export function createGateway(settings: Settings, report: ReportFault, use: Use = {}): Gateway {
  return settings.api_url === undefined ? embedded(settings, report, use) : hosted(settings.api_url, settings)
}

function embedded(settings: Settings, report: ReportFault, use: Use): Gateway {
  let starting: Promise<RunningService> | undefined
  let closed = false
  const start = async () => {
    try {
      return await startEmbedded(settings, use)
    } catch (error) {
      starting = undefined
      report('the service inside this program could not start', error)
      throw startFailure(error)
    }
  }
  const running = async () => {
    if (closed) throw new ApiError({ code: 'cancelled', message: 'This program is ending.' })
    starting ??= start()
    return starting
  }
  return {
    running,
    async connect() {
      const service = await running()
      // Read at each call, since another process may have rotated the key. This process has no window: alone it is the person's own, and
      // as a server it limits those behind it one by one.
      const credential = await service.uncountedKey()
      return { baseUrl: service.baseUrl, credential }
    },
    follow: request => starting?.then(service => service.fetch(request)),
    async close() {
      closed = true
      const service = await starting?.catch(() => undefined)
      await service?.close()
    },
  }
}

/** Starts the service inside this program. */
export async function startEmbedded(
  settings: Settings,
  {
    host,
    port,
    oauth,
    log,
    telemetry,
    busy = false,
    ...use
  }: Use & { readonly host?: string; readonly port?: number } = {},
): Promise<RunningService> {
  const dataDir = await madeDataDir(settings)
  const [{ startService }, { createLog }, { serviceSettings }, keys] = await Promise.all([
    import('../service/service.ts'),
    import('../service/log.ts'),
    import('./service-settings.ts'),
    use.keys ?? readEngineKeys(settings),
  ])
  return startService({
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(oauth && { oauth }),
    ...{ dataDir, busy },
    settings: { ...serviceSettings(settings, { ...use, keys }), ...(await sharing(settings)) },
    ...(telemetry && { telemetry }),
    log: log ?? createLog(settings.log_level, telemetry),
  })
}

/** Whether pg-boss is used beside the service; loaded only where that can be. */
async function sharing(settings: Settings) {
  if (settings.workers !== 0 && settings.jobs_engine !== 'pg-boss') return {}
  const { bossSchemaOf } = await import('./boss-schema.ts')
  return { jobs_schema: bossSchemaOf(settings, settings.workers === 0) }
}

/** Errors of the start whose own words a caller may read, by their code: none has a path. */
const TOLD: ReadonlySet<unknown> = new Set([
  ...['newer_schema', 'restoring', 'moving', 'moved', 'filling', 'other_files', 'files_unclear', 'state_secret'],
])

/** The error for the caller. Only known messages are passed on, such as that of a newer data folder: others may contain paths. */
function startFailure(error: unknown): ApiError {
  return new ApiError({ code: 'service_unavailable', message: startWords(error) })
}

function startWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (error instanceof Error && TOLD.has(code)) return error.message
  if (error instanceof DataDirRefused) {
    return `The data folder of the service inside this program cannot be made (${error.reason}): see TRANSLATION_DATA_DIR.`
  }
  if (databaseIsHeld(error)) return `The service inside this program could not start. ${HELD} Nothing was changed.`
  if (diskIsFull(error)) {
    return (
      'The disk is full where the data folder of the service inside this program lies. Nothing was changed. ' +
      'Make room there, or set TRANSLATION_DATA_DIR to a folder on another disk.'
    )
  }
  return `The service inside this program could not start${typeof code === 'string' ? ` (${code})` : ''}.`
}

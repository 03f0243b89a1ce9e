import type { RunningWork } from '../../service/work-alone.ts'
import { bossSchemaOf } from '../boss-schema.ts'
import type { Invocation } from '../command.ts'
import { dataDirOf, madeDataDir } from '../data-dir.ts'
import { endWithin, onSignal } from '../ending.ts'
import { readEngineKeys } from '../engine-keys.ts'
import { serviceSettings } from '../service-settings.ts'
import { requireBoss, requireServer } from '../several-machines.ts'
import { takesNoMore, UsageError } from '../usage.ts'
import { openWatching } from '../watching.ts'

/**
 * Does the work of the batches until a signal, and serves nobody. After the signal, work under way may end within `drain_seconds`; the
 * rest is given back at once.
 *
 * @throws {UsageError} the state is not in PostgreSQL, or no work is allowed
 */
export async function worker(invocation: Invocation): Promise<0> {
  const { settings, operands, stdout } = invocation
  takesNoMore('worker', operands)
  if (settings.workers === 0)
    throw new UsageError('worker does nothing with --workers 0: set 1 or more, or leave it out.')
  requireServer(settings, 'worker')
  if (settings.jobs_engine === 'pg-boss') requireBoss(settings)
  const drain_seconds = settings.drain_seconds ?? DRAIN_SECONDS
  const stopped = new Promise<void>(resolve => onSignal(resolve))
  let opened: RunningWork | undefined
  const shared = async () => opened?.sharedState() ?? Promise.reject(new Error('The state is not open yet.'))
  const watching = await openWatching({ ...invocation, shared })
  const { telemetry, metrics_url } = watching
  const dataDir = await madeDataDir(settings)
  const [{ startWork }, { createLog }, keys] = await Promise.all([
    import('../../service/work-alone.ts'),
    import('../../service/log.ts'),
    readEngineKeys(settings),
  ])
  const running = await startWork({
    dataDir,
    settings: {
      ...serviceSettings(settings, { hosting: true, keys }),
      drain_seconds,
      jobs_schema: bossSchemaOf(settings, true),
    },
    log: createLog(settings.log_level, telemetry),
    telemetry,
  })
  opened = running
  // It serves nobody: while the database is away, and no thread has begun, nothing else would keep the process.
  const staying = setInterval(() => undefined, 60_000)
  const facts = { data_dir: dataDirOf(settings), process_id: process.pid, ...(metrics_url && { metrics_url }) }
  const metrics = metrics_url === undefined ? '' : `Metrics are at ${metrics_url}.\n`
  stdout.write(
    settings.json ? `${JSON.stringify(facts)}\n` : `Working on what is approved. Ctrl-C ends it.\n${metrics}`,
  )
  await stopped
  clearInterval(staying)
  await endWithin(async () => {
    await running.close()
    await watching.close()
  }, drain_seconds)
  return 0
}

const DRAIN_SECONDS = 20

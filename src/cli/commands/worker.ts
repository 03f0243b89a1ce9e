import { bossSchemaOf } from '../boss-schema.ts'
import type { Invocation } from '../command.ts'
import { dataDirOf, madeDataDir } from '../data-dir.ts'
import { endWithin, onSignal } from '../ending.ts'
import { readEngineKeys } from '../engine-keys.ts'
import { serviceSettings } from '../service-settings.ts'
import { requireBoss, requireServer } from '../several-machines.ts'
import { takesNoMore, UsageError } from '../usage.ts'

/**
 * Does the work of the batches until a signal, and serves nobody. After the signal, work under way may end within `drain_seconds`; the
 * rest is given back at once.
 *
 * @throws {UsageError} the state is not in PostgreSQL, or no work is allowed
 */
export async function worker({ settings, operands, stdout }: Invocation): Promise<0> {
  takesNoMore('worker', operands)
  if (settings.workers === 0)
    throw new UsageError('worker does nothing with --workers 0: set 1 or more, or leave it out.')
  requireServer(settings, 'worker')
  if (settings.jobs_engine === 'pg-boss') requireBoss(settings)
  const drain_seconds = settings.drain_seconds ?? DRAIN_SECONDS
  const stopped = new Promise<void>(resolve => onSignal(resolve))
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
    log: createLog(settings.log_level),
  })
  const facts = { data_dir: dataDirOf(settings), process_id: process.pid }
  stdout.write(settings.json ? `${JSON.stringify(facts)}\n` : 'Working on what is approved. Ctrl-C ends it.\n')
  await stopped
  await endWithin(() => running.close(), drain_seconds)
  return 0
}

const DRAIN_SECONDS = 20

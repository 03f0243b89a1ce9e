import { ServiceError } from '../domain/errors.ts'
import type { LinesAsked, LinesFound } from '../domain/finished-line.ts'
import { readFinishedLines } from '../segments/index.ts'
import { findPlan } from '../store/plans.ts'
import { conditionsKept } from '../translation/made-under.ts'
import { readingOf } from './run.ts'
import type { World } from './world.ts'

/**
 * Reads lines of a completed batch: its original again, with what is kept of each text.
 *
 * @throws {ServiceError} batch_not_editable where nothing is kept; as `originalOf`
 * @throws {FormatError} when the file cannot be read
 * @throws {Stopped} on `signal`
 */
export async function finishedLinesOf(asked: LinesAsked, world: World, signal: AbortSignal): Promise<LinesFound> {
  const { db } = world
  const batch = await db.selectFrom('batches').selectAll().where('id', '=', asked.batch_id).executeTakeFirstOrThrow()
  const stored = await findPlan(db, batch.id)
  const made = stored && (await conditionsKept(batch, stored, world))
  if (stored === undefined || made === undefined) throw new ServiceError('batch_not_editable', NOTHING_KEPT)
  const original = await readingOf(batch, stored, signal, world)
  return await readFinishedLines(asked, { db, batch, original, made, selection: stored.intent.selection })
}

const NOTHING_KEPT =
  'This translation was completed by an earlier version, which kept no lines. To correct it, create it again from the file.'

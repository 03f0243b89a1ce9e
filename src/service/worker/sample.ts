import { buildTermSearch, termsKept } from '../../checks/index.ts'
import { countWords, type Unit, windowsOf } from '../../formats/index.ts'
import { ServiceError } from '../domain/errors.ts'
import type { Intent } from '../domain/intent.ts'
import { planInvalid } from '../domain/plan-refusal.ts'
import { dependsOnTarget } from '../files/original.ts'
import { SAMPLE_SIZE, sampling } from '../planner/sample.ts'
import { verdict } from '../planner/selection.ts'
import { surveyColumn } from '../store/batches.ts'
import { type Database, write } from '../store/database.ts'
import type { HeldLease } from '../store/outcomes.ts'
import { findPlan, putPlan, replacePlan, type StoredPlan } from '../store/plans.ts'
import { passOn, sampledBatch } from '../store/samples.ts'
import type { BatchRow } from '../store/schema.ts'
import { Stopped } from '../translation/stopped.ts'
import { knownTo } from './estimate.ts'
import { jobsFor, planBatch, planIntent, planRest } from './planning.ts'
import { readingOf } from './run.ts'
import { refusalOf, type World } from './world.ts'

/** Plans a batch as asked, or a sample by itself. Throws as `planBatch` and `planSample`. */
export async function planAsked(
  batchId: string,
  instruction: string,
  world: World,
  signal?: AbortSignal,
): Promise<void> {
  const batch = await world.db.selectFrom('batches').selectAll().where('id', '=', batchId).executeTakeFirst()
  if (batch === undefined || batch.sample_of === null) return await planBatch(batchId, instruction, world, signal)
  await planSample(batch, world, signal)
}

/**
 * Plans a sample: a few of the texts that the plan of its batch has to translate anew, and nothing else of it is different. It costs what
 * these take off that plan.
 *
 * @throws {PlanRefusal} plan_invalid where there are too few texts for a sample
 * @throws {ServiceError} plan_changed where the batch has another plan by now; as `originalOf`
 * @throws {Stopped} on `signal`
 */
async function planSample(sample: BatchRow, world: World, signal?: AbortSignal): Promise<void> {
  const whole = await sampledBatch(world.db, sample)
  const stored = whole && (await findPlan(world.db, whole.id))
  const engine = world.engines.byId(stored?.plan.engine ?? '')
  if (whole === undefined || stored === undefined || whole.survey_json === null) throw planIsGone()
  if (engine === undefined) throw new ServiceError('service_unavailable', 'The engine of this plan is not available.')
  const units = await chosenUnits(whole, stored, world, signal)
  const { intent, plan } = stored
  const selection = { ...intent.selection, units }
  const own: Intent = { ...intent, selection, applied: [], not_understood: [] }
  const source = {
    tag: plan.source_language ?? intent.source_language ?? '',
    from: plan.source_language_from ?? 'file',
  }
  const rows = plan.price?.languages.map(({ language, new_words }) => [language, new_words] as const)
  const part_of = rows && new Map(rows)
  const found = surveyColumn.read(whole.survey_json)
  const next = await planIntent({ batch: sample, found, intent: own, source, engine, signal, part_of }, world)
  if (signal?.aborted) throw new Stopped()
  if (await replacePlan(world.db, sample.id, next, undefined, world.clock())) return
  // Another call has planned it meanwhile, unless it is gone.
  if ((await findPlan(world.db, sample.id)) === undefined) throw planIsGone()
}

function planIsGone(): ServiceError {
  return new ServiceError(
    'plan_changed',
    'The translation has another plan by now, or none. Read it, then ask for a sample.',
  )
}

/** The names of the units of a sample: of those that have to be translated anew into one language at least. */
async function chosenUnits(
  whole: BatchRow,
  { intent, plan }: StoredPlan,
  world: World,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const original = await readingOf(whole, { intent, plan }, signal, world)
  const { format } = original
  const engine = world.engines.byId(plan.engine ?? '')
  const jobs = await jobsFor(whole, intent, plan.source_language ?? '', world)
  const known = await Promise.all(
    jobs.map(job => (engine === undefined ? undefined : knownTo(engine, job, whole, { format }, world))),
  )
  const search = jobs.map(({ glossary }) => buildTermSearch({ glossary, keep: [] }))
  const termsOf = (unit: Unit): number => Math.max(...search.map(terms => termsKept(unit, '', terms).length))
  const chosen = sampling()
  const readings = dependsOnTarget(format)
    ? jobs.map(({ target }, at) => ({ options: { target: { language: target } }, known: [known[at]] }))
    : [{ options: {}, known }]
  const opens = readings.map(() => 0)
  for (const [reading, { options, known }] of readings.entries()) {
    for await (const window of windowsOf(format.scan(original.open(), options))) {
      if (signal?.aborted) throw new Stopped()
      const wanted = window.filter(unit => verdict(intent.selection, unit).included)
      const done = await Promise.all(known.map(async areKnown => (await areKnown?.(wanted)) ?? []))
      for (const [at, unit] of wanted.entries()) {
        if (done.every(one => one[at] === true)) continue
        opens[reading] = (opens[reading] ?? 0) + 1
        chosen.add({ unit, words: countWords(unit.text, unit.syntax), terms: termsOf(unit) })
      }
    }
  }
  const open = Math.max(0, ...opens)
  const names = chosen.names()
  if (names.length === 0 || open <= SAMPLE_SIZE) {
    throw planInvalid(
      'text',
      `A sample of ${SAMPLE_SIZE} texts would be no smaller than this plan, which translates ${open} anew. Approve the plan itself.`,
    )
  }
  return names
}

/** What the plan of the sampled batch becomes, to be written in the transaction that completes the sample. */
export type FollowUp = (tx: Database, now: number) => Promise<void>

/**
 * Gives what a sample has translated to the batch that it is a sample of, where it counts as done, and plans what is left of that batch.
 * Undefined where that batch does not wait for it any more.
 *
 * @throws {Stopped} when the lease was lost
 */
export async function countSample(held: HeldLease, sample: BatchRow, world: World): Promise<FollowUp | undefined> {
  const { db } = world
  const whole = await sampledBatch(db, sample)
  if (whole === undefined || whole.status !== 'awaiting_review') return undefined
  if (!(await write(db, tx => passOn(tx, held, whole.id)))) throw new Stopped()
  const stored = await findPlan(db, whole.id)
  const own = await findPlan(db, sample.id)
  if (stored === undefined || own === undefined) return undefined
  const next = await planRest(whole, stored, world, usage => usage, noticeOf(own)).catch((error: unknown) => {
    // Its file is gone, so that nobody can approve it.
    if (refusalOf(error) === undefined) throw error
    return undefined
  })
  if (next === undefined) return undefined
  return async (tx, now) => {
    const plan = await findPlan(tx, whole.id)
    const batch = await sampledBatch(tx, sample)
    if (batch?.status !== 'awaiting_review' || plan?.plan.plan_revision !== stored.plan.plan_revision) return
    await putPlan(tx, whole.id, next, now)
  }
}

function noticeOf({ plan, counts }: StoredPlan): string {
  const lines = counts.selected_segments
  const cost =
    plan.credit_cost === null || plan.credit_cost === 0
      ? ''
      : `, for ${plan.credit_cost} ${plan.credit_cost === 1 ? 'credit' : 'credits'}`
  return `A sample of ${lines} ${lines === 1 ? 'text' : 'texts'} is translated already${cost}. This plan is for the rest.`
}

import { readExactWishes } from '../../contract/exact-wishes.ts'
import { remarksOnCopies } from '../../formats/index.ts'
import { planningRefusal } from '../domain/batch-state.ts'
import { paidBy } from '../domain/engine-facts.ts'
import { ServiceError } from '../domain/errors.ts'
import type { Intent } from '../domain/intent.ts'
import { withRemarks } from '../domain/plan-refusal.ts'
import { inMoney } from '../domain/prices.ts'
import type { Survey } from '../domain/survey.ts'
import type { Engine, EngineJob } from '../engine/engine.ts'
import { dependsOnTarget, type Original, originalOf } from '../files/original.ts'
import { sourceOfIntent } from '../planner/asked-column.ts'
import { becomesUtf8 } from '../planner/charset-advice.ts'
import { compose, workloadOf } from '../planner/compose.ts'
import { readInstruction } from '../planner/intent.ts'
import { adviceOnMark } from '../planner/marking.ts'
import { type Measurement, measure, type Remembered } from '../planner/measure.ts'
import { joinLanguages, type LanguageMeasurement } from '../planner/measure-languages.ts'
import { absentParts } from '../planner/named-parts.ts'
import { nothingLeft, nothingToRead } from '../planner/nothing-left.ts'
import { otherLanguagePresent } from '../planner/present-language.ts'
import { sampleAdvised } from '../planner/sample.ts'
import { formatFor } from '../planner/selection.ts'
import { refuseSharedPlaces } from '../planner/shared-place.ts'
import { knownLanguage, type SourceLanguage, sourceFolder, withFolder } from '../planner/source-language.ts'
import { separatorOf, survey } from '../planner/survey.ts'
import { surveyColumn } from '../store/batches.ts'
import { glossariesOf } from '../store/pair-glossary.ts'
import { findPlan, replacePlan, type StoredPlan } from '../store/plans.ts'
import { isBeingSampled } from '../store/samples.ts'
import type { BatchRow } from '../store/schema.ts'
import { jobOf } from '../translation/job.ts'
import { Stopped } from '../translation/stopped.ts'
import { knownTo, usageFor } from './estimate.ts'
import { withPages } from './kept-pages.ts'
import { paced } from './pace.ts'
import type { World } from './world.ts'

/** Reads the file once and says what is in it. @throws {PlanRefusal} plan_invalid when there is nothing to translate */
export async function surveyFile(batch: BatchRow, world: World, signal?: AbortSignal): Promise<Survey> {
  const { format, open } = await originalOf(batch, world.files)
  const { survey: found, sample } = await survey(paced(format, signal).scan(open()), batch.file_name)
  if (sample === '') throw withRemarks(nothingToRead(found), (await format.remarks?.(open(), [])) ?? [])
  const said = await format.languages?.(open())
  // The name of a bilingual file names the language it is translated into, not its source language.
  const name = format.traits.bilingual ? '' : batch.file_name
  const folder = readExactWishes(batch.instruction ?? '').exact.folder_language
  const source_language = withFolder(
    await knownLanguage(name, said?.source, sample),
    sourceFolder(folder, found.extension, world.settings.source_language),
  )
  return source_language === undefined ? found : { ...found, source_language }
}

/**
 * Turns an instruction into the plan of a file.
 *
 * @param previous what the last plan understood, which this instruction may refine
 * @throws {PlanRefusal} when it is not usable for this file
 * @throws {Stopped} on `signal`, while the file is read
 */
export async function planFile(
  batch: BatchRow,
  found: Survey,
  instruction: string,
  previous: Intent | undefined,
  world: World,
  signal?: AbortSignal,
): Promise<StoredPlan> {
  const facts = {
    survey: found,
    defaults: { source_language: world.settings.source_language, quality_tier: 'standard' },
  } as const
  const intent = readInstruction(instruction, previous === undefined ? facts : { ...facts, previous })
  const source = sourceOf(intent, found, world)
  const engine = await world.engines.choose(source.tag, intent.target_languages)
  return await planIntent({ batch, found, intent, source, engine, signal }, world)
}

function sourceOf(intent: Intent, found: Survey, world: World): SourceLanguage {
  return sourceOfIntent(intent, found, world.settings.source_language)
}

interface Planning {
  readonly batch: BatchRow
  readonly found: Survey
  readonly intent: Intent
  readonly source: SourceLanguage
  readonly engine: Engine
  readonly signal?: AbortSignal | undefined
  /** Why this plan follows another one. */
  readonly notice?: string
  /** Corrects the estimate of what the account of the engine is charged. */
  readonly corrected?: (usage: number) => number
  /** See Measurement. */
  readonly part_of?: Measurement['part_of']
}

/** Makes the plan of what was understood. @throws {PlanRefusal} where nothing is left to translate */
export async function planIntent(
  { batch, found, intent: asked, source, engine, signal, notice, corrected = usage => usage, part_of }: Planning,
  world: World,
): Promise<StoredPlan> {
  const original = await originalOf(batch, world.files)
  const { open } = original
  const { intent, unkept } = await withPages(original, asked)
  const format = formatFor(original.format, intent, { file_name: batch.file_name, source: source.tag })
  await refuseSharedPlaces(format, open, { source: source.tag, targets: intent.target_languages })
  const jobs = await jobsFor(batch, intent, source.tag, world)
  const reading = { format: paced(format, signal), open }
  const known = await Promise.all(jobs.map(job => knownTo(engine, job, batch, { format }, world)))
  const separator = separatorOf(found.extension)
  const measurement = { ...(await measureAll(reading, intent, separator, known)), part_of }
  if (measurement.absent.length > 0) throw absentParts(measurement.absent, intent.selection, found)
  const remarks = [
    ...unkept,
    ...((await format.remarks?.(open(), intent.target_languages, source.tag)) ?? []),
    ...(await remarksOnCopies(format, open)),
  ]
  if (measurement.counts.selected_segments === 0) {
    const reasons = measurement.not_included.map(({ reason }) => reason)
    throw withRemarks(nothingLeft(intent.selection, found, reasons), remarks)
  }
  const glossaries = await glossariesOf(world.db, batch, source.tag, intent.target_languages)
  const usage = corrected(await usageFor({ batch, original: { format, open }, intent, jobs, engine }, world))
  const described = engine.describe(workloadOf(intent, measurement, usage))
  const { key_owner, prices } = world.settings
  const model = engine.model?.(intent.quality_tier)
  const billing = inMoney(paidBy(key_owner, described.billing), engine.id, model, prices)
  const sample_of = batch.sample_of ?? undefined
  const isPaid =
    described.credit_cost !== 0 || ((billing.who === 'you' || billing.who === 'operator') && billing.estimate > 0)
  const first = isPaid && sample_of === undefined && notice === undefined
  const becomes = await becomesUtf8(format, open, intent.target_languages)
  const others = await otherLanguagePresent(source.tag, intent.target_languages, measurement.present)
  const advice = [
    ...(notice === undefined ? [] : [notice]),
    ...[...adviceOnMark(intent, found.extension), ...becomes, ...remarks, ...others],
    ...(described.advice ?? []),
  ]
  const plan = compose({
    ...{ intent, source, measurement, glossaries, sample_of },
    engine: { ...described, billing, advice },
    advised: first ? sampleAdvised(measurement.counts.selected_segments) : {},
  })
  const engine_print = world.settings.prints?.engines[engine.id] ?? null
  return { plan, counts: measurement.counts, intent, engine_print }
}

/**
 * Plans what is left of a batch, with its engine and what was understood before; what is kept for it counts as known.
 *
 * @throws {ServiceError} as `originalOf`; service_unavailable when the engine is not there
 */
export async function planRest(
  batch: BatchRow,
  { plan, intent }: StoredPlan,
  world: World,
  corrected: (usage: number) => number,
  notice: string,
): Promise<StoredPlan> {
  const engine = world.engines.byId(plan.engine ?? '')
  if (engine === undefined) throw new ServiceError('service_unavailable', 'The engine of this plan is not available.')
  const { survey_json } = batch
  const found = survey_json === null ? await surveyFile(batch, world) : surveyColumn.read(survey_json)
  const source = sourceOf(intent, found, world)
  return await planIntent({ batch, found, intent, source, engine, corrected, notice }, world)
}

/** What will hold for each target language, under the conditions that this plan will have. */
export function jobsFor(batch: BatchRow, intent: Intent, source_language: string, world: World): Promise<EngineJob[]> {
  const { quality_tier, keep_untranslated, guidance, target_languages, skip_checks = [] } = intent
  const terms = {
    source_language,
    quality_tier,
    keep_untranslated: [...keep_untranslated],
    guidance: [...guidance],
    skipped_checks: [...skip_checks],
  }
  return Promise.all(target_languages.map(target => jobOf(terms, target, batch, world)))
}

/** Measures what each language gets: in one pass where all get the same, else in one pass for each. */
async function measureAll(
  reading: Original,
  { selection, target_languages }: Intent,
  separator: string,
  known: readonly Remembered[],
): Promise<Measurement> {
  if (!dependsOnTarget(reading.format)) {
    return await measure(reading.format.scan(reading.open()), selection, separator, known)
  }
  const each: LanguageMeasurement[] = []
  for (const [at, language] of target_languages.entries()) {
    const units = reading.format.scan(reading.open(), { target: { language } })
    each.push({ language, measurement: await measure(units, selection, separator, [known[at]]) })
  }
  return joinLanguages(each)
}

const TRIES = 3
const BEING_SAMPLED =
  'A sample of this translation is being translated. Its plan follows when that is done: plan it then.'

/**
 * Plans a batch that awaits review, anew or as a refinement of its plan. When its plan changes meanwhile, the instruction is
 * read against the new one.
 *
 * @throws {ServiceError} batch_not_awaiting_approval, or as `originalOf`
 * @throws {PlanRefusal} as `planFile`
 * @throws {Stopped} on `signal`
 */
export async function planBatch(
  batchId: string,
  instruction: string,
  world: World,
  signal?: AbortSignal,
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const batch = await world.db.selectFrom('batches').selectAll().where('id', '=', batchId).executeTakeFirstOrThrow()
    const refusal = planningRefusal(batch.status)
    if (refusal !== undefined)
      throw new ServiceError(refusal, `A translation that is ${batch.status} cannot be planned.`)
    if (await isBeingSampled(world.db, batchId)) throw new ServiceError('batch_not_awaiting_approval', BEING_SAMPLED)
    const before = await findPlan(world.db, batchId)
    const { survey_json } = batch
    const found = survey_json === null ? await surveyFile(batch, world, signal) : surveyColumn.read(survey_json)
    const next = await planFile(batch, found, instruction, before?.intent, world, signal)
    if (signal?.aborted) throw new Stopped()
    if (await replacePlan(world.db, batchId, next, before?.plan.plan_revision, world.clock())) return
  }
  const message = 'The translation or its plan changed while this was being planned. Read it again.'
  throw new ServiceError('batch_not_awaiting_approval', message)
}

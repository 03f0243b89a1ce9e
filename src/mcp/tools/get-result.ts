import * as z from 'zod'
import type { Batch, Quality, Result } from '../../contract/batch.ts'
import { familyOf, stemOf } from '../../contract/formats.ts'
import { api } from '../../contract/operations.ts'
import type { Plan } from '../../contract/plan.ts'
import { isDelta } from '../../sync/disk/delta-place.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { isZip } from '../files/judging.ts'
import type { Replacing } from '../files/replacing.ts'
import { waitWithPlan } from '../plans.ts'
import { readyResult } from '../ready-result.ts'
import { labelOf, languagesText, type PlanLanguages, shownBatch, stateOf, titleOf } from '../render/batch.ts'
import { DATA_NOTICE, quoted, visible } from '../render/data.ts'
import { bytes, counted, moment } from '../render/numbers.ts'
import { languageLabel, uncheckedLine } from '../render/plan.ts'
import { tellSaved } from '../render/saved.ts'
import { saveFetched } from '../saved.ts'
import type { FetchedOne, FetchOne } from '../several/fetching.ts'
import type { FetchInRun } from '../several/fetching-run.ts'
import type { PossiblePlaces } from '../several/places.ts'
import { isRunId } from '../several/run.ts'
import { BatchBrief, batchIdInput, common } from '../shapes.ts'
import { AGENT, awaitsTranslations, nextFor, step } from '../steps.ts'
import { type ToolAnswer, tool } from '../tool.ts'
import { DEFAULT_WAIT, isMoving, mayHaveResult } from '../waiting.ts'

const text = z.string().nullable().optional()

const input = z.strictObject({
  batch_id: batchIdInput.optional(),
  batch_ids: z.array(z.string().min(1)).min(1).max(50).optional().describe('instead: several results'),
  sync_revision: z.string().optional().describe('instead: writes into the locale files'),
  wait_seconds: z
    .number()
    .int()
    .min(0)
    .max(45)
    .optional()
    .describe('how long to wait for it to finish; 25 unless said'),
  save_to: z
    .string()
    .min(1)
    .optional()
    .describe('file or folder (several: folder, also with {lang}, or .zip); left out: beside the source'),
  overwrite: z
    .boolean()
    .optional()
    .describe('replace an earlier result or another translation of the source, if the person wants that'),
})
type Input = z.output<typeof input>

/** Which result is fetched, and to where. `taken`: the places that results of the same call have; `sources`: the files they were made from. */
interface Fetching extends Pick<Input, 'save_to'> {
  readonly overwrite?: Replacing['overwrite'] | undefined
  /** See ToSave. */
  readonly places?: PossiblePlaces | undefined
  readonly batch_id: string
  readonly wait_seconds: number
  readonly taken?: Set<string>
  readonly sources?: readonly string[]
}

export const getResult = tool({
  name: 'get_result',
  title: 'Fetch the translated file',
  description:
    'Fetches the finished translation: saves the file beside its source or to save_to, never over another file unless told; gives back where it is and what the checks found. ' +
    'Several languages: a file each, or a link to one zip. Not finished yet: waits, then gives back the state.',
  effect: 'save',
  calls: [api.batches.get, api.batches.getPlan, api.batches.result],
  input,
  output: z.looseObject({
    saved_to: text,
    url: text,
    quality: z.looseObject({ segments: z.number(), kept_source: z.number() }).nullable().optional(),
    batch: BatchBrief.optional(),
    results: z.array(z.looseObject({ batch_id: z.string(), saved_to: text })).optional(),
    files: z.array(z.looseObject({ path: z.string(), written: z.number() })).optional(),
    ...common,
  }),
  run: async (asked, context) => {
    const { batch_id, batch_ids, sync_revision, wait_seconds = DEFAULT_WAIT, save_to, overwrite } = asked
    if (sync_revision !== undefined) {
      const { refuseBeside } = await import('../sync/beside.ts')
      refuseBeside(asked, 'Nothing was saved', ['wait_seconds'])
      return await (await import('../sync/writing.ts')).writeSynced({ sync_revision, wait_seconds }, context)
    }
    if (isRunId(batch_id) && batch_ids === undefined) {
      const one: FetchInRun = (id, how) => fetchOne({ batch_id: id, ...how }, context)
      return await (await import('../several/fetching-run.ts')).fetchRun(
        { ...asked, batch_id, wait_seconds },
        one,
        context,
      )
    }
    if (batch_id !== undefined && batch_ids === undefined) {
      return await fetchOne({ batch_id, wait_seconds, save_to, overwrite }, context)
    }
    if (batch_ids === undefined || batch_id !== undefined) {
      throw new ToolRefusal('invalid_arguments', [
        `Nothing was saved: ${batch_id === undefined ? 'batch_id is missing' : 'batch_id and batch_ids were given together'}.`,
        'Give batch_id for one result, or batch_ids for several.',
      ])
    }
    const taken = new Set<string>()
    const folder = save_to === undefined || /[\\/]$/.test(save_to) ? save_to : `${save_to}/`
    const known = await Promise.all(batch_ids.map(id => context.parts.sources.recall(id)))
    const sources = known.filter(source => source !== undefined)
    const one: FetchOne = (id, seconds) =>
      fetchOne({ batch_id: id, wait_seconds: seconds, save_to: folder, overwrite, taken, sources }, context)
    const { fetchSeveral } = await import('../several/fetching.ts')
    return await fetchSeveral(batch_ids, wait_seconds, one, context)
  },
})

async function fetchOne(asked: Fetching, context: CallContext): Promise<ToolAnswer<FetchedOne>> {
  if (asked.save_to === undefined && asked.places === undefined) await refuseDelta(asked.batch_id, context)
  const { batch, request_id, known } = await waitWithPlan(asked.batch_id, asked.wait_seconds, context)
  // The approved plan, which names the engine that translated (ENG-1). If it cannot be read, the file is given all the same.
  const plan = known?.plan
  if (plan?.sample_of !== undefined) throw sampleOnly(batch, plan)
  const result = mayHaveResult(batch) ? await readyResult(batch, context) : undefined
  if (result === undefined) return notFinished(batch, plan, request_id)
  return context.parts.settings.transport === 'stdio'
    ? save({ batch, result: result.data, plan, request_id: result.request_id }, asked, context)
    : link({ batch, result: result.data, plan, request_id: result.request_id })
}

/** A file with a few texts of a locale file would stand beside it. @throws {ToolRefusal} part_of_sync */
async function refuseDelta(batch_id: string, { parts }: CallContext): Promise<void> {
  const source = await parts.sources.recall(batch_id)
  if (source === undefined || !isDelta(source)) return
  throw new ToolRefusal('part_of_sync', [
    'Nothing was saved: this is the part of a locale file that plan_sync found to translate.',
    'Next: get_result with its sync_revision writes it into the file; with save_to it is saved by itself.',
  ])
}

/** A file with a few texts translated would stand where the whole one is to be. */
function sampleOnly({ id }: Batch, { sample_of, plan_revision }: Plan): ToolRefusal {
  const lines = step('translate_segments', { batch_id: id, plan_revision, search: '' })
  return new ToolRefusal('sample_only', [
    'Nothing was saved: this is the sample of a translation, and most of its file would not be translated.',
    `Next: ${step('get_batch', { batch_id: sample_of })} shows the plan for all of it; ${lines} shows the lines of the sample.`,
  ])
}

function notFinished(batch: Batch, plan: Plan | undefined, request_id: string) {
  return {
    data: {
      batch: shownBatch(batch, plan),
      data_notice: DATA_NOTICE,
      request_id,
      next_step:
        isMoving(batch) && !mayHaveResult(batch)
          ? step('get_result', { batch_id: batch.id, wait_seconds: DEFAULT_WAIT })
          : nextFor(batch, awaitsTranslations(batch) ? plan : undefined),
    },
    lines: [`No file yet: ${labelOf(batch, plan)} is ${stateOf(batch)}.`],
  }
}

interface Finished {
  readonly batch: Batch
  readonly result: Result
  /** The approved plan, which names the engine; undefined where it cannot be read. */
  readonly plan: Plan | undefined
  readonly request_id: string
}

async function save({ batch, result, plan, request_id }: Finished, asked: Fetching, context: CallContext) {
  const engine = plan?.engine ?? null
  const file_name = result.file_name ?? (await nameFor(batch, plan, result))
  const { save_to, overwrite = false, taken, sources, places } = asked
  const languages = plan && { source_language: plan.source_language, target_languages: plan.target_languages }
  const toSave = { batch, result, file_name, languages, request_id, save_to, overwrite, taken, sources, places }
  const { facts, where, warnings, unsaved } = tellSaved(await saveFetched(toSave, context), file_name, result)
  const findings = toTell(result.quality)
  const files = 'saved' in facts ? 'the files are' : 'the file is'
  const rest = unsaved ? `; ${step('get_result', { batch_id: batch.id, overwrite: true })} ${REPLACES}` : ''
  return {
    data: {
      ...facts,
      engine,
      ...factsOf(plan),
      quality: result.quality,
      ...warned([...unwritten(batch), ...warnings]),
      data_notice: DATA_NOTICE,
      request_id,
      next_step: `tell the person where ${files}${unsaved ? ', and which language has none' : ''}${byYou(engine)}${findings === '' ? (unsaved ? '' : '; nothing is left to do') : `, and ${findings}`}${rest}${correction(batch.id, result.quality, plan)}`,
    },
    lines: [
      `Saved ${titleOf(batch)}${languagesText(plan)} ${where}.${by(engine)}`,
      ...qualityLines(result.quality),
      ...uncheckedIn(plan),
    ],
  }
}

const REPLACES = 'if the person wants what is there replaced, else another save_to'

/** A name for a result that the service gave none: never that of its source, beside which it is saved. */
async function nameFor(batch: Batch, plan: Plan | undefined, result: Result): Promise<string> {
  const { id, file_name } = batch
  if (file_name === null) return `${id.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')}.bin`
  const [language = 'translated', ...others] = plan?.target_languages ?? []
  // Several languages come as one zip, but for a table that may have a column for each.
  const several = others.length > 0 && familyOf(file_name)?.family !== 'csv'
  if (several || isZip(result, file_name, { batch, languages: plan })) return `${stemOf(file_name)}.zip`
  const { localizedPath } = await import('../formats.ts')
  const tag = others.length === 0 && /^[A-Za-z0-9-]+$/.test(language) ? language : 'translated'
  return localizedPath(file_name, tag, plan?.source_language ?? undefined)
}

function byYou(engine: string | null): string {
  return engine === AGENT ? ' and that you, the assistant, translated it' : ''
}

/** What else the person is to be told: the findings, and how many segments kept their source; nothing where there is none. */
function toTell(quality: Quality | null): string {
  const { findings = [], kept_source = 0 } = quality ?? {}
  if (findings.length === 0 && kept_source === 0) return ''
  const kept = kept_source === 0 ? '' : `that ${counted(kept_source, 'segment')} of it kept the source text`
  const found = findings.length === 0 ? '' : 'what the findings say'
  return [kept, found].filter(Boolean).join(' and ')
}

/** The call that corrects the first finding with a line id. Only lines that the caller's own model translated have an id. */
function correction(batch_id: string, quality: Quality | null, plan: Plan | undefined): string {
  const finding = quality?.findings.find(({ id }) => id !== undefined)
  if (finding === undefined || plan === undefined) return ''
  const { plan_revision } = plan
  const line = { batch_id, plan_revision, target_language: finding.language, translations: [`${finding.id} …`] }
  return `; to correct a line: ${step('translate_segments', line)}, then get_result again, with overwrite to replace the file`
}

function link({ batch, result, plan, request_id }: Finished) {
  const engine = plan?.engine ?? null
  const { url, page_url, expires_at, media_type, size_bytes, quality } = result
  const findings = toTell(quality)
  const file_name = visible(result.file_name ?? batch.file_name ?? batch.id, 255)
  return {
    data: {
      url,
      ...(page_url && { page_url }),
      expires_at,
      file_name,
      media_type,
      size_bytes,
      engine,
      ...factsOf(plan),
      quality,
      ...warned(unwritten(batch)),
      data_notice: DATA_NOTICE,
      request_id,
      next_step: `give the person ${page_url ? 'page_url, a page with the download and, for text, both texts line by line' : 'the link'}${engine === AGENT ? ' and say that you, the assistant, translated it' : ''}${findings === '' ? '' : `, and tell ${findings}`}; when it has expired, ${step('get_result', { batch_id: batch.id })} makes a new one${correction(batch.id, quality, plan)}`,
    },
    lines: [
      `${titleOf(batch)}${languagesText(plan)} is ready${size_bytes === null ? '' : ` (${bytes(size_bytes)})`}: a link that anybody who has it can open${expires_at === null ? '' : ` until ${moment(expires_at)}`}.${by(engine)}`,
      ...(page_url ? [`Its page, with the download and, for text, both texts line by line: ${page_url}`] : []),
      ...qualityLines(quality),
      ...uncheckedIn(plan),
    ],
    links: [
      {
        uri: url,
        name: file_name,
        ...(media_type === null ? {} : { mimeType: media_type }),
        ...(size_bytes === null ? {} : { size: size_bytes }),
      },
    ],
  }
}

/** The languages, and the checks that were not made, as fields of the result; none where the plan cannot be read. */
function factsOf(plan: Plan | undefined): Partial<PlanLanguages> & Pick<Partial<Plan>, 'skipped_checks'> {
  if (plan === undefined) return {}
  const { source_language, target_languages, skipped_checks } = plan
  return { source_language, target_languages, ...(skipped_checks !== undefined && { skipped_checks }) }
}

function uncheckedIn(plan: Plan | undefined): string[] {
  return plan?.skipped_checks === undefined ? [] : [uncheckedLine(plan.skipped_checks)]
}

function by(engine: string | null): string {
  if (engine === null) return ''
  return engine === AGENT ? ' Translated by your assistant.' : ` Translated by: ${engine}.`
}

const SHOWN_FINDINGS = 5

function qualityLines(quality: Quality | null): string[] {
  if (quality === null) return []
  const kept =
    quality.kept_source === 0
      ? 'none kept its source text'
      : `${counted(quality.kept_source, 'segment')} kept the source text`
  const { terms } = quality
  const glossary =
    terms === undefined ? '' : ` The translation has ${terms.honoured} of ${counted(terms.present, 'glossary term')}.`
  return [
    `Checked ${counted(quality.segments, 'segment')}: ${counted(quality.repaired, 'repaired', 'repaired')}, ${kept}.${glossary}`,
    ...quality.findings
      .slice(0, SHOWN_FINDINGS)
      .map(finding => `- ${placeOf(finding)}: ${visible(finding.reason, 160)}`),
  ]
}

/** The place of a finding: the unit and the language, with the number of the line if the caller's own model translated it. */
function placeOf({ id, segment, language }: Quality['findings'][number]): string {
  const place = `${quoted(segment, 60)} in ${languageLabel(language)}`
  return id === undefined ? place : `line ${visible(id, 20)}, ${place}`
}

/** The error of a completed batch: it says that the file lacks the last correction. */
function unwritten({ error }: Batch): string[] {
  return error === null ? [] : [visible(error.message, 300)]
}

function warned(warnings: string[]): { warnings?: string[] } {
  return warnings.length === 0 ? {} : { warnings }
}

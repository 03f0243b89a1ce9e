import { readFile } from 'node:fs/promises'
import { withCodes } from '../../contract/hidden.ts'
import { loadFormat } from '../../formats/index.ts'
import { endDeltas, readTranslated, type TranslatedTexts } from '../../sync/disk/deltas.ts'
import { asOnlyRun } from '../../sync/disk/one-run.ts'
import { workFolder } from '../../sync/disk/work-folder.ts'
import { type PairOutcome, writeAll } from '../../sync/disk/write-all.ts'
import { type PairPlan, translationName } from '../../sync/pair-plan.ts'
import type { Delta } from '../../sync/plan.ts'
import { readSourceTexts } from '../../sync/texts.ts'
import type { CallContext } from '../context.ts'
import { stateOf } from '../render/batch.ts'
import { DATA_NOTICE, quoted, visible } from '../render/data.ts'
import { counted } from '../render/numbers.ts'
import { failureLine, reasonOf } from '../several/failures.ts'
import { AGENT, awaitsTranslations, step } from '../steps.ts'
import { type FetchedDeltas, fetchDeltas } from './fetching.ts'
import { type RootedProject, refusing, rootedProject, type SyncRequest, syncNow } from './request.ts'
import { plannedAs, type SyncRun, sentOf } from './run-record.ts'

export interface WriteSyncInput {
  readonly sync_revision: string
  readonly wait_seconds: number
}

/** So many keys of a file are named. */
const SHOWN_KEYS = 20

/**
 * Fetches what is translated of a plan of sync and writes it into the files that are there. Each is planned anew first, so what a person
 * wrote since stays hers. What is not done yet is left for the next call.
 *
 * @throws {ToolRefusal} sync_unknown; sync_not_created; sync_refused
 * @throws {ApiError} as fetching does
 */
export async function writeSynced({ sync_revision, wait_seconds }: WriteSyncInput, context: CallContext) {
  const request = await plannedAs(sync_revision, context)
  const project = await rootedProject(request, context)
  const run = await runOf(sync_revision, project, request, context)
  const work = await workFolder(project.folder, project.root)
  const came = await fetchDeltas(run.deltas, { work, wait_seconds }, context)
  const written = await refusing(() => asOnlyRun(work, () => writeNow({ request, run, came, work }, context)))
  return told(sync_revision, came, written)
}

/** What was sent. Nothing, where a plan only moves and copies texts. @throws {ToolRefusal} sync_not_created */
async function runOf(
  sync_revision: string,
  project: RootedProject,
  request: SyncRequest,
  context: CallContext,
): Promise<SyncRun> {
  try {
    return await sentOf(sync_revision, project)
  } catch (error) {
    const { plan } = await syncNow(request, context)
    if (plan.pairs.some(({ asked }) => asked.size > 0)) throw error
    return { sync_revision, deltas: [] }
  }
}

interface Writing {
  readonly request: SyncRequest
  readonly run: SyncRun
  readonly came: FetchedDeltas
  readonly work: string
}

interface Written {
  readonly opened: RootedProject
  readonly files: readonly WrittenFile[]
}

/** What became of one translation. */
interface WrittenFile {
  readonly outcome: PairOutcome
  /** Keys that were sent and not written: a person wrote the translation meanwhile; the source is another one by now; nothing fitting came. */
  readonly edited: readonly string[]
  readonly outdated: readonly string[]
  readonly without: readonly string[]
}

async function writeNow({ request, run, came, work }: Writing, context: CallContext): Promise<Written> {
  const { opened, plan } = await syncNow(request, context)
  const deltas = await deltasIn(run, plan.pairs)
  const sent = await sentTexts(deltas)
  const translated = ofSameSource(await readTranslated(came.fetched, { deltas }), plan.pairs, sent)
  const outcomes = await writeAll(opened, plan, translated, { work, moment: context.parts.clock() })
  const isWhole = came.open.length + came.failed.length === 0 && outcomes.every(({ error }) => error === null)
  if (isWhole) await endDeltas({ deltas })
  const open = new Set(
    came.open.flatMap(({ sent: { source_path, target_languages } }) => names(source_path, target_languages)),
  )
  const files = outcomes.map(outcome => {
    const { source_path, language } = outcome.plan
    const name = translationName(outcome.plan)
    const own = sent.get(name) ?? new Map<string, string>()
    // What is still at work has no fate yet.
    const isOpen = open.has(nameOf(source_path, language))
    return { outcome, ...fatesOf(outcome.plan, own, isOpen ? undefined : translated.get(name)) }
  })
  return { opened, files }
}

function nameOf(source_path: string, language: string): string {
  return `${language} ${source_path}`
}

function names(source_path: string, languages: readonly string[]): readonly string[] {
  return languages.map(language => nameOf(source_path, language))
}

/** What was sent, with the translations as they stand now. */
async function deltasIn({ deltas }: SyncRun, pairs: readonly PairPlan[]): Promise<ReadonlyMap<string, Delta>> {
  const found = new Map<string, Delta>()
  for (const { file, source_path, target_languages } of deltas) {
    const format = await loadFormat(source_path)
    const bytes = await readFile(file).catch(() => undefined)
    if (format === undefined || bytes === undefined) continue
    const own = pairs.filter(pair => pair.source_path === source_path && target_languages.includes(pair.language))
    found.set(file, { id: file, source_path, format, bytes, pairs: own })
  }
  return found
}

/** The texts that were sent for each translation (`translationName`), by their paths. */
async function sentTexts(
  deltas: ReadonlyMap<string, Delta>,
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const sent = new Map<string, Map<string, string>>()
  for (const { format, bytes, pairs } of deltas.values()) {
    for (const pair of pairs) {
      const { language, source_language } = pair
      const texts = await readSourceTexts({ format, bytes, source_language, language })
      const own = sent.get(translationName(pair)) ?? new Map<string, string>()
      for (const [key, { text, left_out }] of texts) if (left_out === undefined) own.set(key, text)
      sent.set(translationName(pair), own)
    }
  }
  return sent
}

/** The translations whose source is still what was sent. */
function ofSameSource(
  translated: TranslatedTexts,
  pairs: readonly PairPlan[],
  sent: ReadonlyMap<string, ReadonlyMap<string, string>>,
): TranslatedTexts {
  const texts = new Map(pairs.map(pair => [translationName(pair), pair.texts]))
  return new Map(
    [...translated].map(([name, own]) => [
      name,
      new Map([...own].filter(([key]) => texts.get(name)?.get(key)?.text === sent.get(name)?.get(key))),
    ]),
  )
}

/** What became of the texts that were sent, by key; nothing where the translation is still at work. */
function fatesOf(
  { states, texts, asked }: PairPlan,
  sent: ReadonlyMap<string, string>,
  translated: ReadonlyMap<string, string> | undefined,
): Omit<WrittenFile, 'outcome'> {
  const fates = { edited: [] as string[], outdated: [] as string[], without: [] as string[] }
  if (translated === undefined) return fates
  const known = new Map(states.map(state => [state.path, state]))
  for (const [path, text] of sent) {
    const { key = path, state } = known.get(path) ?? {}
    if (translated.has(path) || state === 'current') continue
    if (state === 'edited' || state === 'edited_stale') fates.edited.push(key)
    else if (texts.get(path)?.text !== text) fates.outdated.push(key)
    else if (asked.has(path)) fates.without.push(key)
  }
  return fates
}

function told(sync_revision: string, { open, failed }: FetchedDeltas, { opened, files }: Written) {
  const shown = files.filter(
    ({ outcome, edited, outdated, without }) =>
      outcome.written > 0 || outcome.error !== null || edited.length + outdated.length + without.length > 0,
  )
  const written = files.reduce((sum, { outcome }) => sum + outcome.written, 0)
  const changed = files.filter(({ outcome }) => outcome.written > 0).length
  return {
    data: {
      folder: withCodes(opened.folder),
      files: shown.map(rowOf),
      written,
      ...(open.length > 0 && {
        not_finished: open.map(({ sent, batch }) => ({
          ...{ batch_id: batch.id, source: visible(sent.source_path, 300), target_languages: sent.target_languages },
          ...{ status: batch.status, state: stateOf(batch) },
        })),
      }),
      ...(failed.length > 0 && {
        failed: failed.map(({ name, error }) => ({ source: visible(name, 300), ...reasonOf(error) })),
      }),
      sync_revision,
      data_notice: DATA_NOTICE,
      next_step: nextStep(sync_revision, open, shown),
    },
    lines: [
      written === 0 && open.length === 0 && failed.length === 0
        ? 'Nothing was to be written: the files are as they should be.'
        : `${counted(written, 'text')} written into ${counted(changed, 'file')} in ${withCodes(opened.folder)}.`,
      ...shown.flatMap(linesFor),
      ...open.map(({ sent, batch }) => `Not done yet: ${quoted(sent.source_path, 200)} is ${stateOf(batch)}.`),
      ...failed.map(one => `Failed: ${failureLine({ ...one, name: quoted(one.name, 200) })}`),
    ],
  }
}

const shownKeys = (keys: readonly string[]) => keys.slice(0, SHOWN_KEYS).map(key => visible(key, 100))

function rowOf({ outcome: { plan, written, error }, edited, outdated, without }: WrittenFile) {
  return {
    path: visible(plan.path, 300),
    language: plan.language,
    written,
    ...(edited.length > 0 && { left_as_a_person_edited_it: shownKeys(edited) }),
    ...(outdated.length > 0 && { source_changed_since: shownKeys(outdated) }),
    ...(without.length > 0 && { without_translation: shownKeys(without) }),
    ...(error !== null && { error: visible(error, 400) }),
  }
}

function linesFor({ outcome: { plan, written, error }, edited, outdated, without }: WrittenFile): readonly string[] {
  const keys = (some: readonly string[]) => `${shownKeys(some).slice(0, 5).join(', ')}${some.length > 5 ? ', …' : ''}`
  const facts = [
    ...(written > 0 ? [`${counted(written, 'text')} written`] : []),
    ...(edited.length > 0 ? [`left, because a person edited it: ${keys(edited)}`] : []),
    ...(outdated.length > 0 ? [`left, because the source changed since: ${keys(outdated)}`] : []),
    ...(without.length > 0 ? [`no translation that fits came for ${keys(without)}`] : []),
    ...(error === null ? [] : [`not written: ${visible(error, 400)}`]),
  ]
  return [`${quoted(plan.path, 200)} (${plan.language}): ${facts.join('; ')}`]
}

function nextStep(sync_revision: string, open: FetchedDeltas['open'], files: readonly WrittenFile[]): string {
  const own = open.filter(({ batch }) => awaitsTranslations(batch))
  const waiting = open.filter(({ batch }) => batch.status === 'awaiting_review')
  if (own.length > 0) return step('translate_segments', { sync_revision })
  if (waiting.length > 0)
    return waiting.every(({ known }) => known?.plan.engine === AGENT)
      ? step('translate_segments', { sync_revision })
      : `${step('approve_batch', { sync_revision })} once the cost and what is left out are fine`
  if (open.length > 0) return step('get_result', { sync_revision, wait_seconds: 25 })
  const again = files.some(({ outdated }) => outdated.length > 0)
  return `tell the person which files changed and what was left${again ? '; plan_sync again has what changed since' : ''}. \`translation-mcp sync --undo\` in a terminal takes the writing back`
}

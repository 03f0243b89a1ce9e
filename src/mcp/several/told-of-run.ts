import path from 'node:path'
import type { ApiError } from '../../client/errors.ts'
import type { CallContext } from '../context.ts'
import { placeInWords } from '../files/beside.ts'
import { stateOf } from '../render/batch.ts'
import { DATA_NOTICE, quoted, visible } from '../render/data.ts'
import { listed } from '../render/list.ts'
import { counted } from '../render/numbers.ts'
import { awaitsTranslations, step } from '../steps.ts'
import { DEFAULT_WAIT, isMoving } from '../waiting.ts'
import { failedFields, failedLines } from './failed.ts'
import { reasonOf, throttledNote } from './failures.ts'
import type { FetchedInRun, RunFetched } from './fetched-in-run.ts'
import { LISTED_FILES, SHOWN_FILES } from './most-files.ts'
import { firstOf } from './rows.ts'
import { type FileRun, handleOf } from './run.ts'

interface HowFetched {
  readonly save_to: string | undefined
  readonly overwrite: boolean
  readonly throttled: ApiError | undefined
}

/** What get_result says of a run: how many files are where, what the checks found in all, and a line each for what is to be looked at. */
export async function tellFetched(run: FileRun, fetched: RunFetched, how: HowFetched, { parts }: CallContext) {
  const { saved, open, failed, left } = fetched
  const roots = await parts.folders.allowed()
  const places = foldersIn(saved).map(([folder, files]) => ({ folder: placeInWords(folder, roots) || '.', files }))
  const quality = qualityOf(saved)
  const rows = rowsOf(saved)
  const warnings = [
    ...firstOf(
      saved.flatMap(({ member, data }) => (data.warnings ?? []).map(text => `${quoted(member.path)}: ${text}`)),
    ),
    ...(left === 0
      ? []
      : [`${counted(left, 'file')} could not be fetched in the time of this call; the same call again goes on.`]),
    ...(how.throttled === undefined ? [] : [throttledNote(how.throttled)]),
  ]
  const states = statesIn(open)
  return {
    data: {
      batch_id: run.run_id,
      counts: {
        ...{ all: run.members.length, saved: saved.length, not_finished: open.length, failed: failed.length },
        not_begun: left,
      },
      saved_in: places,
      ...(quality && { quality }),
      results: rows.map(({ member, data, saved: files }) => ({
        ...{ batch_id: member.batch_id, file_path: visible(member.path, 300), saved_to: files[0] },
        ...(files.length > 1 && { saved: files.slice(0, SHOWN_FILES) }),
        ...(data.quality && {
          quality: { kept_source: data.quality.kept_source, findings: data.quality.findings.length },
        }),
      })),
      ...(saved.length > rows.length && { not_listed: saved.length - rows.length }),
      ...(states.length > 0 && { not_finished: states }),
      ...failedFields(failed),
      ...(warnings.length > 0 && { warnings }),
      data_notice: DATA_NOTICE,
      next_step: nextStep(run, fetched, how),
    },
    lines: [
      `${saved.length} of ${counted(run.members.length, 'file')} translated and saved${failed.length === 0 ? '' : `; ${counted(failed.length, 'file')} not`}.`,
      ...places.map(({ folder, files }) => `${counted(files, 'file')} in ${folder}`),
      ...(quality ? [qualityLine(quality)] : []),
      ...rows.map(({ member, saved: files }) => `${quoted(member.path)}: ${listed(firstOf(files, 'more'))}`),
      ...(saved.length > rows.length
        ? [
            `${counted(saved.length - rows.length, 'file')} without anything to look at ${saved.length - rows.length === 1 ? 'is' : 'are'} not listed.`,
          ]
        : []),
      ...states.map(({ state, files }) => `${counted(files, 'file')}: ${state}.`),
      ...failedLines(failed),
    ],
  }
}

type Qualities = NonNullable<ReturnType<typeof qualityOf>>

/** What the checks found in all files; undefined where none was checked. */
function qualityOf(saved: readonly FetchedInRun[]) {
  const all = saved.flatMap(({ data }) => data.quality ?? [])
  if (all.length === 0) return undefined
  const sum = (pick: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + pick(one), 0)
  return {
    segments: sum(({ segments }) => segments),
    kept_source: sum(({ kept_source }) => kept_source),
    findings: sum(({ findings }) => findings.length),
  }
}

function qualityLine({ segments, kept_source, findings }: Qualities): string {
  return `Checked ${counted(segments, 'segment')}: ${counted(findings, 'finding')}, ${counted(kept_source, 'segment')} kept the source text.`
}

/** Those that have a line each: all, or of more than fit those that are to be looked at. */
function rowsOf(saved: readonly FetchedInRun[]): readonly FetchedInRun[] {
  if (saved.length <= LISTED_FILES) return saved
  return saved.filter(one => isToLookAt(one)).slice(0, SHOWN_FILES)
}

function isToLookAt({ data: { quality } }: FetchedInRun): boolean {
  return quality !== null && quality !== undefined && (quality.kept_source > 0 || quality.findings.length > 0)
}

const SHOWN_FOLDERS = 10

/** How many files are in the folder that all share; where they share little, in each folder of it. */
function foldersIn(saved: readonly FetchedInRun[]): (readonly [folder: string, files: number])[] {
  const files = [...new Set(saved.flatMap(one => one.saved))]
  const [first, ...others] = files.map(file => path.dirname(file))
  if (first === undefined) return []
  let shared = first
  while (!others.every(folder => folder === shared || folder.startsWith(`${shared}${path.sep}`)))
    shared = path.dirname(shared)
  const counts = new Map<string, number>()
  for (const file of files) {
    const [below = '', ...rest] = path.relative(shared, file).split(path.sep)
    const folder = rest.length === 0 ? shared : path.join(shared, below)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return counts.size > SHOWN_FOLDERS ? [[shared, files.length]] : [...counts]
}

/** How many are in which state. */
export function statesIn(open: RunFetched['open']) {
  const counts = new Map<string, number>()
  for (const { batch } of open) {
    // Without the percent: so those in one state are one line.
    const state = stateOf({ ...batch, progress: { ...batch.progress, percent: null } })
    counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  return [...counts].slice(0, SHOWN_FILES).map(([state, files]) => ({ state, files }))
}

function nextStep(run: FileRun, { saved, open, failed, left }: RunFetched, { save_to, overwrite }: HowFetched): string {
  const same = { batch_id: run.run_id, ...(save_to !== undefined && { save_to }), ...(overwrite && { overwrite }) }
  const review = open.filter(({ batch }) => batch.status === 'awaiting_review')
  const own = open.some(({ batch }) => awaitsTranslations(batch))
  const there = failed.some(({ error }) => reasonOf(error).code === 'file_exists')
  const found = saved.find(isToLookAt)
  return [
    ...(own ? [step('translate_segments', { ...handleOf(run) })] : []),
    ...(review.length > 0 ? [`${step('approve_batch', { ...handleOf(run) })} if all are to be translated`] : []),
    ...(left > 0 || open.some(({ batch }) => isMoving(batch))
      ? [step('get_result', { ...same, wait_seconds: DEFAULT_WAIT })]
      : []),
    ...(there
      ? [
          `${step('get_result', { ...same, overwrite: true })} if the person wants what is there replaced, else another save_to`,
        ]
      : []),
    ...(saved.length === 0 ? [] : [`tell the person where the files are${found ? ', and what the findings say' : ''}`]),
    ...(found ? [`${step('get_result', { batch_id: found.member.batch_id })} shows those of the first`] : []),
    ...(failed.length > 0 && !there ? ['tell the person which files have no translation, and why'] : []),
  ].join('; then ')
}

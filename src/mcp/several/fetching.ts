import type { Batch, Quality } from '../../contract/batch.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { labelOf, type PlanLanguages, stateOf } from '../render/batch.ts'
import { DATA_NOTICE, visible } from '../render/data.ts'
import { counted } from '../render/numbers.ts'
import { step } from '../steps.ts'
import type { ToolAnswer } from '../tool.ts'
import { DEFAULT_WAIT, isMoving, mayHaveResult } from '../waiting.ts'
import { concernsAll, type Failed, failureLine, reasonOf, reportUnexpected } from './failures.ts'

/** What get_result gives for one translation: where its file is, or the batch if there is none yet. */
export interface FetchedOne {
  readonly [field: string]: unknown
  readonly batch?: Batch & Partial<PlanLanguages>
  readonly saved_to?: string
  readonly url?: string
  readonly expires_at?: string | null
  readonly file_name?: string
  readonly media_type?: string | null
  readonly size_bytes?: number | null
  readonly sha256?: string
  readonly engine?: string | null
  readonly quality?: Quality | null
  readonly warnings?: string[]
  readonly request_id: string
  readonly next_step: string
}

/** Fetches the result of one translation, waiting at most so many seconds. @throws {Error} as get_result for it alone does */
export type FetchOne = (batch_id: string, wait_seconds: number) => Promise<ToolAnswer<FetchedOne>>

interface Answered {
  readonly batch_id: string
  readonly answer: ToolAnswer<FetchedOne>
}

/**
 * Fetches several results, one after the other, with one wait for all. A failure does not stop the others, unless all would share it.
 *
 * @throws {ToolRefusal} no_result, where nothing was fetched and nothing is under way
 * @throws {Error} the signal's reason, when the call was cancelled: what is saved stays
 */
export async function fetchSeveral(
  batch_ids: readonly string[],
  wait_seconds: number,
  fetchOne: FetchOne,
  context: CallContext,
) {
  const { clock, report } = context.parts
  const until = clock() + Math.min(wait_seconds, context.longest_wait) * 1000
  const ids = [...new Set(batch_ids)]
  const answered: Answered[] = []
  const failed: Failed[] = []
  for (const [at, batch_id] of ids.entries()) {
    try {
      answered.push({ batch_id, answer: await fetchOne(batch_id, Math.max(0, (until - clock()) / 1000)) })
    } catch (error) {
      if (context.signal.aborted || (concernsAll(error) && answered.length === 0)) throw error
      reportUnexpected(error, 'get_result', report)
      failed.push({ name: batch_id, error })
    }
    await context.progress((100 * (at + 1)) / ids.length, `${at + 1} of ${ids.length} results`, 'often')
  }
  if (answered.length === 0) throw noneFetched(failed)
  return tell(answered, failed)
}

function noneFetched(failed: readonly Failed[]): unknown {
  const [only] = failed
  if (failed.length === 1) return only?.error
  return new ToolRefusal('no_result', [
    `None of ${counted(failed.length, 'result')} was fetched.`,
    ...failed.map(failureLine),
    'get_result with one batch_id says more of a failure, and what to do.',
  ])
}

function tell(answered: readonly Answered[], failed: readonly Failed[]) {
  const fetched = answered.filter(({ answer }) => answer.data.batch === undefined)
  const open = answered.flatMap(({ answer: { data } }) =>
    data.batch === undefined ? [] : [{ ...data, batch: data.batch }],
  )
  const warnings = fetched.flatMap(({ answer: { data } }) =>
    (data.warnings ?? []).map(text => `${data.file_name}: ${text}`),
  )
  return {
    data: {
      results: fetched.map(rowOf),
      ...(open.length > 0 && {
        not_finished: open.map(({ batch }) => ({
          ...{ batch_id: batch.id, target_languages: batch.target_languages },
          ...{ status: batch.status, state: stateOf(batch) },
        })),
      }),
      ...(failed.length > 0 && {
        failed: failed.map(({ name, error }) => ({ batch_id: visible(name, 60), ...reasonOf(error) })),
      }),
      ...(warnings.length > 0 && { warnings }),
      data_notice: DATA_NOTICE,
      request_id: answered[0]?.answer.data.request_id ?? '',
      next_step: nextSteps(fetched, open, failed),
    },
    lines: [
      `${counted(fetched.length, 'file')} of ${answered.length + failed.length}.`,
      ...fetched.flatMap(({ answer }) => answer.lines.slice(0, 1)),
      ...open.map(({ batch }) => `No file yet: ${labelOf(batch, batch)} is ${stateOf(batch)}.`),
      ...failed.map(one => `Failed: ${failureLine(one)}`),
    ],
    links: fetched.flatMap(({ answer }) => answer.links ?? []),
  }
}

/** A result in short: its findings are counted here, and shown by get_result for it alone. */
function rowOf({ batch_id, answer: { data } }: Answered) {
  const { warnings: _told, request_id: _one, next_step: _its, data_notice: _said, quality, ...facts } = data
  return {
    batch_id,
    ...facts,
    ...(quality && {
      quality: { segments: quality.segments, kept_source: quality.kept_source, findings: quality.findings.length },
    }),
  }
}

function nextSteps(
  fetched: readonly Answered[],
  open: readonly (FetchedOne & { readonly batch: Batch & Partial<PlanLanguages> })[],
  failed: readonly Failed[],
): string {
  const moving = open.filter(({ batch }) => isMoving(batch) && !mayHaveResult(batch))
  const others = open.filter(one => !moving.includes(one))
  const [first, ...more] = others
  const batch_ids = moving.map(({ batch }) => batch.id)
  const found = fetched.find(({ answer }) => (answer.data.quality?.findings.length ?? 0) > 0)
  const there = failed.flatMap(({ name, error }) => (reasonOf(error).code === 'file_exists' ? [name] : []))
  return [
    ...(batch_ids.length === 0 ? [] : [step('get_result', { batch_ids, wait_seconds: DEFAULT_WAIT })]),
    ...(first === undefined
      ? []
      : [
          `${first.next_step}${more.length === 0 ? '' : `, and the same for ${counted(more.length, 'other')} of not_finished`}`,
        ]),
    ...(there.length === 0
      ? []
      : [`${step('get_result', { batch_ids: there, overwrite: true })} if the person wants these files replaced`]),
    ...(fetched.length === 0
      ? []
      : [`tell the person where the files are${found === undefined ? '' : ', and what the findings say'}`]),
    ...(found === undefined ? [] : [`${step('get_result', { batch_id: found.batch_id })} shows those of the first`]),
  ].join('; then ')
}

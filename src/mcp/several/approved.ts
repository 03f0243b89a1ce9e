import type { ApiError } from '../../client/errors.ts'
import type { Batch } from '../../contract/batch.ts'
import type { Plan } from '../../contract/plan.ts'
import { nothingSpent, type WantedApproval } from '../approving.ts'
import { type Amount, totalOf } from '../consent/amount.ts'
import { ToolRefusal } from '../failure.ts'
import { amountsText } from '../render/amount.ts'
import { labelOf, shownBatch, stateOf } from '../render/batch.ts'
import { DATA_NOTICE, visible } from '../render/data.ts'
import { count, counted } from '../render/numbers.ts'
import { step } from '../steps.ts'
import { reasonOf, throttledNote } from './failures.ts'
import { LISTED_FILES } from './most-files.ts'
import { firstOf, type Several } from './rows.ts'
import { type FileRun, handleOf } from './run.ts'
import { nextAfterSeveral } from './steps.ts'

/** A translation that is approved, and what this call did for it. */
export interface ApprovedOne {
  readonly batch: Batch
  readonly credits_reserved: number | null
  readonly credit_balance: number | null
  readonly amounts: readonly Amount[]
  readonly warnings: readonly string[]
  readonly request_id: string | null
  readonly plan: Plan | undefined
  readonly next_step: string
}

export interface NotApproved {
  readonly wanted: WantedApproval
  readonly error: unknown
}

interface Telling {
  readonly several: boolean
  readonly balance: number | null
  /** Whose files these are, where they are those of a run. */
  readonly run?: FileRun | undefined
  /** How many were agreed to, and not begun in the time of the call. */
  readonly left?: number
  readonly throttled?: ApiError | undefined
}

/** What approve_batch says of what it approved. */
export function tellApproved(
  done: readonly ApprovedOne[],
  failures: readonly NotApproved[],
  { several, balance, run, left = 0, throttled }: Telling,
) {
  const [first] = done
  const reserved = sumOf(done.map(({ credits_reserved }) => credits_reserved))
  // So many are all alike; get_result says what comes of them.
  const listed = done.length <= LISTED_FILES ? done : []
  const shown = listed.map(({ batch, plan }) => shownBatch(batch, plan))
  const [refused, unknown] = [true, false].map(spared =>
    failures.filter(({ error }) => isSpared(error) === spared).map(({ wanted }) => wanted.batch_id),
  )
  const warnings = [
    ...firstOf(done.flatMap(one => one.warnings.map(text => (several ? `${labelOf(one.batch)}: ${text}` : text)))),
    ...firstOf(failures.map(notApprovedLine), 'more that failed'),
    ...(left === 0 ? [] : [`${counted(left, 'file')} could not be approved in the time of this call. ${AGREED}`]),
    ...(throttled === undefined ? [] : [throttledNote(throttled)]),
  ]
  return {
    data: {
      ...(run && { batch_id: run.run_id, counts: { approved: done.length, failed: failures.length, not_begun: left } }),
      ...(several ? { batches: shown } : { batch: shown[0] }),
      credits_reserved: reserved,
      credit_balance: balance,
      ...named('not_approved', refused),
      ...named('not_known', unknown),
      ...(warnings.length > 0 ? { warnings } : {}),
      data_notice: DATA_NOTICE,
      ...(first?.request_id ? { request_id: first.request_id } : {}),
      next_step: run
        ? nextInRun(run, done, left)
        : several
          ? nextAfterSeveral(done.map(severalOf))
          : (first?.next_step ?? ''),
    },
    lines: several
      ? [`Approved ${counted(done.length, 'translation')}${costText(done, reserved, balance)}.`, ...listed.map(lineOf)]
      : done.map(one => `Approved${costText([one], reserved, balance)}. ${lineOf(one)}`),
  }
}

const AGREED = 'The same call again goes on; nobody is asked again within ten minutes.'

function nextInRun(run: FileRun, done: readonly ApprovedOne[], left: number): string {
  if (left > 0) return step('approve_batch', { ...handleOf(run) })
  const own = done.some(({ next_step }) => next_step.startsWith('translate_segments'))
  return own ? step('translate_segments', { ...handleOf(run) }) : step('get_result', { batch_id: run.run_id })
}

function named(field: string, ids: readonly string[] = []): Readonly<Record<string, readonly string[]>> {
  return ids.length === 0 ? {} : { [field]: firstOf(ids, 'more') }
}

/** True where this call spent nothing: the service refused, or this program did. */
export function isSpared(error: unknown): boolean {
  return nothingSpent(error) || error instanceof ToolRefusal
}

/** `bat_1 was not approved: plan_changed: …` */
export function notApprovedLine({ wanted, error }: NotApproved): string {
  const { code, reason } = reasonOf(error)
  return `${visible(wanted.batch_id, 60)} ${fateOf(error)}: ${code}: ${reason}`
}

function severalOf({ batch, plan }: ApprovedOne): Several {
  return { title: labelOf(batch), batch, plan: plan ?? null }
}

function fateOf(error: unknown): string {
  return isSpared(error) ? 'was not approved' : 'may be approved, get_batch shows it'
}

function lineOf({ batch, plan }: ApprovedOne): string {
  return `${labelOf(batch, plan)}: ${stateOf(batch)}.`
}

/** `: 12 credits reserved, 88 left`; for an account with an engine, about what it is charged. */
function costText(done: readonly ApprovedOne[], reserved: number | null, balance: number | null): string {
  const others = totalOf(done.flatMap(({ amounts }) => amounts)).filter(({ unit }) => unit !== 'credits')
  const facts = [
    ...(reserved === null || (reserved === 0 && others.length > 0) ? [] : [`${counted(reserved, 'credit')} reserved`]),
    ...(others.length === 0 ? [] : [amountsText(others)]),
    ...(balance === null || reserved === null || reserved === 0 ? [] : [`${count(balance)} left`]),
  ]
  return facts.length === 0 ? '' : `: ${facts.join(', ')}`
}

function sumOf(numbers: readonly (number | null)[]): number | null {
  const known = numbers.flatMap(number => number ?? [])
  return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0)
}

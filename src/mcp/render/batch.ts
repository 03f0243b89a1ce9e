import { type Batch, type BatchStatus, isBatchStatus } from '../../contract/batch.ts'
import { instantOf } from '../../contract/finding.ts'
import type { BatchPlan, Plan } from '../../contract/plan.ts'
import { awaitsTranslations } from '../steps.ts'
import { quoted, visible } from './data.ts'
import { count, counted, moment } from './numbers.ts'

/** The languages of a plan, in whatever form it is known. */
export type PlanLanguages = Pick<BatchPlan, 'source_language' | 'target_languages'>

/**
 * The batch as structured content: as the API gave it, but with the hidden characters of its names made visible, and with its languages
 * where they are known and no plan stands beside it.
 */
export function shownBatch(batch: Batch, languages?: PlanLanguages): Batch & Partial<PlanLanguages> {
  const { source_language = null, target_languages = [] } = languages ?? {}
  return {
    ...batch,
    name: batch.name === null ? null : visible(batch.name, 200),
    file_name: batch.file_name === null ? null : visible(batch.file_name, 255),
    progress: {
      ...batch.progress,
      percent: batch.progress.percent === null ? null : Math.floor(batch.progress.percent),
    },
    ...(languages !== undefined && { source_language, target_languages: [...target_languages] }),
  }
}

/** The batch beside its plan: what the plan says as well stands there alone. */
export function besidePlan(batch: Batch, plan: Plan | null): Partial<Batch> & Omit<Batch, SaidByBoth> {
  const shown = shownBatch(batch)
  if (plan === null) return shown
  const { word_count, credit_cost, quality_tier, ...own } = shown
  return {
    ...own,
    ...(word_count !== plan.word_count && { word_count }),
    ...(credit_cost !== plan.credit_cost && { credit_cost }),
    ...(quality_tier !== plan.quality_tier && { quality_tier }),
  }
}

type SaidByBoth = 'word_count' | 'credit_cost' | 'quality_tier'

/** What people call a batch: its name, else the name of its file, else its id. */
export function titleOf(batch: Batch): string {
  const title = batch.name ?? batch.file_name
  return title === null ? batch.id : quoted(title)
}

/** The id of a batch, its title if that is not the id, and its languages where they are known. */
export function labelOf(batch: Batch, languages?: Partial<PlanLanguages>): string {
  const title = titleOf(batch)
  return `${title === batch.id ? batch.id : `${batch.id} ${title}`}${languagesText(languages)}`
}

const SHOWN_TARGETS = 12

interface ReadonlyLanguages {
  readonly source_language: string | null
  readonly target_languages: readonly string[]
}

/** ` (en → de, fr)`; nothing where no language is known. */
export function languagesText(languages: Partial<ReadonlyLanguages> | undefined): string {
  const { source_language, target_languages = [] } = languages ?? {}
  if (target_languages.length === 0) return ''
  const more = target_languages.length - SHOWN_TARGETS
  const targets = target_languages.slice(0, SHOWN_TARGETS).map(tag => visible(tag, 35))
  const source = source_language ? `${visible(source_language, 35)} ` : ''
  return ` (${source}→ ${targets.join(', ')}${more > 0 ? ` and ${count(more)} more` : ''})`
}

/** One line for one translation. */
export function batchLine(batch: Batch, languages?: PlanLanguages): string {
  const facts = [
    stateOf(batch),
    batch.word_count === null ? '' : counted(batch.word_count, 'word'),
    batch.credit_cost === null ? '' : counted(batch.credit_cost, 'credit'),
    batch.created_at === null ? '' : `created ${moment(batch.created_at)}`,
    batch.archived ? 'archived' : '',
  ]
  return `${labelOf(batch, languages)}: ${facts.filter(Boolean).join(', ')}`
}

const STATES: Record<BatchStatus, string> = {
  queued: 'waiting to be read',
  analyzing: 'being read and planned',
  awaiting_review: 'waiting for approval',
  translating: 'being translated',
  completed: 'completed',
  failed: 'failed',
}

const AWAITING = 'waiting for your translations'

/** A status in words; one that only a newer service knows is shown as it is. */
function statusText(status: string): string {
  return isBatchStatus(status) ? STATES[status] : `in the state ${quoted(status, 60)}`
}

/** The state of a batch in words, with its progress. */
export function stateOf({ status, progress, error }: Batch): string {
  if (status === 'failed' && error) return `failed (${error.code}: ${visible(error.message, 200)})`
  if (status === 'completed' && error) return `completed; ${visible(error.message, 200)}`
  const doing = awaitsTranslations({ status, progress }) ? AWAITING : statusText(status)
  const done =
    status === 'translating' && progress.percent !== null ? `, ${count(Math.floor(progress.percent))} % done` : ''
  const obstacle = status === 'translating' && error ? `; ${visible(error.message, 200)}` : ''
  return `${doing}${done}${obstacle}`
}

/** A batch without progress for longer than this counts as paused, in milliseconds. */
const PAUSED_MS = 60_000

/** True when no process seems to work on a batch: its process has probably ended, and the next process will continue the work. */
export function isPaused({ status, progress }: Batch, now: number): boolean {
  if ((status !== 'translating' && status !== 'analyzing') || awaitsTranslations({ status, progress })) return false
  return progress.updated_at !== null && now - (instantOf(progress.updated_at) ?? now) > PAUSED_MS
}

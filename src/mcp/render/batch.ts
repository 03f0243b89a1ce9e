import { type Batch, type BatchStatus, isBatchStatus } from '../../contract/batch.ts'
import { instantOf } from '../../contract/finding.ts'
import { awaitsTranslations } from '../steps.ts'
import { quoted, visible } from './data.ts'
import { count, counted, moment } from './numbers.ts'

/** The batch as structured content: as the API gave it, but with the hidden characters of its names made visible. */
export function shownBatch(batch: Batch): Batch {
  return {
    ...batch,
    name: batch.name === null ? null : visible(batch.name, 200),
    file_name: batch.file_name === null ? null : visible(batch.file_name, 255),
  }
}

/** What people call a batch: its name, else the name of its file, else its id. */
export function titleOf(batch: Batch): string {
  const title = batch.name ?? batch.file_name
  return title === null ? batch.id : quoted(title)
}

/** The id of a batch, and its title if that is not the id. */
export function labelOf(batch: Batch): string {
  const title = titleOf(batch)
  return title === batch.id ? batch.id : `${batch.id} ${title}`
}

/** One line for one translation. */
export function batchLine(batch: Batch): string {
  const facts = [
    stateOf(batch),
    batch.word_count === null ? '' : counted(batch.word_count, 'word'),
    batch.credit_cost === null ? '' : counted(batch.credit_cost, 'credit'),
    batch.created_at === null ? '' : `created ${moment(batch.created_at)}`,
    batch.archived ? 'archived' : '',
  ]
  return `${labelOf(batch)}: ${facts.filter(Boolean).join(', ')}`
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

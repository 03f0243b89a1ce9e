import type { Batch } from '../../contract/batch.ts'
import { awaitsTranslations } from '../steps.ts'
import { quoted, visible } from './data.ts'
import { count, counted, moment } from './numbers.ts'

/** The batch as structured content: as the API gave it, with what people wrote made safe to look at. */
export function shownBatch(batch: Batch): Batch {
  return {
    ...batch,
    name: batch.name === null ? null : visible(batch.name, 200),
    file_name: batch.file_name === null ? null : visible(batch.file_name, 255),
  }
}

/** What people call it: its name, else its file's name, else its id. */
export function titleOf(batch: Batch): string {
  const title = batch.name ?? batch.file_name
  return title === null ? batch.id : quoted(title)
}

/** Its id, with what people call it where that is something else. */
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

const STATES: Record<Batch['status'], string> = {
  queued: 'waiting to be read',
  analyzing: 'being read and planned',
  awaiting_review: 'waiting for approval',
  translating: 'being translated',
  completed: 'completed',
  failed: 'failed',
}

const AWAITING = 'waiting for your translations'

/** The state in words, with how far it is. */
export function stateOf({ status, progress, error }: Batch): string {
  if (status === 'failed' && error) return `failed (${error.code}: ${visible(error.message, 200)})`
  if (status === 'completed' && error) return `completed; ${visible(error.message, 200)}`
  const doing = awaitsTranslations({ status, progress }) ? AWAITING : STATES[status]
  const done =
    status === 'translating' && progress.percent !== null ? `, ${count(Math.floor(progress.percent))} % done` : ''
  const obstacle = status === 'translating' && error ? `; ${visible(error.message, 200)}` : ''
  return `${doing}${done}${obstacle}`
}

/** How long a translation may show no progress before we say so, in milliseconds. */
const PAUSED_MS = 60_000

/** True when nobody seems to work on it: the job belongs to a process that is gone and goes on with the next one. */
export function isPaused({ status, progress }: Batch, now: number): boolean {
  if ((status !== 'translating' && status !== 'analyzing') || awaitsTranslations({ status, progress })) return false
  return progress.updated_at !== null && now - Date.parse(progress.updated_at) > PAUSED_MS
}

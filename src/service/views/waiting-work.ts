import { askedByAssistants, type Means } from '../domain/means.ts'
import type { BatchRow } from '../store/schema.ts'

/** What this process can do, and how long a claim holds, in milliseconds. */
interface Here extends Pick<Means, 'prints'> {
  readonly lease_ms: number
}

/** A process that can do the work looks for it once in the time of a lease. */
const LEASES = 2

/**
 * The batch with an error that says why nobody works on it: its engine, or all engines, are set otherwise here than where it was
 * planned, and no process with those settings has taken it up. The error is shown, not stored: the work goes on with such a process.
 */
export function withObstacle(row: BatchRow, { prints, lease_ms }: Here, now: number): BatchRow {
  if (prints === undefined || row.error_code !== null || row.phase === 'awaiting_translations') return row
  if (row.completed_at !== null) return row
  const foreign = strange(row, prints)
  const since = Math.max(row.progress_at ?? 0, row.lease_until ?? 0)
  if (foreign === undefined || now < since + LEASES * lease_ms) return row
  const error_message =
    `Nobody works on it now: ${foreign} set otherwise in this program than where the translation was made. It goes on when ` +
    'translation-mcp runs with those settings again. To use the settings of now, create the translation again. What was translated is kept.'
  return { ...row, error_code: 'service_unavailable', error_message }
}

function strange(row: BatchRow, prints: NonNullable<Means['prints']>): string | undefined {
  const { status, engine, engine_print, settings_print } = row
  if (status === 'translating') {
    const other = engine_print !== null && !Object.values(prints.engines).includes(engine_print)
    return other ? `its engine (${engine ?? 'not named'}) is` : undefined
  }
  if (status !== 'queued' && status !== 'analyzing') return undefined
  const other = settings_print !== null && askedByAssistants(settings_print, prints) === undefined
  return other ? 'the engines are' : undefined
}

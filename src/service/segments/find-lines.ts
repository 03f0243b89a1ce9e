import type * as z from 'zod'
import type { FoundLines } from '../../contract/segments.ts'
import type { FinishedLine } from '../domain/finished-line.ts'
import type { Deps } from '../http/route.ts'
import type { BatchRow } from '../store/schema.ts'

/** Lines of a page, where the caller does not say. */
const LINES = 20

interface Wish {
  readonly search: string | undefined
  readonly from_id: number | undefined
  readonly limit: number | undefined
}

/** The lines of a completed batch that are asked for, as the API shows them. @throws {ServiceError} as `Jobs.lines` */
export async function findLines(
  { id: batch_id }: BatchRow,
  language: string,
  { search = '', from_id = 1, limit = LINES }: Wish,
  { jobs }: Deps,
  signal: AbortSignal,
): Promise<z.input<typeof FoundLines>> {
  // One more than wanted: its number is where the next page begins.
  const asked = { batch_id, language, wanted: { search, from: from_id, limit: limit + 1 } }
  const { lines, count } = await jobs.lines(asked, signal)
  const next = lines[limit]
  return { count, lines: lines.slice(0, limit).map(viewLine), next: next === undefined ? null : String(next.number) }
}

function viewLine(line: FinishedLine): z.input<typeof FoundLines>['lines'][number] {
  const { number, part, key, note = null, max_length = null, finding, places, shown } = line
  return { id: String(number), ...shown, part, key, note, max_length, finding, places }
}

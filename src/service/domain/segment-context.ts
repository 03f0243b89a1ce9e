import * as z from 'zod'
import type { UnitContext } from '../../formats/index.ts'

const Said = z.string().optional()

/** What helps to translate a segment besides its text and note: what the file says of it, and the texts around it. */
export const SegmentContext = z.object({
  key: Said,
  kind: Said,
  row: Said,
  column: Said,
  context: Said,
  references: Said,
  previous: Said,
  present: Said,
  stands_for: z.record(z.string(), z.string()).optional(),
  before: Said,
  after: Said,
})
export interface SegmentContext extends UnitContext {
  readonly before?: string | undefined
  readonly after?: string | undefined
}

/** Characters of a neighbour that a translator is shown. */
const NEIGHBOUR = 160

/** What is shown of the text before a segment: its end. */
export function textBefore(text: string): string {
  return text.length > NEIGHBOUR ? `…${text.slice(1 - NEIGHBOUR)}` : text
}

/** What is shown of the text after a segment: its beginning. */
export function textAfter(text: string): string {
  return text.length > NEIGHBOUR ? `${text.slice(0, NEIGHBOUR - 1)}…` : text
}

import * as z from 'zod'
import { Whole } from './fields.ts'

/** One segment handed to the caller's own model (assumptions.md, Agent engine). */
export const OpenSegment = z.object({
  id: z.string(),
  text: z.string(),
  part: z.string(),
  note: z.string().nullable().default(null),
})

/** A round of segments to translate, with what was refused of the last one (assumptions.md, Agent engine). */
export const SegmentRound = z.object({
  plan_revision: z.string(),
  target_language: z.string(),
  segments: z.array(OpenSegment),
  rejected: z.array(z.object({ id: z.string(), reason: z.string() })).default([]),
  terms: z.array(z.object({ source: z.string(), target: z.string() })).default([]),
  remaining: Whole,
  done: z.boolean(),
})
export type SegmentRound = z.output<typeof SegmentRound>

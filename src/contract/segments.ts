import * as z from 'zod'
import { Whole } from './fields.ts'

/**
 * One segment handed to the caller's own model (assumptions.md, Agent engine). `id` holds for this plan revision and target
 * language; `text` has the file's placeholders as they are and its markup as `<g1>…</g1>`.
 */
export const OpenSegment = z.object({
  id: z.string(),
  text: z.string(),
  part: z.string(),
  note: z.string().nullable().default(null),
  /** Why the last translation of it was refused; null where none was. */
  problem: z.string().nullable().default(null),
  /** The most characters a translation may have; null for no limit. */
  max_length: Whole.nullable().default(null),
  /** True where the text reads like a command to a model: a person should know. */
  suspicious: z.boolean().default(false),
})
export type OpenSegment = z.output<typeof OpenSegment>

/** A translation that was not taken: `final` when it does not come back, and what the segment had stays, mostly its source text. */
export const RejectedSegment = z.object({ id: z.string(), reason: z.string(), final: z.boolean().default(false) })
export type RejectedSegment = z.output<typeof RejectedSegment>

/** A translation that was taken though a check has a doubt: whoever gave it may send a better one. */
export const DoubtfulSegment = z.object({ id: z.string(), reason: z.string() })
export type DoubtfulSegment = z.output<typeof DoubtfulSegment>

/** A round of segments to translate, with what was refused of the last one (assumptions.md, Agent engine). */
export const SegmentRound = z.object({
  plan_revision: z.string(),
  target_language: z.string(),
  segments: z.array(OpenSegment),
  rejected: z.array(RejectedSegment).default([]),
  doubts: z.array(DoubtfulSegment).default([]),
  /** Glossary terms that occur in this round, and what stays untranslated. */
  terms: z.array(z.object({ source: z.string(), target: z.string() })).default([]),
  guidance: z.array(z.string()).default([]),
  /** All segments of this target language, equal ones once; null where that is not known. */
  total: Whole.nullable().default(null),
  /** Segments of this target language that are still open, this round's included. */
  remaining: Whole,
  /** The same in words of the source. */
  remaining_words: Whole.default(0),
  /** Nothing of this target language is open. */
  done: z.boolean(),
  /** Target languages with open segments, this one included. */
  open_languages: z.array(z.string()).default([]),
  /**
   * Until when this round is held for whoever asked. Without a round, when one that is held by others may be asked for; null where
   * nothing is open, or nothing was to be handed out.
   */
  leased_until: z.string().nullable().default(null),
})
export type SegmentRound = z.output<typeof SegmentRound>

import * as z from 'zod'
import { Whole } from './fields.ts'

/**
 * One segment for the caller's own model to translate (assumptions.md, Agent engine). `id` is valid for this plan revision and
 * target language. `text` has the file's placeholders unchanged, and its markup as `<g1>…</g1>`.
 */
export const OpenSegment = z.object({
  id: z.string(),
  text: z.string(),
  part: z.string(),
  note: z.string().nullable().default(null),
  /** Why the last translation of this segment was refused; null where none was. */
  problem: z.string().nullable().default(null),
  /** The most characters a translation may have; null for no limit. */
  max_length: Whole.nullable().default(null),
  /** True where the text reads like a command to a model. A person should be told. */
  suspicious: z.boolean().default(false),
})
export type OpenSegment = z.output<typeof OpenSegment>

/** A refused translation. `final`: the segment is not handed out again and keeps its earlier text, mostly the source text. */
export const RejectedSegment = z.object({ id: z.string(), reason: z.string(), final: z.boolean().default(false) })
export type RejectedSegment = z.output<typeof RejectedSegment>

/** A translation that was accepted although a check has a doubt. The caller may send a better one. */
export const DoubtfulSegment = z.object({ id: z.string(), reason: z.string() })
export type DoubtfulSegment = z.output<typeof DoubtfulSegment>

/** A round of segments to translate, with what was refused or doubted in the last round (assumptions.md, Agent engine). */
export const SegmentRound = z.object({
  plan_revision: z.string(),
  target_language: z.string(),
  segments: z.array(OpenSegment),
  rejected: z.array(RejectedSegment).default([]),
  doubts: z.array(DoubtfulSegment).default([]),
  /** Glossary terms and do-not-translate terms that occur in this round. */
  terms: z.array(z.object({ source: z.string(), target: z.string() })).default([]),
  guidance: z.array(z.string()).default([]),
  /** Number of segments of this target language, where equal ones count once; null where that is not known. */
  total: Whole.nullable().default(null),
  /** Number of segments of this target language that are still open, with those of this round. */
  remaining: Whole,
  /** Number of source words in those segments. */
  remaining_words: Whole.default(0),
  /** True where no segment of this target language is open. */
  done: z.boolean(),
  /** All target languages with open segments, this one included if some of its own are open. */
  open_languages: z.array(z.string()).default([]),
  /**
   * Until when this round is reserved for the caller. Without a round: when segments that others hold become free. Null where no
   * segment is open, or no round was asked for.
   */
  leased_until: z.string().nullable().default(null),
})
export type SegmentRound = z.output<typeof SegmentRound>

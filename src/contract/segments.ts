import * as z from 'zod'
import { Whole } from './fields.ts'

const Known = z.string().nullable().default(null)

/** What a placeholder or tag in the text of a segment stands for: `x1` for ±2, `{count}` for a number of files. */
export const CodeMeaning = z.object({ code: z.string(), meaning: z.string() })
export type CodeMeaning = z.output<typeof CodeMeaning>

/**
 * An earlier translation of the same or a similar text, to begin from; nobody has said that it fits here. `from`: `project` or
 * `workspace`, the wider one where it was made for another project.
 */
export const Suggestion = z.object({ source: z.string(), text: z.string(), from: z.string().default('workspace') })
export type Suggestion = z.output<typeof Suggestion>

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
  /** In files of keys: the whole key. */
  key: Known,
  /** In a document: `paragraph`, `heading 2`, `list item`, `cell`, `alt text` … */
  kind: Known,
  /** In a table: the name or number of its row and of its column. */
  row: Known,
  column: Known,
  /** What the file says to tell equal texts apart (`msgctxt`). */
  context: Known,
  /** Where programs use it: `src/dialog.c:12`. */
  references: Known,
  /** The source text of an earlier version, from which `present` was translated. */
  previous: Known,
  /** The translation that the file has now, which may be wrong or out of date. */
  present: Known,
  stands_for: z.array(CodeMeaning).default([]),
  /** The texts before and after it in the file, where the round has neither of its neighbours. */
  before: Known,
  after: Known,
  suggestion: Suggestion.nullable().default(null),
})
export type OpenSegment = z.output<typeof OpenSegment>

/**
 * A refused translation. `final`: the segment is not handed out again and keeps the text it has; `stays` says which, or null where that is
 * not known. A better translation that is sent later under the same id takes its place.
 */
export const RejectedSegment = z.object({
  id: z.string(),
  reason: z.string(),
  final: z.boolean().default(false),
  stays: z.enum(['source', 'translation']).nullable().default(null),
})
export type RejectedSegment = z.output<typeof RejectedSegment>

/** A translation that was accepted although a check has a doubt. The caller may send a better one. */
export const DoubtfulSegment = z.object({ id: z.string(), reason: z.string() })
export type DoubtfulSegment = z.output<typeof DoubtfulSegment>

/** A line of a finished translation. A correction of it changes every place of the file that has the same text. */
export const FoundLine = z.object({
  id: z.string(),
  text: z.string(),
  /** What the result has; null where nothing is known to have been kept. */
  translation: z.string().nullable().default(null),
  part: z.string(),
  /** Where its first place is in the file: its key, its context, or its row and column. */
  key: z.string().nullable().default(null),
  note: z.string().nullable().default(null),
  max_length: Whole.nullable().default(null),
  /** Why the source stays in the result, or what is worth a look in the translation; null where all is well. */
  finding: z.string().nullable().default(null),
  /** How many places of the file have it. */
  places: Whole.default(1),
  suspicious: z.boolean().default(false),
})
export type FoundLine = z.output<typeof FoundLine>

/** Lines of a finished translation, in the order of their ids. `count`: how many there are from `from_id` on. `next`: where the rest begins. */
export const FoundLines = z.object({
  count: Whole,
  lines: z.array(FoundLine),
  next: z.string().nullable().default(null),
})
export type FoundLines = z.output<typeof FoundLines>

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
  /** Where the round has ICU plurals: the branches that the target language needs. Ordinal ones are for `selectordinal`. */
  plural_categories: z.array(z.string()).default([]),
  ordinal_categories: z.array(z.string()).default([]),
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
  /** The lines that were asked for with `search` or `from_id`, of a finished translation; null where none were. */
  found: FoundLines.nullable().default(null),
})
export type SegmentRound = z.output<typeof SegmentRound>

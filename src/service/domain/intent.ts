import * as z from 'zod'
import { QualityTier } from '../../contract/batch.ts'
import { REASONS, TEXT_KINDS } from '../../formats/index.ts'

/** How a name may match a part's name, strictest first. The strictest way that finds a part is used. */
export const PLACES = ['root', 'whole', 'inside', 'scattered'] as const

/** One choice: what the caller said, and how it is found in this file. */
const Pattern = z
  .discriminatedUnion('by', [
    z.object({
      by: z.literal('name'),
      said: z.string(),
      words: z.array(z.string()).readonly(),
      at: z.enum(PLACES),
    }),
    /** The one part of this very name; `below`: all parts whose names begin so. */
    z.object({ by: z.literal('part'), said: z.string(), part: z.string(), below: z.boolean() }),
    /** Files of a parcel by the ends of their names, `.csv`. */
    z.object({ by: z.literal('file'), said: z.string(), endings: z.array(z.string()).readonly() }),
    /** Rows or paragraphs by their numbers, both included; `to` null: to the end. */
    z.object({ by: z.literal('rows'), said: z.string(), from: z.int(), to: z.int().nullable() }),
    /** Headings, tables … of a document. */
    z.object({ by: z.literal('kind'), said: z.string(), kind: z.enum(TEXT_KINDS) }),
    /** Entries that the file itself marks: `fuzzy`, `c-format`. */
    z.object({ by: z.literal('flag'), said: z.string(), flag: z.string() }),
    /** Entries that have a translation. */
    z.object({ by: z.literal('done'), said: z.string() }),
  ])
  .readonly()
export type Pattern = z.output<typeof Pattern>

/** What of a file is translated. */
const Selection = z
  .object({
    /** What was asked for; empty = all. Several names add up, and so do several rows; rows, kinds and flags narrow the names. */
    include: z.array(Pattern).readonly(),
    /** What is left out on request; it wins over `include`. */
    exclude: z.array(Pattern).readonly(),
    /** Reasons for leaving out that the caller lifted: existing translations, hidden text. */
    also: z.array(z.enum(REASONS)).readonly(),
    /** Parts asked for by name although the format guessed that they hold no text: for them its guesses are ignored. */
    lift: z.array(Pattern).readonly(),
    /** Only these units, by their group, else by their path: those of a sample. Absent: all. */
    units: z.exactOptional(z.array(z.string()).readonly()),
  })
  .readonly()
export type Selection = z.output<typeof Selection>

/** What an instruction asks for, together with the instructions before it: plain data, stored with the plan. */
export const Intent = z
  .object({
    /** Supported tags, in the order they were named; never empty. */
    target_languages: z.array(z.string()).readonly(),
    /** Only where an instruction says it. */
    source_language: z.exactOptional(z.string()),
    /** What the folder of the file says, where a caller told it. */
    folder_language: z.exactOptional(z.string()),
    quality_tier: QualityTier,
    selection: Selection,
    /** Terms that stay as they are in every language. */
    keep_untranslated: z.array(z.string()).readonly(),
    /** Wishes about style that go to the engine, also those of earlier instructions. */
    guidance: z.array(z.string()).readonly(),
    /** Checks that are not made, by name (check-names.ts). Absent: none is switched off. */
    skip_checks: z.exactOptional(z.array(z.string()).readonly()),
    /** Every text that is written gets the file's own mark for what somebody has to look at. */
    mark_unreviewed: z.exactOptional(z.literal(true)),
    /** The result is to have the pages of the file. `kept`: a plan found that it can. */
    pages: z.exactOptional(z.enum(['asked', 'kept'])),
    /** The tone that was given as an argument; `guidance` has it too. */
    tone: z.exactOptional(z.string()),
    /** Clauses of this instruction that were carried out, word for word. */
    applied: z.array(z.string()).readonly(),
    /** Clauses of this instruction that nobody will act on, word for word. */
    not_understood: z.array(z.string()).readonly(),
  })
  .readonly()
export type Intent = z.output<typeof Intent>

import * as z from 'zod'
import { ORDINALS, REASONS, TEXT_KINDS } from '../../formats/index.ts'

const Tally = z.object({ units: z.int(), words: z.int() }).readonly()

const PartSurvey = z
  .object({
    part: z.string(),
    units: z.int(),
    words: z.int(),
    /** How many of them are left out by default, by reason. */
    left_out: z.partialRecord(z.enum(REASONS), Tally).readonly(),
  })
  .readonly()
export type PartSurvey = z.output<typeof PartSurvey>

/** A language, and whether the file, its name or its folder says it, or it was detected. */
const KnownLanguage = z
  .object({
    tag: z.string(),
    from: z.enum(['file', 'folder', 'detected']),
    /** Where file and text disagree: the language that the text shows if `tag` is what the file says, and the other way round. */
    differs: z.exactOptional(z.string()),
    /** `differs` is what the folder says, and not the file or its name. */
    folder_differs: z.exactOptional(z.literal(true)),
  })
  .readonly()
export type KnownLanguage = z.output<typeof KnownLanguage>

/** The rows of a table or the paragraphs of a text. */
const Rows = z
  .object({
    called: z.enum(ORDINALS),
    /** The first row that can be chosen; a row of headings cannot. */
    first: z.int(),
    last: z.int(),
    /** The first row names the columns. */
    headings: z.boolean(),
  })
  .readonly()
export type Rows = z.output<typeof Rows>

/** What can be chosen in a file, besides its parts. */
const Choices = z
  .object({
    rows: z.exactOptional(Rows),
    /** How many entries have each flag. */
    flags: z.record(z.string(), z.int()).readonly(),
    kinds: z.array(z.enum(TEXT_KINDS)).readonly(),
  })
  .readonly()
export type Choices = z.output<typeof Choices>

/** What analysis finds in a file: plain data, stored with the batch. It is all that is needed to read an instruction. */
export const Survey = z
  .object({
    extension: z.string(),
    source_language: z.exactOptional(KnownLanguage),
    /** At most 2,000; in larger files dotted names are cut to prefixes such as `menu.*`. */
    parts: z.array(PartSurvey).readonly(),
    choices: Choices,
    /** What people call the file, where it holds settings for programs: its texts are translated only where somebody asks for them. */
    settings: z.exactOptional(z.string()),
    units: z.int(),
    words: z.int(),
    /** Code points. */
    characters: z.int(),
  })
  .readonly()
export type Survey = z.output<typeof Survey>

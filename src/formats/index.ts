/**
 * The door of this room: bytes in, units out; units and translations in, bytes out. Everything here is a pure function of
 * its arguments; files are opened by the caller.
 *
 * `Format.edits` stands where an `encode(unit, text, charset)` was first thought of: one unit may need several edits (the
 * plural forms of a catalogue, a flag to drop, a header that names the language), and each knows its own bytes.
 */
import { extensionOf } from '../contract/formats.ts'
import { csv, tsv } from './csv/csv.ts'
import type { Format } from './format.ts'
import { json } from './json/json.ts'
import { markdown } from './markdown/markdown.ts'
import { po } from './po/po.ts'
import { text } from './text/text.ts'

export { splice } from './bytes/splice.ts'
export { becomesFormula } from './content/formula.ts'
export { icuPlurals } from './content/icu.ts'
export { encodeCodes, isFillIn, numbered, type Token } from './content/inline-codes.ts'
export {
  comparePlaceholders,
  joinRuns,
  literalText,
  placeholdersOf,
  protect,
  type Run,
  samePlaceholders,
} from './content/placeholders.ts'
export { countWords } from './content/words.ts'
export type {
  Edit,
  Format,
  Open,
  PlaceholderSyntax,
  Reason,
  Unit,
} from './format.ts'
export { FormatError } from './format.ts'
export { isForOneNumber } from './po/plural.ts'
export { rewrite, type Translate } from './result/rewrite.ts'
export { verify } from './result/verify.ts'

const FORMATS: readonly Format[] = [text, json, markdown, csv, tsv, po]

/** The extensions this build reads, for `supported_formats`. */
export const builtExtensions: readonly string[] = FORMATS.flatMap(format => format.extensions)

const BY_EXTENSION = new Map(
  FORMATS.flatMap(format => format.extensions.map(extension => [extension, format] as const)),
)

/** The format that reads a file of this name; undefined when none that is built takes its extension. */
export function formatOf(fileName: string): Format | undefined {
  return BY_EXTENSION.get(extensionOf(fileName))
}

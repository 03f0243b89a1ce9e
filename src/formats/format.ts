/**
 * The door of this room: bytes in, units out; units and translations in, bytes out. Everything here is a pure function of
 * its arguments; files are opened by the caller.
 *
 * `Format.edits` stands where an `encode(unit, text, charset)` was first thought of: one unit may need several edits (the
 * plural forms of a catalogue, a flag to drop, a header that names the language), and each knows its own bytes.
 */
import { extensionOf } from '../contract/formats.ts'
import { csv, tsv } from './csv.ts'
import { json } from './json.ts'
import { markdown } from './markdown.ts'
import { po } from './po.ts'
import { text } from './text.ts'
import type { Format } from './unit.ts'

export { comparePlaceholders, joinRuns, placeholdersOf, protect, type Run, samePlaceholders } from './placeholders.ts'
export { rewrite, type Translate } from './rewrite.ts'
export { splice } from './splice.ts'
export type {
  Edit,
  Format,
  Open,
  PlaceholderSyntax,
  Reason,
  Unit,
} from './unit.ts'
export { FormatError } from './unit.ts'
export { verify } from './verify.ts'
export { countWords } from './words.ts'

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

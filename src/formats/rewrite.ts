/** Writing a translated file: the original with its text replaced. */
import { splice } from './splice.ts'
import type { Edit, Format, Open, Target, Unit } from './unit.ts'

/** The translation of a unit; undefined keeps the source. Asked once a unit and pass, in file order. */
export type Translate = (unit: Unit) => string | undefined

/**
 * The original with its translations in place, in the original's charset, with its byte order mark. The file is opened
 * twice, to be read and to be copied side by side; memory is what the format's scan takes.
 * @throws FormatError while iterating
 */
export function rewrite(format: Format, open: Open, translate: Translate, target: Target): AsyncIterable<Uint8Array> {
  return splice(open(), editsOf(format, open, translate, target))
}

async function* editsOf(format: Format, open: Open, translate: Translate, target: Target): AsyncGenerator<Edit> {
  for await (const unit of format.scan(open(), { target })) yield* format.edits(unit, translate(unit), target)
}

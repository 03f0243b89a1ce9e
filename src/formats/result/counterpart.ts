/** Whether one file is a translation of another, by what a translation leaves as it is. */
import type { Format, Open, Traits, Unit } from '../format.ts'

/**
 * True where most parts of the file `there` are parts of one of the others, all in the same format: the keys of a JSON file, the msgids
 * of a catalogue, what is left out in the columns of a table, the headings of a document. A text of plain paragraphs has no such parts,
 * and is never one. A file that the format cannot read is none either.
 */
export async function isCounterpart(format: Format, there: Open, others: readonly Open[]): Promise<boolean> {
  const parts = await partsOf(format, there).catch(() => new Set<string>())
  const known = new Set<string>()
  for (const other of others) for (const part of await partsOf(format, other)) known.add(part)
  const shared = [...parts].filter(part => known.has(part)).length
  return shared * 2 > parts.size
}

/** @throws {FormatError} for a file that the format cannot read */
async function partsOf(format: Format, open: Open): Promise<Set<string>> {
  const parts = new Set<string>()
  if (format.parts !== undefined) {
    for await (const part of format.parts(open())) parts.add(part)
    return parts
  }
  for await (const unit of format.scan(open())) {
    const part = partOf(unit, format.traits)
    if (part !== undefined) parts.add(part)
  }
  return parts
}

function partOf({ kind, path, text }: Unit, { cut_by_wording }: Traits): string | undefined {
  if (cut_by_wording || text.trim() === '') return undefined
  // The pieces of a document are counted, not named: only its headings tell one document from another.
  if (kind !== undefined) return kind === 'heading' ? text.trim() : undefined
  return path
}

/** Whether one file is a translation of another, by what a translation leaves as it is. */
import { createHash } from 'node:crypto'
import type { Format, Open, Traits, Unit } from '../format.ts'

/**
 * True where most parts of the file `there` are parts of one of the others, all in the same format: the keys of a JSON file, the msgids
 * of a catalogue, what is left out in the columns of a table, the headings of a document. A text of plain paragraphs has no such parts,
 * and is never one. A file that the format cannot read is none either.
 *
 * `pause` is awaited again and again. It lets others work meanwhile, and may end all by an error, which is thrown.
 */
export async function isCounterpart(
  format: Format,
  there: Open,
  others: readonly Open[],
  pause: () => Promise<void>,
): Promise<boolean> {
  const parts = await partsOf(format, there, pause)
  const known = new Set<string>()
  for (const other of others) for (const part of await partsOf(format, other, pause)) known.add(part)
  const shared = [...parts].filter(part => known.has(part)).length
  return shared * 2 > parts.size
}

/** A part that is longer is known by its hash: a file can have a million of them, each as long as it is deep. */
const LONGEST = 64
/** How many parts are read between two pauses. */
const STRIDE = 500

/** @throws {FormatError} for a file that the format cannot read */
async function partsOf(format: Format, open: Open, pause: () => Promise<void>): Promise<Set<string>> {
  const parts = new Set<string>()
  let read = 0
  for await (const some of format.parts?.(open()) ?? partsInUnits(format, open)) {
    for (const part of some)
      parts.add(part.length <= LONGEST ? part : createHash('sha256').update(part).digest('base64'))
    read += some.length
    if (read < STRIDE) continue
    await pause()
    read = 0
  }
  return parts
}

async function* partsInUnits(format: Format, open: Open): AsyncGenerator<readonly string[]> {
  for await (const unit of format.scan(open())) {
    const part = partOf(unit, format.traits)
    yield part === undefined ? [] : [part]
  }
}

function partOf({ kind, path, text }: Unit, { cut_by_wording }: Traits): string | undefined {
  if (cut_by_wording || text.trim() === '') return undefined
  // The pieces of a document are counted, not named: only its headings tell one document from another.
  if (kind !== undefined) return kind === 'heading' ? text.trim() : undefined
  return path
}

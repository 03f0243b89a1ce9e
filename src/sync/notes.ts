/** What is told to translators beside what the source says: written into a delta, and nowhere else. */
import { type Edit, type Format, FormatError, splice, type Unit } from '../formats/index.ts'
import { gathered, opening } from './texts.ts'

/** A file and its languages, as BCP 47 tags. */
interface Noted {
  readonly format: Format
  readonly bytes: Uint8Array
  readonly source_language: string
  readonly language: string
}

/** Charsets in which a comment is a text as everywhere. */
const PLAIN: ReadonlySet<string> = new Set(['utf-8', 'us-ascii'])

/**
 * A file with comments for its translators, by the path of their texts. Where a comment would change more than that, the file stays without: a
 * text that reads otherwise would be another question.
 */
export async function withNotes(noted: Noted, notes: ReadonlyMap<string, string>): Promise<Uint8Array> {
  const { format, bytes } = noted
  if (format.noting === undefined || notes.size === 0) return bytes
  const units = await unitsIn(noted)
  if (units.some(({ charset }) => !PLAIN.has(charset))) return bytes
  const isAscii = units.some(({ charset }) => charset === 'us-ascii')
  const said = isAscii ? new Map([...notes].map(([path, note]) => [path, note.replace(/[^\x20-\x7e\n]/g, '?')])) : notes
  const edits = format.noting(Buffer.from(bytes).toString('latin1'), units, said)
  return (await checked(noted, units, edits)) ?? bytes
}

async function checked(noted: Noted, units: readonly Unit[], edits: readonly Edit[]): Promise<Uint8Array | undefined> {
  if (edits.length === 0) return undefined
  const bytes = await gathered(splice(opening(noted.bytes)(), edits))
  try {
    const after = await unitsIn({ ...noted, bytes })
    return JSON.stringify(asked(after)) === JSON.stringify(asked(units)) ? bytes : undefined
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

async function unitsIn({ format, bytes, source_language, language }: Noted): Promise<readonly Unit[]> {
  const units: Unit[] = []
  for await (const unit of format.scan(opening(bytes)(), { target: { language }, source: source_language })) {
    units.push({ ...unit })
  }
  return units
}

/** All that is asked about a text, but the comment. */
function asked(units: readonly Unit[]): readonly object[] {
  return units.flatMap(({ path, text, target, syntax, group, sense, slot, max_length, left_out }) =>
    left_out === undefined ? [{ path, text, target, syntax, group, sense, slot, max_length }] : [],
  )
}

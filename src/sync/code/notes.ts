import type { SourceText } from '../texts.ts'
import { type CodePlace, onOneLine } from './places.ts'

/** What all places of a run have together, in characters: a first run of a thousand texts is to cost little more by them. */
const ROOM = 8000
/** Longer texts say themselves what they mean. */
const LABEL = 40

/**
 * The lines of code that go along with texts, by path, as a translator is told of them. Where there is no room for all, labels come before
 * sentences, and a first place before a second.
 */
export function codeNotes(
  texts: readonly Pick<SourceText, 'path' | 'key' | 'text'>[],
  found: ReadonlyMap<string, readonly CodePlace[]>,
): ReadonlyMap<string, readonly string[]> {
  const ranked = texts
    .flatMap(({ path, key, text }) =>
      (found.get(key) ?? []).map((place, at) => ({ path, place, rank: at * 2 + (text.length > LABEL ? 1 : 0) })),
    )
    .sort((one, other) => one.rank - other.rank)
  const notes = new Map<string, readonly string[]>()
  let room = ROOM
  for (const { path, place } of ranked) {
    const said = `In the code, ${onOneLine(place.file)}:${place.line}: ${place.text}`
    if (said.length > room) continue
    room -= said.length
    notes.set(path, [...(notes.get(path) ?? []), said])
  }
  return notes
}

import type { Unit } from '../../formats/index.ts'

type Texts = readonly (string | undefined)[]

/** So many characters of what is written are known when it is read again; the rest is looked up a second time. */
const MOST_CHARACTERS = 4_000_000

/** What was written, window by window from the beginning of a file, in memory that does not grow with the file. */
export function createWrittenTexts() {
  const windows = new Map<number, Texts>()
  let room = MOST_CHARACTERS
  return {
    add([first]: readonly Unit[], texts: Texts): void {
      for (const text of texts) room -= text?.length ?? 0
      if (first !== undefined && room > 0) windows.set(first.index, texts)
    },
    /** The texts of the same window; undefined where they are not known. */
    of([first, ...more]: readonly Unit[]): Texts | undefined {
      const texts = windows.get(first?.index ?? -1)
      return texts?.length === more.length + 1 ? texts : undefined
    },
  }
}

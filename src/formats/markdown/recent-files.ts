/** The last files that were read, with what was found in them: a file is read to write its result, and once more to prove it. */
import type { DecodedText } from '../bytes/charset.ts'

/** The original and its result, while one is compared with the other. */
const MOST = 2
/** Characters. What is found in a file takes some ten times its length; larger ones are read anew. */
const LONGEST = 500_000

/** Remembers what was found in the last files. */
export class RecentFiles<Found> {
  #files: { readonly file: DecodedText; readonly found: readonly Found[] }[] = []

  /** What was found in a file with the same content; undefined if it is not remembered. */
  of(file: DecodedText): readonly Found[] | undefined {
    return this.#files.find(({ file: { text, charset, bom_bytes } }) => {
      return charset === file.charset && bom_bytes === file.bom_bytes && text === file.text
    })?.found
  }

  /** Hands on what is found, and remembers it once all of it is. */
  async *keeping(file: DecodedText, finding: AsyncIterable<readonly Found[]>): AsyncGenerator<readonly Found[]> {
    if (file.text.length > LONGEST) return yield* finding
    const found: Found[] = []
    for await (const batch of finding) {
      for (const each of batch) found.push(each)
      yield batch
    }
    this.#files = [{ file, found }, ...this.#files].slice(0, MOST)
  }
}

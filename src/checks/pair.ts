import { comparePlaceholders, literalText, type PlaceholderSyntax } from '../formats/index.ts'

/** The fields of a segment that checks read; a unit of a file has them all. */
export interface Checked {
  readonly text: string
  readonly syntax?: PlaceholderSyntax | undefined
  readonly note?: string | undefined
  readonly max_length?: number | undefined
}

/** A source with its translation, as checks look at it. What several checks need is worked out when the first of them asks for it. */
export interface Pair extends Checked {
  readonly translation: string
  /** The source without its codes, and the translation without its own: a space stands for each code. */
  readonly prose: string
  readonly translated: string
  /** The codes that the translation lost, and those that it added. */
  readonly differing: { readonly missing: readonly string[]; readonly extra: readonly string[] }
}

/** A pair of a segment and a translation that has the white space of its source around it. */
export function checkedPair({ text, syntax, note, max_length }: Checked, translation: string): Pair {
  let prose: string | undefined
  let translated: string | undefined
  let differing: Pair['differing'] | undefined
  return {
    ...{ text, syntax, note, max_length, translation },
    get prose() {
      prose ??= literalText(text, syntax)
      return prose
    },
    get translated() {
      translated ??= literalText(translation, syntax)
      return translated
    },
    get differing() {
      differing ??= comparePlaceholders(text, translation, syntax)
      return differing
    },
  }
}

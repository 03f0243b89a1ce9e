import { comparePlaceholders, literalText, type PlaceholderSyntax } from '../formats/index.ts'
import { kindsIn } from './characters-of.ts'
import { isSentence } from './sentence.ts'

/** The fields of a segment that checks read; a unit of a file has them all. */
export interface Checked {
  readonly text: string
  readonly syntax?: PlaceholderSyntax | undefined
  readonly note?: string | undefined
  readonly max_length?: number | undefined
  readonly room?: number | undefined
}

/** A source with its translation, as checks look at it. What several checks need is worked out when the first of them asks for it. */
export interface Pair extends Checked {
  readonly translation: string
  /** The source without its codes, and the translation without its own: a space stands for each code. */
  readonly prose: string
  readonly translated: string
  /** The source without its codes is a sentence. */
  readonly is_sentence: boolean
  /** The kinds of characters (characters-of.ts) of the source and of the translation. */
  readonly source_kinds: number
  readonly kinds: number
  /** The codes that the translation lost, and those that it added. */
  readonly differing: { readonly missing: readonly string[]; readonly extra: readonly string[] }
}

/** A pair of a segment and a translation that has the white space of its source around it. */
export function checkedPair(segment: Checked, translation: string): Pair {
  return new LazyPair(segment, translation)
}

class LazyPair implements Pair {
  readonly text: string
  readonly syntax: PlaceholderSyntax | undefined
  readonly note: string | undefined
  readonly max_length: number | undefined
  readonly room: number | undefined
  readonly translation: string
  #prose: string | undefined
  #is_sentence: boolean | undefined
  #source_kinds: number | undefined
  #kinds: number | undefined
  #translated: string | undefined
  #differing: Pair['differing'] | undefined

  constructor({ text, syntax, note, max_length, room }: Checked, translation: string) {
    this.text = text
    this.syntax = syntax
    this.note = note
    this.max_length = max_length
    this.room = room
    this.translation = translation
  }

  get prose(): string {
    this.#prose ??= literalText(this.text, this.syntax)
    return this.#prose
  }

  get translated(): string {
    this.#translated ??= literalText(this.translation, this.syntax)
    return this.#translated
  }

  get is_sentence(): boolean {
    this.#is_sentence ??= isSentence(this.prose)
    return this.#is_sentence
  }

  get source_kinds(): number {
    this.#source_kinds ??= kindsIn(this.text)
    return this.#source_kinds
  }

  get kinds(): number {
    this.#kinds ??= kindsIn(this.translation)
    return this.#kinds
  }

  get differing(): Pair['differing'] {
    this.#differing ??= comparePlaceholders(this.text, this.translation, this.syntax)
    return this.#differing
  }
}

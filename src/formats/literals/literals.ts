/** A format of files that hold texts in literals of a programming language. */

import { decodeWhole } from '../bytes/charset.ts'
import { oneChunk } from '../bytes/ranges.ts'
import type { Format, FormatFacts } from '../format.ts'
import { type KeyedSyntax, type KeyedUnit, keyedFormat, type WrittenAs } from '../keyed/index.ts'
import { CODE, literalEntries } from './entries.ts'
import type { LiteralRoot } from './literal.ts'
import { mergeLiterals } from './merge.ts'
import { notingLiterals } from './noting.ts'
import { keepsForms, pluralNoteOf } from './pipes.ts'

/** A language as far as its literals go. */
export interface LiteralLanguage {
  /** What paths begin with: `php`. */
  readonly scheme: string
  /** The arrays and objects of a file. @throws {FormatError} malformed, too_deep */
  read(text: string): readonly LiteralRoot[]
  /** A text between its quotes. Undefined where it cannot be written. */
  write(text: string, as: WrittenAs): string | undefined
  /** Whether a file escapes all characters beyond ASCII. */
  isAscii(text: string): boolean
  /** The syntax of placeholders that a text alone shows. */
  syntaxOf(text: string): KeyedUnit['syntax']
}

/** The format of files in a language. */
export function literalFormat(facts: FormatFacts, language: LiteralLanguage): Format<KeyedUnit> {
  const syntax: KeyedSyntax = {
    scheme: language.scheme,
    read: text => ({
      entries: literalEntries(text, language.read(text)).map(({ entry }) => ({
        ...entry,
        ...(entry.manner !== CODE && {
          note: joined(entry.note, pluralNoteOf(entry.text)),
          syntax: language.syntaxOf(entry.text),
        }),
      })),
    }),
    write: (text, as) => (as.manner === CODE ? undefined : language.write(text, as)),
    isAscii: language.isAscii,
    comment: said => `// ${said}`,
  }
  const { edits, ...keyed } = keyedFormat(facts, syntax)
  return {
    ...keyed,
    edits: (unit, translation, target) =>
      translation === undefined || keepsForms(unit.text, translation, target.language)
        ? edits(unit, translation, target)
        : [],
    merge: async (there, { source, from, take, remove }) => {
      const [own, other, original] = await Promise.all([there, from, source].map(bytes => decodeWhole(oneChunk(bytes))))
      if (own === undefined || other === undefined || original === undefined) return []
      return mergeLiterals({ language, syntax, own, other, original, take, remove })
    },
    noting: notingLiterals,
  }
}

function joined(note: string | undefined, more: string | undefined): string | undefined {
  return [note, more].filter(said => said !== undefined).join('\n') || undefined
}

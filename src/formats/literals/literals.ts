/** A format of files that hold texts in literals of a programming language. */

import { decodeWhole } from '../bytes/charset.ts'
import { Flattened } from '../bytes/flatten.ts'
import { oneChunk } from '../bytes/ranges.ts'
import type { ByteStream, Format, FormatFacts, ScanOptions } from '../format.ts'
import { type KeyedSyntax, type KeyedUnit, keyedFormat, keyedUnits, type WrittenAs } from '../keyed/index.ts'
import { CODE, literalEntries } from './entries.ts'
import { languageNameOf, namedAsIn } from './language-names.ts'
import type { LiteralRoot } from './literal.ts'
import { mergeLiterals } from './merge.ts'
import { type LiteralUnit, namesAndTexts, nameUnits, renamingEdits } from './name-units.ts'
import { notingLiterals } from './noting.ts'
import { keepsForms, pluralNoteOf } from './pipes.ts'

/** A language as far as its literals go. */
export interface LiteralLanguage {
  /** What paths begin with: `php`. */
  readonly scheme: string
  /** The arrays and objects of a file, which may be the translation of one that is read. @throws {FormatError} malformed, too_deep */
  read(text: string, is_translation?: boolean): readonly LiteralRoot[]
  /** A text between its quotes. Undefined where it cannot be written. */
  write(text: string, as: WrittenAs): string | undefined
  /** Whether a file escapes all characters beyond ASCII. */
  isAscii(text: string): boolean
  /** The syntax of placeholders that a text alone shows. */
  syntaxOf(text: string): KeyedUnit['syntax']
}

/** The format of files in a language. */
export function literalFormat(facts: FormatFacts, language: LiteralLanguage): Format<LiteralUnit> {
  const entriesOf = (text: string, roots: readonly LiteralRoot[]) =>
    literalEntries(text, roots).map(({ entry }) => ({
      ...entry,
      ...(entry.manner !== CODE && {
        note: joined(entry.note, pluralNoteOf(entry.text)),
        syntax: language.syntaxOf(entry.text),
      }),
    }))
  const syntax: KeyedSyntax = {
    scheme: language.scheme,
    read: text => ({ entries: entriesOf(text, language.read(text)) }),
    write: (text, as) => (as.manner === CODE ? undefined : language.write(text, as)),
    isAscii: language.isAscii,
    comment: said => `// ${said}`,
  }
  const { edits, ...keyed } = keyedFormat(facts, syntax)
  /** What is read of a file, and of the one that it is a translation of. */
  async function* batches(source: ByteStream, options: ScanOptions): AsyncGenerator<readonly LiteralUnit[]> {
    const decoded = await decodeWhole(source)
    const own = language.read(decoded.text, options.original !== undefined)
    // Only names with a language are others than in the original.
    const original = own.some(({ name }) => languageNameOf(name)) ? options.original : undefined
    const before = original && language.read((await decodeWhole(original())).text)
    const roots = before ? namedAsIn(before, own) : own
    const read = () => ({ entries: entriesOf(decoded.text, roots) })
    const names = nameUnits(decoded, syntax.scheme, { own, roots }, options)
    yield* namesAndTexts(names, keyedUnits({ ...syntax, read }, decoded, options.target?.language))
  }
  return {
    ...keyed,
    scan: (source, options = {}) => new Flattened(() => batches(source, options)),
    edits(unit, translation, target) {
      if (unit.names !== undefined) return translation === undefined ? renamingEdits(unit, unit.names) : []
      if (translation !== undefined && !keepsForms(unit.text, translation, target.language)) return []
      return edits(unit, translation, target)
    },
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

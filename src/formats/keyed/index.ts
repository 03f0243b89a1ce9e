/**
 * Catalogues that are a list of entries: a family says how its files are read and how a text is written (`KeyedSyntax`), and `keyedFormat` makes
 * the format of it, with its merge. `decodedOr` reads files that are in another charset where they are no UTF-8.
 */
export type {
  KeyedEntry,
  KeyedFile,
  KeyedSyntax,
  KeyedUnit,
  MadeForm,
  SectionHead,
  WrittenAs,
} from './entry.ts'
export { decodedOr, keyedFormat } from './keyed.ts'
export { entryPaths, keyedUnits, lineEndOf, writtenIn } from './units.ts'

/**
 * The only door of this room: bytes in, units out; units and translations in, bytes out. Everything here is a pure function of
 * its arguments; files are opened by the caller.
 */
import { extensionOf, FILE_KINDS } from '../contract/formats.ts'
import { resultName } from '../contract/result-names.ts'
import type { ByteStream, Format, Traits } from './format.ts'
import { FORMATS } from './registry.ts'
import { languageBeside, pathFor } from './result/localized-path.ts'
import type { WorkbookRow } from './xlsx/cells.ts'

export { lookedAt } from './bytes/claim.ts'
export { batchesOf, Flattened } from './bytes/flatten.ts'
export { inBlocks, withRanges } from './bytes/ranges.ts'
export { splice } from './bytes/splice.ts'
export { attributesOf, localName, readXml, textOfNode, type XmlNode, type XmlTag } from './bytes/xml/index.ts'
export { comparePlaceholders, orderedArguments, samePlaceholders } from './content/compare-placeholders.ts'
export { TBX_CONCEPTS, TBX_LANGUAGES, TBX_TERMS, TMX_CODES } from './content/exchange-names.ts'
export { becomesFormula } from './content/formula.ts'
export { icuPlurals, lackingBranches } from './content/icu.ts'
export { encodeCodes, encodeLike, endTagsIn, isFillIn, type NumberedRun, numberMarkup } from './content/inline-codes.ts'
export { inStyleOf, THREE_LETTERS } from './content/language-tag.ts'
export { COLUMN_HEADINGS, FRONT_MATTER } from './content/own-parts.ts'
export { joinRuns, literalText, placeholdersOf, protect } from './content/placeholders.ts'
export { pluralCategories } from './content/plural-categories.ts'
export { isForOneNumber } from './content/plural-note.ts'
export { areTakenForEachOther, DETECTED_AS } from './content/shown-language.ts'
export { headingIn } from './content/table/headings.ts'
export { languageNamed } from './content/table/language-names.ts'
export { tagIn } from './content/table/tags.ts'
export type { TextRun } from './content/text-run.ts'
export { countWords } from './content/words.ts'
export type {
  ByteStream,
  Edit,
  Format,
  Merge,
  Open,
  PlaceholderSyntax,
  Ranges,
  Reason,
  Target,
  Traits,
  Unit,
  UnitContext,
  UnitKind,
} from './format.ts'
export { FormatError, ORDINALS, PLACEHOLDER_SYNTAXES, REASONS, TEXT_KINDS } from './format.ts'
export { remarksOnCopies } from './result/copied.ts'
export { isCounterpart } from './result/counterpart.ts'
export { Expectation } from './result/expectation.ts'
export { folderSign, inGettext } from './result/layouts.ts'
export { languageOfFolders } from './result/localized-path.ts'
export { type Needs, openingFor } from './result/recode.ts'
export { rewrite, type Translate } from './result/rewrite.ts'
export { verify } from './result/verify.ts'
export { windowsOf } from './result/windows.ts'

const BY_EXTENSION = new Map(
  FORMATS.flatMap(format => format.facts.extensions.map(extension => [extension, format] as const)),
)

/** The extensions this build reads, in the order of the contract, for `supported_formats`. */
export const builtExtensions: readonly string[] = Object.values(FILE_KINDS)
  .flatMap(({ extensions }) => Object.keys(extensions))
  .filter(extension => BY_EXTENSION.has(extension))

/** What is true of all files with this extension, given without its dot. */
export function traitsOf(extension: string): Traits {
  return BY_EXTENSION.get(extension)?.facts.traits ?? {}
}

/** Whether a format of this build reads files of this name. */
export function isRead(fileName: string): boolean {
  return BY_EXTENSION.has(extensionOf(fileName))
}

/**
 * The format that reads a file of this name; undefined when no format of this build has its extension. It is loaded now, for who opens the
 * file: all formats together take longer to load than keeping a repository in step takes.
 */
export async function loadFormat(fileName: string): Promise<Format | undefined> {
  return await BY_EXTENSION.get(extensionOf(fileName))?.load()
}

/** The rows of a workbook of Excel as they are shown. @throws {FormatError} while iterating, as `Format.scan` */
export async function* workbookRows(bytes: Uint8Array): AsyncGenerator<WorkbookRow> {
  const [{ shownRows }, { bytesAsFile }] = await Promise.all([
    import('./xlsx/cells.ts'),
    import('./bytes/zip/archive.ts'),
  ])
  yield* shownRows(bytesAsFile(bytes))
}

/**
 * Makes sure that a whole file is what its name says, before it is read: a package is of the kind of its name, no text is a picture or a
 * workbook. What is inside is read later.
 *
 * @throws {FormatError} what it is instead, and what to do; protected; too_large
 */
export async function requireClaimed(fileName: string, source: ByteStream): Promise<void> {
  await (await import('./bytes/claimed.ts')).requireClaim(fileName, source)
}

/**
 * The path of a translated file: `locales/de/common.json` for `locales/en/common.json` (see `pathFor`), `report.de.docx` for `report.pdf`,
 * and `report.de.pdf` where its pages are kept.
 *
 * @param path from a folder that no translation leaves, with `/` between names
 * @param target a BCP 47 tag
 * @param source the language the file is in, where that is known
 * @param named the name of the result without a language, where the file is not the usual one
 */
export function localizedPath(path: string, target: string, source?: string, named = resultName(path)): string {
  const bilingual = traitsOf(extensionOf(path)).bilingual === true
  return pathFor(named, { target, source, bilingual })
}

/**
 * The language that a place says by its name or its folders, where that is another one than `target`, a BCP 47 tag: `fr` of `po/fr.po` and of
 * `values-fr/strings.xml` for German.
 */
export function otherLanguageSaid(path: string, target: string): string | undefined {
  return languageBeside(path, target, traitsOf(extensionOf(path)).bilingual === true)
}

/** The texts of a source file and of its translation, by what they have in common: the paths of their units. */
import { batchesOf, type Format, type Open, type PlaceholderSyntax, type Reason, type Unit } from '../formats/index.ts'
import { listsOf } from './lists.ts'
import { hashOfSource, hashOfText } from './lock/index.ts'

/** What is read of a file, and in which languages (BCP 47 tags). */
export interface FileInLanguage {
  readonly format: Format
  readonly bytes: Uint8Array
  readonly source_language: string
  readonly language: string
}

/** A text of the source. */
export interface SourceText {
  /** The path of its unit. */
  readonly path: string
  /** Its key as people write it, with dots: what globs over keys match. */
  readonly key: string
  readonly text: string
  readonly note: string | undefined
  readonly sense: string | undefined
  readonly max_length: number | undefined
  readonly syntax: PlaceholderSyntax | undefined
  readonly left_out: Reason | undefined
  /** Texts that are written all or not at all: the forms of a message, the items of a list. */
  readonly group: string
  /** `hashOfSource` of it. */
  readonly hash: string
}

/**
 * Reads a source file for each of its languages: only once where its texts are the same for all, which in a file of thousands of texts for
 * ten languages is half of the work.
 */
export function sourceTextsBy(
  file: Omit<FileInLanguage, 'language'>,
  languages: number,
): (language: string) => Promise<ReadonlyMap<string, SourceText>> {
  const { format, bytes } = file
  let varies: Promise<boolean> | undefined
  let same: Promise<ReadonlyMap<string, SourceText>> | undefined
  return async language => {
    varies ??= languages > 1 && format.variesByTarget ? format.variesByTarget(opening(bytes)()) : Promise.resolve(true)
    if (await varies) return await readSourceTexts({ ...file, language })
    same ??= readSourceTexts({ ...file, language })
    return await same
  }
}

/**
 * The texts of a source file, with the plural forms that the language needs, in the order of the file.
 *
 * @throws {FormatError} as `Format.scan`
 */
export async function readSourceTexts(file: FileInLanguage): Promise<ReadonlyMap<string, SourceText>> {
  const texts = new Map<string, SourceText & { group: string }>()
  const { format, bytes, language, source_language } = file
  const options = { target: { language }, source: source_language }
  for await (const units of batchesOf(format.scan(opening(bytes)(), options)))
    for (const unit of units) {
      const { path, text, note, sense, max_length, syntax, left_out, group = '' } = unit
      const hash = hashOfSource({ text, note, sense, max_length })
      texts.set(path, { path, key: keyOf(unit), text, note, sense, max_length, syntax, left_out, group, hash })
    }
  // Items of a list have no names: where one of them changes, those behind it may be others.
  const lists = listsOf(texts.keys())
  for (const text of texts.values()) if (text.group === '') text.group = lists(text.path)[0]?.list ?? text.path
  return texts
}

/** A text of a translation. */
export interface TargetText {
  /** Its key, as that of a source text. */
  readonly key: string
  readonly text: string
  /** `hashOfText` of it. */
  readonly hash: string
  /** See `Unit.other_shape`. */
  readonly other_shape?: true | undefined
}

/**
 * The texts that a translation has, by the paths of their sources; those that are empty are left out, as nothing is translated there.
 *
 * @throws {FormatError} as `Format.scan`
 */
export async function readTargetTexts(
  file: FileInLanguage,
  source: Uint8Array,
): Promise<ReadonlyMap<string, TargetText>> {
  const { format, bytes, language, source_language } = file
  const options = { target: { language }, source: source_language, original: opening(source), held: language }
  const texts = new Map<string, TargetText>()
  for await (const units of batchesOf(format.scan(opening(bytes)(), options)))
    for (const unit of units) {
      const { path, target, start, end, other_shape } = unit
      const text = target ?? unit.text
      // A form that the language needs and the file lacks has its place, and no text.
      if (text.trim() === '' || (target === undefined && start === end)) continue
      texts.set(path, { key: keyOf(unit), text, hash: hashOfText(text), ...(other_shape && { other_shape }) })
    }
  return texts
}

/** Opens bytes as a file. */
export function opening(bytes: Uint8Array): Open {
  return async function* () {
    yield bytes
  }
}

/** A stream as one. */
export async function gathered(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A message of a catalogue has no key: its context and its text are its name, as gettext writes both in one (`context|text`). */
function keyOf({ context, path }: Unit): string {
  if (context?.key !== undefined) return context.key
  return path
    .replace(/^\w+:/, '')
    .replace('\u0004', '|')
    .replace(/\[\d+\]$/, '')
}

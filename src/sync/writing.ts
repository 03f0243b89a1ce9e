/** What a translation becomes: bytes in, bytes out. */
import { type Format, type Merge, rewrite, splice, type Unit } from '../formats/index.ts'
import { gathered, opening, readTargetTexts, type SourceText, type TargetText } from './texts.ts'
import { isTogether } from './together.ts'

/** A translation and its source, as they are read. */
export interface TranslationFile {
  readonly format: Format
  readonly source: Uint8Array
  /** BCP 47 tags. */
  readonly source_language: string
  readonly language: string
  /** All texts of the source (`readSourceTexts`). */
  readonly texts: ReadonlyMap<string, SourceText>
  /** The file as it is; undefined where there is none. */
  readonly there: Uint8Array | undefined
}

/** One translation, and what is to be in it. `path` and `source_path`: the names of both files, which are one where it holds all languages. */
export interface ToWrite extends TranslationFile {
  readonly source_path: string
  readonly path: string
  /** The translations to write, by path. */
  readonly put: ReadonlyMap<string, string>
  /** Texts that go over as the source has them. */
  readonly copy: ReadonlySet<string>
  readonly remove: ReadonlySet<string>
}

export interface WrittenTarget {
  readonly bytes: Uint8Array
  /** What the file reads back as. */
  readonly texts: ReadonlyMap<string, TargetText>
  /** Paths whose translation cannot be written there, so that they stay as they were. */
  readonly refused: readonly string[]
}

/** Thrown where a file would change in more than was asked: nothing is written then. */
export class MergeFailed extends Error {
  override readonly name = 'MergeFailed'
}

/**
 * Writes translations into a file, and reads it back. A text that reads back as another is taken out again.
 *
 * @throws {FormatError} for a file that cannot be read
 * @throws {MergeFailed} where other texts of the file would change
 */
export async function writeTarget(given: ToWrite): Promise<WrittenTarget> {
  const { format, source, there, put } = given
  const reading = { format, source_language: given.source_language, language: given.language }
  const before =
    there === undefined ? new Map<string, TargetText>() : await readTargetTexts({ ...reading, bytes: there }, source)
  const refused: string[] = []
  for (;;) {
    const kept = new Map([...put].filter(([path]) => !refused.includes(path)))
    const bytes = await mergedBytes({ ...given, put: kept })
    const texts = await readTargetTexts({ ...reading, bytes }, source)
    const wrong = [...kept].filter(([path, text]) => texts.get(path)?.text.trim() !== text.trim()).map(([path]) => path)
    if (wrong.length === 0) {
      const changed = otherChanges(before, texts, given)
      if (changed !== undefined) throw new MergeFailed(unwrittenFor(changed, given))
      return { bytes, texts, refused }
    }
    // Forms of one message are written all or not at all.
    const groups = new Set(wrong.map(path => given.texts.get(path)?.group ?? path))
    for (const [path] of kept) if (groups.has(given.texts.get(path)?.group ?? path)) refused.push(path)
  }
}

function unwrittenFor(changed: string, { texts }: ToWrite): string {
  const advice = texts.has(changed) ? '' : ' It has no source any more: --prune removes it.'
  return `Nothing was written: ${changed} would change with it.${advice}`
}

async function mergedBytes(given: ToWrite): Promise<Uint8Array> {
  const { format, source, texts, there, put, copy, remove } = given
  if (there !== undefined && isTogether(given)) return await withPut(given, there)
  const from = await withPut(given, source)
  if (format.merge === undefined) return from
  const change = { source, from, take: new Set([...put.keys(), ...copy]), remove }
  if (there !== undefined) return await changedBytes(format, there, change)
  // A new file has what is translated, and all that needs no translation.
  const open = [...texts.values()].filter(({ path, left_out }) => left_out === undefined && !change.take.has(path))
  return await changedBytes(format, from, {
    source,
    from,
    take: new Set(),
    remove: new Set(open.map(({ path }) => path)),
  })
}

/** A file with the translations in it. What names the language of the source in it is known by that language. */
async function withPut({ format, put, language, source_language }: ToWrite, bytes: Uint8Array): Promise<Uint8Array> {
  const reading: Format = {
    ...format,
    scan: (stream, options) => format.scan(stream, { ...options, source: source_language }),
  }
  const translate = async (units: readonly Unit[]) => units.map(({ path }) => put.get(path))
  return await gathered(rewrite(reading, opening(bytes), translate, { language }))
}

/** The source with no texts to translate but these: what is sent to be translated. */
export async function deltaOf(
  format: Format,
  source: Uint8Array,
  texts: ReadonlyMap<string, SourceText>,
  asked: ReadonlySet<string>,
): Promise<Uint8Array> {
  const others = [...texts.values()].filter(({ path, left_out }) => left_out === undefined && !asked.has(path))
  const remove = new Set(others.map(({ path }) => path))
  return await changedBytes(format, source, { source, from: source, take: new Set(), remove })
}

async function changedBytes(format: Format, there: Uint8Array, change: Merge): Promise<Uint8Array> {
  if (format.merge === undefined) return there
  return await gathered(splice(opening(there)(), await format.merge(there, change)))
}

/** A text that was not asked about and has another wording now; undefined where there is none. */
function otherChanges(
  before: ReadonlyMap<string, TargetText>,
  after: ReadonlyMap<string, TargetText>,
  { put, copy, remove }: ToWrite,
): string | undefined {
  for (const [path, { hash }] of before)
    if (!put.has(path) && !copy.has(path) && !remove.has(path) && after.get(path)?.hash !== hash) return path
  return undefined
}

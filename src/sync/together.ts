/** Files that hold all their languages beside each other: one file is the source and each of its translations. */
import { sameTag } from '../contract/language-tags.ts'
import { type Edit, type Format, splice, type Unit } from '../formats/index.ts'
import { gathered, opening } from './texts.ts'

/** Whether a translation stands in the file of its source. */
export function isTogether({ source_path, path }: { readonly source_path: string; readonly path: string }): boolean {
  return source_path === path
}

/** A translation as people are told of it: the path of its file, and its language where that file holds several. */
export function translationShown(pair: Parameters<typeof isTogether>[0] & { readonly language: string }): string {
  return isTogether(pair) ? `${pair.path} (${pair.language})` : pair.path
}

/**
 * The file as if nobody had translated it into these languages: what texts are to be translated is asked of this, since those that are done
 * are left out of the file itself.
 *
 * The languages are BCP 47 tags.
 *
 * @throws {FormatError} as `Format.scan`
 */
export async function untranslated(
  format: Format,
  bytes: Uint8Array,
  { source, targets }: { readonly source: string; readonly targets: readonly string[] },
): Promise<Uint8Array> {
  const edits: Edit[] = []
  for (const language of targets) {
    const units: Unit[] = []
    for await (const unit of format.scan(opening(bytes)(), { target: { language }, source })) units.push({ ...unit })
    // Forms of one message are emptied together, as they are written.
    const groups = new Set(units.flatMap(unit => (isTranslated(unit) ? (unit.group ?? []) : [])))
    for (const unit of units) {
      const isEmptied = isTranslated(unit) || (unit.group !== undefined && groups.has(unit.group))
      if (isEmptied) edits.push(...format.edits(unit, '', { language }))
    }
  }
  // Each language stands in a place of its own.
  edits.sort((one, other) => one.start - other.start)
  return await gathered(splice(opening(bytes)(), edits))
}

function isTranslated({ target = '', left_out }: Unit): boolean {
  return target.trim() !== '' && (left_out === undefined || left_out === 'already_translated')
}

/** Why a file is not what the project says; undefined where it is: such a file names the language of its texts itself. */
export async function otherSource(format: Format, bytes: Uint8Array, source: string): Promise<string | undefined> {
  const said = (await format.languages?.(opening(bytes)()))?.source
  if (said === undefined || sameTag(said, source)) return undefined
  return `its texts are in ${said}, and "source" of the project is ${source}: correct it, or leave the file out ("exclude") and give it a project file of its own`
}
